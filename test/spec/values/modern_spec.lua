-- Functions of NumPy and PyTorch: what only moves elements does so for every type, and arguments that are left out
-- have the values that the table (test/data/modern-api.tsv) gives.
local tensor = require 'tensor'

local dtypes = { 'bool', 'byte', 'char', 'short', 'int', 'long', 'uint16', 'half', 'bfloat16', 'double', 'complexFloat',
   'complexDouble' }

local function pack(...) return { n = select('#', ...), ... } end

-- Fails unless the values, or those of lists, are equal; dtype: what a tensor of the type of x becomes.
local function equal(expected, got, dtype)
   if type(expected) == 'table' then
      assert.equal(#expected, #got)
      for k = 1, #expected do equal(expected[k], got[k], dtype) end
   elseif tensor.isTensor(expected) then
      if dtype and expected.dtype == 'float' then expected = expected:to(dtype) end
      assert.equal(expected:type(), got:type())
      assert.same(expected:size():totable(), got:size():totable())
      assert(expected:dim() == 0 and expected:item() == got:item() or tensor.equal(expected, got), tostring(got))
   else assert.equal(expected, got) end
end

local idx = tensor.LongTensor { { 1, 3 }, { 2, 2 } }
local counts = tensor.LongTensor { 2, 0, 1 }

-- x is a matrix of size 2x3, row its first row.
local moves = {
   adjoint = function(x) return x:adjoint(), x:mH(), x:mT() end,
   argwhere = function(x) return tensor.argwhere(x), tensor.flatnonzero(x), tensor.countNonzero(x, 1) end,
   atleast1d = function(x) return tensor.atleast1d(x), tensor.atleast2d(x[1]), tensor.atleast3d(x) end,
   broadcastTensors = function(x) return tensor.broadcastTensors { x, x[1] }, tensor.broadcastTo(x, 2, 2, 3) end,
   cartesianProd = function(x) return tensor.cartesianProd { x[1], x[2] }, tensor.combinations(x[1]) end,
   columnStack = function(x) return tensor.columnStack { x, x }, tensor.concat { x, x } end,
   diagEmbed = function(x) return tensor.diagEmbed(x), tensor.diagflat(x) end,
   dstack = function(x) return tensor.dstack { x, x }, tensor.hstack { x, x }, tensor.vstack { x, x[1] } end,
   fillDiagonal = function(x) return x:clone():fillDiagonal(1) end,
   flatten = function(x) return x:flatten(), tensor.flatten(x:view(2, 3, 1), 2, 3), tensor.ravel(x) end,
   fliplr = function(x) return tensor.fliplr(x), tensor.flipud(x), tensor.flip(x, -1), tensor.rot90(x) end,
   indexPut = function(x) return x:clone():indexPut({ idx[2], idx[1] }, x[{ 1, { 1, 2 } }]) end,
   meshgrid = function(x) return tensor.meshgrid { x[1], x[2] } end,
   movedim = function(x) return tensor.movedim(x, 1, 2), tensor.swapaxes(x, 1, 2), tensor.swapdims(x, 1, 2) end,
   pad = function(x) return tensor.pad(x, { 1, 2 }), tensor.pad(x, { 1, 1 }, 'reflect') end,
   put = function(x) return x:clone():put(idx, x[{ {}, { 1, 2 } }]), tensor.take(x, idx) end,
   repeatInterleave = function(x) return tensor.repeatInterleave(x, 2), tensor.repeatInterleave(x, counts, 2) end,
   resolveConj = function(x) return x:resolveConj(), x:resolveNeg(), x:isConj(), x:isNeg(), x:isContiguous() end,
   roll = function(x) return tensor.roll(x, 2), tensor.tile(x, 2, 1), tensor.tril(x), tensor.triu(x) end,
   split = function(x) return tensor.split(x, { 1, 1 }), tensor.tensorSplit(x, 2), tensor.tensorSplit(x, { 2 }),
      tensor.hsplit(x, 3) end,
   squeeze = function(x) return tensor.squeeze(x:view(1, 2, 1, 3), { 1, 3 }), tensor.unsqueeze(x, -1) end,
   stack = function(x) return tensor.stack { x, x }, tensor.blockDiag { x, x } end,
   takeAlongDim = function(x) return tensor.takeAlongDim(x, idx), tensor.takeAlongDim(x, idx, 2) end,
   unflatten = function(x) return tensor.unflatten(x, 2, { 3, 1 }) end,
   unique = function(x) return tensor.unique(x), tensor.uniqueConsecutive(x[1]), tensor.union1d(x[1], x[2]) end,
   where = function(x) return tensor.where(x), tensor.where(tensor.ne(x, 0), x, x[1]), tensor.isin(x, x[1]) end,
   nanToNum = function(x) return tensor.nanToNum(x), tensor.allclose(x, x) end,
}

describe('what moves elements', function()
   for name, move in pairs(moves) do
      it(name .. ' does so for every type', function()
         local x = tensor.FloatTensor { { 1, 0, 1 }, { 0, 0, 1 } }
         local expected = pack(move(x))
         for _, dtype in ipairs(dtypes) do
            local got = pack(move(x:to(dtype)))
            for k = 1, expected.n do equal(expected[k], got[k], dtype) end
         end
      end)
   end

   it('leaves shuffled slices whole', function()
      local x = tensor.BoolTensor { { true, true }, { false, false }, { true, true } }
      x:shuffle()
      assert(tensor.equal(x:select(2, 1), x:select(2, 2)))
      assert.equal(2, tensor.countNonzero(x:select(2, 1)))
   end)
end)

describe('of other types', function()
   it('sums of Bools are logical, quotients and copies floating', function()
      local b = tensor.BoolTensor { { true, false }, { true, false } }
      equal(tensor.BoolTensor { { true, false } }, tensor.sum(b, 1))
      equal(tensor.BoolTensor { { true } }, tensor.sum(b, { 1, 2 }))
      equal(tensor.FloatTensor { { 1, 0 }, { 1, 0 } }, tensor.trueDivide(b, tensor.BoolTensor { { true, true } }))
      equal(tensor.FloatTensor { { 1, 0 }, { 1, 0 } }, b:to 'float')
   end)

   it('complex ones are no floating points, but signed', function()
      assert.is_false(tensor.isFloatingPoint(tensor.ComplexFloatTensor(2)))
      assert.is_true(tensor.isSigned(tensor.ComplexFloatTensor(2)))
   end)
end)

-- Each a list of calls that mean the same: the name, then the arguments without and with what may be left out.
local x, v = tensor.range(1, 6):view(2, 3) / 2, tensor.FloatTensor { 3, 1, 2 }
local z = tensor.complex(x, x)
local spd = tensor.FloatTensor { { 4, 1 }, { 1, 3 } }
local defaults = {
   { 'rot90', { x }, { x, 1, { 1, 2 } } }, { 'diagEmbed', { x }, { x, 0, 2, 3 } }, { 'diagflat', { v }, { v, 0 } },
   { 'pad', { x, { 1, 1 } }, { x, { 1, 1 }, 'constant', 0 } }, { 'flatten', { x }, { x, 1, 2 } },
   { 'repeatInterleave', { v, 2 }, { v, 2, 1 } }, { 'takeAlongDim', { v, counts + 1 }, { v, counts + 1, 1 } },
   { 'combinations', { v }, { v, 2, false } }, { 'tensorSplit', { x, 2 }, { x, 2, 1 } },
   { 'cumulativeTrapezoid', { x }, { x, 1, 2 } }, { 'nanargmax', { v }, { v, 1 } }, { 'nanargmin', { v }, { v, 1 } },
   { 'nanstd', { v }, { v, false } }, { 'varMean', { v }, { v, false } },
   { 'uniqueConsecutive', { v }, { v, { inverse = false } } }, { 'rfftfreq', { 5 }, { 5, 1 } },
   { 'fft', { x }, { x, 3, 2, 'backward' } }, { 'fft2', { x }, { x, { 2, 3 }, { 1, 2 }, 'backward' } },
   { 'fftn', { x }, { x, { 2, 3 }, { 1, 2 }, 'backward' } }, { 'rfft', { x }, { x, 3, 2, 'backward' } },
   { 'rfft2', { x }, { x, { 2, 3 }, { 1, 2 }, 'backward' } }, { 'rfftn', { x }, { x, { 2, 3 }, { 1, 2 }, 'backward' } },
   { 'irfft', { z }, { z, 4, 2, 'backward' } }, { 'eigh', { spd }, { spd, 'L' } },
   { 'choleskySolve', { spd, tensor.cholesky(spd) }, { spd, tensor.cholesky(spd), false } },
}

describe('arguments that are left out', function()
   for _, case in ipairs(defaults) do
      it('have their values in ' .. case[1], function()
         local f, unpack = tensor[case[1]], table.unpack or unpack
         local short, long = pack(f(unpack(case[2]))), pack(f(unpack(case[3])))
         if case[1]:find '^nanarg' then long = { n = 1, long[1][1] } end -- along a dimension, a tensor
         assert.equal(short.n, long.n)
         for k = 1, short.n do equal(short[k], long[k]) end
      end)
   end

   it('of draws are a generator, replacement and equal chances', function()
      local g, unpack = tensor.Generator(), table.unpack or unpack
      local function drawn(name, ...)
         local arguments = { ... }
         tensor.manualSeed(g, 5)
         tensor.manualSeed(5)
         return tensor[name](g, unpack(arguments)), tensor[name](unpack(arguments))
      end
      equal(drawn('binomial', tensor.LongTensor { 5, 9 }, tensor.FloatTensor { 0.5, 0.1 }))
      equal(drawn('choice', v, 4, true, tensor.FloatTensor { 0.5, 0.25, 0.25 }))
      assert.equal('double', tensor.randLike(v, { dtype = 'double' }).dtype)
   end)
end)
