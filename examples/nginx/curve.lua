-- curve.lua: what the server of nginx.conf answers: the polynomial that fits points best, as numbers and as a picture.
-- Points come as lines "x,y". What is wrong with them is an error whose text is for the caller.
local tensor = require 'tensor'

local curve = {}

local most_points, most_degree = 10000, 9

local function read(text)
   local points = tensor.decode(text, { format = 'csv' })
   if points:dim() ~= 2 or points:size(2) ~= 2 then error('each line is to have two numbers: x,y', 0) end
   if points:size(1) > most_points then error(('more than %d points'):format(most_points), 0) end
   if not points:isfinite():all() then error('a number is missing or infinite', 0) end
   return points:select(2, 1), points:select(2, 2)
end

-- The factors of x^degree, ..., x, 1.
local function fit(x, y, degree)
   if degree % 1 ~= 0 or degree < 0 or degree > most_degree then
      error(('the degree is a whole number from 0 to %d'):format(most_degree), 0)
   end
   return (tensor.lstsq(tensor.vander(x, degree + 1), y))
end

-- The factors as JSON.
function curve.factors(text, degree)
   local x, y = read(text)
   local numbers = {}
   for k, factor in ipairs(fit(x, y, degree):totable()) do numbers[k] = ('%.9g'):format(factor) end
   return '[' .. table.concat(numbers, ', ') .. ']'
end

-- Points and curve as SVG.
function curve.picture(text, degree)
   local x, y = read(text)
   local factors = fit(x, y, degree)
   local along = tensor.linspace(x:min(), x:max(), 200):type(x:type())
   return tensor.plot.line({
      { x, y, 'points', kind = 'scatter' },
      { along, tensor.vander(along, degree + 1) * factors, 'degree ' .. degree },
   }, { xlabel = 'x', ylabel = 'y' }):svg()
end

return curve
