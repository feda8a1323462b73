-- tensor/help/examples/file.lua: examples of files (the form is in tensor/help/examples.lua). Several names
-- share an example.
local examples = {}

-- Three blanks between two words stand for the tab that print writes.
local function of(names, example)
   example = example:gsub('(%S)   %f[%S]', '%1\t')
   for name in names:gmatch '%S+' do examples[name] = example end
end

of('save load saveobj loadobj', [[
> path = os.tmpname()
> tensor.save(path, {step = 3, weights = tensor.ones(2)})
> tensor.load(path).step
3
> tensor.load(path).weights
 1
 1
[torch.FloatTensor of size 2]
> _ = os.remove(path)
]])

of('decode encode', [[
> text = tensor.encode(tensor.FloatTensor {1, 2, 3}, {format = 'npy'})
> #text, text:sub(2, 6)
140   NUMPY
> tensor.decode(text)
 1
 2
 3
[torch.FloatTensor of size 3]
> text = tensor.encode({bias = tensor.zeros(2)}, {format = 'safetensors', metadata = {from = 'here'}})
> model, metadata = tensor.decode(text)
> model.bias:size(1), metadata.from
2   here
> matrix, about = tensor.decode('step,loss\n1,0.5\n2,0.25\n', {format = 'csv'})
> matrix:size(1), about.header[2]
2   loss
]])

of('serialize deserialize', [[
> text = tensor.serialize({1, 'two', tensor.ones(2)})
> #text, tensor.deserialize(text)[2]
188   two
> tensor.serialize('two', 'ascii') == '2\n3\ntwo\n'
true
]])

of('serializeToStorage deserializeFromStorage', [[
> s = tensor.serializeToStorage({1, 'two'})
> s:type(), tensor.deserializeFromStorage(s)[2]
torch.CharStorage   two
]])

of('DiskFile File close writeInt readInt', [[
> path = os.tmpname()
> f = tensor.DiskFile(path, 'w')
> f:writeInt(12)
> f:writeInt(tensor.IntStorage {1, 2, 3})
3
> _ = f:close()
> f = tensor.DiskFile(path)
> f:readInt(), f:readInt(3):totable()[3]
12   3
> _ = f:close(), os.remove(path)
]])

of('MemoryFile storage synchronize', [[
> f = tensor.MemoryFile()
> f:writeInt(7)
> _ = f:synchronize()
> f:storage():string() == '7\n\0'
true
> tensor.MemoryFile(f:storage(), 'r'):readInt()
7
]])

of('PipeFile', [[
> f = tensor.PipeFile('echo 3 4')
> f:readInt() + f:readInt()
7
> _ = f:close()
]])

for type_name in ('Byte Char Short Long Float Double Half BFloat16 UInt16'):gmatch '%S+' do
   of(('read%s write%s'):format(type_name, type_name), (([[
> f = tensor.MemoryFile():binary()
> f:writeType(3)
> f:writeType(tensor.TypeStorage {4, 5})
2
> _ = f:seek(1)
> f:readType() == 3, f:readType(2):size()
true   2
]]):gsub('Type', type_name)))
end

of('readBool writeBool', [[
> f = tensor.MemoryFile()
> f:writeBool(true)
> f:writeBool(tensor.BoolStorage {1, 0})
2
> _ = f:seek(1)
> f:readBool(), f:readBool(2):size()
true   2
]])

of('readString writeString noAutoSpacing autoSpacing isAutoSpacing', [[
> f = tensor.MemoryFile():noAutoSpacing()
> f:isAutoSpacing(), f:writeString('one\ntwo\nthree')
false   13
> _ = f:seek(1)
> f:readString('*l'), f:readString(3), #f:readString('*a')
one   two   6
> f:autoSpacing():isAutoSpacing()
true
]])

of('readObject writeObject isWritableObject', [[
> f = tensor.MemoryFile()
> x = tensor.ones(2)
> f:writeObject({x, x})
> _ = f:seek(1)
> t = f:readObject()
> t[1] == t[2], f:isWritableObject(x), f:isWritableObject(print) == nil
true   4   true
]])

of('referenced isReferenced', [[
> f = tensor.MemoryFile():referenced(false)
> f:isReferenced()
false
> t = {}
> f:writeObject({t, t})
> _ = f:seek(1)
> u = f:readObject()
> u[1] == u[2]
false
]])

of('ascii binary isBinary', [[
> f = tensor.MemoryFile():binary()
> f:writeInt(65)
> f:isBinary(), f:position()
true   5
> f:ascii():seek(1):writeInt(65)
> f:readString('*a') == '\0'
true
]])

of('quiet pedantic hasError clearError isQuiet isReadable isWritable', [[
> f = tensor.MemoryFile('r'):quiet()
> f:isQuiet(), f:isReadable(), f:isWritable()
true   true   false
> f:readInt(), f:hasError()
0   true
> f:clearError():hasError()
false
> pcall(f.readInt, f:pedantic())
false   read error: read 0 blocks instead of 1
]])

of('seek seekEnd position', [[
> f = tensor.MemoryFile():binary()
> f:writeByte(tensor.ByteStorage {10, 20, 30})
3
> f:seek(2):readByte(), f:position(), f:seekEnd():position()
20   3   4
]])

of('longSize noBuffer nativeEndianEncoding littleEndianEncoding bigEndianEncoding', [[
> path = os.tmpname()
> f = tensor.DiskFile(path, 'rw'):noBuffer():binary():longSize(4):bigEndianEncoding()
> f:writeLong(258)
> f:position(), f:seek(1):readByte(4):totable()[4]
5   2
> f:littleEndianEncoding():seek(1):readInt() == 258
false
> _ = f:nativeEndianEncoding():close(), os.remove(path)
]])

of('isLittleEndianCPU isBigEndianCPU', [[
> tensor.DiskFile.isLittleEndianCPU() == not tensor.DiskFile.isBigEndianCPU()
true
]])

of('write read', [[
> f = tensor.MemoryFile()
> tensor.range(1, 3):write(f)
> _ = f:seek(1)
> x = tensor.FloatTensor()
> x:read(f)
> x
 1
 2
 3
[torch.FloatTensor of size 3]
]])

of('defaultAllocator', [[
> tensor.FloatStorage(tensor.defaultAllocator(), {1, 2}):size()
2
]])

return examples
