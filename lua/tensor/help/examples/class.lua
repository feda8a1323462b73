-- tensor/help/examples/class.lua: examples of classes, objects and utilities (the form is in
-- tensor/help/examples.lua).
return {
   class = [[
> _ = tensor.class 'Account'
> function Account:__init(sum) self.sum = sum end
> function Account:pay(sum) self.sum = self.sum - sum return self.sum end
> Account(10):pay(3)
7
]],
   newmetatable = [[
> shapes = {}
> make = function(side) return tensor.setmetatable({side = side}, 'example.Square') end
> Square = tensor.newmetatable('example.Square', nil, make, nil, nil, shapes)
> function Square:area() return self.side * self.side end
> shapes.Square(3):area()
9
]],
   getmetatable = [[
> tensor.getmetatable('torch.FloatTensor') == getmetatable(tensor.FloatTensor())
true
> tensor.getmetatable('no.Class')
nil
]],
   setmetatable = [[
> _ = tensor.newmetatable 'example.Point'
> tensor.type(tensor.setmetatable({1, 2}, 'example.Point'))
example.Point
]],
   getconstructortable = [[
> tensor.getconstructortable('torch.IntTensor')(2):type()
torch.IntTensor
]],
   factory = [[
> tensor.factory('torch.IntTensor')():nElement()
0
]],
   isTypeOf = [[
> x = tensor.FloatTensor(2)
> tensor.isTypeOf(x, 'torch.FloatTensor'), tensor.isTypeOf(x, 'torch.*Tensor'), tensor.isTypeOf(x, tensor.IntTensor)
true   true   false
]],
   metatype = [[
> Pair = tensor.metatype('example.Pair', {})
> tensor.typename(setmetatable({1, 2}, Pair))
example.Pair
]],
   isequal = [[
> x = tensor.zeros(2)
> tensor.isequal(x, x), tensor.isequal(x, x:clone()), tensor.isequal(x:storage(), x:storage())
true   false   true
]],
   version = [[
> tensor.version(tensor.zeros(2))
1
]],
   getenv = [[
> tensor.getenv(function() return print end) == _G
true
]],
   setenv = [[
> f = function() return answer end
> tensor.setenv(f, {answer = 42})
> f()
42
]],
   pointer = [[
> t = {}
> tensor.pointer(t) == tensor.pointer(t), tensor.pointer(t) == tensor.pointer {}
true   false
]],
   pushudata = [[
> x = tensor.FloatTensor {1, 2}
> tensor.pushudata(tensor.pointer(x), 'torch.FloatTensor') == x
true
> (pcall(tensor.pushudata, 16, 'torch.FloatTensor'))
false
]],
   retain = [[
> x = tensor.FloatTensor {1, 2}
> x:retain()
> address = tensor.pointer(x)
> x = collectgarbage() and nil
> tensor.pushudata(address, 'torch.FloatTensor')
 1
 2
[torch.FloatTensor of size 2]
]],
   free = [[
> x = tensor.zeros(2)
> x:retain()
> x:free()
> (pcall(x.free, x))
false
]],
   attach = [[
> x = tensor.zeros(2)
> _ = x:attach('name', 'weights'):attach('gradient', tensor.ones(2))
> x:attached 'name', x:attached('gradient'):nElement()
weights   2
]],
   attached = [[
> tensor.zeros(2):attach('owner', 'me'):attached 'owner'
me
> tensor.zeros(2):attached 'owner'
nil
]],
   new = [[
> tensor.IntTensor().new(2, 3):type()
torch.IntTensor
]],
   typename = [[
> tensor.typename(tensor.zeros(2)), tensor.typename {}
torch.FloatTensor   nil
]],
   type = [[
> tensor.type(tensor.zeros(2)), tensor.type {}
torch.FloatTensor   table
]],
   data = [[
> x = tensor.zeros(2)
> x:data() == x:narrow(1, 1, 1):data()
true
]],
   cdata = [[
> x = tensor.zeros(2)
> tonumber(x:cdata(true)) == tensor.pointer(x)
true
]],
   Timer = [[
> timer = tensor.Timer()
> timer:stop():time().real < 60
true
> timer
torch.Timer | status: stopped
]],
   ['Timer.time'] = [[
> timer = tensor.Timer()
> timer:time().user >= 0
true
]],
   ['Timer.stop'] = [[
> timer = tensor.Timer():stop()
> timer:time().real == timer:time().real
true
]],
   ['Timer.resume'] = [[
> tensor.Timer():stop():resume()
torch.Timer | status: running
]],
   ['Timer.reset'] = [[
> tensor.Timer():stop():reset():time().real
0
]],
   tic = [[
> start = tensor.tic()
> tensor.toc(start) >= 0
true
]],
   toc = [[
> start = tensor.tic()
> tensor.toc(start) < 60
true
]],
   cputime = [[
> user, system = tensor.cputime()
> user >= 0 and system >= 0
true
]],
   getnumcores = [[
> tensor.getnumcores() >= 1
true
]],
   isatty = [[
> file = io.tmpfile()
> tensor.isatty(file)
false
]],
   packageLuaPath = [[
> tensor.packageLuaPath('tensor.plot'):match '%w+$'
tensor
]],
   include = [[
> (pcall(tensor.include, 'no_such_module', 'file.lua'))
false
]],
   setheaptracking = [[
> tensor.setheaptracking(true)
]],
   updateerrorhandlers = [[
> tensor.updateerrorhandlers()
]],
   updatethreadlocals = [[
> tensor.updatethreadlocals()
]],
}
