-- hogwild.lua [workers]: four processes train one model at the same time, in memory that they share, without locks.
-- Prints the accuracy on digits that no process has seen, next to that of one process which has done as much work.
local tensor = require 'tensor'

local here = arg[0]:match '^.*[/\\]' or './'
local worker_count = tonumber(arg[1]) or 4

local classes, hidden_units = 10, 128
local passes, batch_size, rate = 24, 16, 0.1 -- each worker makes its share of the passes over all digits

-- Each line of the file has 64 pixels of 0 to 16, then the digit; the digits 0 to 9 are classes 1 to 10.
local function read_digits(path)
   local numbers = tensor.load(path, { dtype = 'float' })
   return numbers:narrow(2, 1, 64) / 16, numbers:select(2, 65):long() + 1
end

-- scores = relu(x W1 + b1) W2 + b2
local function new_net()
   local function layer(inputs, outputs)
      return { weight = tensor.randn(inputs, outputs) * math.sqrt(2 / inputs), bias = tensor.zeros(outputs) }
   end
   return { layer(64, hidden_units), layer(hidden_units, classes) }
end

local function forward(net, x)
   local hidden = (x * net[1].weight + net[1].bias):cmax(0)
   return hidden * net[2].weight + net[2].bias, hidden
end

-- A step down the gradient of the mean cross-entropy of a batch. The model changes in place, so all who have its
-- memory see the step; two workers that change a number at once may lose one of their steps to it, which does no harm.
local function step(net, x, labels)
   local scores, hidden = forward(net, x)
   local d_scores = (scores:softmax(2) - tensor.oneHot(labels, classes):float()) / x:size(1)
   local d_hidden = (d_scores * net[2].weight:t()):cmul(hidden:gt(0):float())
   net[2].weight:add(-rate, hidden:t() * d_scores)
   net[2].bias:add(-rate, d_scores:sum(1):squeeze())
   net[1].weight:add(-rate, x:t() * d_hidden)
   net[1].bias:add(-rate, d_hidden:sum(1):squeeze())
end

-- What a worker does: the jobs are seeds; for each it goes over all digits in an order of its own.
local function work(net, x, labels, jobs)
   tensor.setnumthreads(1) -- the workers share the processors
   local done = 0
   for seed in jobs:each() do
      tensor.manualSeed(seed)
      for _, batch in ipairs(tensor.randperm(x:size(1)):long():split(batch_size)) do
         step(net, x:index(1, batch), labels:index(1, batch))
      end
      done = done + 1
   end
   return done
end

local function accuracy(net, x, labels)
   local _, predicted = forward(net, x):max(2)
   return predicted:squeeze():eq(labels):float():mean()
end

-- Trains a new model with so many workers; returns its accuracy.
local function train(count, data)
   tensor.manualSeed(1)
   local net, jobs, workers = new_net(), tensor.process.queue(), {}
   for seed = 1, passes do jobs:put(seed) end
   jobs:close()
   for k = 1, count do workers[k] = tensor.process.start(work, net, data.x, data.labels, jobs) end
   for _, worker in ipairs(workers) do
      print(('worker %d: %d passes'):format(worker:pid(), worker:join()))
   end
   return accuracy(net, data.test_x, data.test_labels)
end

tensor.manualSeed(1)
local x, labels = read_digits(here .. 'data/digits.csv')
local order = tensor.randperm(x:size(1)):long()
local for_training, for_test = order:narrow(1, 1, 1437), order:narrow(1, 1438, 360)
local data = {
   x = x:index(1, for_training), labels = labels:index(1, for_training),
   test_x = x:index(1, for_test), test_labels = labels:index(1, for_test),
}

local alone = train(1, data)
local together = train(worker_count, data)
print(('accuracy of one process %.3f, of %d on one model %.3f'):format(alone, worker_count, together))
