-- A script for Torch7: logistic regression. It normalises a table of data, learns by batches, and judges the
-- result by a confusion matrix. It uses the global torch and default type double.
require 'torch'

torch.setdefaulttensortype('torch.DoubleTensor')
torch.manualSeed(1234)

-- two clouds of points, the second one shifted and rotated
local n = 200
local raw = torch.Tensor(2 * n, 2)
raw:narrow(1, 1, n):copy(torch.randn(n, 2))
local turn = torch.Tensor{{0.8, -0.6}, {0.6, 0.8}}
raw[{ {n + 1, 2 * n}, {} }] = torch.randn(n, 2) * turn + torch.Tensor{{3, 2}}:expand(n, 2)
local labels = torch.ByteTensor(2 * n):fill(1)
labels[{ {n + 1, -1} }] = 2

print('data', #raw)
print('labels', labels:type(), labels:eq(2):sum())

-- normalise each column
local mean = raw:mean(1)
local std = raw:std(1)
local data = raw:clone()
data:add(-1, mean:expandAs(raw)):cdiv(std:expandAs(raw))
assert(data:mean(1):abs():max() < 1e-12)
assert(math.abs(data[{{}, 2}]:std() - 1) < 1e-12)

-- a column of ones for the bias
local inputs = torch.cat(data, torch.ones(2 * n, 1), 2)
local targets = labels:double():add(-1)

local function loss_and_gradient(w, x, y)
   local p = torch.sigmoid(torch.mv(x, w))
   local loss = -(torch.cmul(y, torch.log(p)) + torch.cmul(y * -1 + 1, torch.log(p * -1 + 1))):mean()
   local gradient = torch.mv(x:t(), p - y):div(x:size(1))
   return loss, gradient
end

-- the gradient agrees with finite differences
local w = torch.randn(3)
local _, analytic = loss_and_gradient(w, inputs, targets)
local numeric = torch.Tensor(3)
for i = 1, 3 do
   local eps = 1e-6
   local old = w[i]
   w[i] = old + eps
   local up = loss_and_gradient(w, inputs, targets)
   w[i] = old - eps
   local down = loss_and_gradient(w, inputs, targets)
   w[i] = old
   numeric[i] = (up - down) / (2 * eps)
end
assert((numeric - analytic):abs():max() < 1e-7, 'gradient')

-- learning
w:zero()
local batch, rate = 20, 0.5
for epoch = 1, 20 do
   local order = torch.randperm(2 * n):long()
   local total = 0
   for first = 1, order:size(1), batch do
      local idx = order:narrow(1, first, math.min(batch, order:size(1) - first + 1))
      local loss, gradient = loss_and_gradient(w, inputs:index(1, idx), targets:index(1, idx))
      w:add(-rate / epoch, gradient)
      total = total + loss * idx:nElement()
   end
   if epoch == 1 or epoch == 20 then print(string.format('epoch %d: loss %.3f', epoch, total / (2 * n))) end
end

-- judging
local score = torch.mv(inputs, w)
local predicted = torch.gt(score, 0):add(1)
local confusion = torch.zeros(2, 2)
for i = 1, 2 * n do
   confusion[labels[i]][predicted[i]] = confusion[labels[i]][predicted[i]] + 1
end
local accuracy = confusion:diag():sum() / confusion:sum()
assert(accuracy > 0.93 and confusion:sum(2):eq(n):all())
assert(predicted:eq(labels):sum() == confusion:trace() or predicted:eq(labels):long():sum() == confusion:trace())

-- misclassified points: a list of positions
local wrong = predicted:ne(labels):nonzero()
assert(wrong:dim() == 0 or wrong:size(2) == 1)
print(string.format('accuracy above 0.93: %s', tostring(accuracy > 0.93)))

local sorted, at = torch.sort(score, 1, true)
assert(sorted[1] == score[at[1]] and sorted[1] == score:max())
print('done')
