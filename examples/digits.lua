-- digits.lua [picture.png]: a network of two layers learns to read handwritten digits, with nothing but tensor
-- operations. Prints the accuracy on digits it has not seen, and writes a picture of some of them.
local tensor = require 'tensor'

local here = arg[0]:match '^.*[/\\]' or './'
local picture_path = arg[1] or 'digits.png'

local classes, hidden_units = 10, 128
local epochs, batch_size, rate, momentum = 30, 32, 0.1, 0.9

-- --- data: each line of the file has 64 pixels of 0 to 16, then the digit ---

-- The digits 0 to 9 are classes 1 to 10, because positions count from 1.
local function read_digits(path)
   local numbers = tensor.load(path, { dtype = 'float' })
   return numbers:narrow(2, 1, 64) / 16, numbers:select(2, 65):long() + 1
end

-- --- the network: scores = relu(x W1 + b1) W2 + b2 ---

local function new_layer(inputs, outputs)
   return { weight = tensor.randn(inputs, outputs) * math.sqrt(2 / inputs), bias = tensor.zeros(outputs) }
end

local function forward(net, x)
   local hidden = (x * net[1].weight + net[1].bias):cmax(0)
   return hidden * net[2].weight + net[2].bias, hidden
end

-- One row for each label: 1 in the label's column, 0 elsewhere.
local function one_hot(labels) return tensor.oneHot(labels, classes):float() end

-- The mean cross-entropy of a batch, and its gradients with respect to the weights and biases.
local function loss_and_gradients(net, x, labels)
   local scores, hidden = forward(net, x)
   local logs = scores:logSoftmax(2)
   local d_scores = (tensor.exp(logs) - one_hot(labels)) / x:size(1)
   local d_hidden = (d_scores * net[2].weight:t()):cmul(hidden:gt(0):float())
   return -logs:gather(2, labels:view(-1, 1)):mean(), {
      { weight = x:t() * d_hidden, bias = d_hidden:sum(1):squeeze() },
      { weight = hidden:t() * d_scores, bias = d_scores:sum(1):squeeze() },
   }
end

-- --- learning: stochastic gradient descent; with momentum, each step includes a part of the one before ---

local function update(net, speed, gradients)
   for k, layer in ipairs(net) do
      for name, parameter in pairs(layer) do
         speed[k][name]:mul(momentum):add(-rate, gradients[k][name])
         parameter:add(speed[k][name])
      end
   end
end

local function train(net, x, labels)
   local speed = {}
   for k, layer in ipairs(net) do
      speed[k] = { weight = tensor.zerosLike(layer.weight), bias = tensor.zerosLike(layer.bias) }
   end
   local progress = tensor.progress(epochs, { label = 'training' })
   for _ = 1, epochs do
      local total, batches = 0, tensor.randperm(x:size(1)):long():split(batch_size)
      for _, batch in ipairs(batches) do
         local loss, gradients = loss_and_gradients(net, x:index(1, batch), labels:index(1, batch))
         update(net, speed, gradients)
         total = total + loss
      end
      progress:step(1, ('loss %.4f'):format(total / #batches))
   end
   progress:finish()
end

-- --- a picture of sixteen digits with their predictions; a wrong one is red, with the right digit below ---

-- Turns every pixel into a square of k x k.
local function enlarge(x, k) return x:repeatInterleave(k, 1):repeatInterleave(k, 2) end

-- Draws ink (0 to 1 for each pixel) in a colour on a white canvas of 3 x H x W.
local function draw(canvas, top, left, ink, colour)
   local h, w = ink:size(1), ink:size(2)
   local paler = 1 - tensor.FloatTensor(colour):view(3, 1, 1)
   canvas:sub(1, 3, top, top + h - 1, left, left + w - 1):copy(1 - tensor.cmul(paler, ink))
end

local function digit(class, size)
   return enlarge(tensor.image.text(('%d'):format(class - 1)), size)
end

-- Positions of sixteen digits: the first twelve read correctly, and four that were misread, if there are that many.
local function choose(labels, predicted)
   local right, wrong, chosen = {}, {}, {}
   for k = 1, labels:size(1) do table.insert(predicted[k] == labels[k] and right or wrong, k) end
   for k = 1, 16 do chosen[k] = k > 12 and wrong[k - 12] or right[k] end
   return chosen
end

local black, gray, green, red = { 0.1, 0.1, 0.2 }, { 0.6, 0.6, 0.6 }, { 0, 0.55, 0.3 }, { 0.85, 0.1, 0.1 }

local function paint(path, x, labels, predicted)
   local canvas = tensor.ones(3, 4 * 112 + 16, 4 * 144 + 16)
   for k, chosen in ipairs(choose(labels, predicted)) do
      local top, left = math.floor((k - 1) / 4) * 112 + 17, (k - 1) % 4 * 144 + 17
      local right = predicted[chosen] == labels[chosen]
      draw(canvas, top, left, enlarge(x[chosen]:view(8, 8), 12), black)
      draw(canvas, top + 12, left + 104, digit(predicted[chosen], 4), right and green or red)
      if not right then draw(canvas, top + 60, left + 109, digit(labels[chosen], 2), gray) end
   end
   tensor.image.save(path, canvas)
end

-- --- all together ---

tensor.manualSeed(1)
local x, labels = read_digits(here .. 'data/digits.csv')
local order = tensor.randperm(x:size(1)):long()
local for_training, for_test = order:narrow(1, 1, 1437), order:narrow(1, 1438, 360)
local test_x, test_labels = x:index(1, for_test), labels:index(1, for_test)

local net = { new_layer(64, hidden_units), new_layer(hidden_units, classes) }
train(net, x:index(1, for_training), labels:index(1, for_training))

local _, predicted = forward(net, test_x):max(2)
predicted = predicted:squeeze()
print(('accuracy %.2f'):format(predicted:eq(test_labels):float():mean()))
print 'confusion matrix (a row for each digit, a column for each prediction)'
print((one_hot(test_labels):t() * one_hot(predicted)):long())
paint(picture_path, test_x, test_labels, predicted)
print('wrote ' .. picture_path)
