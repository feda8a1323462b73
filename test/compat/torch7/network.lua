-- A script for Torch7: a network of layers, which are classes, with forward and backward passes written by
-- hand, all parameters in one flat tensor, and copies through a memory file, as Torch7 packages do.
require 'torch'

torch.manualSeed(7)

-- --- layers ---

local Layer = torch.class('net.Layer', (function() net = {} return net end)())

function Layer:__init()
   self.output = torch.Tensor()
   self.gradInput = torch.Tensor()
end

function Layer.parameters() return {}, {} end
function Layer:zeroGradParameters()
   local _, gradients = self:parameters()
   for _, g in ipairs(gradients) do g:zero() end
end

function Layer:clone()
   local file = torch.MemoryFile('rw'):binary()
   file:writeObject(self)
   file:seek(1)
   local copy = file:readObject()
   file:close()
   return copy
end

function Layer:__tostring__() return torch.type(self) end
function Layer:__call__(input) return self:forward(input) end

local Linear, parent = torch.class('net.Linear', 'net.Layer')

function Linear:__init(inputs, outputs)
   parent.__init(self)
   local stdv = 1 / math.sqrt(inputs)
   self.weight = torch.Tensor(outputs, inputs):uniform(-stdv, stdv)
   self.bias = torch.Tensor(outputs):uniform(-stdv, stdv)
   self.gradWeight = torch.zeros(outputs, inputs)
   self.gradBias = torch.zeros(outputs)
end

function Linear:parameters() return {self.weight, self.bias}, {self.gradWeight, self.gradBias} end

function Linear:forward(input)
   self.output:resize(input:size(1), self.bias:size(1))
   self.output:zero():addr(1, torch.ones(input:size(1)), self.bias)
   self.output:addmm(1, input, self.weight:t())
   return self.output
end

function Linear:backward(input, gradOutput)
   self.gradInput:resizeAs(input):zero():addmm(0, 1, gradOutput, self.weight)
   self.gradWeight:addmm(1, gradOutput:t(), input)
   self.gradBias:addmv(1, gradOutput:t(), torch.ones(input:size(1)))
   return self.gradInput
end

function Linear:__tostring__()
   return string.format('%s(%d -> %d)', torch.type(self), self.weight:size(2), self.weight:size(1))
end

local Tanh = torch.class('net.Tanh', 'net.Layer')

function Tanh:forward(input)
   self.output:resizeAs(input):copy(input):tanh()
   return self.output
end

function Tanh:backward(_, gradOutput)
   self.gradInput:resizeAs(gradOutput):copy(self.output):pow(2):mul(-1):add(1):cmul(gradOutput)
   return self.gradInput
end

local LogSoftMax = torch.class('net.LogSoftMax', 'net.Layer')

function LogSoftMax:forward(input)
   local largest = input:max(2)
   self.output:resizeAs(input):copy(input):add(-1, largest:expandAs(input))
   local sums = torch.exp(self.output):sum(2):log()
   self.output:add(-1, sums:expandAs(input))
   return self.output
end

function LogSoftMax:backward(_, gradOutput)
   local sums = gradOutput:sum(2)
   self.gradInput:resizeAs(gradOutput):copy(gradOutput)
   self.gradInput:add(-1, torch.exp(self.output):cmul(sums:expandAs(gradOutput)))
   return self.gradInput
end

local Chain, chain_parent = torch.class('net.Chain', 'net.Layer')

function Chain:__init(...)
   chain_parent.__init(self)
   self.layers = {...}
end

function Chain:forward(input)
   for _, layer in ipairs(self.layers) do input = layer:forward(input) end
   self.output = input
   return input
end

function Chain:backward(input, gradOutput)
   for i = #self.layers, 1, -1 do
      local before = i == 1 and input or self.layers[i - 1].output
      gradOutput = self.layers[i]:backward(before, gradOutput)
   end
   self.gradInput = gradOutput
   return gradOutput
end

function Chain:parameters()
   local all, gradients = {}, {}
   for _, layer in ipairs(self.layers) do
      local w, g = layer:parameters()
      for i = 1, #w do
         table.insert(all, w[i])
         table.insert(gradients, g[i])
      end
   end
   return all, gradients
end

-- Moves all parameters into one tensor, and their gradients into another; the layers keep views of them.
local function flatten(list)
   local count = 0
   for _, p in ipairs(list) do count = count + p:nElement() end
   local flat = torch.Tensor(count)
   local storage, offset = flat:storage(), 1
   for _, p in ipairs(list) do
      flat:narrow(1, offset, p:nElement()):copy(p)
      p:set(storage, offset, p:size())
      offset = offset + p:nElement()
   end
   return flat
end

function Chain:getParameters()
   local w, g = self:parameters()
   return flatten(w), flatten(g)
end

function Chain:__tostring__()
   local lines = {}
   for i, layer in ipairs(self.layers) do lines[i] = '  (' .. i .. '): ' .. tostring(layer) end
   return torch.type(self) .. ' {\n' .. table.concat(lines, '\n') .. '\n}'
end

local function nll(logp, target)
   local gradient = torch.zeros(logp:size())
   local n = logp:size(1)
   local loss = -logp:gather(2, target:view(n, 1)):sum() / n
   gradient:scatter(2, target:view(n, 1), -1 / n)
   return loss, gradient
end

-- --- two spirals ---

local n = 120
local x, y = torch.Tensor(2 * n, 2), torch.LongTensor(2 * n)
for class = 1, 2 do
   local r = torch.linspace(0.1, 1, n)
   local angle = torch.mul(r, 4):add((class - 1) * math.pi)
   local rows = {{(class - 1) * n + 1, class * n}}
   x[{rows[1], 1}] = torch.cmul(r, torch.cos(angle))
   x[{rows[1], 2}] = torch.cmul(r, torch.sin(angle))
   y[rows] = class
end

local model = net.Chain(net.Linear(2, 16), net.Tanh(), net.Linear(16, 2), net.LogSoftMax())
print(model)
local w, dw = model:getParameters()
print('parameters', w:nElement(), dw:abs():max())

-- gradients agree with finite differences
local before = w:clone()
model:zeroGradParameters()
local _, gradOutput = nll(model(x), y)
model:backward(x, gradOutput)
local analytic = dw:clone()
for _, i in ipairs{1, 7, 33, 49, w:nElement()} do
   local eps = 1e-5
   w[i] = before[i] + eps
   local up = nll(model(x), y)
   w[i] = before[i] - eps
   local down = nll(model(x), y)
   w[i] = before[i]
   assert(math.abs((up - down) / (2 * eps) - analytic[i]) < 1e-7, 'parameter ' .. i)
end

-- learning, with momentum
local momentum = torch.zeros(w:size())
local first, last
for _ = 1, 400 do
   model:zeroGradParameters()
   local loss, gradient = nll(model:forward(x), y)
   model:backward(x, gradient)
   momentum:mul(0.9):add(dw)
   w:add(-0.1, momentum)
   first, last = first or loss, loss
end
local _, predicted = model:forward(x):max(2)
local accuracy = predicted:squeeze():eq(y):sum() / (2 * n)
print('learned', last < first / 4, accuracy > 0.95)

-- a copy equals the model and shares nothing with it; its views still share one storage
local copy = model:clone()
assert(torch.isTypeOf(copy, 'net.Layer') and torch.typename(copy.layers[1]) == 'net.Linear')
assert((copy:forward(x) - model:forward(x)):abs():max() == 0)
local a, b = copy.layers[1].weight, copy.layers[3].bias
assert(torch.pointer(a:storage()) == torch.pointer(b:storage()))
copy.layers[1].weight:zero()
assert(model.layers[1].weight:abs():sum() > 0)
print(tostring(copy.layers[1]), copy.layers[2])
