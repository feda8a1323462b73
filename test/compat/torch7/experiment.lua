-- A script for Torch7: an experiment with command line options, a log, states that are saved and resumed, and
-- data in several kinds of files.
require 'torch'

local cmd = torch.CmdLine()
cmd:text()
cmd:text('An experiment')
cmd:text()
cmd:text('Options')
cmd:option('-seed', 123, 'initial random seed')
cmd:option('-rate', 0.1, 'learning rate')
cmd:option('-steps', 30, 'number of steps')
cmd:option('-save', '', 'folder to save in')
cmd:option('-verbose', false, 'print more')
cmd:text()

local params = cmd:parse(arg)
assert(params.seed == 99 and params.rate == 0.05 and params.verbose == true, 'options')
print(cmd:string('experiment', params, {save = true}))

local folder = params.save
cmd:log(folder .. '/log', params)
torch.manualSeed(params.seed)

-- minimise (x - goal)' A (x - goal) from a random start
local b = torch.randn(4, 4)
local A = torch.mm(b, b:t()) + torch.eye(4)
local goal = torch.range(1, 4)
local state = {x = torch.randn(4), step = 0, losses = {}, history = torch.LongStorage(params.steps)}

local function advance(s)
   local d = s.x - goal
   table.insert(s.losses, torch.dot(d, torch.mv(A, d)))
   s.x:add(-params.rate, torch.mv(A, d)):add(1e-3, torch.randn(4))
   s.step = s.step + 1
   s.history[s.step] = s.step * s.step
end

for _ = 1, params.steps / 2 do advance(state) end

-- save the state in both formats, with that of the generator
local rng = torch.getRNGState()
torch.save(folder .. '/state.t7', {state = state, rng = rng, A = A})
torch.save(folder .. '/state.ascii.t7', state, 'ascii')
for _ = 1, params.steps / 2 do advance(state) end

-- the resumed run continues identically
local resumed = torch.load(folder .. '/state.t7')
assert(resumed.state.step == params.steps / 2 and #resumed.state.losses == params.steps / 2)
assert(torch.equal(resumed.A, A))
torch.setRNGState(resumed.rng)
for _ = 1, params.steps / 2 do advance(resumed.state) end
assert(torch.equal(resumed.state.x, state.x), 'resumed')
assert(resumed.state.losses[params.steps] == state.losses[params.steps])
local ascii = torch.load(folder .. '/state.ascii.t7', 'ascii')
assert(ascii.step == params.steps / 2 and ascii.history[3] == 9)
assert((ascii.x:size() == state.x:size()) or ascii.x:isSameSizeAs(state.x))
print('loss falls', state.losses[params.steps] < state.losses[1] / 10)

-- numbers in a file that is written directly
local path = folder .. '/numbers'
local file = torch.DiskFile(path, 'w')
file:binary()
file:writeInt(3)
file:writeDouble(state.x:storage())
file:writeString('end of numbers')
file:close()
file = torch.DiskFile(path, 'r'):binary()
assert(file:readInt() == 3)
local numbers = torch.DoubleTensor(file:readDouble(4))
assert(torch.equal(numbers, state.x))
assert(file:readString('*a') == 'end of numbers')
file:close()
assert(torch.DiskFile(folder .. '/nothing', 'r', true) == nil)

-- a text of numbers, line by line
file = torch.DiskFile(path .. '.txt', 'w')
for i = 1, 3 do file:writeFloat(torch.FloatStorage{i, i / 2, i / 4}) end
file:seek(1)
file:close()
file = torch.DiskFile(path .. '.txt', 'r')
local rows = torch.FloatTensor(file:readFloat(9)):resize(3, 3)
assert(rows[2][3] == 0.5 and rows:sum() == 10.5)
file:quiet()
file:readFloat()
assert(file:hasError())
file:clearError()
file:close()

-- a file mapped into memory
do
   local mapped = torch.DoubleStorage(path .. '.map', true, 4)
   mapped:copy(state.x:storage())
end
collectgarbage()
assert(torch.equal(torch.DoubleTensor(torch.DoubleStorage(path .. '.map')), state.x))

-- tables that refer to each other, and reading from a pipe
local one, two = {name = 'one'}, {name = 'two'}
one.other, two.other = two, one
local back = torch.deserialize(torch.serialize(one))
assert(back.other.other == back and back.other.name == 'two')
local pipe = torch.PipeFile('echo 1 2 3', 'r')
local list = pipe:readInt(3)
pipe:close()
assert(list[1] + list[2] + list[3] == 6)

local timer = torch.Timer()
assert(timer:time().real >= 0)
print('done')
