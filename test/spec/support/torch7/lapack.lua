-- lapack.lua: checks results of Torch7's LAPACK functions. check[name](results, operands ...) computes in plain
-- Lua pairs of tensors that must be equal.
local plain = require 'spec.support.torch7.plain'
local reduce = require 'spec.support.torch7.reduce'

local check = {}

local function times(...)
   local product = (...)
   for i = 2, select('#', ...) do product = reduce.mm(nil, product, (select(i, ...))) end
   return product
end
local function turned(x)
   return plain.make(x.type, { x.size[2], x.size[1] }, function(index) return plain.at(x, index[2], index[1]) end)
end
local function diagonal(s)
   return plain.make(s.type, { #s, #s }, function(index) return index[1] == index[2] and s[index[1]] or 0 end)
end
local function unit(x, n)
   return plain.make(x.type, { n, n }, function(index) return index[1] == index[2] and 1 or 0 end)
end
local function triangle(x, upper, ones)
   return plain.make(x.type, x.size, function(index, k)
      if index[1] == index[2] then return ones and 1 or x[k] end
      return (index[1] < index[2]) == upper and x[k] or 0
   end)
end
local function orthogonal(x) return { times(turned(x), x), unit(x, x.size[2]) } end
local function columns(x, n)
   return plain.make(x.type, { x.size[1], n }, function(index) return plain.at(x, index) end)
end
-- The symmetric matrix that one triangle stands for.
local function symmetric(x, uplo)
   return plain.make(x.type, x.size, function(index)
      local i, j = index[1], index[2]
      if (i < j) ~= (uplo == 'U') then i, j = j, i end
      return plain.at(x, i, j)
   end)
end

function check.gesv(r, b, a) return { times(a, r[1]), b } end
function check.trtrs(r, b, a, uplo, trans, diag)
   local t = triangle(a, uplo == 'U', diag == 'U')
   return { times(trans == 'T' and turned(t) or t, r[1]), b }, { r[2], a }
end
-- The normal equations of least squares.
function check.gels(r, b, a) return { times(turned(a), a, r[1]), times(turned(a), b) } end
function check.inverse(r, a) return { times(a, r[1]), unit(a, a.size[1]) } end
function check.symeig(r, a, job, uplo)
   local s, trace, total = symmetric(a, uplo), 0, 0
   for i = 1, a.size[1] do
      trace = trace + plain.at(s, i, i)
      total = total + r[1][i]
   end
   assert(r[1][1] <= r[1][2] and math.abs(trace - total) < 1e-4)
   if job == 'N' then return end
   return { times(s, r[2]), times(r[2], diagonal(r[1])) }, orthogonal(r[2])
end
-- The sample has real eigenvalues only.
function check.eig(r, a, job)
   local values, trace, total = { type = a.type, size = { a.size[1] } }, 0, 0
   for i = 1, a.size[1] do
      values[i] = plain.at(r[1], i, 1)
      assert(plain.at(r[1], i, 2) == 0)
      trace, total = trace + plain.at(a, i, i), total + values[i]
   end
   assert(math.abs(trace - total) < 1e-4)
   if job == 'V' then return { times(a, r[2]), times(r[2], diagonal(values)) } end
end
function check.svd(r, a, job)
   local k = #r[2]
   assert(r[1].size[2] == (job == 'A' and a.size[1] or k))
   return { times(columns(r[1], k), diagonal(r[2]), turned(columns(r[3], k))), a }, orthogonal(r[1]), orthogonal(r[3])
end
function check.qr(r, a) return { times(r[1], r[2]), a }, orthogonal(r[1]), { r[2], triangle(r[2], true) } end

-- The product of the reflections stored below the diagonal: Q of the result of geqrf.
local function whole_q(a, tau)
   local n = a.size[1]
   local q = unit(a, n)
   for k = 1, #tau do
      local v = plain.make(a.type, { n, 1 }, function(index)
         return index[1] < k and 0 or index[1] == k and 1 or plain.at(a, index[1], k)
      end)
      local outer = times(v, turned(v))
      q = times(q, plain.map(unit(a, n), function(x, i) return x - tau[k] * outer[i] end))
   end
   return q
end
function check.geqrf(r, a)
   return { times(whole_q(r[1], r[2]), triangle(r[1], true)), a }
end
function check.orgqr(r, a, tau) return { r[1], columns(whole_q(a, tau), a.size[2]) } end
function check.ormqr(r, a, tau, c, side, trans)
   local q = whole_q(a, tau)
   if trans == 'T' then q = turned(q) end
   return { r[1], side == 'L' and times(q, c) or times(c, q) }
end

local function square(factor, uplo)
   if uplo == 'U' then return times(turned(triangle(factor, true)), triangle(factor, true)) end
   return times(triangle(factor, false), turned(triangle(factor, false)))
end
function check.potrf(r, a, uplo) return { square(r[1], uplo), symmetric(a, uplo) } end
function check.potri(r, factor, uplo) return { times(r[1], square(factor, uplo)), unit(factor, factor.size[1]) } end
function check.potrs(r, b, factor, uplo) return { times(square(factor, uplo), r[1]), b } end
function check.pstrf(r, a, uplo)
   local s = symmetric(a, uplo)
   return { square(r[1], uplo), plain.make(a.type, a.size, function(index)
      return plain.at(s, r[2][index[1]], r[2][index[2]])
   end) }
end

return check
