-- rows/fft.lua: Fourier transforms of lengths of every kind, in single precision (and one in double).
local maker = require 'bench.maker'
local group = maker.group 'fft'

local operands = {
   complex = {
      lua = 'x = tensor.complex(data($n), data($n)):view($sizes)',
      numpy = 'x = (data($n) + 1j * data($n)).astype("complex64").reshape($sizes)',
      torch = 'x = torch.complex(data($n), data($n)).reshape($sizes)',
   },
   double = {
      lua = 'x = tensor.complex(data($n), data($n)):to("complexDouble"):view($sizes)',
      numpy = 'x = (data($n) + 1j * data($n)).astype("complex128").reshape($sizes)',
      torch = 'x = torch.complex(data($n), data($n)).to(torch.complex128).reshape($sizes)',
   },
   real = {
      lua = 'x = data($n):view($sizes)', numpy = 'x = data($n).reshape($sizes)',
      torch = 'x = data($n).reshape($sizes)',
   },
}

local function row(f, kind, n, sizes, name)
   local texts = {}
   for side, text in pairs(operands[kind]) do texts[side] = maker.fill(text, { n = n, sizes = sizes }) end
   group.alike({
      name = ('%s %s'):format(f, name), aim = 0.7, tolerance = 1e-3, absolute = 1e-2 * math.sqrt(n) / 10,
      lua = ('r = tensor.%s(x)'):format(f), numpy = ('r = np.fft.%s(x)'):format(f),
      torch = ('r = torch.fft.%s(x)'):format(f),
      check_lua = 'tensor.real(r):clone()', check_numpy = 'r.real', check_torch = 'r.real',
   }, texts)
end

for _, n in ipairs { 1024, 1000, 10007, 1048576 } do row('fft', 'complex', n, n, n) end
row('fft', 'double', 1048576, 1048576, '1048576 double')
row('fft', 'complex', 65536, '64, 1024', '64x1024')
row('rfft', 'real', 65536, '64, 1024', '64x1024')
row('fft2', 'complex', 262144, '512, 512', '512x512')
row('rfft2', 'real', 262144, '512, 512', '512x512')

return group.rows
