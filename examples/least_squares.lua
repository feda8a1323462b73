-- least_squares.lua: fits a curve to noisy points, by conjugate gradients on the normal equations.
local tensor = require 'tensor'

tensor.manualSeed(7)
local n, terms = 200, 7
local x = tensor.linspace(-1, 1, n, { dtype = 'double' })
local truth = (x * 4):sin() + x
local y = truth + tensor.randn(n, { dtype = 'double' }) * 0.3

-- Each column of A is a Chebyshev polynomial: T0 = 1, T1 = x, Tk = 2 x Tk-1 - Tk-2.
local A = tensor.ones(n, terms, { dtype = 'double' })
A:select(2, 2):copy(x)
for k = 3, terms do
   A:select(2, k):copy(tensor.cmul(x, A:select(2, k - 1)) * 2 - A:select(2, k - 2))
end

-- Solves M w = b for a symmetric, positive definite M. Each step goes in a direction that does not undo earlier steps.
local function conjugate_gradients(M, b)
   local w = tensor.zerosLike(b)
   local residual, direction = b:clone(), b:clone()
   local error = residual:dot(residual)
   for _ = 1, b:size(1) do
      local image = M * direction
      local step = error / direction:dot(image)
      w:add(step, direction)
      residual:add(-step, image)
      local next_error = residual:dot(residual)
      direction:mul(next_error / error):add(residual)
      error = next_error
   end
   return w
end

local w = conjugate_gradients(A:t() * A, A:t() * y)
local fit = A * w
print(w)
local function distance(a, b) return (a - b):norm() / math.sqrt(n) end
print(('noise %.3f, error of the fit %.3f'):format(distance(y, truth), distance(fit, truth)))
tensor.plot(fit)
