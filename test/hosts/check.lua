-- check.lua: what a script in any host does first. Returns a line that begins with 'works', or raises.
local tensor = require 'tensor'

local x = tensor.rand(100, 100)
assert(tensor.abs((x + tensor.eye(100)):inverse() * (x + tensor.eye(100)) - tensor.eye(100)):max() < 1e-2)
assert(tensor.arange(1e6):sum() == 1e6 * (1e6 - 1) / 2)
assert(not pcall(tensor.add, x, 'text') and not pcall(x.view, x, 3, 7))
local order = tensor.randperm(1000):long()
assert(tensor.sort(order):eq(tensor.range(1, 1000):long()):all())
for _ = 1, 50 do tensor.zeros(100000) end
collectgarbage()
return ('works: %s, %d threads'):format(rawget(_G, 'jit') and jit.version or _VERSION, tensor.getnumthreads())
