-- tensor/plot/axis.lua: an axis is a range of numbers; it knows where in the range a number lies, from 0 to 1, and
-- which ticks to show. Invariant: low < high, both finite, and so is the place of each finite number. A logarithmic
-- axis keeps the logarithms of its ends.
local Axis = {}
Axis.__index = Axis

local huge, largest = math.huge, 1.7976931348623157e308

local function is_finite(v) return v == v and v ~= huge and v ~= -huge end

local function log10(v) return math.log(v) / math.log(10) end

-- The least and the largest of the numbers that the axis can show; huge, -huge if there are none.
local function extent(lists, is_log)
   local low, high = huge, -huge
   for _, list in ipairs(lists) do
      for k = 1, #list do
         local v = list[k]
         if is_finite(v) and (v > 0 or not is_log) then
            if v < low then low = v end
            if v > high then high = v end
         end
      end
   end
   return low, high
end

local function inside(v) return math.max(-largest, math.min(largest, v)) end

--[[ The axis from low to high. Options:
limits     the ends, in the place of low and high; the first may be the larger one
log        true for a logarithmic axis
pad        this part of the range is added at both ends (0)
integers   true if ticks stand at whole numbers only
]]
local function new(low, high, options)
   local self = setmetatable({ log = options.log, integers = options.integers }, Axis)
   local limits, pad = options.limits, options.pad or 0
   if limits then
      pad, self.reversed = 0, limits[1] > limits[2]
      low, high = math.min(limits[1], limits[2]), math.max(limits[1], limits[2])
   elseif low > high then
      low, high, pad = self.log and 1 or 0, self.log and 10 or 1, 0
   end
   if self.log then low, high = log10(low), log10(high) end
   if low == high then
      local margin = self.log and 0.5 or low == 0 and 1 or math.max(math.abs(low) * 0.1, 1e-300)
      low, high = inside(low - margin), inside(high + margin)
   end
   -- A difference may exceed the largest number.
   self.scale = high - low < huge and 1 or 0.5
   local more = (high * self.scale - low * self.scale) * pad / self.scale
   self.low, self.high = inside(low - more), inside(high + more)
   if self.high * self.scale - self.low * self.scale == huge then self.scale = 0.5 end
   return self
end

function Axis:part(v)
   local low, scale = self.low * self.scale, self.scale
   local p = (v * scale - low) / (self.high * scale - low)
   p = math.max(-1e6, math.min(1e6, p)) -- far outside is far enough
   return self.reversed and 1 - p or p
end

-- Where v lies; nil for what cannot be shown.
function Axis:place(v)
   if not is_finite(v) or self.log and v <= 0 then return nil end
   return self:part(self.log and log10(v) or v)
end

-- --- ticks ---

-- The round number nearest above raw: 1, 2 or 5 times a power of 10.
local function round_step(raw)
   local power = 10 ^ math.floor(log10(raw))
   for _, factor in ipairs { 1, 2, 5 } do
      if raw <= factor * power * 1.0000001 then return factor * power end
   end
   return 10 * power
end

local function without_zeros(exponent) return (exponent:gsub('e%+?(%-?)0*(%d)', 'e%1%2')) end

-- The text of each tick, all with the same number of decimals.
local function label(v, step, most)
   local decimals = math.max(0, -math.floor(log10(step) + 1e-7))
   if most < 1e6 and decimals < 6 then return ('%%.%df'):format(decimals):format(v) end
   local digits = math.floor(log10(most)) - math.floor(log10(step) + 1e-7) + 1
   return without_zeros(('%%.%dg'):format(math.max(1, math.min(17, digits))):format(v))
end

-- Round numbers of the range low..high, about count of them, and their distance; nil if there are none.
local function round_values(low, high, count, integers)
   local raw = (high / 2 - low / 2) / count * 2
   local step = raw > 0 and raw < huge and round_step(raw) or 0
   if integers then step = math.max(1, step) end
   local first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
   if not (step > 0 and last - first <= 50) then return nil end
   local values = {}
   for k = 0, last - first do values[k + 1] = (first + k) * step + 0 end
   return values, step
end

-- At least two ticks, where that is possible.
local function linear_ticks(low, high, count, integers)
   local values, step
   for more = 0, 5 do
      values, step = round_values(low, high, count + more, integers)
      if values and #values > 1 then break end
   end
   if not values then values, step = { low, high }, math.max(high / 2 - low / 2, 5e-324) end
   local most, ticks = math.max(math.abs(low), math.abs(high)), {}
   for k, v in ipairs(values) do ticks[k] = { value = v, label = label(v, step, most) } end
   return ticks
end

local function power_label(factor, exponent, is_plain)
   return (is_plain or exponent == 0) and ('%g'):format(factor * 10 ^ exponent) or ('%de%d'):format(factor, exponent)
end

-- Ticks at factor times powers of 10, for exponents that step divides.
local function powers(low, high, factors, step)
   local ticks, is_plain = {}, low > -5 and high < 6
   for exponent = math.floor(low), math.floor(high + 1e-9) do
      for _, factor in ipairs(factors) do
         local v = exponent + log10(factor)
         if exponent % step == 0 and v > low - 1e-9 and v < high + 1e-9 then
            ticks[#ticks + 1] = { power = v, label = power_label(factor, exponent, is_plain) }
         end
      end
   end
   return ticks
end

-- How many powers of 10 may be from one tick to the next.
local steps = { 1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300 }

-- Ticks at powers of 10; in a shorter range also at 2 and 5 times them, or as on a linear axis.
local function log_ticks(low, high, count)
   local decades = math.floor(high + 1e-9) - math.ceil(low - 1e-9)
   if decades < 1 then
      local ticks = powers(low, high, { 1, 2, 5 }, 1)
      return #ticks > 1 and ticks or linear_ticks(10 ^ low, 10 ^ high, count)
   end
   local k = 1
   while steps[k] * (count + 1) < decades and k < #steps do k = k + 1 end
   local ticks = powers(low, high, { 1 }, steps[k])
   while #ticks < 2 do
      k = k - 1
      ticks = powers(low, high, { 1 }, steps[k])
   end
   return ticks
end

-- About count ticks, each { at = its place, label = a text }.
function Axis:ticks(count)
   count = math.max(1, math.floor(count))
   local ticks = (self.log and log_ticks or linear_ticks)(self.low, self.high, count, self.integers)
   local shown = {}
   for k, tick in ipairs(ticks) do
      local at = tick.power and self:part(tick.power) or self:place(tick.value)
      local is_new = k == 1 or tick.label ~= ticks[k - 1].label -- a step may be lost in rounding
      if is_new and at and at > -1e-6 and at < 1 + 1e-6 then
         shown[#shown + 1] = { at = math.max(0, math.min(1, at)), label = tick.label }
      end
   end
   return shown
end

return { new = new, extent = extent, is_finite = is_finite }
