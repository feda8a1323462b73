-- A script for Torch7: a test suite as packages have it: a table of functions, a tester, a loop over types, and
-- a report.
require 'torch'

local mytester
local torchtest = torch.TestSuite()
local msize = 7
local precision = 1e-10

local function maxdiff(x, y)
   local d = x - y
   if x:type() == 'torch.DoubleTensor' or x:type() == 'torch.FloatTensor' then return d:abs():max() end
   return math.max(math.abs(d:min()), math.abs(d:max()))
end

function torchtest.max()
   local x = torch.rand(msize, msize)
   local mx, ix = torch.max(x, 1)
   local mxx, ixx = torch.Tensor(), torch.LongTensor()
   torch.max(mxx, ixx, x, 1)
   mytester:asserteq(maxdiff(mx, mxx), 0, 'torch.max value')
   mytester:asserteq(maxdiff(ix, ixx), 0, 'torch.max index')
   for i = 1, msize do
      mytester:assert(x[ix[1][i]][i] == mx[1][i], 'position')
      mytester:assert(x:select(2, i):max() == mx[1][i], 'column')
   end
end

function torchtest.renormalise()
   local x = torch.randn(msize, 5, 3)
   local norms = torch.norm(x:view(msize, -1), 2, 2):squeeze()
   local limit = torch.mean(norms)
   local y = torch.renorm(x, 2, 1, limit)
   for i = 1, msize do
      mytester:assertlt(math.abs(y[i]:norm() - math.min(norms[i], limit)), 1e-5, 'slice ' .. i)
   end
end

function torchtest.mvAndViews()
   local A, v = torch.randn(msize, 4), torch.randn(4)
   local expected = torch.zeros(msize)
   for i = 1, msize do for j = 1, 4 do expected[i] = expected[i] + A[i][j] * v[j] end end
   mytester:assertTensorEq(torch.mv(A, v), expected, precision, 'mv')
   mytester:assertTensorEq(A * v, expected, precision, 'operator')
   mytester:assertTensorEq(A:t():t() * v, expected, precision, 'transposed twice')
   mytester:eq(torch.mv(A:narrow(1, 2, 3), v), expected[{{2, 4}}], precision)
   mytester:ne(torch.mv(A, v * 2), expected, precision)
end

function torchtest.convolution()
   local x, k = torch.rand(8, 9), torch.rand(3, 2)
   local full = torch.conv2(x, k, 'F')
   local valid = torch.conv2(x, k)
   mytester:assertTensorEq(full:narrow(1, 3, 6):narrow(2, 2, 8), valid, precision, 'part of the full one')
   local turned = k:clone()
   for i = 1, 3 do for j = 1, 2 do turned[i][j] = k[4 - i][3 - j] end end
   mytester:assertTensorEq(torch.xcorr2(x, turned), valid, precision, 'turned kernel')
   mytester:asserteq(#torch.conv2(torch.rand(2, 8, 9), torch.rand(4, 2, 3, 2)):size(), 3, 'planes')
end

function torchtest.sortAndKth()
   local x = torch.randperm(50)
   local sorted, at = torch.sort(x)
   mytester:assertTensorEq(sorted, torch.range(1, 50), 0)
   mytester:assertTensorEq(x:index(1, at), sorted, 0)
   for k = 1, 50, 7 do mytester:asserteq(torch.kthvalue(x, k)[1], k) end
   mytester:asserteq(torch.median(x)[1], 25)
   mytester:asserteq(torch.mode(torch.Tensor{3, 1, 3, 2})[1], 3)
end

function torchtest.linearAlgebra()
   local A, B = torch.randn(5, 5) + torch.eye(5) * 5, torch.randn(5, 2)
   local X = torch.gesv(B, A)
   mytester:assertlt((A * X - B):abs():max(), 1e-12)
   mytester:assertlt((torch.inverse(A) * A - torch.eye(5)):abs():max(), 1e-12)
   local u, s, v = torch.svd(A)
   mytester:assertlt((u * torch.diag(s) * v:t() - A):abs():max(), 1e-12)
   local e, V = torch.symeig(A * A:t(), 'V')
   mytester:assertTensorEq(torch.sort(e, 1, true), torch.pow(s, 2), 1e-10)
   mytester:assertlt((V:t() * V - torch.eye(5)):abs():max(), 1e-12)
   local q, r = torch.qr(A)
   mytester:assertTensorEq(q * r, A, 1e-12)
   local ch = torch.potrf(A * A:t(), 'L')
   mytester:assertTensorEq(ch * ch:t(), A * A:t(), 1e-11)
end

function torchtest.typesAndStorages()
   for _, name in ipairs{'Byte', 'Char', 'Short', 'Int', 'Long', 'Float', 'Double'} do
      local tensortype, storagetype = 'torch.' .. name .. 'Tensor', 'torch.' .. name .. 'Storage'
      local x = torch.getmetatable(tensortype).new(2, 3):fill(3)
      mytester:asserteq(x:type(), tensortype)
      mytester:asserteq(torch.typename(x:storage()), storagetype)
      mytester:asserteq(x:sum(), 18)
      mytester:asserteq(x:double():mean(), 3)
      local y = torch.Tensor(2, 3):type(tensortype):copy(x)
      mytester:eq(x, y)
      y[1][1] = 5
      mytester:ne(x, y)
      x:apply(function(v) return v + 1 end)
      mytester:asserteq(x[2][3], 4)
      mytester:asserteq(x:storage():size(), 6)
      mytester:asserteq(x:storage()[6], 4)
   end
   local default = torch.getdefaulttensortype()
   torch.setdefaulttensortype('torch.FloatTensor')
   mytester:asserteq(torch.Tensor(2):type(), 'torch.FloatTensor')
   torch.setdefaulttensortype(default)
   mytester:asserteq(torch.Tensor(2):type(), default)
end

function torchtest.errors()
   mytester:assertError(function() torch.Tensor(2):resize(-3) end, 'negative size')
   mytester:assertError(function() torch.mm(torch.ones(2, 3), torch.ones(2, 3)) end)
   mytester:assertErrorPattern(function() error 'some text' end, 'some')
   mytester:assertNoError(function() return torch.ones(3):resize(0) end)
   mytester:assert(not pcall(torch.index, torch.ones(3), 1, torch.LongTensor{4}))
end

function torchtest.indexing()
   local x = torch.range(1, 24):resize(4, 6)
   mytester:asserteq(x[2][3], 9)
   mytester:asserteq(x[{2, 3}], 9)
   mytester:asserteq(x[{-1, -1}], 24)
   mytester:assertTableEq(x[{{2, 3}, 1}]:totable(), {7, 13})
   mytester:assertTableEq(x[{{}, {6}}]:size():totable(), {4, 1})
   mytester:asserteq(x[x:gt(20)]:sum(), 21 + 22 + 23 + 24)
   x[x:le(6)] = 0
   mytester:asserteq(x[1]:sum(), 0)
   x[{{}, 2}] = torch.ones(4)
   mytester:asserteq(x:select(2, 2):sum(), 4)
   local y = torch.zeros(3, 4):indexAdd(1, torch.LongTensor{1, 1, 3}, torch.ones(3, 4))
   mytester:assertTensorEq(y:sum(2):squeeze(), torch.Tensor{8, 0, 4}, 0)
   mytester:asserteq(torch.cat(x, x, 1):size(1), 8)
   for i, chunk in ipairs(x:chunk(2, 2)) do mytester:asserteq(chunk:size(2), 3, 'chunk ' .. i) end
end

function torchtest.sampling()
   torch.manualSeed(11)
   local first = torch.randn(3)
   torch.manualSeed(11)
   mytester:assertTensorEq(torch.randn(3), first, 0)
   local counts = torch.zeros(3)
   local draws = torch.multinomial(torch.Tensor{0.2, 0, 0.8}, 500, true)
   draws:apply(function(k) counts[k] = counts[k] + 1 end)
   mytester:asserteq(counts[2], 0)
   mytester:assertlt(math.abs(counts[3] / 500 - 0.8), 0.1)
   mytester:assertTensorEq(torch.histc(draws:double(), 3, 1, 3), counts, 0)
   local gen = torch.Generator()
   torch.manualSeed(gen, 11)
   mytester:asserteq(torch.uniform(gen), (function() torch.manualSeed(11) return torch.uniform() end)())
   mytester:asserteq(torch.randperm(10):sum(), 55)
end

torch.setheaptracking(true)
mytester = torch.Tester()
mytester:add(torchtest)
mytester:run(arg[1] and {arg[1]} or nil)
