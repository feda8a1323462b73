-- blas.lua: the BLAS and LAPACK library that the module has opened, called by LuaJIT's FFI with the arguments that the
-- module gives it. Rows that spend their time in the library are judged by this: what is above 1 is the module's own.
-- It computes for the same core, since the module has loaded it (doc/hosts.md). Matrices are given as the library wants
-- them, column by column; what it overwrites is copied first, which is timed.
local tensor, threads = ...
local ffi = require 'ffi'

ffi.cdef [[
void openblas_set_num_threads(int);
const char *openblas_get_config(void);
void sgemm_(const char *, const char *, const int *, const int *, const int *, const float *, const float *,
            const int *, const float *, const int *, const float *, float *, const int *, size_t, size_t);
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *, size_t, size_t);
void sgemv_(const char *, const int *, const int *, const float *, const float *, const int *, const float *,
            const int *, const float *, float *, const int *, size_t);
void sger_(const int *, const int *, const float *, const float *, const int *, const float *, const int *, float *,
           const int *);
void sgetrf_(const int *, const int *, float *, const int *, int *, int *);
void sgetri_(const int *, float *, const int *, const int *, float *, const int *, int *);
void sgetrs_(const char *, const int *, const int *, const float *, const int *, const int *, float *, const int *,
             int *, size_t);
void sgesdd_(const char *, const int *, const int *, float *, const int *, float *, float *, const int *, float *,
             const int *, float *, const int *, int *, int *, size_t);
void ssyevd_(const char *, const char *, const int *, float *, const int *, float *, float *, const int *, int *,
             const int *, int *, size_t, size_t);
void sgeqrf_(const int *, const int *, float *, const int *, float *, float *, const int *, int *);
void sorgqr_(const int *, const int *, const int *, float *, const int *, const float *, float *, const int *, int *);
void spotrf_(const char *, const int *, float *, const int *, int *, size_t);
]]

-- Its path, from the files that this process has mapped once the module has solved something.
local function path_of_library()
   tensor.gesv(tensor.ones(1, 1), tensor.ones(1, 1))
   local best
   for line in io.lines '/proc/self/maps' do
      local path = line:match '(/[^%s]*blas[^/%s]*)$' or line:match '(/[^%s]*mkl_rt[^/%s]*)$'
      best = best or path
   end
   return best or error 'the module has opened no BLAS library'
end

local path = path_of_library()
local library = ffi.load(path)

local ints, floats, doubles = ffi.typeof 'int[1]', ffi.typeof 'float[1]', ffi.typeof 'double[1]'
local info, one = ints(), ints(1)
local blas = { about = path:match '[^/]*$' }
pcall(function() -- OpenBLAS only
   library.openblas_set_num_threads(threads)
   blas.about = ffi.string(library.openblas_get_config())
end)

-- c = a b of row-major n x n matrices: the library, which counts by columns, computes b' a'.
function blas.gemm(c, a, b, n, double)
   local size, real = ints(n), double and doubles or floats
   local f = double and library.dgemm_ or library.sgemm_
   f('N', 'N', size, size, size, real(1), b:data(), size, a:data(), size, real(0), c:data(), size, 1, 1)
end

-- y = a x of a row-major n x n matrix.
function blas.gemv(y, a, x, n)
   local size = ints(n)
   library.sgemv_('T', size, size, floats(1), a:data(), size, x:data(), one, floats(0), y:data(), one, 1)
end

-- a = a + x y' of a row-major n x n matrix.
function blas.ger(a, x, y, n)
   local size = ints(n)
   library.sger_(size, size, floats(1), y:data(), one, x:data(), one, a:data(), size)
end

-- A LAPACK routine f(work, lwork): it is first asked how much work space it wants, then runs with it.
local function with_workspace(f)
   local wanted = floats()
   f(wanted, ints(-1))
   local length = math.max(1, tonumber(wanted[0]))
   local work, size = ffi.new('float[?]', length), ints(length)
   return function() f(work, size) end
end

-- What copies from to to; it keeps both, since their addresses alone keep no memory alive.
local function copied(to, from)
   local bytes = from:nElement() * 4
   return function() ffi.copy(to:data(), from:data(), bytes) end
end

-- Each of the following takes n x n matrices and returns a function that runs the routine on copies, as its own result.

function blas.gesv(x, a, b, n)
   local lu, pivots, size = a:clone(), ffi.new('int[?]', n), ints(n)
   local copy_a, copy_b = copied(lu, a), copied(x, b)
   return function()
      copy_a()
      copy_b()
      library.sgetrf_(size, size, lu:data(), size, pivots, info)
      library.sgetrs_('N', size, size, lu:data(), size, pivots, x:data(), size, info, 1)
   end
end

function blas.inverse(x, a, n)
   local pivots, size, copy = ffi.new('int[?]', n), ints(n), copied(x, a)
   local invert = with_workspace(function(work, lwork)
      library.sgetri_(size, x:data(), size, pivots, work, lwork, info)
   end)
   return function()
      copy()
      library.sgetrf_(size, size, x:data(), size, pivots, info)
      invert()
   end
end

function blas.svd(s, a, n)
   local work_a, u, v, size = a:clone(), a:clone(), a:clone(), ints(n)
   local copy, iwork = copied(work_a, a), ffi.new('int[?]', 8 * n)
   local run = with_workspace(function(work, lwork)
      library.sgesdd_('S', size, size, work_a:data(), size, s:data(), u:data(), size, v:data(), size, work, lwork,
         iwork, info, 1)
   end)
   return function()
      copy()
      run()
   end
end

function blas.symeig(values, a, n)
   local vectors, size = a:clone(), ints(n)
   local copy, iwork = copied(vectors, a), ffi.new('int[?]', 3 + 5 * n)
   local liwork = ints(3 + 5 * n)
   local run = with_workspace(function(work, lwork)
      library.ssyevd_('V', 'U', size, vectors:data(), size, values:data(), work, lwork, iwork, liwork, info, 1, 1)
   end)
   return function()
      copy()
      run()
   end
end

-- r: the triangle in its place, the rest undefined; q is made too, in a matrix of its own.
function blas.qr(r, a, n)
   local q, tau, size = a:clone(), ffi.new('float[?]', n), ints(n)
   local copy_a, copy_q = copied(r, a), copied(q, r)
   local factor = with_workspace(function(work, lwork)
      library.sgeqrf_(size, size, r:data(), size, tau, work, lwork, info)
   end)
   local unpack_q = with_workspace(function(work, lwork)
      library.sorgqr_(size, size, size, q:data(), size, tau, work, lwork, info)
   end)
   return function()
      copy_a()
      factor()
      copy_q()
      unpack_q()
   end
end

-- The lower triangle as rows are counted, which is the upper one for the library.
function blas.potrf(x, a, n)
   local copy, size = copied(x, a), ints(n)
   return function()
      copy()
      library.spotrf_('U', size, x:data(), size, info, 1)
   end
end

return blas
