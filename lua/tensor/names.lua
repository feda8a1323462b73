-- tensor/names.lua: names of NumPy and PyTorch that mean the same as a function that stands under another name here.
-- Each is the same function, as a method too where the other is a method (core.alias); help shows what it is another
-- name of.
-- Invariant: a name stands here only if every form of the peers' function that we take means the same as theirs.
local names = {
   absolute = 'abs', negative = 'neg', multiply = 'mul', divide = 'div', power = 'pow', reciprocal = 'cinv',
   arccos = 'acos', arcsin = 'asin', arctan = 'atan', arctan2 = 'atan2', arccosh = 'acosh', arcsinh = 'asinh',
   arctanh = 'atanh', fix = 'trunc', clip = 'clamp', maximum = 'cmax', minimum = 'cmin',
   conjugate = 'conj',
   greater = 'gt', greaterEqual = 'ge', less = 'lt', lessEqual = 'le', notEqual = 'ne',
   bitwiseAnd = 'cbitand', bitwiseOr = 'cbitor', bitwiseXor = 'cbitxor', bitwiseNot = 'bitnot',
   bitwiseLeftShift = 'clshift', bitwiseRightShift = 'crshift', clampMin = 'cmax', clampMax = 'cmin',
   outer = 'ger', ravel = 'flatten', swapaxes = 'transpose', swapdims = 'transpose', expandDims = 'unsqueeze',
   concatenate = 'concat', moveaxis = 'movedim', mH = 'adjoint', matrixTranspose = 'mT', trapezoid = 'trapz',
   expm = 'matrixExp', degrees = 'rad2deg', radians = 'deg2rad',
}

return { names = names }
