-- Layers for Torch7 in the style of the package nn, with its idioms: a bias that is added through an expanded view, a
-- weight that is multiplied in place after its buffers were resized, and distances weighted in each dimension. Each is
-- run on a sample, on batches of changing sizes and again on a sample, and its gradients are compared with differences.
require 'torch'

local layers, unpack = {}, unpack or table.unpack

-- --- output = input + bias ---

local Bias = torch.class('layers.Bias', layers)

function Bias:__init(size)
   self.bias, self.gradBias = torch.rand(size), torch.zeros(size)
   self.output, self.gradInput, self.spread = torch.Tensor(), torch.Tensor(), torch.Tensor()
end

-- The parameters repeated for each sample, without a copy.
function Bias:repeated(parameters, input)
   if input:nElement() == parameters:nElement() then return parameters end
   return self.spread:set(parameters):view(1, -1):expand(input:size(1), parameters:nElement())
end

function Bias:updateOutput(input)
   self.output:resizeAs(input):copy(input)
   self.output:add(self:repeated(self.bias, input))
   return self.output
end

function Bias:updateGradInput(_, gradOutput)
   return self.gradInput:resizeAs(gradOutput):copy(gradOutput)
end

-- The expanded view gets the gradients of all samples, one after the other.
function Bias:accGradParameters(input, gradOutput, scale)
   self:repeated(self.gradBias, input):add(scale, gradOutput)
end

-- --- output = input * weight ---

local Scale = torch.class('layers.Scale', layers)

function Scale:__init(size)
   self.bias, self.gradBias = torch.rand(size), torch.zeros(size)
   self.output, self.gradInput = torch.Tensor(), torch.Tensor()
   self.product, self.flat = torch.Tensor(), torch.Tensor()
end

function Scale:updateOutput(input)
   self.output:resizeAs(input):copy(input)
   if input:dim() == 1 then return self.output:cmul(self.bias) end
   return self.output:cmul(self.bias:view(1, -1):expandAs(input))
end

function Scale:updateGradInput(input, gradOutput)
   self.gradInput:resizeAs(input):zero()
   local weight = input:dim() == 1 and self.bias or self.bias:view(1, -1):expandAs(input)
   return self.gradInput:addcmul(1, weight, gradOutput)
end

-- product keeps a view on it from one call to the next, and is made smaller and larger under it.
function Scale:accGradParameters(input, gradOutput, scale)
   self.product:cmul(input, gradOutput)
   if input:dim() == 1 then
      self.product:resize(1, input:size(1))
      self.flat = self.product:view(1, 1, -1)
   else
      self.flat = self.product:view(input:size(1), 1, input:size(2))
   end
   self.gradBias:add(scale, self.flat:sum(1):view(-1))
end

-- --- output[j] = the sum over i of (weight[i][j] * (input[i] - centre[i][j])) ^ 2 ---

local Distance = torch.class('layers.Distance', layers)

function Distance:__init(inputs, outputs)
   self.bias, self.gradBias = torch.rand(inputs, outputs), torch.zeros(inputs, outputs)
   self.centre = torch.rand(inputs, outputs)
   self.output, self.gradInput = torch.Tensor(), torch.Tensor()
   self.apart, self.part, self.given, self.buffer = torch.Tensor(), torch.Tensor(), torch.Tensor(), torch.Tensor()
end

local function each(parameters, like)
   return like:dim() == 2 and parameters or parameters:view(1, parameters:size(1), parameters:size(2)):expandAs(like)
end

function Distance:updateOutput(input)
   local inputs, outputs = self.bias:size(1), self.bias:size(2)
   local view = input:dim() == 1 and input:view(inputs, 1):expand(inputs, outputs)
      or input:view(input:size(1), inputs, 1):expand(input:size(1), inputs, outputs)
   self.apart:resizeAs(view):copy(view):add(-1, each(self.centre, view))
   self.part:cmul(self.apart, each(self.bias, view))
   self.output:sum(self.buffer:cmul(self.part, self.part), input:dim())
   if input:dim() == 1 then self.output:resize(outputs) else self.output:resize(input:size(1), outputs) end
   return self.output
end

-- given is grown and shrunk by cmul while expanded views on it stay.
function Distance:updateGradInput(input, gradOutput)
   self.given:cmul(gradOutput, gradOutput:clone():fill(2))
   local outputs = self.bias:size(2)
   if input:dim() == 1 then self.given:resize(1, outputs) else self.given:resize(input:size(1), 1, outputs) end
   self.expanded = self.given:expandAs(self.part)
   self.buffer:cmul(self.part, self.expanded)
   local slope = torch.cmul(self.buffer, each(self.bias, self.buffer))
   self.gradInput:sum(slope, slope:dim())
   return self.gradInput:resizeAs(input)
end

function Distance:accGradParameters(_, _, scale)
   self.buffer:cmul(self.apart)
   self.gradBias:add(scale, self.buffer:dim() == 2 and self.buffer or self.buffer:sum(1):view(self.gradBias:size()))
end

-- --- what each of them must do ---

-- The largest difference between the gradients of sum(output * g) and quotients of differences.
local function error_of(layer, input, g)
   local function loss() return layer:updateOutput(input):dot(g) end
   local function slopes(x)
      local numeric, flat, step = torch.Tensor(x:nElement()), x:view(-1), 1e-5
      for i = 1, flat:size(1) do
         local kept = flat[i]
         flat[i] = kept + step
         local above = loss()
         flat[i] = kept - step
         numeric[i], flat[i] = (above - loss()) / (2 * step), kept
      end
      return numeric
   end
   local of_input, of_bias = slopes(input), slopes(layer.bias)
   layer.gradBias:zero()
   layer:updateOutput(input)
   local gradInput = layer:updateGradInput(input, g):clone()
   layer:accGradParameters(input, g, 1)
   return math.max((of_input - gradInput:view(-1)):abs():max(), (of_bias - layer.gradBias:view(-1)):abs():max())
end

torch.manualSeed(7)
for _, made in ipairs { { 'bias', layers.Bias(5), 5 }, { 'scale', layers.Scale(5), 5 },
      { 'distance', layers.Distance(5, 3), 3 } } do
   local name, layer, outputs = unpack(made)
   for _, batch in ipairs { 0, 8, 0, 3, 8, 1, 0 } do
      local input = batch == 0 and torch.rand(5) or torch.rand(batch, 5)
      local g = batch == 0 and torch.rand(outputs) or torch.rand(batch, outputs)
      assert(error_of(layer, input, g) < 1e-7, name .. ' ' .. batch)
   end
   print(name, 'agrees')
end
