-- tensor.help: its texts, and that all examples and errors in them are what the prompt really prints.
local tensor = require 'tensor'
local errors = require 'tensor.help.errors'
local examples = require 'tensor.help.examples'
local shapes = require 'tensor.help.shapes'
local modern = require 'spec.support.modern'
local other_names = require('tensor.names').names
local prompted = require 'spec.support.prompted'

local neutral, output_of, shown_by = prompted.neutral, prompted.output_of, prompted.shown_by

local function forms_of(signature, fields)
   local row = { name = 'example', signature = signature, doc = 'doc', isfunction = true, ismethod = true }
   for name, value in pairs(fields or {}) do row[name] = value end
   table.insert(tensor.rows, row)
   local text = tensor.help.text 'example'
   table.remove(tensor.rows)
   local forms = {}
   for form in text:gsub('^[^\n]*\n\n', ''):gsub('\n\n.*', ''):gmatch '[^\n]+' do
      forms[#forms + 1] = form:match '^%s*(.-)%s*$'
   end
   return table.concat(forms, '\n'), text
end

describe('help', function()
   local globals
   before_each(function()
      globals = {}
      for name in pairs(_G) do globals[name] = true end
   end)
   after_each(function()
      for name in pairs(_G) do if not globals[name] then rawset(_G, name, nil) end end
   end)

   it('has a line on every registered name', function()
      for _, row in ipairs(tensor.rows) do
         local text = assert(tensor.help.text(row.name))
         assert.truthy(text:match('^[%w_.]+: (%S[^\n]*)'), row.name)
         assert.truthy(row.doc:find '%S', row.name .. ' has no help')
      end
   end)

   -- What an example needs, and why it is left out where that is missing.
   local missing = {}
   local has_onednn, why = pcall(function() return tensor.FloatTensor(1):toMkldnn() end)
   missing.toMkldnn = not has_onednn and why

   for name, example in pairs(examples) do
      it('has an example of ' .. name .. ' that does what it shows', function()
         if missing[name] then return pending(missing[name]) end
         assert.truthy(tensor.help.text(name):find(example:match '^[^\n]+', 1, true))
         assert.equal(neutral(shown_by(example)), neutral(output_of(example)))
      end)
   end

   for name, text in pairs(errors) do
      it('has errors of ' .. name .. ' that are raised so', function()
         assert.truthy(tensor.help.text(name):find(text:match '^[^\n]+', 1, true))
         assert.equal(shown_by(text), output_of(text))
      end)
   end

   -- Chapters of functions that compute; in them the names that only set or tell something, and those without
   -- errors of their own.
   local computing, settings, plain = {}, {}, {}
   for chapter in (('make view index arrange apply elementwise reduce order linear lapack linalg functions '
      .. 'random')):gmatch '%S+' do
      computing[chapter] = true
   end
   for name in ('manualSeed seed initialSeed getRNGState setRNGState Generator'):gmatch '%S+' do
      settings[name] = true
   end
   for name in (('clone contiguous flatten atleast1d atleast2d atleast3d flipud t nonzero '
      .. 'multinomialAlias')):gmatch '%S+' do plain[name] = true end

   it('says sizes, types and errors of what computes', function()
      for _, row in ipairs(tensor.rows) do
         local computes = computing[row.chapter] and not settings[row.name]
         if computes or row.chapter == 'ops' then assert.truthy(shapes(row), row.name .. ': ' .. row.signature) end
         if computes and not plain[row.name] then assert.truthy(errors[row.name], row.name) end
      end
   end)

   it('shows the forms, the arguments, sizes, an example and errors', function()
      assert.equal([[
narrow: count positions of dim from first on, as a view; a negative first counts from the end

   tensor.narrow([r,] x, dim, first, count)
   x:narrow(dim, first, count)

   r       a tensor for the result; without it, a new one
   x       a tensor
   dim     a dimension, from 1; negative from the end
   first   a position, from 1; negative from the end
   count   a whole number, at least 0

   (.., n, ..) -> (.., count, ..), a view

   > tensor.range(1, 5):narrow(1, 2, 3)
    2
    3
    4
   [torch.FloatTensor of size 3]

   > tensor.zeros(5):narrow(1, 4, 3)
   narrow: 3 elements from 4 do not fit in dimension 1 of size 5
   > tensor.zeros(5):narrow(2, 1, 1)
   narrow: no dimension 2 in a 1-dimensional tensor]], tensor.help.text 'narrow')
   end)

   it('gives what it is made of', function()
      local entry = tensor.help.entry 'narrow'
      assert.same({ '(.., n, ..) -> (.., count, ..), a view' }, entry.sizes)
      assert.same({ 'count', 'a whole number, at least 0' }, entry.arguments[5])
      local names = 0
      for _, chapter in ipairs(tensor.help.chapters()) do
         for _, name in ipairs(chapter.names) do
            assert.equal(name, tensor.help.entry(name).name)
            names = names + 1
         end
      end
      assert(names > 400)
   end)

   local forms = {
      { 'x:Tensor', 'tensor.example(x)\nx:example()' },
      { 'r! x:Tensor n:number=1 y:Tensor', 'tensor.example([r,] x, [n,] y)\nx:example([n,] y)' },
      { 'r! x:Tensor n:number?', 'tensor.example([r,] x[, n])\nx:example([n])' },
      { 'r! size:sizes o:options?', 'tensor.example([r,] size, ...[, o])' },
      { 'r! g:Generator', 'tensor.example([r][, g])' },
      { 'g:Generator x:Tensor', 'tensor.example([g,] x)\nx:example()' },
      { 's:Storage', 's:example()', { isfunction = false } },
      { 'x:Tensor y:Tensor', 'x:example(y)', { isfunction = false } },
      { 'x:Tensor', 'tensor.example(x)', { ismethod = false } },
      { 'r! a:Operand b:Operand', 'tensor.example([r,] a, b)\na:example(b)   changes a', { inplace = true } },
      { 'r! n:count', 'tensor.example([r,] n)\nr:example(n)           changes r', { inplace = true } },
      { '', 'tensor.example()' },
   }
   for _, case in ipairs(forms) do
      it(('reads the signature "%s"'):format(case[1]), function()
         local text = forms_of(case[1], case[3])
         assert.equal(case[2]:gsub(' +changes', ' changes'), (text:gsub(' +changes', ' changes')))
      end)
   end

   it('says what an argument may be', function()
      local _, text = forms_of 'r!Byte x:LongTensor2 m:Mask d:dim=-1 u:U/L k:position'
      for _, words in ipairs {
         'r   a ByteTensor for the result', 'x   a LongTensor of 2 dimensions', 'm   a ByteTensor or BoolTensor',
         'from the end; default -1', "u   'U' or 'L'", 'k   a position, from 1',
      } do assert.truthy(text:find(words, 1, true), text) end
   end)

   it('takes a name as it is written in a call, or the function itself', function()
      local text = tensor.help.text 'narrow'
      for _, topic in ipairs { 'tensor.narrow', 'torch.narrow', 'x:narrow', ':narrow', tensor.narrow } do
         assert.equal(text, tensor.help.text(topic))
      end
   end)

   local misses = {
      { 'narow', "no help on 'narow'; did you mean narrow?" },
      { 'NARROW', "no help on 'NARROW'; did you mean narrow?" },
      { 'nrarow', "no help on 'nrarow'; did you mean narrow?" },
      { 'transp', "no help on 'transp'; did you mean transpose?" },
      { 'no_such_function', "no help on 'no_such_function'; tensor.help() lists the names" },
   }
   for _, case in ipairs(misses) do
      it("names what is near '" .. case[1] .. "'", function()
         local text, message = tensor.help.text(case[1])
         assert.is_nil(text)
         assert.equal(case[2], message)
      end)
   end

   it('lists every name', function()
      local text = tensor.help.text() .. '\n'
      for _, row in ipairs(tensor.rows) do
         assert.truthy(text:find('[ \n]' .. row.name:gsub('%.', '%%.') .. '[ \n]'), row.name)
      end
      for line in text:gmatch '[^\n]+' do assert.truthy(#line <= 80, line) end
   end)

   it('refuses what is neither a name nor a function of the module', function()
      assert.has_error(function() tensor.help.text(12) end)
      assert.has_error(function() tensor.help.text {} end)
   end)

   it('is printed by a call', function()
      local printed
      finally(function() rawset(_G, 'print', printed) end)
      local texts = {}
      printed = print
      rawset(_G, 'print', function(text) texts[#texts + 1] = text end)
      tensor.help 'narrow'
      tensor.help 'narow'
      assert.same({ tensor.help.text 'narrow', (select(2, tensor.help.text 'narow')) }, texts)
   end)
end)

describe('help on names of NumPy and PyTorch', function()
   it('says what to write', function()
      for name, line in pairs { ndim = 'x:dim()', tolist = 'x:totable()',
         ['np.array'] = 'tensor.FloatTensor {{1, 2}, {3, 4}}', ['x.shape'] = 'x:size()\n   x:size(1)' } do
         local word = name:match '%a+$'
         assert.equal(('%s, a name of NumPy and PyTorch: write\n\n   %s'):format(word, line), tensor.help.text(name))
      end
   end)

   it('finds a name that is spelled otherwise here', function()
      local function first(name) return tensor.help.text(name):match '^[^\n]*' end
      assert.equal('clip is another name of clamp.', first 'clip')
      assert.equal('clip is another name of clamp.', first 'x:clip')
      assert.equal('np.masked_select is maskedSelect here.', first 'np.masked_select')
      assert.equal('bitwise_and is bitwiseAnd here, another name of cbitand.', first 'torch.bitwise_and')
      assert.truthy(tensor.help.text('plt.plot'):find('tensor.plot.line(v, w)', 1, true))
   end)

   -- What the texts of the table's columns name: 'linalg.inv', 'scipy cho_solve', 'cross, linalg.cross'.
   local function add_names(names, text, peer)
      for item in text:gsub('%b()', ''):gsub(' *%.%.', ''):gmatch '[^,]+' do
         local of_scipy, name = item:match '^ *scipy +([%w_.]+) *$', item:match '^ *([%w_.]*[%w_]) *$'
         if of_scipy then names[#names + 1] = 'scipy.' .. of_scipy
         elseif name then names[#names + 1] = peer .. '.' .. name end
      end
   end

   -- Names of several functions, of which help tells one, and what is none.
   local elsewhere = {}
   for name in ('floor_divide trunc_divide randperm reshape round sign view itertools torchaudio at complex32 '
      .. 'complex128 cummin _standard_gamma'):gmatch '%S+' do elsewhere[name] = true end

   local of_types = { dtype = true, format = true, quant = true }

   it('finds what the table names', function()
      for _, row in ipairs(modern.rows()) do
         local names, ours = {}, other_names[row.name] or row.name
         if not of_types[row.chapter] then
            add_names(names, row.torch, 'torch')
            add_names(names, row.numpy, 'np')
         end
         for _, name in ipairs(names) do
            local text, why = tensor.help.text(name)
            if not elsewhere[name:match '[^.]*$'] then
               assert.truthy(text, why)
               local is_told = text:find('%f[%w]' .. row.name .. '%f[%W]') or text:find('%f[%w]' .. ours .. '%f[%W]')
               assert.truthy(is_told, ('%s: %s'):format(name, row.name))
            end
         end
      end
   end)

   it('names a function that has other names by its own', function()
      assert.truthy(tensor.help.text(tensor.clip):find '^clamp: ')
   end)

   -- A row's code with other names of files; those that are read are there.
   local function in_folder(code, path)
      return (code:gsub("'x(%.%w+)'", function(ending)
         if code:find 'load' then tensor.save(path .. ending, tensor.rand(3, 3)) end
         return ('%q'):format(path .. ending)
      end))
   end

   for _, row in ipairs(require 'tensor.help.peers') do
      if #row > 1 then
         it('is right: ' .. row[3], function()
            assert.equal(3, #row)
            assert.is_true(row[1] ~= '' or row[2] ~= '')
            local path = os.tmpname()
            finally(function()
               for _, ending in ipairs { '', '.npy', '.npz', '.csv' } do os.remove(path .. ending) end
            end)
            local code = 'local tensor, x, y, v, w, a, b, z, i, n, mask, s = ... return ' .. in_folder(row[3], path)
            assert((loadstring or load)(code))(tensor, tensor.rand(3, 3), tensor.rand(3, 3), tensor.rand(3),
               tensor.rand(3), tensor.eye(3):mul(2), tensor.rand(3, 2), tensor.ComplexFloatTensor {{1, 2}, {3, 4}},
               tensor.LongTensor {1, 3}, tensor.LongTensor {1, 2, 3}, tensor.ByteTensor(3, 3):fill(1),
               tensor.rand(2, 3, 3))
         end)
      end
   end
end)

describe('another name', function()
   for name, other in pairs(require('tensor.names').names) do
      it(('%s is %s'):format(name, other), function()
         assert.truthy(tensor[name] or tensor.Tensor[name])
         assert.equal(tensor[other], tensor[name])
         assert.equal(tensor.Tensor[other], tensor.Tensor[name])
      end)
   end
end)

describe('document', function()
   it('gives help on a function of another module', function()
      tensor.document { name = 'image.example', signature = 'path:string', doc = 'shows how', chapter = 'example' }
      finally(function() table.remove(tensor.rows) end)
      assert.equal('image.example: shows how\n\n   tensor.image.example(path)\n\n   path   a string',
         tensor.help.text 'image.example')
      assert.truthy(tensor.help.text():find('\nexample\n   image.example', 1, true))
   end)

   it('refuses a row that says nothing', function()
      local n = #tensor.rows
      local without = { { name = 'f', signature = '' }, { name = 'f', signature = '', doc = '' }, { doc = 'does' } }
      for _, row in ipairs(without) do
         assert.has_error(function() tensor.document(row) end)
      end
      assert.equal(n, #tensor.rows)
   end)
end)
