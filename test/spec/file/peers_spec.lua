-- Files of NumPy and safetensors, recorded, load with the types, sizes, order and values that they have there, and what
-- is saved has the bytes that they write.
local tensor = require 'tensor'
local files = require 'spec.support.files'
local peer_files = require 'spec.support.peer_files'

-- The recorded npy files are of a machine with the lowest byte first; NumPy writes others on others, and so do we.
local is_little = tensor.DiskFile.isLittleEndianCPU()
local has_zlib = not select(2, pcall(tensor.encode, {}, { format = 'npz' })):find 'built without'

local function check(case, value, metadata)
   if case.tensor then peer_files.check(case.tensor, value) else peer_files.check_all(case.tensors, value) end
   assert.same(case.metadata, metadata)
end

local function check_case(case, path)
   if case.error then
      assert.error_matches(function() tensor.decode(case.bytes) end, '^decode: .*' .. case.error)
      assert.error_matches(function() tensor.load(path) end, '^load: [^:]*: .*' .. case.error)
      return
   end
   check(case, tensor.decode(case.bytes))
   check(case, tensor.decode(case.bytes, { format = case.format }))
   check(case, tensor.load(path))
   if case.format == 'npy' then check(case, tensor.load(path, { mmap = true })) end
end

describe('a recorded file', function()
   for _, case in ipairs(peer_files.cases) do
      it(case.name .. ' loads', function()
         if case.format == 'npz' and not has_zlib then return end
         check_case(case, files.scratch(finally, case.bytes))
      end)

      it(case.name .. ' is saved with the same bytes, or read back', function()
         if case.error or case.format == 'npz' and not has_zlib then return end
         local value, metadata = tensor.decode(case.bytes)
         local text = tensor.encode(value, { format = case.format, metadata = metadata })
         if case.same and (is_little or case.format == 'safetensors') then assert.equal(case.bytes, text) end
         local again = tensor.decode(text)
         if case.tensor then case.tensor.strides = nil end -- saved row-major
         check(case, again, metadata)
      end)
   end
end)
