-- calls.lua: makes calls of every row of the module that computes elements, with arguments that follow from its
-- signature.
local tensor = require 'tensor'

local unpack = table.unpack or unpack

-- The dimensions of tensor arguments, by the letters of places.lua; all others are smn.
local shapes = {
   dot = { a = 'mn', b = 'mn' }, vdot = { a = 'mn', b = 'mn' }, mv = { a = 'mk', b = 'k' }, mm = { a = 'mk', b = 'kn' },
   ger = { a = 'm', b = 'n' },
   bmm = { a = 'smk', b = 'skn' }, matmul = { a = 'smk', b = 'skn' }, inverse = { x = 'mm' },
   kron = { a = 'sm', b = 'sm' }, pdist = { x = 'mn' },
   addmv = { M = 'm', a = 'mk', b = 'k' }, addmm = { M = 'mn', a = 'mk', b = 'kn' },
   addr = { M = 'mn', a = 'm', b = 'n' }, addbmm = { M = 'mn', a = 'smk', b = 'skn' },
   baddbmm = { M = 'smn', a = 'smk', b = 'skn' },
   fliplr = { x = 'mn' }, tril = { x = 'mn' }, triu = { x = 'mn' }, diag = { x = 'mn' }, trace = { x = 'mn' },
}

-- The values to try for numbers with these names; other numbers keep their defaults.
local numbers = {
   p = { 0, 1, 2, 3, math.huge }, k = { 0, -2 }, factor = { 3 }, value = { 7 }, beta = { 2 }, alpha = { 3 }, u = { 1 },
   v = { 2.5 }, decimals = { 1, -1 }, eps = { 0.2 }, rtol = { 0.1 }, atol = { 0.5 },
}

local function chain(a, b) return ((a * 2 + b):cmul(b) - a):clamp(-5, 100):cmax(b):abs() end

-- Functions that make all arguments at a place, by name or signature, for rows whose parameters do not
-- determine them.
local arguments = {
   zeros = function(at) return at:dims 'smn', at:options() end,
   full = function(at) return at:dims 'smn', 3, at:options() end,
   eye = function(at) return at.letters.m, at.letters.k, at:options() end,
   linspace = function(at) return 1, 100, at.letters.n, at:options() end,
   logspace = function(at) return 0, 2, at.letters.n, at:options() end,
   range = function(at) return 1, 100, 3, at:options() end,
   ['r! list:table dim:number=-1'] = function(at) return { at:tensor('smn', 1), at:tensor('skn', 2) }, 2 end,
   repeatTensor = function(at) return at:tensor('smn', 1), 1, 2, 3 end,
   ['x:Tensor g:Generator p:Tensor'] = function(at)
      return at:tensor('smn', 1), at:generator(), at:chances 'smn'
   end,
   geometric = function(at) return at:tensor('smn', 1), at:generator(), 0.3 end,
   rand = function(at) return at:generator(), at:dims 'smn', at:options() end,
   randperm = function(at) return at:generator(), at.dtype == 'bool' and 1 or 100, at:options() end,
   multinomial = function(at) return at:generator(), at:chances 'mn', 3, true end,
   fft = function(at) return at:tensor('smn', 1), 6, 2 end,
   fftn = function(at) return at:tensor('smn', 1), { 4, 5 } end,
   fftfreq = function() return 10, 0.5 end,
   hannWindow = function() return 7 end,
   stft = function(at) return at:tensor('smn', 1), 2 end,
   fftconvolve = function(at) return at:tensor('smn', 1), at:tensor('mn', 2) end,
   fuse = function(at) return at:tensor('smn', 1), at:tensor('smn', 2) end,
   conv2 = function(at) return at:tensor('smn', 1), at:tensor('ksmn', 2):narrow(3, 1, 2):narrow(4, 1, 3) end,
   xcorr2 = function(at) return at:tensor('smn', 1), at:tensor('smn', 2):narrow(2, 1, 2):narrow(3, 1, 3), 'F' end,
   conv3 = function(at) return at:tensor('smn', 1), at:tensor('smn', 2):narrow(2, 1, 2):narrow(3, 1, 3), 'F' end,
   xcorr3 = function(at) return at:tensor('ksmn', 1), at:tensor('ksmn', 2):narrow(3, 1, 2):narrow(4, 1, 3) end,
   ['r! a:Tensor b:Tensor weight:Tensor'] = function(at)
      return at:tensor('smn', 1), at:tensor('smn', 2), at:tensor('smn', 3)
   end,
   ['res! a:Operand b:Operand o:options'] = function(at)
      return at:tensor('smn', 1), at:tensor('smn', 2), { rounding = 'floor' }
   end,
   where = function(at) return at:tensor('smn', 3, 'bool'), at:tensor('smn', 1), at:tensor('smn', 2) end,
   ['cond:Tensor'] = function(at) return at:tensor('smn', 1) end,
   lerp = function(at) return at:tensor('smn', 1), at:tensor('smn', 2), 0.3 end,
   ['a:number b:number weight:number'] = function() return 1, 2, 0.3 end,
   cross = function(at) return at:tensor('smn', 1):narrow(2, 1, 3), at:tensor('smn', 2):narrow(2, 1, 3) end,
   renorm = function(at) return at:tensor('smn', 1), 2, 1, 10 end,
   match = function(at) return at:tensor('mk', 1), at:tensor('nk', 2), 2 end,
}
-- Functions that put elements in other places. Positions are those of a dimension, or of some elements.
local longs = tensor.LongTensor
for name, own in pairs {
   arange = function(at) return 1, 100, 3, at:options() end,
   stack = function(at) return { at:tensor('smn', 1), at:tensor('smn', 2) }, 2 end,
   concat = function(at) return { at:tensor('smn', 1), at:tensor('kmn', 2) } end,
   hstack = function(at) return { at:tensor('smn', 1), at:tensor('skn', 2) } end,
   vstack = function(at) return { at:tensor('smn', 1), at:tensor('kmn', 2) } end,
   dstack = function(at) return { at:tensor('sm', 1), at:tensor('sm', 2) } end,
   columnStack = function(at) return { at:tensor('mn', 1), at:tensor('m', 2) } end,
   blockDiag = function(at) return { at:tensor('mn', 1), at:tensor('k', 2) } end,
   cartesianProd = function(at) return { at:tensor('m', 1), at:tensor('k', 2) } end,
   combinations = function(at) return at:tensor('m', 1), 2 end,
   flip = function(at) return at:tensor('smn', 1), 1, 3 end,
   roll = function(at) return at:tensor('smn', 1), { 1, -2 }, { 2, 3 } end,
   rot90 = function(at) return at:tensor('smn', 1), 3, { 2, 3 } end,
   tile = function(at) return at:tensor('smn', 1), 2, 3 end,
   repeatInterleave = function(at) return at:tensor('smn', 1), 2, 2 end,
   pad = function(at) return at:tensor('smn', 1), { 1, 2, 2, 0 }, 'reflect' end,
   diagEmbed = function(at) return at:tensor('sm', 1), 1 end,
   diagflat = function(at) return at:tensor('m', 1), -1 end,
   trilIndices = function(at) return at.letters.m, at.letters.k end,
   triuIndices = function(at) return at.letters.m, at.letters.k end,
   fillDiagonal = function(at) return at:tensor('mn', 1), 1 end,
   vander = function(at) return at:tensor('n', 1), 4 end,
   take = function(at) return at:tensor('smn', 1), longs { 3, -1, 1 } end,
   takeAlongDim = function(at) return at:tensor('smn', 1), longs { { { 2, 1, 1 } } }, 3 end,
   put = function(at) return at:tensor('smn', 1), longs { 3, 1 }, at:tensor('smn', 2):narrow(3, 1, 2)[1][1] end,
   indexPut = function(at)
      return at:tensor('smn', 1), { longs { 1, 2 }, longs { 3, 1 } }, at:tensor('sn', 2):narrow(1, 1, 2)
   end,
   scatterReduce = function(at)
      return at:tensor('smn', 1), 2, at:positions(2, true), at:tensor('smn', 2), 'mean'
   end,
   ravelMultiIndex = function() return { longs { 1, 2 }, longs { 3, 1 } }, { 2, 3 } end,
   gamma = function(at) return at:tensor('smn', 1), at:generator(), 0.7, 2 end,
   beta = function(at) return at:tensor('smn', 1), at:generator(), 0.7, 2 end,
   poisson = function(at) return at:tensor('smn', 1), at:generator(), at:chances 'smn' * 20 end,
   binomial = function(at) return at:tensor('smn', 1), at:generator(), 30, at:chances 'smn' end,
   dirichlet = function(at) return at:generator(), at:tensor('mn', 1):clone():fill(1) end,
   multivariateNormal = function(at)
      return at:generator(), at:tensor('m', 1), tensor.eye(at.letters.m, { dtype = 'float' }), 3
   end,
   choice = function(at) return at:generator(), at:tensor('mn', 1), { 2, 3 } end,
   permutation = function(at) return at:generator(), at:tensor('mn', 1) end,
   shuffle = function(at) return at:tensor('mn', 1), at:generator() end,
   randint = function(at) return at:generator(), 1, 6, at:dims 'smn', at:options() end,
   ['x:Tensor g:Generator mean:Operand stdv:Operand?'] = function(at)
      return at:tensor('smn', 1), at:generator(), at:chances 'smn', 2
   end,
   ['x:Tensor g:Generator a:Operand b:Operand?'] = function(at)
      return at:tensor('smn', 1), at:generator(), at:chances 'smn', 2
   end,
   ['x:Tensor g:Generator lambda:Tensor'] = function(at)
      return at:tensor('smn', 1), at:generator(), at:chances 'smn':add(1)
   end,
} do arguments[name] = own end
for like, names in pairs { fft = 'ifft rfft irfft hfft ihfft', fftn = 'fft2 ifft2 ifftn rfft2 rfftn irfft2 irfftn',
   fftfreq = 'rfftfreq', hannWindow = 'hammingWindow blackmanWindow bartlettWindow' } do
   for name in names:gmatch '%S+' do arguments[name] = arguments[like] end
end
arguments.histc = function(at) return at:tensor('smn', 1), 10, -30, 30 end
arguments.bhistc = arguments.histc

-- Sorted, unless the dtype has no order.
local function ascending(at, letters)
   local x = at:tensor(letters, 1)
   return at.dtype:find '^complex' and x or (x:sort())
end
arguments.unique = function(at) return at:tensor('smn', 1), { inverse = true, counts = true } end
arguments.uniqueConsecutive = arguments.unique
arguments.lexsort = function(at) return { at:tensor('n', 1), at:tensor('n', 2) } end
arguments.searchsorted = function(at) return ascending(at, 'n'), at:tensor('smn', 2), { right = true } end
arguments.bucketize = function(at) return at:tensor('smn', 2), ascending(at, 'n') end
arguments.oneHot = function() return tensor.LongTensor { 1, 3, 2 }, 3 end
arguments.bincount = function(at)
   local x = at:tensor('n', 1):clone()
   return at.dtype:find '^complex' and x or x:clamp(1, 100)
end
arguments.histogram = function(at) return at:tensor('smn', 1), 10, { range = { -30, 30 } } end
arguments['x:Tensor q:Operand'] = function(at) return at:tensor('smn', 1), 0.3 end
arguments.quantile = function(at) return at:tensor('smn', 1), tensor.DoubleTensor { 0.3, 1 }, 2 end
arguments.nanquantile = arguments.quantile
arguments.interp = function(at) return at:tensor('smn', 1), ascending(at, 'n'), at:tensor('n', 2) end
arguments.convolve = function(at) return at:tensor('n', 1), at:tensor('m', 2) end
arguments.ones, arguments.randn = arguments.zeros, arguments.rand

local functions = { fuse = tensor.fuse(chain) }

function functions.where(...)
   local result = tensor.where(...)
   if tensor.isTensor(result) then return result end
   return unpack(result)
end

-- Chapters that are left out: they make views, set or return settings, call LAPACK (whose bits vary), run Lua
-- code for each element, or use another device. Rows that are left out too: they leave elements unset, or
-- compute none. computing lists exceptions.
local passed, computing = {}, {}
for name in ('tensor view type dtype complex quantize format class test command help image plot file memory system '
   .. 'lapack exchange process queue '
   .. 'gradient cov corrcoef nanargmax nanargmin ' -- a table; by BLAS; errors where all are NaN
   .. 'linalg apply cuda sparse empty emptyLike manualSeed seed initialSeed getRNGState setRNGState '
   .. 'Generator randLike randnLike'):gmatch '%S+' do
   passed[name] = true
end
for name in ('kron vecdot cross pdist inverse copy fill zero clone contiguous byte char short int long '
   .. 'half float double bool bfloat16 uint16')
   :gmatch '%S+' do computing[name] = true end

local function is_passed(row)
   if row.chapter == 'storage' or row.signature:find '^g:Generator' then return true end
   if row.name:find '^multinomialAlias' then return true end -- needs its tables; see alias_spec
   return (passed[row.chapter] or passed[row.name]) and not computing[row.name]
end

-- Returns { name =, kind =, default = } for each parameter, and the number of results.
local function parse(signature)
   local parameters, results = {}, 0
   for word in signature:gmatch '%S+' do
      local name, kind, default = word:match '^(%w+):([%w/]+)=?(.*)$'
      if name then parameters[#parameters + 1] = { name = name, kind = kind, default = default or '' }
      else results = results + 1 end
   end
   return parameters, results
end

local function constants(list)
   local makers = {}
   for i, x in ipairs(list) do makers[i] = function() return x end end
   return makers
end

-- For each kind of parameter, makers of values; they get the place and the arguments before the parameter.
local kinds = {
   boolean = function() return constants { false, true } end,
   complex = function(p) return constants(numbers[p.name] or { 1, 2 }) end,
   number = function(p, row)
      return row.chapter ~= 'random' and numbers[p.name] and constants(numbers[p.name])
   end,
   count = function() return constants { 1, 2 } end,
   dim = function() return constants { 1, 2, 3 } end,
   Generator = function() return { function(at) return at:generator() end } end,
   Mask = function() return { function(at) return at:tensor('smn', 2, 'bool') end } end,
   table = function() return constants { { 1, 3 }, {} } end, -- dimensions
   ['LongTensor/table'] = function(_, row)
      local alike = row.name == 'gather' or row.name:find '^scatter'
      return { function(at, given) return at:positions(given[2], alike) end }
   end,
}
for kind in ('Tensor Tensor1 Tensor2 Tensor3 Operand'):gmatch '%S+' do
   kinds[kind] = function(p, row, k)
      local letters = shapes[row.name] and shapes[row.name][p.name] or 'smn'
      return { function(at) return at:tensor(letters, k) end }
   end
end

local function extended(lists, makers)
   local longer = {}
   for _, list in ipairs(lists) do
      for _, maker in ipairs(makers) do
         local copy = { unpack(list) }
         copy[#copy + 1] = maker
         longer[#longer + 1] = copy
      end
   end
   return longer
end

-- All combinations of makers for the parameters. The last parameters may be left out.
local function combinations(row)
   local lists, left_out = { {} }, false
   for k, p in ipairs((parse(row.signature))) do
      local makers = kinds[p.kind] and kinds[p.kind](p, row, k)
      if makers then
         assert(not left_out, row.name .. ': ' .. row.signature)
         lists = extended(lists, makers)
      elseif p.default ~= '' or row.signature:find(p.name .. ':' .. p.kind .. '?', 1, true) then left_out = true
      else error(('product.lua: what to give for %s in %s %s'):format(p.name, row.name, row.signature)) end
   end
   return lists
end

-- clamp(r, x, lo) is clamp(x, lo, hi).
local without_result = { ['res! a:Tensor lo:Operand'] = true }

local function call_of(row, make)
   local _, results = parse(row.signature)
   if without_result[row.signature] then results = 0 end
   return {
      name = row.name, chapter = row.chapter, results = row.isfunction and results or 0, make = make,
      run = functions[row.name] or row.isfunction and tensor[row.name] or tensor.Tensor[row.name],
   }
end

-- Returns the calls of the module. Fields: name, chapter, run; make(at), which makes the arguments; results,
-- the number of results that may be given.
return function()
   local calls = {}
   for _, row in ipairs(tensor.rows) do
      local own = arguments[row.signature] or arguments[row.name]
      local lists = not is_passed(row) and (own and { { own } } or combinations(row)) or {}
      for _, makers in ipairs(lists) do
         calls[#calls + 1] = call_of(row, own and function(at) return { own(at) } end or function(at)
            local given = {}
            for k, maker in ipairs(makers) do given[k] = maker(at, given) end
            return given
         end)
      end
   end
   return calls
end
