-- csv and tsv: tables of numbers as text, there and back, headers, options, and errors with line and column.
local tensor = require 'tensor'
local files = require 'spec.support.files'

local real = { 'byte', 'char', 'short', 'int', 'long', 'half', 'float', 'double', 'bool', 'bfloat16', 'uint16' }

local function decode(text, options)
   options = options or {}
   options.format = options.format or 'csv'
   return tensor.decode(text, options)
end

local function fails(text, message, options)
   local ok, trouble = pcall(decode, text, options)
   assert.is_false(ok)
   assert.truthy(trouble:find('decode: ', 1, true))
   assert(trouble:find(message, 1, true), trouble)
end

local function refuses_to_save(value, message, options)
   options = options or {}
   options.format = options.format or 'csv'
   local ok, trouble = pcall(tensor.encode, value, options)
   assert.is_false(ok)
   assert(trouble:find(message, 1, true), trouble)
end

-- NaN is the same as NaN.
local function same(wanted, x)
   assert.same(#wanted, x:size(1))
   for i, row in ipairs(wanted) do
      for j, value in ipairs(row) do
         local got = x[i][j]
         assert(got == value or got ~= got and value ~= value, ('%s at %d, %d'):format(tostring(got), i, j))
      end
   end
end

describe('a table', function()
   local nan, inf = 0 / 0, math.huge

   it('has one line a row', function()
      same({ { 1, 2 }, { 3, 4 } }, decode '1,2\n3,4\n')
      same({ { 1, 2 }, { 3, 4 } }, decode ' 1 ,"2"\r\n" 3 ",\t4\r\n\r\n \n')
      same({ { 1.5, -2e-3 } }, decode '+1.5,-.2E-2')
      same({ { nan, inf, -inf, nan, inf } }, decode 'NaN,inf,-INF,,Infinity')
      same({ { 1, nan }, { nan, 2 } }, decode('1\t\n\t2\n', { format = 'tsv' }))
      same({ { 1, 2 } }, decode('1;2', { separator = ';' }))
      same({ { 1, 2 } }, decode('1\0002', { separator = '\0' }))
      assert.same('torch.DoubleTensor', tensor.typename(decode '1'))
   end)

   it('has the elements of the dtype that load asks for', function()
      for _, dtype in ipairs(real) do
         local x, wanted = decode('0,1\n1,0', { dtype = dtype }), tensor.zeros(2, 2)
         assert.same(wanted[dtype](wanted):type(), x:type())
      end
      assert.same('9007199254740993', tensor.encode(decode('9007199254740993', { dtype = 'long' }),
         { format = 'csv' }):match '%d+')
      same({ { 300, -1000 } }, decode('3.00e2,-1e3', { dtype = 'short' }))
   end)

   it('finds a header by a field that is no number', function()
      local x, about = decode 'a, "b ""c"", d" ,\n1,2,3\n'
      same({ { 1, 2, 3 } }, x)
      assert.same({ header = { 'a', 'b "c", d', '' } }, about)
      assert.is_nil(select(2, decode '1,nan\n2,3'))
      assert.same({ header = { '1', '2' } }, (select(2, decode('1,2\n3,4', { header = true }))))
      local numbers = tensor.encode(tensor.ones(1, 2), { format = 'csv', header = { '1', '2' } })
      assert.is_nil(select(2, decode(numbers))) -- nothing tells such a header from a row
      assert.same({ header = { '1', '2' } }, (select(2, decode(numbers, { header = true }))))
      assert.same({ 0, 2 }, decode('a,b\n'):size():totable())
      fails('a,2', "line 1, column 1 (character 1): 'a' is no number", { header = false })
   end)

   it('that is wrong is an error with line and column', function()
      fails('', 'line 1, column 1')
      fails('\n\n', 'line 1, column 1')
      fails('1,2\n3,x\n', "line 2, column 2 (character 3): 'x' is no number")
      fails('1,2\n3\n', 'line 2, column 2')
      fails('1,2\n3,4,5\n', 'line 2, column 3')
      fails('1,2\n\n3,4\n', 'line 2, column 2')
      fails('a\n1\n"2', 'line 3, column 1')
      fails('"a\n1\n2', 'line 1, column 1')
      fails('1\n0x10', 'line 2, column 1')
      for _, header in ipairs { false, true, 'found' } do
         fails('1,a\r2,3\r', 'line 1, column 2 (character 3): a carriage return without a newline',
            { header = header ~= 'found' and header or nil })
      end
      fails('1\n1e', 'line 2, column 1')
      for _, wrong in ipairs { '256', '-1', '1.5', 'nan', '', '1e30' } do
         fails('1,2\n3,' .. wrong, 'line 2, column 2', { dtype = 'byte' })
      end
      fails('1,9223372036854775808', 'line 1, column 2', { dtype = 'long' })
      fails('2', 'line 1, column 1', { dtype = 'bool' })
   end)

   it('refuses options that it cannot have', function()
      for _, separator in ipairs { '', ',,', '1', '-', '.', 'e', 'N', '"', '\n', '\r' } do
         fails('1', 'separator', { separator = separator })
         refuses_to_save(tensor.ones(1), 'separator', { separator = separator })
      end
      for _, dtype in ipairs { 'complexFloat', 'qint8', 'nothing' } do fails('1', dtype, { dtype = dtype }) end
      fails('1', 'header', { header = 'yes' })
      fails('1', 'sep', { sep = ';' })
   end)
end)

describe('saving a table', function()
   it('brings each element back', function()
      for _, dtype in ipairs(real) do
         local x = tensor.randn(40, 3):mul(50):abs():clamp(0, dtype == 'bool' and 1 or 100)
         x = x[dtype](x)
         assert(x:equal(decode(tensor.encode(x, { format = 'csv' }), { dtype = dtype })), dtype)
      end
      local x = tensor.DoubleTensor { { 0.1, 1 / 3, 5e-324 }, { -1.7976931348623157e308, 2 ^ 53 + 2, 1e22 } }
      assert(x:equal(decode(tensor.encode(x, { format = 'csv' }))))
   end)

   it('writes short numbers, views as they are, and a vector as a column', function()
      assert.same('0.1,-2\nnan,inf\n', tensor.encode(tensor.FloatTensor { { 0.1, -2 }, { 0 / 0, math.huge } },
         { format = 'csv' }))
      assert.same('1\t3\n2\t4\n', tensor.encode(tensor.IntTensor { { 1, 2 }, { 3, 4 } }:t(), { format = 'tsv' }))
      assert.same('5\n6\n', tensor.encode(tensor.ByteTensor { 5, 6 }, { format = 'csv' }))
      assert.same('1\0002\n', tensor.encode(tensor.range(1, 2):view(1, 2), { format = 'csv', separator = '\0' }))
      assert.same('1|2\n', tensor.encode(tensor.ones(1, 2):cumsum(2), { format = 'csv', separator = '|' }))
   end)

   it('writes a header that is read as it was', function()
      local header = { 'plain', 'a,b', '"', ' x', '', 'line\nbreak' }
      local text = tensor.encode(tensor.zeros(2, 6), { format = 'csv', header = header })
      local x, about = decode(text)
      assert.same({ 2, 6 }, x:size():totable())
      assert.same(header, about.header)
      local none = tensor.encode(tensor.zeros(0, 2), { format = 'csv', header = { 'a', 'b' } })
      assert.same({ 0, 2 }, decode(none):size():totable())
      local wide = tensor.encode(tensor.zeros(1, 2), { format = 'tsv', header = { 'a,b', 'c\td' } })
      assert.same('a,b\t"c\td"\n0\t0\n', wide)
   end)

   it('refuses what is no table', function()
      refuses_to_save(tensor.zeros(1, 1, 1), '3 dimensions')
      refuses_to_save(tensor.zeros(2):complexFloat(), 'ComplexFloatTensor')
      refuses_to_save(tensor.eye(2):toSparse(), 'sparse')
      refuses_to_save({ 1, 2 }, 'table')
      refuses_to_save(tensor.zeros(0), 'cannot be read again')
      refuses_to_save(tensor.zeros(2, 0), 'cannot be read again')
      refuses_to_save(tensor.zeros(2, 2), '1 names for 2 columns', { header = { 'a' } })
      refuses_to_save(tensor.zeros(2, 2), 'element 2', { header = { 'a', 2 } })
      refuses_to_save(tensor.zeros(2, 2), 'element 2', { header = { 'a', x = 'b' } })
   end)

   it('goes by the ending', function()
      local scratch = files.scratches(finally)
      for _, ending in ipairs { '.csv', '.TSV' } do
         local path = scratch(ending)
         tensor.save(path, tensor.ones(2, 2), { header = { 'a', 'b' } })
         local x, about = tensor.load(path)
         assert(x:equal(tensor.ones(2, 2):double()))
         assert.same({ header = { 'a', 'b' } }, about)
         assert.truthy(files.contents(path):find(ending == '.csv' and 'a,b' or 'a\tb', 1, true))
      end
   end)
end)
