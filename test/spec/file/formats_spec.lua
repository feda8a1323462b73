-- tensor.load looks at what is in a file, tensor.save at the ending; options are checked before anything is written.
local tensor = require 'tensor'
local files = require 'spec.support.files'

local has_zlib = not select(2, pcall(tensor.encode, {}, { format = 'npz' })):find 'built without'

local function scratch(finally, ending, text)
   local path = os.tmpname()
   os.remove(path)
   path = path .. (ending or '')
   finally(function() os.remove(path) end)
   if text then files.write(path, text) end
   return path
end

local x = tensor.DoubleTensor { { 1, 2, 3 }, { 4, 5, 6 } }

describe('the format', function()
   it('of a file is found by its content, whatever its name', function()
      local values = { npy = x, safetensors = { a = x }, npz = has_zlib and { a = x } or nil, t7 = { a = x } }
      for format, value in pairs(values) do
         for _, ending in ipairs { '', '.npy', '.npz', '.safetensors', '.t7', '.raw', '.NPY', '.other' } do
            local path = scratch(finally, ending, tensor.encode(value, { format = format }))
            local found = tensor.load(path)
            assert.same(x:totable(), (tensor.isTensor(found) and found or found.a):totable())
         end
      end
   end)

   it('that is saved goes by the ending in any case, or the option', function()
      local starts = { ['.npy'] = '\147NUMPY', ['.NpY'] = '\147NUMPY', ['.raw'] = tensor.DoubleTensor({ 1 }):string(),
         ['.x'] = '\4\0', [''] = '\4\0', ['.npy.t7'] = '\4\0' }
      for ending, start in pairs(starts) do
         local path = scratch(finally, ending)
         tensor.save(path, x)
         assert.equal(start, files.contents(path):sub(1, #start))
      end
      local path = scratch(finally, '.npy')
      tensor.save(path, x, { format = 't7' })
      assert.equal('\4\0', files.contents(path):sub(1, 2))
      tensor.save(path, x, 'ascii')
      assert.equal('4\n', files.contents(path):sub(1, 2))
      assert.same(x:totable(), tensor.load(path, 'ascii'):totable())
      assert.same(x:totable(), tensor.load(path, { format = 't7', mode = 'ascii' }):totable())
      tensor.save(path, x, nil, false)
      assert.same(x:totable(), tensor.load(path):totable())
      tensor.save(path, { x, x }, { format = 't7', mode = 'ascii', referenced = false })
      assert.same(x:totable(), tensor.load(path, 'ascii')[2]:totable())
   end)

   it('goes by the ending where the content tells nothing', function()
      local path = scratch(finally, '.npy', 'no array')
      assert.error_matches(function() tensor.load(path) end, 'no npy file begins like this')
      path = scratch(finally, '.raw', 'no array')
      assert.error_matches(function() tensor.load(path) end, "format = 'raw'")
      path = scratch(finally, '', 'no array')
      assert.error_matches(function() tensor.load(path) end, 'no object begins with')
      path = scratch(finally, '.raw', '\1\0\0\0' .. ('x'):rep(8)) -- as a number in a file of objects begins
      assert.error_matches(function() tensor.load(path) end, "format = 'raw'")
      path = scratch(finally, '.csv', '\1\0\0\0,2\n')
      assert.same({ '\1\0\0\0', '2' }, select(2, tensor.load(path)).header)
      assert.error_matches(function() tensor.decode 'no array' end, 'decode: the text does not tell its format; .*npy')
      assert.error_matches(function() tensor.decode '' end, 'does not tell')
   end)

   it('of objects is found for each kind of them', function()
      for _, value in ipairs { 1, 'text', '', ('x'):rep(300), true, false } do
         assert.equal(value, tensor.decode(tensor.encode(value, { format = 't7' })))
         assert.equal(value, tensor.load(scratch(finally, '.npy', tensor.encode(value, { format = 't7' }))))
      end
      assert.is_nil(tensor.decode(tensor.encode(nil, { format = 't7' })))
      assert.equal(5, tensor.decode(tensor.encode(function() return 5 end, { format = 't7' }), { functions = true })())
      for _, raw in ipairs { { 0, 1 }, { 1, 2 }, { 2, 3, 0 }, { 3, 2 }, { 4, 2 }, { 5, 0, 0 }, { 8, 0 } } do
         assert.error_matches(function() tensor.decode(tensor.IntTensor(raw):string()) end, 'does not tell')
      end
   end)

   it('of an empty file is none', function()
      for _, format in ipairs { 'npy', 'npz', 'safetensors', 'png', 'jpeg', 't7' } do
         assert.error_matches(function() tensor.decode('', { format = format }) end, 'decode: the text is empty$')
      end
      for _, ending in ipairs { '', '.npy', '.t7', '.other' } do
         local path = scratch(finally, ending, '')
         assert.error_matches(function() tensor.load(path) end, 'load: ' .. path .. ': the file is empty$')
      end
      assert.equal(0, tensor.decode('', { format = 'raw' }):nElement())
   end)

   it('given by an option counts, and must be one that there is', function()
      local path = scratch(finally, '.t7', tensor.encode(x, { format = 'npy' }))
      assert.error_matches(function() tensor.load(path, { format = 't7' }) end, 'no object begins')
      assert.error_matches(function() tensor.load(path, { format = 'safetensors' }) end, 'does not fit')
      for _, f in ipairs { tensor.load, tensor.decode } do
         assert.error_matches(function() f(path, { format = 'gif' }) end, "there is no format 'gif'; there are npy")
         assert.error_matches(function() f(path, { format = 5 }) end, "there is no format '5'")
      end
      assert.error_matches(function() tensor.save(path, x, { format = 'gif' }) end, "save: .*there is no format 'gif'")
      assert.error_matches(function() tensor.encode(x, { format = 'gif' }) end, "encode: there is no format 'gif'")
      assert.error_matches(function() tensor.encode(x, {}) end, 'encode: the option format is needed')
      assert.error_matches(function() tensor.encode(x) end, 'encode: the option format is needed')
   end)
end)

describe('options', function()
   it('that a format does not know are errors that list those it knows, and nothing is written', function()
      local path = scratch(finally, '.npy')
      assert.error_matches(function() tensor.save(path, x, { compress = true }) end,
         "save: [^:]*: npy has no option 'compress'; there is format")
      assert.is_nil(io.open(path))
      tensor.save(path, x)
      assert.error_matches(function() tensor.load(path, { map = true }) end,
         "load: [^:]*: npy has no option 'map'; there are format, mmap")
      assert.error_matches(function() tensor.load(path, { mmap = 1 }) end, 'the option mmap is a boolean, not a number')
      assert.error_matches(function() tensor.load(path, { [{}] = 1 }) end, 'npy has no option')
      assert.error_matches(function() tensor.decode(tensor.encode(x, { format = 'npy' }), { map = 1 }) end,
         "decode: npy has no option 'map'")
      assert.error_matches(function() tensor.encode({}, { format = 'safetensors', metadata = 'x' }) end,
         'encode: the option metadata is a table, not a string')
      assert.error_matches(function() tensor.encode({}, { format = 'safetensors', metadata = { 'x' } }) end,
         'encode: metadata are strings by name')
      for _, bad in ipairs { 5, true, 'x', print } do
         assert.error_matches(function() tensor.decode('x', bad) end, 'decode: options are a table')
         assert.error_matches(function() tensor.encode(x, bad) end, 'encode: options are a table')
      end
      for _, bad in ipairs { 5, true, print } do
         local text = ': options are a table, and a mode is a string, not a ' .. type(bad)
         assert.error_matches(function() tensor.load(path, bad) end, 'load: ' .. path .. text)
         assert.error_matches(function() tensor.save(path, x, bad) end, 'save: ' .. path .. text)
      end
      assert.error_matches(function() tensor.load(path, 'binary', true, 5) end, 'load: .*options are a table')
      local given = { referenced = false }
      assert.error_matches(function() tensor.load(path, given) end, "npy has no option 'referenced'")
      assert.is_false(given.referenced)
      assert.error_matches(function() tensor.load(path, 'no') end, "load: .*the mode is 'binary'")
   end)

   it('of raw: dtype, sizes and offset, which must fit', function()
      local text = tensor.encode(x, { format = 'raw' })
      assert.equal(48, #text)
      local function raw(options)
         options.format = 'raw'
         return tensor.decode(text, options)
      end
      assert.same({ 1, 2, 3, 4, 5, 6 }, raw { dtype = 'double' }:totable())
      assert.same({ 12 }, raw {}:size():totable())
      assert.equal(tensor.getdefaulttensortype(), raw {}:type())
      assert.same({ { 1, 2 }, { 3, 4 }, { 5, 6 } }, raw { dtype = 'double', sizes = { 3, 2 } }:totable())
      assert.same({ { 1, 2 }, { 3, 4 }, { 5, 6 } },
         raw { dtype = 'double', sizes = tensor.LongStorage { 3, 2 } }:totable())
      assert.same({ 2, 3, 4, 5, 6 }, raw { dtype = 'double', offset = 8, sizes = 5 }:totable())
      assert.equal(6, raw { dtype = 'double', offset = 40, sizes = {} }:sum())
      assert.equal(0, raw { dtype = 'double', offset = 48 }:nElement())
      for pattern, options in pairs {
         ['no whole number'] = { dtype = 'double', offset = 3 }, ['outside'] = { offset = 49 },
         ['offset %-1 is outside'] = { offset = -1 }, ['do not fit'] = { dtype = 'double', sizes = { 7 } },
         ['there are 48'] = { dtype = 'double', sizes = { 5 } }, ["dtype 'foo'"] = { dtype = 'foo' },
         ["dtype 'qint8'"] = { dtype = 'qint8' }, ['must be a whole number'] = { sizes = { 'a' } },
         ['negative'] = { sizes = { -1 } }, ['offset must be a whole number'] = { offset = 1.5 },
         ['the option dtype is a string'] = { dtype = 5 },
      } do
         assert.error_matches(function() raw(options) end, 'decode: .*' .. pattern)
      end
   end)

   it('mmap gives a window on the file, whose writes stay here', function()
      local path = scratch(finally, '.npy')
      tensor.save(path, x)
      local y = tensor.load(path, { mmap = true })
      y:fill(7)
      assert.equal(21, tensor.load(path):sum())
      assert.equal(42, y:sum())
      assert.error_matches(function() y:resize(100) end, '')
      assert.same(x:totable(), tensor.decode(files.contents(path), { mmap = true }):totable())
   end)

   it('functions lets functions in', function()
      local path = scratch(finally)
      tensor.save(path, { function() return 5 end })
      assert.error_matches(function() tensor.load(path) end, 'load: [^:]*: the file holds a function')
      assert.equal(5, tensor.load(path, { functions = true })[1]())
      assert.equal(5, tensor.load(path, 'binary', { functions = true })[1]())
      assert.equal(5, tensor.decode(files.contents(path), { functions = true })[1]())
   end)
end)

describe('a tensor', function()
   it('of any strides is saved row-major; with bits it is resolved first', function()
      local z = tensor.ComplexDoubleTensor { { 1, 2 }, { 3, -4 } }
      for _, format in ipairs { 'npy', 'raw' } do
         assert.equal(tensor.encode(x:t():contiguous(), { format = format }), tensor.encode(x:t(), { format = format }))
         local resolved = tensor.encode(tensor.conjPhysical(z), { format = format })
         assert.equal(resolved, tensor.encode(z:conj(), { format = format }))
      end
   end)

   it('without dimensions and elements comes back as a vector without elements', function()
      for _, format in ipairs { 'npy', 'npz', 'safetensors' } do
         local value = format == 'npy' and tensor.Tensor() or { a = tensor.Tensor(), b = tensor.ones(2) }
         local got = tensor.decode(tensor.encode(value, { format = format }))
         assert.equal(0, (got.a or got):size(1), format)
         if format ~= 'npy' then assert.equal(2, got.b:sum()) end
      end
   end)

   it('that a format has no place for is refused by name', function()
      local sparse, quantized = tensor.ones(2, 2):toSparse(), tensor.quantizePerTensor(tensor.ones(2), 0.5, 0, 'qint8')
      for _, format in ipairs { 'npy', 'raw', 'safetensors', has_zlib and 'npz' or nil } do
         local function encode(value)
            if format ~= 'npy' and format ~= 'raw' then value = { a = value } end
            return tensor.encode(value, { format = format })
         end
         assert.error_matches(function() encode(sparse) end, 'encode: ' .. format .. ' has no sparse tensors')
         assert.error_matches(function() encode(quantized) end, 'encode: ' .. format .. ' has no quantized tensors')
         assert.error_matches(function() encode 'text' end, 'encode: .*string')
         if format ~= 'npy' and format ~= 'raw' then
            assert.error_matches(function() tensor.encode(x, { format = format }) end,
               'encode: ' .. format .. ' holds a table of tensors.*, not a torch.DoubleTensor')
         end
      end
      assert.error_matches(function() tensor.encode(tensor.BFloat16Tensor(1), { format = 'npy' }) end, 'BFloat16')
      local complex = { a = tensor.ComplexFloatTensor(1) }
      assert.error_matches(function() tensor.encode(complex, { format = 'safetensors' }) end, 'ComplexFloat')
      assert.equal(2, #tensor.encode(tensor.BFloat16Tensor(1), { format = 'raw' }))
   end)
end)

describe('a pipe', function()
   it('is read to its end, whatever is in it', function()
      local path = scratch(finally)
      for format, value in pairs { npy = x, t7 = x, safetensors = { a = x } } do
         files.write(path, tensor.encode(value, { format = format }))
         local fifo = scratch(finally)
         os.execute(('mkfifo %s; cat %s > %s &'):format(fifo, path, fifo))
         local found = tensor.load(fifo)
         assert.same(x:totable(), (tensor.isTensor(found) and found or found.a):totable())
      end
   end)

   it('or a device that has nothing gives an error, and one without end costs nothing', function()
      assert.error_matches(function() tensor.load '/dev/null' end, 'load: /dev/null: ')
      assert.is_nil(tensor.load '/dev/zero') -- an object of kind 0
      for _, format in ipairs { 'npy', 'npz', 'safetensors', 'csv', 'raw', 'png' } do
         assert.error_matches(function() tensor.load('/dev/zero', { format = format }) end,
            'load: /dev/zero: it is a device.* ' .. format .. ' needs')
         local has_names = format == 'npz' or format == 'safetensors'
         if format ~= 'png' then tensor.save('/dev/null', has_names and { x = x } or x, { format = format }) end
      end
      assert.error_matches(function() tensor.load('/dev/null', { format = 'gif' }) end, "there is no format 'gif'")
      assert.error_matches(function() tensor.load '/tmp' end, 'load: /tmp: .*directory')
      assert.error_matches(function() tensor.load '/no/such/file' end, 'load: /no/such/file: No such file')
      assert.error_matches(function() tensor.load() end, 'load: a path expected, got nil')
   end)
end)
