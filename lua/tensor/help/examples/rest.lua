-- tensor/help/examples/rest.lua: examples of all functions that the other files leave out, many made in loops
-- (the form is in tensor/help/examples.lua).
local examples = {
   read = [[
> file, x = tensor.MemoryFile(), tensor.range(1, 3)
> x:write(file)
> _ = file:seek(1)
> y = tensor.FloatTensor()
> y:read(file)
> y:sum()
6
]],
   write = [[
> file = tensor.MemoryFile()
> tensor.range(1, 3):write(file)
> file:position() > 12
true
]],
   Storage = [[
> tensor.Storage(2):fill(1)
 1
 1
[torch.FloatStorage of size 2]
]],
   elementSize = [[
> tensor.DoubleTensor():elementSize()
8
]],
   isSetTo = [[
> x = tensor.zeros(4)
> x:narrow(1, 1, 4):isSetTo(x)
true
> x:narrow(1, 2, 2):isSetTo(x)
false
]],
   isStorage = [[
> tensor.isStorage(tensor.LongStorage())
true
]],
   nDimension = [[
> tensor.zeros(2, 3):nDimension()
2
]],
   numel = [[
> tensor.zeros(2, 3):numel()
6
]],
   resizeAs = [[
> tensor.Tensor():resizeAs(tensor.zeros(2, 3)):nElement()
6
]],
   trace = [[
> tensor.trace(tensor.FloatTensor {{1, 2}, {3, 4}})
5
]],
   map2 = [[
> x = tensor.range(1, 2)
> x:map2(tensor.range(3, 4), tensor.range(5, 6), function(a, b, c) return a + b * c end)
 16
 26
[torch.FloatTensor of size 2]
]],
   addbmm = [[
> tensor.addbmm(tensor.ones(1, 1), tensor.ones(2, 1, 3), tensor.ones(2, 3, 1))[1][1]
7
]],
   baddbmm = [[
> tensor.baddbmm(tensor.ones(2, 1, 1), tensor.ones(2, 1, 3), tensor.ones(2, 3, 1))[2][1][1]
4
]],
   setnumthreads = [[
> n = tensor.getnumthreads()
> tensor.setnumthreads(1)
> tensor.getnumthreads()
1
> tensor.setnumthreads(n)
]],
   getnumthreads = [[
> tensor.getnumthreads() >= 1
true
]],
   getdefaulttensortype = [[
> tensor.getdefaulttensortype()
torch.FloatTensor
]],
   seed = [[
> g = tensor.Generator()
> tensor.seed(g) == tensor.initialSeed(g)
true
]],
   initialSeed = [[
> g = tensor.Generator()
> tensor.manualSeed(g, 42)
> tensor.initialSeed(g)
42
]],
   getRNGState = [[
> g = tensor.Generator()
> state = tensor.getRNGState(g)
> first = tensor.uniform(g)
> _ = tensor.setRNGState(g, state)
> tensor.uniform(g) == first
true
]],
   setRNGState = [[
> g = tensor.Generator()
> state = tensor.getRNGState(g)
> tensor.setRNGState(g, state) == state
true
]],
   cauchy = [[
> tensor.manualSeed(1)
> tensor.zeros(2):cauchy(0, 1):gt(-1000):all()
true
]],
   logNormal = [[
> tensor.zeros(4):logNormal(0, 1):gt(0):all()
true
]],
   exponential = [[
> tensor.zeros(4):exponential(2):ge(0):all()
true
]],
   geometric = [[
> tensor.zeros(4):geometric(0.5):ge(1):all()
true
]],
   save = [[
> path = os.tmpname()
> tensor.save(path, {name = 'net', weights = tensor.ones(3)})
> tensor.load(path).weights:sum()
3
> os.remove(path)
true
]],
   load = [[
> path = os.tmpname()
> tensor.save(path, 'text', 'ascii')
> tensor.load(path, 'ascii')
text
> os.remove(path)
true
]],
   serialize = [[
> text = tensor.serialize({1, 2, {3}})
> tensor.deserialize(text)[3][1]
3
]],
   deserialize = [[
> tensor.deserialize(tensor.serialize('text', 'ascii'), 'ascii')
text
]],
   serializeToStorage = [[
> s = tensor.serializeToStorage(tensor.ones(2))
> tensor.type(s)
torch.CharStorage
]],
   deserializeFromStorage = [[
> tensor.deserializeFromStorage(tensor.serializeToStorage('text'))
text
]],
}
examples.saveobj, examples.loadobj = examples.save:gsub('tensor%.save', 'tensor.saveobj'),
   examples.load:gsub('tensor%.load', 'tensor.loadobj')

-- Functions of one number: an argument and the result.
for name, case in pairs {
   acos = { 1, '0' }, asin = { 0, '0' }, atan = { 0, '0' }, cosh = { 0, '1' }, sinh = { 0, '0' }, tan = { 0, '0' },
   log1p = { 0, '0' },
} do
   examples[name] = ('> tensor.%s(tensor.FloatTensor {%d})\n %s\n[torch.FloatTensor of size 1]\n'):format(name, case[1],
      case[2])
end

-- Functions of two IntTensors; for some, b must be a tensor.
for name, case in pairs {
   bitor = { 6, '3', 7 }, bitxor = { 6, '3', 5 }, rshift = { 12, '2', 3 }, mod = { 7, '4', 3 },
   cbitand = { 6, 'tensor.IntTensor {3}', 2 }, cbitor = { 6, 'tensor.IntTensor {3}', 7 },
   cbitxor = { 6, 'tensor.IntTensor {3}', 5 }, clshift = { 3, 'tensor.IntTensor {2}', 12 },
   crshift = { 12, 'tensor.IntTensor {2}', 3 }, cmod = { -7, 'tensor.IntTensor {4}', -3 },
   cfmod = { -7, 'tensor.IntTensor {4}', -3 }, cremainder = { -7, 'tensor.IntTensor {4}', 1 },
} do
   examples[name] = ('> tensor.%s(tensor.IntTensor {%d}, %s)[1]\n%d\n'):format(name, case[1], case[2], case[3])
end
examples.cpow = '> tensor.cpow(tensor.FloatTensor {2}, tensor.FloatTensor {3})[1]\n8\n'
examples.le = '> tensor.le(tensor.range(1, 3), 2):totable()[3]\n0\n'

for _, name in ipairs { 'char', 'short', 'long', 'half' } do
   examples[name] = ('> tensor.FloatTensor({1.5}):%s():type()\ntorch.%sTensor\n'):format(name,
      name:sub(1, 1):upper() .. name:sub(2))
end

-- --- files ---

local numbers = { Byte = 200, Char = -5, Short = -300, Int = 70000, Long = 2 ^ 40, Float = 0.5, Double = 0.1 }
local head = '> file = tensor.MemoryFile()\n> _ = file:write%s(%s)\n> _ = file:seek(1)\n'
for name, value in pairs(numbers) do
   value = ('%.17g'):format(value)
   local text = (head .. '> file:read%s() == %s\ntrue\n'):format(name, value, name, value)
   examples['read' .. name], examples['write' .. name] = text, text
end
for name, value in pairs { Bool = 'true', Object = '{1, 2}' } do
   local text = (head .. '> type(file:read%s())\n%s\n'):format(name, value, name,
      name == 'Bool' and 'boolean' or 'table')
   examples['read' .. name], examples['write' .. name] = text, text
end
examples.writeString = "> file = tensor.MemoryFile()\n> file:writeString('text')\n4\n"
examples.readString = examples.writeString .. "> file:seek(1):readString('*a')\ntext\n"
examples.isWritableObject = '> tensor.MemoryFile():isWritableObject(io.stdout) == nil\ntrue\n'

-- Questions that a new file answers, and its answers.
for name, answer in pairs {
   isReferenced = 'true', isQuiet = 'false', isReadable = 'true', isWritable = 'true', isBinary = 'false',
   isAutoSpacing = 'true', hasError = 'false', position = '1',
} do
   examples[name] = ('> tensor.MemoryFile():%s()\n%s\n'):format(name, answer)
end

-- Methods that change a setting, and how to see the change.
for call, see in pairs {
   ['referenced(false)'] = 'isReferenced() == false', ['ascii()'] = 'isBinary() == false', ['binary()'] = 'isBinary()',
   ['autoSpacing()'] = 'isAutoSpacing()', ['noAutoSpacing()'] = 'isAutoSpacing() == false', ['quiet()'] = 'isQuiet()',
   ['pedantic()'] = 'isQuiet() == false', ['clearError()'] = 'hasError() == false',
   ['synchronize()'] = 'hasError() == false', ['seekEnd()'] = 'position() == 1', ['seek(1)'] = 'position() == 1',
   ['longSize(4)'] = 'hasError() == false',
} do
   examples[call:match '%w+'] = ('> tensor.MemoryFile():%s:%s\ntrue\n'):format(call, see)
end
examples.close = '> tensor.type(tensor.MemoryFile():close())\ntorch.MemoryFile\n'
examples.MemoryFile = [[
> file = tensor.MemoryFile()
> _ = file:writeInt(5)
> file:seek(1):readInt()
5
]]
examples.DiskFile = [[
> path = os.tmpname()
> file = tensor.DiskFile(path, 'w')
> _ = file:writeInt(5)
> _ = file:close()
> tensor.DiskFile(path, 'r'):readInt()
5
> os.remove(path)
true
]]
examples.PipeFile = [[
> tensor.PipeFile('echo 5', 'r'):readInt()
5
]]
for _, call in ipairs { 'nativeEndianEncoding', 'littleEndianEncoding', 'bigEndianEncoding', 'noBuffer' } do
   examples[call] = ("> path = os.tmpname()\n> tensor.DiskFile(path, 'w'):%s():hasError()\nfalse\n"
      .. '> os.remove(path)\ntrue\n'):format(call)
end
examples.isLittleEndianCPU = [[
> path = os.tmpname()
> file = tensor.DiskFile(path, 'w')
> file:isLittleEndianCPU() ~= file:isBigEndianCPU()
true
> os.remove(path)
true
]]
examples.isBigEndianCPU = examples.isLittleEndianCPU

return examples
