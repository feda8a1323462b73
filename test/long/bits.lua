-- bits.lua: prints a line for each operation, dtype and kind of values, with a number made of the bits of its results.
-- Lines that two machines do not share are operations with other bits there. All NaN count as one.
--    BITS_LEVEL    the level (the best one)
--    BITS_DTYPES   some of the dtypes, as in "float half" (all)
-- With TH_BLAS=builtin, products are our own code too; without it, they are not printed.
local tensor = require 'tensor'
local calls = require 'spec.support.calls'
local formats = require 'spec.support.formats'
local places = require 'spec.support.places'
local pointwise = require 'spec.support.pointwise'
local product = require 'spec.support.product'

local modulus = 2 ^ 31 - 1
local is_little = tensor.IntTensor({ 1 }):string():byte(1) == 1

-- The bytes of a text are digits of a number in base 257; those of an element come in the order of their weight.
local function sum_of(text, width)
   local sum, step = #text, is_little and 1 or -1
   for at = 1, #text, width do
      local low = is_little and at or at + width - 1
      for k = 0, width - 1 do sum = (sum * 257 + text:byte(low + step * k) + 1) % modulus end
   end
   return sum
end

local function bits_of(x)
   if type(x) == 'number' then return x == x and ('%.17g'):format(x) or 'nan' end
   if not tensor.isTensor(x) then return type(x) end
   if x:isComplex() then return bits_of(x:real()) .. ' ' .. bits_of(x:imag()) end
   x = x:clone()
   local bits = ''
   if formats.of[x.dtype].floating and x:nElement() > 0 then
      local nan = x:isnan()
      bits = bits_of(nan) .. ' '
      x:maskedFill(nan, 0)
   end
   return bits .. ('%d'):format(sum_of(x:contiguous():string(), x:elementSize()))
end

local function is_printed(call)
   return call.chapter ~= 'linear' and call.name ~= 'inverse' or os.getenv 'TH_BLAS' == 'builtin'
end

local level = os.getenv 'BITS_LEVEL' or tensor.getSimd()
for _, row in ipairs(pointwise.types()) do
   local is_asked = (' ' .. (os.getenv 'BITS_DTYPES' or row.dtype) .. ' '):find(' ' .. row.dtype .. ' ', 1, true)
   for _, call in ipairs(is_asked and calls() or {}) do
      for _, special in ipairs { false, true } do
         local at = places.new { dtype = row.dtype, size = 'odd', layout = 'contiguous', special = special, offset = 0,
            generator_kind = special and 'philox' or 'mersenne' }
         local ok, results = product.run(call, at, level, 1)
         if ok and is_printed(call) then
            for i, x in ipairs(results) do results[i] = bits_of(x) end
            print(row.dtype, call.name, special and 'special' or 'usual', table.concat(results, ' '))
         end
      end
   end
end
