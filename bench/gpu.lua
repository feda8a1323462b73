-- gpu.lua: the driver of script/bench-gpu. It times the rows of gpu_rows.lua on a device, and with PyTorch (gpu.py) if
-- that is installed, and prints a table. With --check it compares each row's result with the CPU's instead.
local here = arg[0]:match '^(.*)/' or '.'
package.path = here .. '/?.lua;' .. package.path
local tensor = require 'tensor'
local cuda = tensor.cuda

local usage = [[
bench-gpu [--only PATTERN] [--check] [--list]
   --only PATTERN   rows whose name has this text
   --check          small sizes: each result is compared with the CPU's, nothing is timed
   --list           names the rows]]

local options = {}
local i = 1
while arg[i] do
   local name = arg[i]:match '^%-%-(%a+)$'
   if name == 'only' and arg[i + 1] then
      i = i + 1
      options.only = arg[i]
   elseif name == 'check' or name == 'list' then options[name] = true
   else
      print(usage)
      os.exit(name == 'help' and 0 or 2)
   end
   i = i + 1
end

local rows = {}
for _, row in ipairs(require 'gpu_rows' (options.check and 1024 or 1)) do
   if not options.only or row.name:find(options.only, 1, true) then rows[#rows + 1] = row end
end
if options.list then
   for _, row in ipairs(rows) do print(row.name) end
   return
end

local is, reason = cuda.isAvailable()
if not is then
   print('no device: ' .. reason)
   return
end

local on_device = {
   there = function(x) return x:type((x:type():gsub('torch%.Float', 'torch.'):gsub('torch%.', 'torch.Cuda'))) end,
   pinned = function(x) return x:pin() end,
}
local on_cpu = { there = function(x) return x end, pinned = function(x) return x end }

-- --- checks ---

-- Results are only near: products and sums are added in another order.
local function is_near(a, b)
   if not tensor.isTensor(a) then return a == b end
   a, b = a:cpu():double(), b:double()
   if not a:isSameSizeAs(b) then return false end
   local near = tensor.le(tensor.abs(a - b), tensor.abs(b) * 1e-2 + 1e-5)
   return tensor.all(tensor.cmax(near, tensor.eq(a, b))) -- equal infinities are near, too
end

local function check()
   local bad = 0
   for _, row in ipairs(rows) do
      local ok, result = pcall(function() return row.make(on_device)() end)
      if not ok or not is_near(result, row.make(on_cpu)()) then
         bad = bad + 1
         print(('wrong: %s%s'):format(row.name, ok and '' or ': ' .. tostring(result)))
      end
   end
   print(('%d passed, %d failed'):format(#rows - bad, bad))
   os.exit(bad == 0 and 0 or 1, true)
end

-- --- times ---

local SAMPLES, LEAST = 7, 0.02 -- at least this many seconds a sample

-- Seconds of n calls: the host's alone for rows in us, else until the device is done.
local function time(run, n, unit)
   cuda.synchronize()
   local timer = tensor.Timer()
   for _ = 1, n do run() end
   local of_host = timer:time().real
   cuda.synchronize()
   return unit == 'us' and of_host or timer:time().real
end

local function measure(row)
   local ok, run = pcall(row.make, on_device)
   if ok then ok = pcall(run) end
   if not ok then return nil end
   local n, best = 1, math.huge
   while time(run, n, row.unit) < LEAST and n < 1e6 do n = n * 2 end
   for _ = 1, SAMPLES do best = math.min(best, time(run, n, row.unit) / n) end
   return best
end

-- Convert seconds of a call to the row's unit.
local function rate(row, seconds)
   if not seconds then return nil end
   if row.unit == 'us' then return seconds * 1e6 end
   return row.amount / seconds / (row.unit == 'GB/s' and 1e9 or 1e12)
end

-- Seconds by name, from gpu.py's lines (name, tab, seconds). Empty without PyTorch and CUDA.
local function of_peer()
   local list = {}
   local pipe = io.popen(("python3 '%s/gpu.py' 2>/dev/null"):format(here))
   for line in pipe and pipe:lines() or function() end do
      local name, seconds = line:match '^(.*)\t(%S+)$'
      if name then list[name] = tonumber(seconds) end
   end
   if pipe then pipe:close() end
   return list
end

local function text(number) return number and ('%.4g'):format(number) or '-' end

if options.check then check() end
print(('device: %s'):format(cuda.getDeviceProperties().name))
print(('%-46s %10s %10s %7s  unit'):format('', 'tensor', 'PyTorch', 'ratio'))
local peer = of_peer()
for _, row in ipairs(rows) do
   local own, other = rate(row, measure(row)), rate(row, peer[row.name])
   local ratio = own and other and (row.unit == 'us' and other / own or own / other)
   print(('%-46s %10s %10s %7s  %s'):format(row.name, text(own), text(other), text(ratio), row.unit))
   collectgarbage()
   cuda.emptyCache()
end
