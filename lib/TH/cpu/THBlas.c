/*
** Dense products on pointers: checks the arguments, then chooses who computes: a kernel of the SIMD
** level, a BLAS library, or the built-in code (loops/THBlas.c).
*/
#include "TH/cpu/THBlas.h"

#include <limits.h>
#include <string.h>

#include "TH/backend/THProductChapter.h"
#include "TH/base/THError.h"
#include "TH/cpu/THBlasLibrary.h"
#include "TH/cpu/THCpu.h"
#include "TH/cpu/THProducts.h"
#include "TH/memory/THAllocator.h"

/* --- the built-in code --- */

/*
** A block of C and the packed parts of its factors take 40 KB of stack: about a level-1 cache, and
** no memory to run out of. GROUP x GROUP sums fit the registers of any processor.
*/
enum { GROUP = 4, GROUPS = 8, BLOCK = GROUP * GROUPS, BLOCK_K = 64, LANES = 16 };
#define TH_BLAS_MIN(a, b) ((a) < (b) ? (a) : (b))

#define TH_GENERIC_FILE "TH/cpu/loops/THBlas.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

static const struct Builtin {
  void (*gemm)(const THProduct *);
  void (*gemv)(const THProduct *);
  void (*ger)(const THProduct *);
  THNumber (*dot)(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy);
} builtin[TH_NUM_BUILT] = {
#define X(Name, CODE, type, kind) \
  [TH_##CODE] = {TH##Name##Blas_gemm, TH##Name##Blas_gemv, TH##Name##Blas_ger, TH##Name##Blas_dot},
  TH_FORALL_DTYPES(X)
#undef X
};

/* --- the drivers: check, convert the scalars, choose --- */
typedef union Element { double d; int64_t i; } Element; /* room for one of any dtype */

static int check_dtype(const char *op, int dtype)
{
  if (dtype > TH_UNDEFINED && dtype < TH_NUM_BUILT) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: not defined for %s elements", op, THDtype_traits(dtype)->name);
}

static int check_trans(const char *op, char trans, int *transposed)
{
  *transposed = trans == 'T' || trans == 't';
  if (*transposed || trans == 'N' || trans == 'n') return TH_OK;
  return th_fail(TH_EINVAL, "%s: transposition is 'N' or 'T', not character %d", op, trans);
}

static int check_size(const char *op, int64_t size)
{
  if (size >= 0) return TH_OK;
  return th_fail(TH_EINVAL, "%s: a size is negative (%" PRId64 ")", op, size);
}

static int check_increment(const char *op, int64_t increment, int64_t least)
{
  if (increment >= least) return TH_OK;
  return th_fail(TH_EINVAL, "%s: an increment is %" PRId64 ", at least %" PRId64 " is needed", op,
                 increment, least);
}

/* BLAS checks the leading dimension of a single column too, where the caller may pass anything. */
static int check_leading(const char *op, int64_t rows, int64_t columns, int64_t *leading)
{
  const int64_t least = rows > 1 ? rows : 1;
  if (columns <= 1) *leading = least;
  if (*leading >= least) return TH_OK;
  return th_fail(TH_EINVAL, "%s: leading dimension %" PRId64 " of a matrix of %" PRId64 " rows", op,
                 *leading, rows);
}

/* Narrow all values to the integers of BLAS. Returns 0 if one does not fit. */
static int narrow_all(int *to, const int64_t *from, int count)
{
  for (int i = 0; i < count; i++) {
    if (from[i] > INT_MAX) return 0;
    to[i] = (int)from[i];
  }
  return 1;
}

static THProductEntry kernel_of(int dtype)
{
  const THProductEntry *entries = THTables_entries(THCpu_tables(), TH_CHAPTER_PRODUCT, dtype);
  return entries && !THBlasLibrary_isNamed() ? entries[TH_OP_product] : NULL;
}

int THBlas_hasKernel(int dtype)
{
  return kernel_of(dtype) != NULL;
}

/* Run the kernel with room for a part of A: on the stack, or from the allocator for large
   products. */
void th_runKernel(int dtype, THProduct g)
{
  enum { ROOM = 64 << 10, LARGE = 512 << 10 };
  const THAllocator *memory = TH_defaultAllocator();
  const int64_t bytes = g.m * g.k * THDtype_traits(dtype)->size;
  _Alignas(TH_ALIGN) char room[ROOM];
  char *large = bytes > ROOM ? memory->alloc(memory->context, LARGE) : NULL;
  g.room = large ? large : room;
  g.roomBytes = large ? LARGE : ROOM;
  kernel_of(dtype)(&g);
  if (large) memory->free(memory->context, large, LARGE);
}

/* OpenBLAS 0.3.21 reads A and B (AVX-512) even if alpha is 0 or the sum is empty: NaN, not 0. */
int THBlas_gemm(int dtype, char transa, char transb, int64_t m, int64_t n, int64_t k,
                THNumber alpha, const void *a, int64_t lda, const void *b, int64_t ldb,
                THNumber beta, void *c, int64_t ldc)
{
  int ta, tb, d[6];
  Element scale, keep;
  TH_TRY(check_dtype("gemm", dtype));
  TH_TRY(check_trans("gemm", transa, &ta));
  TH_TRY(check_trans("gemm", transb, &tb));
  TH_TRY(check_size("gemm", m));
  TH_TRY(check_size("gemm", n));
  TH_TRY(check_size("gemm", k));
  TH_TRY(check_leading("gemm", ta ? k : m, ta ? m : k, &lda));
  TH_TRY(check_leading("gemm", tb ? n : k, tb ? k : n, &ldb));
  TH_TRY(check_leading("gemm", m, n, &ldc));
  if (m == 0 || n == 0) return TH_OK;
  THDtype_store(dtype, &scale, alpha);
  THDtype_store(dtype, &keep, beta);
  const THProduct g = {
    .m = m, .n = n, .k = k, .alpha = &scale, .beta = &keep, .a = a, .b = b, .c = c,
    .ai = ta ? lda : 1, .ap = ta ? 1 : lda, .bp = tb ? ldb : 1, .bj = tb ? 1 : ldb,
    .ci = 1, .cj = ldc};
  const int reads = k > 0 && TH_asReal(THDtype_load(dtype, &scale)) != 0;
  if (reads && kernel_of(dtype)) {
    th_runKernel(dtype, g);
    return TH_OK;
  }
  const THBlasLibrary *lib = THBlasLibrary_of(dtype);
  if (lib && reads && narrow_all(d, (int64_t[]){m, n, k, lda, ldb, ldc}, 6)) {
    lib->gemm[dtype == TH_DOUBLE](ta ? "T" : "N", tb ? "T" : "N", d, d + 1, d + 2, &scale, a, d + 3,
                                  b, d + 4, &keep, c, d + 5, 1, 1);
    return TH_OK;
  }
  builtin[dtype].gemm(&g);
  return TH_OK;
}

/* Libraries leave y as it is when the sum is empty, and some keep a NaN of y when beta is 0. */
int THBlas_gemv(int dtype, char trans, int64_t m, int64_t n, THNumber alpha,
                const void *a, int64_t lda, const void *x, int64_t incx, THNumber beta,
                void *y, int64_t incy)
{
  int t, d[5];
  Element scale, keep;
  TH_TRY(check_dtype("gemv", dtype));
  TH_TRY(check_trans("gemv", trans, &t));
  TH_TRY(check_size("gemv", m));
  TH_TRY(check_size("gemv", n));
  TH_TRY(check_leading("gemv", m, n, &lda));
  TH_TRY(check_increment("gemv", incx, 0));
  TH_TRY(check_increment("gemv", incy, 1));
  THDtype_store(dtype, &scale, alpha);
  THDtype_store(dtype, &keep, beta);
  THProduct g = {
    .m = t ? n : m, .n = 1, .k = t ? m : n, .alpha = &scale, .beta = &keep, .a = a, .b = x, .c = y,
    .ai = t ? lda : 1, .ap = t ? 1 : lda, .bp = incx, .ci = incy};
  const THBlasLibrary *lib = THBlasLibrary_of(dtype);
  if (!lib || !m || !n || !incx || !narrow_all(d, (int64_t[]){m, n, lda, incx, incy}, 5)) {
    builtin[dtype].gemv(&g);
    return TH_OK;
  }
  if (TH_asReal(THDtype_load(dtype, &keep)) == 0) {
    g.k = 0;
    builtin[dtype].gemv(&g);
  }
  lib->gemv[dtype == TH_DOUBLE](t ? "T" : "N", d, d + 1, &scale, a, d + 2, x, d + 3, &keep, y,
                                d + 4, 1);
  return TH_OK;
}

int THBlas_ger(int dtype, int64_t m, int64_t n, THNumber alpha, const void *x, int64_t incx,
               const void *y, int64_t incy, void *a, int64_t lda)
{
  int d[5];
  Element scale;
  TH_TRY(check_dtype("ger", dtype));
  TH_TRY(check_size("ger", m));
  TH_TRY(check_size("ger", n));
  TH_TRY(check_increment("ger", incx, 0));
  TH_TRY(check_increment("ger", incy, 0));
  TH_TRY(check_leading("ger", m, n, &lda));
  THDtype_store(dtype, &scale, alpha);
  const THBlasLibrary *lib = THBlasLibrary_of(dtype);
  if (lib && m && n && incx && incy && narrow_all(d, (int64_t[]){m, n, incx, incy, lda}, 5)) {
    lib->ger[dtype == TH_DOUBLE](d, d + 1, &scale, x, d + 2, y, d + 3, a, d + 4);
    return TH_OK;
  }
  builtin[dtype].ger(&(THProduct){
    .m = m, .n = n, .k = 1, .alpha = &scale, .a = x, .b = y, .c = a,
    .ai = incx, .bj = incy, .ci = 1, .cj = lda});
  return TH_OK;
}

int THBlas_dot(int dtype, int64_t n, const void *x, int64_t incx,
               const void *y, int64_t incy, THNumber *result)
{
  int d[3];
  TH_TRY(check_dtype("dot", dtype));
  TH_TRY(check_size("dot", n));
  TH_TRY(check_increment("dot", incx, 0));
  TH_TRY(check_increment("dot", incy, 0));
  const THBlasLibrary *lib = THBlasLibrary_of(dtype);
  if (lib && n && incx && incy && narrow_all(d, (int64_t[]){n, incx, incy}, 3)) {
    *result = TH_real(dtype == TH_DOUBLE ? lib->ddot(d, x, d + 1, y, d + 2)
                                         : (double)lib->sdot(d, x, d + 1, y, d + 2));
    return TH_OK;
  }
  *result = builtin[dtype].dot(n, x, incx, y, incy);
  if (dtype == TH_BOOL) result->integer = result->integer != 0;
  return TH_OK;
}
