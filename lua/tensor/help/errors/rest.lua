-- tensor/help/errors/rest.lua: errors of all functions that the other files of this folder leave out (the form
-- is in tensor/help/errors.lua).
return {
   ['CmdLine.option'] = [[
> tensor.CmdLine():option('-n')
option: -n has no default value
]],
   DiskFile = [[
> tensor.DiskFile('none/file', 'w')
cannot open <none/file> in mode w: No such file or directory
]],
   FloatStorage = [[
> tensor.FloatStorage(-1)
storage: size -1 is negative
> tensor.FloatStorage('none.bin')
storage: file <none.bin> cannot be opened: No such file or directory
]],
   FloatTensor = [[
> tensor.FloatTensor(-1)
tensor: size -1 of dimension 1 is negative
]],
   MemoryFile = [[
> tensor.MemoryFile(tensor.CharStorage {1})
MemoryFile: the last element of the storage must be 0
]],
   PipeFile = [[
> tensor.PipeFile('exit 3'):close()
close: the command of the pipe ended with status 3
]],
   TestSuite = [[
> suite = tensor.TestSuite() suite.a = print suite.a = print
Test a is already defined.
]],
   ['Tester.add'] = [[
> tensor.Tester():add('no test')
add: a function, a TestSuite or a table expected, got string
]],
   ['Tester.disable'] = [[
> tensor.Tester():disable('none')
disable: there is no test none
]],
   ['Tester.run'] = [[
> tensor.Tester():run('none')
run: there is no test none
]],
   attach = [[
> tensor.zeros(1):attach(nil, 1)
attach: a key other than nil and NaN is needed
]],
   close = [[
> f = tensor.MemoryFile() f:close() f:close()
attempt to use a closed file
]],
   deserialize = [[
> tensor.deserialize('no object')
deserialize: no object begins with 1864396654; is it another format or mode?
> tensor.deserialize(tensor.serialize(function() end))
deserialize: the file holds a function, that is code; {functions = true} loads it, if you trust the file
]],
   deserializeFromStorage = [[
> tensor.deserializeFromStorage(tensor.CharStorage {1})
deserializeFromStorage: read error: read 0 blocks instead of 1
]],
   document = [[
> tensor.document {name = 'f', signature = ''}
document: the row needs a string as doc
]],
   free = [[
> tensor.zeros(1):free()
free: no retain() before it; release() gives memory back
]],
   fuse = [[
> tensor.fuse(function() return 1 end)(tensor.zeros(2))
fuse: the function's result 1 is a number; it must be an expression made of its arguments
]],
   getenv = [[
> tensor.getenv(1)
getenv: a function or userdata expected, got number
]],
   ['image.decode'] = [[
> tensor.image.decode 'no picture'
image.decode: the text: Not a PNG file
]],
   ['image.encode'] = [[
> tensor.image.encode(tensor.zeros(5, 2, 2))
image.encode: a picture of size HxW or CxHxW with C from 1 to 4 expected, got size 5x2x2
]],
   ['image.load'] = [[
> tensor.image.load 'none.png'
image.load: none.png: No such file or directory
]],
   ['image.save'] = [[
> tensor.image.save('x.png', tensor.zeros(3))
image.save: x.png: a picture of size HxW or CxHxW with C from 1 to 4 expected, got size 3
]],
   ['image.text'] = [[
> tensor.image.text(1)
image.text: a text expected, got number
]],
   decode = [[
> tensor.decode(5)
decode: a string expected, got number
> tensor.decode(tensor.encode(1, {format = 't7'}), {map = true})
decode: t7 has no option 'map'; there are format, functions, mode
]],
   encode = [[
> tensor.encode('text', {format = 'npy'})
encode: npy holds tensors, the value is a string
]],
   isTypeOf = [[
> tensor.isTypeOf(1)
isTypeOf: the name of a class, a pattern or a class expected, got nil
]],
   load = [[
> tensor.load 'none'
load: none: No such file or directory
]],
   loadobj = [[
> tensor.loadobj 'none'
load: none: No such file or directory
]],
   longSize = [[
> tensor.MemoryFile():longSize(3)
longSize: a long has 0 (as here), 4 or 8 bytes, not 3
]],
   metatype = [[
> tensor.metatype('torch.FloatTensor', {})
metatype: there is a class torch.FloatTensor already
]],
   newmetatable = [[
> tensor.newmetatable('torch.FloatTensor', nil, print)
newmetatable: there is a class torch.FloatTensor already, with a constructor
]],
   progress = [[
> tensor.progress(-1)
progress: a number of at least 0 expected
]],
   pushudata = [[
> tensor.pushudata(12345, 'torch.FloatTensor')
pushudata: no live torch.FloatTensor is known under this address
]],
   readBool = [[
> tensor.MemoryFile():readBool()
read error: read 0 blocks instead of 1
]],
   readInt = [[
> tensor.MemoryFile():readInt()
read error: read 0 blocks instead of 1
]],
   readObject = [[
> tensor.MemoryFile():readObject()
read error: read 0 blocks instead of 1
]],
   release = [[
> x = tensor.zeros(2) x:release() x:sum()
sum: the memory of the tensor was released
]],
   save = [[
> tensor.save('none/file', 1)
save: none/file: No such file or directory
]],
   saveobj = [[
> tensor.saveobj('none/file', 1)
save: none/file: No such file or directory
]],
   scope = [[
> tensor.scope(function() error 'inside' end)
inside
]],
   seek = [[
> tensor.MemoryFile():seek(9)
unable to seek at position 9: Invalid argument
]],
   serialize = [[
> tensor.serialize(coroutine.create(function() end))
serialize: a thread cannot be written
]],
   serializeToStorage = [[
> tensor.serializeToStorage(coroutine.create(function() end))
serializeToStorage: a thread cannot be written
]],
   setMemoryBudget = [[
> tensor.setMemoryBudget(-1)
setMemoryBudget: bytes is -1, which is negative
]],
   setPrintOptions = [[
> tensor.setPrintOptions {width = 3}
setPrintOptions: no option 'width'; there are edge, linewidth and threshold
]],
   setTimeBudget = [[
> tensor.setTimeBudget(-1)
setTimeBudget: -1 seconds; 0 or more are needed
> tensor.setTimeBudget(0)
> tensor.ones(100, 100):sum()
ones: stopped, because the time budget of 0 s is used up
> tensor.setTimeBudget()
]],
   setenv = [[
> tensor.setenv(1, {})
setenv: a function or userdata expected, got number
]],
   setnumthreads = [[
> tensor.setnumthreads(0)
setnumthreads: 0 is not in 1..256
]],
   string = [[
> tensor.FloatStorage(2):string()
string: a ByteStorage or CharStorage expected, got a FloatStorage
]],
   to = [[
> tensor.ones(2):to 'single'
to: 'single' is no device and no type; examples are 'cpu', 'cuda:1', 'half' and 'torch.HalfTensor'
> tensor.ones(2):to {type = 'half'}
to: there is no option 'type'; there are async, device, dtype, layout and memoryFormat
]],
   toc = [[
> tensor.toc 'now'
toc: a number from tic expected, got string
]],
   writeBool = [[
> tensor.MemoryFile('r'):writeBool(true)
attempt to write in a read-only file
]],
   writeInt = [[
> tensor.MemoryFile('r'):writeInt(1)
attempt to write in a read-only file
]],
   toMkldnn = [[
> tensor.DoubleTensor(2):toMkldnn()
toMkldnn: a torch.DoubleTensor; oneDNN's layout is for torch.FloatTensor, which x:float() makes
> tensor.FloatTensor():toMkldnn()
toMkldnn: a tensor of 0 dimensions; 1 to 5 are needed
]],
   writeObject = [[
> tensor.MemoryFile():writeObject(coroutine.create(function() end))
writeObject: a thread cannot be written
]],
   writeString = [[
> tensor.MemoryFile('r'):writeString('text')
attempt to write in a read-only file
]],
}
