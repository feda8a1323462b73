-- Every point-wise row, for each of its dtypes, on every layout and in every form, compared with plain Lua.
local tensor = require 'tensor'
local formats = require 'spec.support.formats'
local integers = require 'spec.support.integers'
local layouts = require 'spec.support.layouts'
local pointwise = require 'spec.support.pointwise'
local reference = require 'spec.support.reference'

local all = os.getenv 'TEST_TIER' == 'all'
local unpack = table.unpack or unpack
local types = pointwise.types()

local function sorted_names()
   local names = {}
   for name in pairs(tensor.ops) do names[#names + 1] = name end
   table.sort(names)
   return names
end

local function sizes_of(t) return table.concat(t:size():totable(), 'x') end

-- Makes the operands in the chosen layouts, and computes the range that each element of the result must be in.
local function lay_out(case, chosen)
   local set = { tensors = {}, maps = {}, count = 0 }
   for k = 1, case.op.operands do
      local layout = chosen[(k - 1) % #chosen + 1]
      set.tensors[k], set.maps[k] = layout.make(tensor, case.type.name, case.operands[k])
      if not set.size or set.count == 1 then
         set.size, set.count, set.writable = layout.size, #set.maps[k], layout.writable
      end
   end
   function set.range(i)
      local positions = {}
      for k, map in ipairs(set.maps) do positions[k] = #map == 1 and map[1] or map[i] end
      return case:range_at(positions, case.numbers)
   end
   return set
end

-- Checks the type, sizes and elements of a result.
local function check(case, set, got, dtype, what)
   local label = ('%s of %s, %s'):format(case.name, case.type.name, what)
   assert.equal('torch.' .. dtype .. 'Tensor', got:type(), label)
   assert.equal(table.concat(set.size, 'x'), sizes_of(got), label)
   local wrong = pointwise.mismatch(got, set.count, set.range)
   if wrong then error(label .. ': ' .. wrong, 2) end
end

-- Checks that the elements of a storage outside a window still have their filler values.
local function check_surroundings(t, before, what)
   local touched, after = {}, t:storage() and t:storage():totable() or {}
   local size, stride = t:size():totable(), t:stride():totable()
   local function mark(d, at)
      if d > #size then touched[at] = true return end
      for i = 0, size[d] - 1 do mark(d + 1, at + i * stride[d]) end
   end
   mark(1, t:storageOffset())
   for i, x in ipairs(before) do
      assert(touched[i] or after[i] == x or x ~= x, what .. ': writes outside of its result')
   end
end

-- A result of the right sizes that is not contiguous: every other element of a larger tensor.
local function gappy_result(name, size)
   local doubled = { unpack(size) }
   doubled[#doubled + 1] = 2
   return tensor[name .. 'Tensor']():resize(doubled):zero():select(#doubled, 2)
end

local function check_functions(case, set, dtype, what)
   local arguments = case:arguments(set.tensors, case.numbers)
   local f = tensor[case.name]
   check(case, set, f(unpack(arguments)), dtype, what .. ', f(a)')
   local out = tensor[dtype .. 'Tensor']()
   assert.equal(out, f(out, unpack(arguments)))
   check(case, set, out, dtype, what .. ', f(empty result, a)')
   if #set.size > 0 and set.count > 0 then
      out = gappy_result(dtype, set.size)
      local before = out:storage():totable()
      f(out, unpack(arguments))
      check(case, set, out, dtype, what .. ', f(result with gaps, a)')
      check_surroundings(out, before, case.name)
   end
end

-- x:f(...) writes to x for in-place rows, and returns a new tensor for the others.
local function check_methods(case, set, dtype, what)
   local x = set.tensors[1]
   local before = x:storage() and x:storage():totable() or {}
   local rest = case:arguments(set.tensors, case.numbers)
   table.remove(rest, 1)
   if case.inplace and not set.writable then
      local ok, message = pcall(x[case.name], x, unpack(rest))
      assert.is_false(ok)
      assert.truthy(message:find('share memory', 1, true), message)
      return
   end
   local got = x[case.name](x, unpack(rest))
   check(case, set, got, dtype, what .. ', a:f()')
   if case.inplace then
      assert.equal(x, got)
      check_surroundings(x, before, case.name)
   else
      assert.same(tostring(before[1]), tostring((x:storage() and x:storage():totable() or {})[1]))
   end
end

-- r:f(x, ...): the method of a tensor that is not an operand writes to it.
local function check_method_of_result(case, set, dtype, what)
   local y = tensor[dtype .. 'Tensor']()
   if not case.inplace then return end
   assert.equal(y, y[case.name](y, unpack(case:arguments(set.tensors, case.numbers))))
   check(case, set, y, dtype, what .. ', r:f(a)')
end

-- Replaces each operand of a binary row by a number in turn.
local function check_numbers(case, chosen, dtype, what)
   if case.op.operands ~= 2 then return end
   for place = 1, 2 do
      for _, i in ipairs { 3, 8, 12, 17 } do
         local set = lay_out(case, { chosen })
         local other, map = 3 - place, set.maps[3 - place]
         local operands = { set.tensors[1], set.tensors[2] }
         operands[place] = case.operands[place][i]
         function set.range(k)
            local positions = { i, i }
            positions[other] = map[k]
            return case:range_at(positions, case.numbers)
         end
         local arguments = case:arguments(operands, case.numbers)
         check(case, set, tensor[case.name](unpack(arguments)), dtype, what .. ', a number')
         local out = tensor[dtype .. 'Tensor']()
         tensor[case.name](out, unpack(arguments))
         check(case, set, out, dtype, what .. ', a number and a result')
      end
   end
end

local function mask_of(case) return case.op.mask and 'Byte' or case.type.name end

local function names_of(case)
   local names = { case.name }
   if case.op.alias then names[2] = case.op.alias end
   return names
end

local by_name = {}
for _, layout in ipairs(layouts) do by_name[layout.name] = layout end

-- Pairs of layouts whose tensors broadcast or have equal counts.
local function mixtures()
   local list = {}
   for _, a in ipairs(layouts) do
      for _, b in ipairs(layouts) do
         local fits = a.name ~= 'empty' and b.name ~= 'empty'
         if fits and (all or a.name == 'contiguous' or b.name == 'contiguous') then list[#list + 1] = { a, b } end
      end
   end
   return list
end

local function check_case(case)
   local dtype, name = mask_of(case), case.name
   for _, called in ipairs(names_of(case)) do
      case.name = called
      case.range_at = function(self, positions, numbers)
         self.name = name
         local least, most = pointwise.range_at(self, positions, numbers)
         self.name = called
         return least, most
      end
      for _, layout in ipairs(layouts) do
         check_functions(case, lay_out(case, { layout }), dtype, layout.name)
         check_methods(case, lay_out(case, { layout }), dtype, layout.name)
         check_method_of_result(case, lay_out(case, { layout }), dtype, layout.name)
      end
      check_numbers(case, by_name.contiguous, dtype, 'contiguous')
      check_numbers(case, by_name.strided, dtype, 'strided')
   end
   if case.op.operands < 2 then return end
   for _, pair in ipairs(mixtures()) do
      check_functions(case, lay_out(case, pair), dtype, pair[1].name .. ' and ' .. pair[2].name)
   end
end

-- A result that overlaps the operand, shifted by some elements, must be as if the operand had been copied
-- first.
local function check_overlap(case)
   local dtype = case.type.name
   if case.op.mask and case.type.name ~= 'Byte' then return end
   for _, shift in ipairs { 1, -1, 5 } do
      local list = {}
      for i = 1, 40 do list[i] = case.operands[1][(i - 1) % 24 + 1] end
      local storage = tensor[dtype .. 'Storage'](list)
      local whole = tensor[dtype .. 'Tensor'](storage, 9, tensor.LongStorage { 24 })
      local out = tensor[dtype .. 'Tensor'](storage, 9 + shift, tensor.LongStorage { 24 })
      local set = lay_out(case, { by_name.vector })
      set.tensors[1] = whole
      for k = 1, 24 do set.maps[1][k] = (k + 7) % 24 + 1 end
      tensor[case.name](out, unpack(case:arguments(set.tensors, case.numbers)))
      check(case, set, out, dtype, 'overlap by ' .. shift)
   end
end

describe('cmax and cmin', function()
   it('write to their object as methods, and make a new tensor as functions', function()
      local x = tensor.IntTensor { 1, 5, -2 }
      assert.same({ 2, 5, 2 }, tensor.cmax(x, 2):totable())
      assert.same({ 1, 5, -2 }, x:totable())
      assert.equal(x, x:cmax(0))
      assert.same({ 1, 5, 0 }, x:totable())
      assert.equal(x, x:cmin(tensor.IntTensor { 3, 3, 3 }))
      assert.same({ 1, 3, 0 }, x:totable())
      assert.equal(x, x:cmax(tensor.IntTensor { 7, 8, 9 }, 8))
      assert.same({ 8, 8, 9 }, x:totable())
   end)
end)

describe('point-wise operations', function()
   it('all have a reference', function()
      for name in pairs(tensor.ops) do assert(reference[name], 'no reference for ' .. name) end
   end)

   it('and formats are known for every dtype', function()
      for _, row in ipairs(types) do assert(formats.of[row.dtype], 'no format for ' .. row.dtype) end
   end)

   for _, name in ipairs(sorted_names()) do
      for _, row in ipairs(types) do
         if reference[name] and formats.of[row.dtype] and pointwise.is_defined(name, row.dtype) then
            it(name .. ' of ' .. row.name .. ' agrees with plain Lua', function()
               check_case(pointwise.case(name, row))
            end)
            it(name .. ' of ' .. row.name .. ' may write into a part of its operand', function()
               check_overlap(pointwise.case(name, row))
            end)
         end
      end
   end

   for _, name in ipairs(sorted_names()) do
      for _, row in ipairs(types) do
         local widens = tensor.ops[name].dtypes == 'FLOATING' or tensor.ops[name].dtypes == 'ANALYTIC'
         local is_whole = widens and (tensor.ops[name].mask or name == 'floor' or name == 'ceil' or name == 'round'
                                      or name == 'trunc') -- promote_spec
         if formats.of[row.dtype] and not pointwise.is_defined(name, row.dtype) and not is_whole then
            it(name .. ' is refused for ' .. row.name .. (widens and ' in place' or ''), function()
               local case = pointwise.case(name, row)
               local set = lay_out(case, { by_name.contiguous })
               local call = widens and tensor.Tensor[name] or tensor[name]
               local ok, message = pcall(call, unpack(case:arguments(set.tensors, case.numbers)))
               assert.is_false(ok)
               assert.truthy(message:find('^' .. name .. ': not defined for torch.' .. row.name), message)
            end)
         end
      end
   end
end)

describe('tensors without elements', function()
   it('give such tensors, of the type that elements would have', function()
      local none = tensor.FloatTensor()
      for _, x in ipairs { none * 2, none + none, -none, none:abs(), tensor.exp(none), none:add(1),
            none:clone():cmul(none) } do
         assert.equal(0, x:nElement())
         assert.equal('torch.FloatTensor', x:type())
      end
      assert.equal('torch.ByteTensor', tensor.eq(none, 0):type())
      assert.equal('torch.IntTensor', tensor.eq(tensor.IntTensor(3), none, 0):type())
      local r = tensor.ones(3)
      assert.equal(r, tensor.add(r, none, 1))
      assert.equal(0, r:nElement())
      assert.error_matches(function() tensor.add(tensor.IntTensor(), none, 1) end, 'the result is a torch.IntTensor')
   end)
end)

describe('other names', function()
   local aliases = {
      cadd = 'add', csub = 'subtract', cmul = 'mul', cdiv = 'div', cfmod = 'fmod', cremainder = 'remainder',
      cpow = 'pow', cbitand = 'bitand', cbitor = 'bitor', cbitxor = 'bitxor', clshift = 'lshift', crshift = 'rshift',
   }

   it('are those of the rows that have two', function()
      local found = {}
      for name, op in pairs(tensor.ops) do found[name] = op.alias end
      assert.same(aliases, found)
   end)

   it('stand for the same operation', function()
      local a, b = tensor.IntTensor { 7, -7, 100 }, tensor.IntTensor { 2, 2, 3 }
      local same = { mod = 'cfmod', cmod = 'cfmod' }
      for name, alias in pairs(aliases) do same[alias] = name end
      for name, other in pairs(same) do
         assert.same(tensor[other](a, b):totable(), tensor[name](a, b):totable(), name)
         local x, y = a:clone(), a:clone()
         assert.same(x[other](x, b):totable(), y[name](y, b):totable(), name)
      end
   end)
end)

describe('numbers alone', function()
   local double = { name = 'Double', dtype = 'double' }
   for _, name in ipairs(sorted_names()) do
      if tensor.ops[name].operands <= 2 and tensor.ops[name].dtypes ~= 'INTEGRAL' then
         it('give a number from ' .. name, function()
            local case = pointwise.case(name, double)
            for i = 1, 24 do
               local elements = {}
               for k = 1, case.op.operands do elements[k] = case.operands[k][i] end
               local got = tensor[name](unpack(case:arguments(elements, case.numbers)))
               local least, most = case:range(elements, case.numbers)
               if case.op.mask then
                  assert.equal(least and least == 1, least and got)
               elseif least and least ~= least then
                  assert(got ~= got, name)
               elseif least then
                  assert(got >= least and got <= most, ('%s: %s, not in [%s, %s]'):format(name, got, least, most))
               end
            end
         end)
      end
   end
end)

describe('the sign of zero', function()
   local minus = -1 / math.huge   -- Lua 5.1 merges the constants -0.0 and 0 in a function
   local rows = {
      { 'neg', { 0 }, '-' }, { 'neg', { minus }, '+' }, { 'abs', { minus }, '+' }, { 'sqrt', { minus }, '-' },
      { 'floor', { minus }, '-' }, { 'ceil', { -0.5 }, '-' }, { 'trunc', { -0.5 }, '-' }, { 'round', { -0.25 }, '-' },
      { 'cmul', { -1, 0 }, '-' }, { 'cadd', { minus, 0 }, '+' }, { 'cdiv', { 0, -2 }, '-' },
      { 'cfmod', { -4, 2 }, '-' },
      { 'sin', { minus }, '-' }, { 'tanh', { minus }, '-' }, { 'asinh', { minus }, '-' }, { 'square', { minus }, '+' },
   }
   for _, row in ipairs(rows) do
      for _, name in ipairs { 'Float', 'Double', 'Half', 'BFloat16' } do
         it(('of %s of %s'):format(row[1], name), function()
            local operands = {}
            -- 40 elements fill whole SIMD vectors and leave a rest.
            for k, x in ipairs(row[2]) do operands[k] = tensor[name .. 'Tensor'](40):fill(x) end
            for _, zero in ipairs(tensor[row[1]](unpack(operands)):totable()) do
               assert.equal(0, zero)
               assert.equal(row[3] == '-' and -math.huge or math.huge, 1 / zero)
            end
         end)
      end
   end
end)

describe('numbers as operands', function()
   local converted = {
      { 'Byte', 2.75, 2 }, { 'Byte', -1, 255 }, { 'Byte', 300, 44 }, { 'Char', 200, -56 }, { 'Short', 65537, 1 },
      { 'Int', -2.75, -2 }, { 'Int', 2 ^ 31, -2 ^ 31 }, { 'Int', 0 / 0, 0 }, { 'Bool', 0.5, 1 }, { 'Bool', 2, 1 },
      { 'Int', 1 / 0, -1 }, { 'Int', -1 / 0, 0 }, { 'Float', 0.1, 0.1 }, { 'Half', 1e6, 1 / 0 }, { 'Half', 2049, 2048 },
   }
   for _, row in ipairs(converted) do
      it(('%g counts as %g for %s'):format(row[2], row[3], row[1]), function()
         local zero = tensor[row[1] .. 'Tensor'] { 0 }
         local got = tensor.add(zero, row[2]):totable()[1]
         assert.near(0, row[3] == got and 0 or got - row[3], 1e-8)
      end)
   end

   it('keep all 64 bits for LongTensor', function()
      if integers.unknowns then return end
      local big = integers.power2(62) + 1
      local sum = tensor.LongTensor { 1 }:add(big):add(-1)
      assert.equal(big, sum:totable()[1])
   end)
end)
