-- mandelbrot.lua [picture.png]: draws the Mandelbrot set. Iterates z = z^2 + c for all points at once: re and im are
-- matrices with the real and imaginary parts of z.
local tensor = require 'tensor'

local height, width, limit = 360, 540, 100

-- c for each pixel: the real part depends on the column, the imaginary part on the row. expand repeats without copying.
local c_re = tensor.linspace(-2.2, 0.8, width):view(1, width):expand(height, width)
local c_im = tensor.linspace(-1, 1, height):view(height, 1):expand(height, width)

local re, im = tensor.zeros(height, width), tensor.zeros(height, width)
local steps = tensor.zeros(height, width)
local square_re, square_im, norm = tensor.zeros(height, width), tensor.zeros(height, width), tensor.zeros(height, width)

-- Operations store their results in the matrices above, so the loop makes hardly any garbage. Points that escape go on
-- to infinity and then to NaN, which is not below 4 either.
local inside = tensor.ByteTensor(height, width)
local progress = tensor.progress(limit, { label = 'iterating' })
for _ = 1, limit do
   tensor.cmul(square_re, re, re)
   tensor.cmul(square_im, im, im)
   tensor.add(norm, square_re, square_im)
   tensor.lt(inside, norm, 4)
   steps:add(inside:float())
   im:cmul(re):mul(2):add(c_im)
   tensor.add(re, square_re, -1, square_im):add(c_re)
   progress:step()
end
progress:finish()

-- The colour comes from the number of steps: a sine wave for each channel, black inside the set.
local picture = tensor.zeros(3, height, width)
local phase = tensor.log(steps + 1)
for channel, shift in ipairs { 3.6, 3.1, 2.6 } do
   picture[channel]:copy((phase * 1.6 + shift):sin() * 0.5 + 0.5):maskedFill(steps:ge(limit), 0)
end

local path = arg[1] or 'mandelbrot.png'
tensor.image.save(path, picture)
print(('%.1f %% of the points stay'):format(steps:ge(limit):float():mean() * 100))
print('wrote ' .. path)
