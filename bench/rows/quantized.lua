-- rows/quantized.lua: the linear layer of quantized tensors. The library's side is our own product of floats.
local maker = require 'bench.maker'
local group = maker.group 'quantized'

local operands = [[
      local x = tensor.quantizePerTensor(data($n, $n), 0.005, 100, 'quint8')
      local w = tensor.quantizePerTensor(data($n, $n), 0.004, 0, 'qint8')]]

local sizes = {}
for k, n in ipairs { 64, 512, 2048 } do sizes[k] = { n = n, scale = ('%.6f'):format(n / 1500) } end

group.each(sizes, {
   name = 'quantizedLinear $n', aim = 1, library_aim = 0.8, tolerance = 1e-3, absolute = 4,
   lua = 'r = tensor.quantizedLinear(x, w, o)', check_lua = 'r:dequantize()',
   library = 'r:mm(a, b)',
   torch = 'r = torch.ops.quantized.linear(x, p, $scale, 128)', check_torch = 'r.dequantize()',
   setup_lua = operands .. ' local o = { scale = $scale, zeroPoint = 128 }',
   setup_library = operands .. ' local a, b = x:dequantize(), w:dequantize():t(); r = a:clone()',
   check_library = "tensor.quantizePerTensor(r, $scale, 128, 'quint8'):dequantize()",
   setup_torch = [[
a = data($n, $n)
x = torch.quantize_per_tensor(a, 0.005, 100, torch.quint8)
w = torch.quantize_per_tensor(a, 0.004, 0, torch.qint8)
p = torch.ops.quantized.linear_prepack(w, None)]],
})

return group.rows
