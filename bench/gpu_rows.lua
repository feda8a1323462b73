-- gpu_rows.lua: what script/bench-gpu measures. Fields of a row:
--   name     the same as in gpu.py
--   unit     GB/s of bytes, TFLOP/s, or us: microseconds of the host for a call
--   amount   bytes or operations of a call
--   make     make(at) returns run, the work to measure; run() returns the result. at.there(x) moves a tensor of the CPU
--            to where the work is, at.pinned(x) to pinned memory. To check results, both return x itself.
-- The module is a function of scale, which divides all sizes.
local tensor = require 'tensor'

local MB = 2 ^ 20

local function filled(dtype, ...)
   local x = tensor.FloatTensor(...)
   local step = tensor.range(0, x:nElement() - 1):float():view(x:size())
   return x:copy(tensor.remainder(step, 97)):type(('torch.%sTensor'):format(dtype))
end

local widths = { Byte = 1, Half = 2, Float = 4, Long = 8, Double = 8 }

local rows, scale

local function row(name, unit, amount, make)
   rows[#rows + 1] = { name = name, unit = unit, amount = amount, make = make }
end

-- The side of a square matrix of about bytes / scale bytes, a multiple of 32.
local function side(dtype, bytes)
   return math.max(32, math.floor(math.sqrt(bytes / scale / widths[dtype]) / 32) * 32)
end

-- --- windows ---

local function plain(x) return x end
local function turned(x) return x:t() end
local function permuted(x) return x:view(x:size(1) / 4, 4, x:size(2) / 32, 32):permute(1, 3, 2, 4) end
local function strided(x) return x:view(-1, 2):select(2, 1) end

-- How many of n x n elements a window shows.
local function count_of(window, n) return window == strided and n * n / 2 or n * n end

-- --- copies on the device: bytes read and written ---

local function copy(name, bytes, from, to, window)
   local n = side(from, bytes)
   local size = bytes > MB and '256 MB' or '1 MB'
   row(('copy %s, %s'):format(name, size), 'GB/s', count_of(window, n) * (widths[from] + widths[to]), function(at)
      local view = window(at.there(filled(from, n, n)))
      local dst = at.there(tensor[to .. 'Tensor'](view:size()))
      return function() return dst:copy(view) end
   end)
end

local function copies(bytes)
   copy('dense float', bytes, 'Float', 'Float', plain)
   for _, dtype in ipairs { 'Float', 'Half', 'Byte' } do
      copy('transposed ' .. dtype:lower(), bytes, dtype, dtype, turned)
   end
   copy('permuted float', bytes, 'Float', 'Float', permuted)
   copy('every second float', bytes, 'Float', 'Float', strided)
   for _, pair in ipairs { 'Float Half', 'Half Float', 'Long Float', 'Byte Float' } do
      local from, to = pair:match '(%w+) (%w+)'
      copy(('%s to %s'):format(from:lower(), to:lower()), bytes, from, to, plain)
   end
   copy('transposed float to half', bytes, 'Float', 'Half', turned)
end

-- --- copies between host and device: bytes of the source ---

local function host(name, from, window, pinned, down)
   local n = side(from, 256 * MB)
   local text = ('%s %s %s'):format(down and 'down' or 'up', pinned and 'pinned' or 'pageable', name)
   row(text, 'GB/s', count_of(window, n) * widths[from], function(at)
      local x = filled(from, n, n)
      local src = window(down and at.there(x) or pinned and at.pinned(x) or x)
      local dst = tensor.FloatTensor(src:size())
      dst = not down and at.there(dst) or pinned and at.pinned(dst) or dst
      return function() return dst:copy(src) end
   end)
end

local function between(down, pinned)
   host('float', 'Float', plain, pinned, down)
   host('transposed float', 'Float', turned, pinned, down)
   host('every second float', 'Float', strided, pinned, down)
   host('double to float', 'Double', plain, pinned, down)
end

-- --- operations: bytes read and written ---

local function compute(name, passes, f)
   for _, power in ipairs { 3, 6, 8 } do
      local n = math.max(100, math.floor(10 ^ power / scale))
      row(('%s, 10^%d'):format(name, power), 'GB/s', n * 4 * passes, function(at)
         local x, y, r = at.there(filled('Float', n)), at.there(filled('Float', n)), at.there(tensor.FloatTensor(n))
         return function() return f(r, x, y) end
      end)
   end
end

local function product(dtype)
   local n = math.max(32, math.floor(4096 / math.sqrt(scale)))
   row(('product of %s matrices, 4096'):format(dtype:lower()), 'TFLOP/s', 2 * n ^ 3, function(at)
      local x, r = at.there(filled(dtype, n, n):mul(1 / 128)), at.there(tensor[dtype .. 'Tensor'](n, n))
      return function() return tensor.mm(r, x, x) end
   end)
end

-- --- calls: microseconds of the host ---

local function calls()
   row('call of add, 1000 elements', 'us', 1, function(at)
      local x = at.there(filled('Float', 1000))
      return function() return x:add(1) end
   end)
   row('tensor made and dropped, 1000 elements', 'us', 1, function(at)
      local Type = at.there(tensor.FloatTensor()).new
      return function() Type(1000):release() end
   end)
end

return function(of_scale)
   rows, scale = {}, of_scale
   copies(256 * MB)
   copies(MB)
   for _, down in ipairs { false, true } do
      between(down, true)
      between(down, false)
   end
   compute('add', 3, function(r, x, y) return tensor.add(r, x, y) end)
   compute('exp', 2, function(r, x) return tensor.exp(r, x) end)
   compute('sum', 1, function(_, x) return tensor.sum(x:view(1, -1), 2) end)
   compute('max', 1, function(_, x) return (tensor.max(x:view(1, -1), 2)) end)
   product 'Float'
   product 'Half'
   calls()
   return rows
end
