-- product.lua: checks that every call of calls.lua, at every place of places.lua, gives the same bits on all
-- SIMD levels and numbers of threads.
local tensor = require 'tensor'
local calls = require 'spec.support.calls'
local formats = require 'spec.support.formats'
local places = require 'spec.support.places'

local unpack = table.unpack or unpack
local library = os.getenv 'TH_BLAS' ~= 'builtin'
local product = {}

local function same_numbers(a, b)
   return a == b and (a ~= 0 or 1 / tonumber(a) == 1 / tonumber(b)) or (a ~= a and b ~= b)
end

local same_tensors
function same_tensors(a, b)
   if not a:isSameSizeAs(b) or a:type() ~= b:type() then return false end
   if a:nElement() == 0 then return true end
   if a:isComplex() then return same_tensors(a:real(), b:real()) and same_tensors(a:imag(), b:imag()) end
   local differing = a:ne(b):long():sum()
   if not formats.of[a:type():match '^torch%.(%w+)Tensor$':lower()].floating then return differing == 0 end
   local nans = a:isnan():long():sum()
   if differing ~= nans or b:isnan():long():sum() ~= nans then return false end
   return tensor.cinv(a):ne(tensor.cinv(b)):long():sum() == nans -- zeros have the same sign
end

-- True if two lists of results have the same bits; all NaNs count as equal.
local function same(a, b)
   if #a ~= #b then return false end
   for i, x in ipairs(a) do
      local compare = tensor.isTensor(x) and same_tensors or same_numbers
      if tensor.isTensor(b[i]) ~= tensor.isTensor(x) or not compare(x, b[i]) then return false end
   end
   return true
end

-- Runs a call. Operands are made, and results compared, alike in every run. made: the results of another run.
local function run(call, at, level, threads, made)
   local arguments = call.make(at)
   local given = made and call.results > 0 and at.offset > 0 and at:results(made) or {}
   for _, x in ipairs(arguments) do given[#given + 1] = x end
   tensor.setSimd(level)
   tensor.setnumthreads(threads)
   local results = { pcall(call.run, unpack(given)) }
   tensor.setSimd 'base'
   tensor.setnumthreads(1)
   return table.remove(results, 1), results
end

product.run, product.same = run, same

-- BLAS and LAPACK may give any bits. An outer product does not, because it adds nothing up.
local function is_free(call, at)
   if call.name == 'inverse' then return library and at.letters.m > 8 end
   if call.chapter ~= 'linear' or call.name == 'ger' or not library then return false end
   return at.dtype == 'float' or at.dtype == 'double' or at.dtype:find '^complex' ~= nil
end

-- Compares the runs of one call, { level =, threads =, offset = }, with that on level base, one thread and
-- offset 0. Returns how many runs there were (0 if the call is not defined) and a description of a difference,
-- or nil.
function product.compare(call, at, runs)
   if is_free(call, at) then return 0 end
   at.offset = 0
   local ok, expected = run(call, at, 'base', 1)
   if not ok and tostring(expected[1]):find 'not defined for' then return 0 end
   for _, r in ipairs(ok and runs or { { level = 'base', threads = 1, offset = 0 } }) do
      local got
      at.offset = r.offset
      if ok then ok, got = run(call, at, r.level, r.threads, expected) else got = expected end
      if not ok or not same(expected, got) then
         return #runs, ('%s of %s, %s %s, %s values, offset %d, %s with %d threads: %s'):format(call.name, at.dtype,
            at.size, at.layout, at.special and 'special' or 'usual', r.offset, r.level, r.threads,
            ok and 'unlike base with 1 thread and offset 0' or tostring(got[1]))
      end
   end
   return #runs
end

-- All combinations of levels, numbers of threads and offsets.
function product.cross(levels, threads, offsets)
   local runs = {}
   for _, level in ipairs(levels) do
      for _, count in ipairs(threads) do
         for _, offset in ipairs(offsets) do runs[#runs + 1] = { level = level, threads = count, offset = offset } end
      end
   end
   return runs
end

-- Compares all calls, or those of a chapter, for one dtype, size and layout, with ordinary and with special
-- values; large tensors with ordinary ones only in reductions, where a NaN would hide everything else. Returns
-- the number of runs for each name, and a list of differences.
function product.walk(dtype, size, layout, runs, chapter)
   local compared, wrong = {}, {}
   local level, threads = tensor.getSimd(), tensor.getnumthreads()
   for _, call in ipairs(calls()) do
      local kinds = (size ~= 'large' or call.chapter == 'reduce') and { false, true } or { true }
      for _, special in ipairs(chapter and chapter ~= call.chapter and {} or kinds) do
         local at = places.new {
            dtype = dtype, size = size, layout = layout, special = special,
            generator_kind = special and 'philox' or 'mersenne',
         }
         local count, message = product.compare(call, at, runs)
         compared[call.name] = (compared[call.name] or 0) + count
         wrong[#wrong + 1] = message
      end
   end
   tensor.setSimd(level)
   tensor.setnumthreads(threads)
   return compared, wrong
end

return product
