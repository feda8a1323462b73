/*
** Dense products on pointers: checks the arguments, then chooses who computes: a kernel of the SIMD
** level, a BLAS library, or the built-in code (loops/THBlas.c).
*/
#include "TH/cpu/THBlas.h"

#include <complex.h>
#undef complex /* THTraits has a field of that name */
#include <limits.h>
#include <string.h>

#include "TH/backend/THProductChapter.h"
#include "TH/base/THError.h"
#include "TH/cpu/THBlasLibrary.h"
#include "TH/cpu/THCpu.h"
#include "TH/cpu/THProducts.h"
#include "TH/iteration/THStackBlock.h"
#include "TH/memory/THCaches.h"
#include "TH/memory/THHostAllocator.h"

/* --- the built-in code --- */

/*
** A block of C and the packed parts of its factors take 40 KB of stack: about a level-1 cache, and
** no memory to run out of. GROUP x GROUP sums fit the registers of any processor.
*/
enum { GROUP = 4, GROUPS = 8, BLOCK = GROUP * GROUPS, BLOCK_K = 64, LANES = 16 };
#define TH_BLAS_MIN(a, b) ((a) < (b) ? (a) : (b))

#define TH_GENERIC_FILE "TH/cpu/loops/THBlas.c"
#include "TH/base/types/THGenerateAllTypes.h"
#include "TH/base/types/THGenerateComplexesTypes.h"
#undef TH_GENERIC_FILE

static const struct Builtin {
  void (*gemm)(const THProduct *);
  void (*gemv)(const THProduct *);
  void (*ger)(const THProduct *);
  THNumber (*dot)(const THDot *);
} builtin[TH_NUM_DTYPES] = {
#define X(Name, CODE, type, kind) \
  [TH_##CODE] = {TH##Name##Blas_gemm, TH##Name##Blas_gemv, TH##Name##Blas_ger, TH##Name##Blas_dot},
  TH_FORALL_DTYPES(X)
  TH_FORALL_COMPLEX_DTYPES(X)
#undef X
};

/* --- the drivers: check, convert the scalars, choose --- */
typedef union Element { int64_t i; THComplexDouble z; } Element; /* room for one of any dtype */

static int check_dtype(const char *op, int dtype)
{
  if (THDtype_isBuilt(dtype) && builtin[dtype].gemm) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: not defined for %s elements", op, THDtype_traits(dtype)->name);
}

/* op of a matrix, from the character that says so. */
typedef struct Op {
  int transposes, conjugates;
  const char *letter;
} Op;

static int check_trans(const char *name, char trans, Op *op)
{
  static const Op ops[] = {{0, 0, "N"}, {1, 0, "T"}, {1, 1, "C"}};
  for (int k = 0; k < 3; k++) {
    *op = ops[k];
    if ((trans & ~0x20) == *op->letter) return TH_OK;
  }
  return th_fail(TH_EINVAL, "%s: transposition is 'N', 'T' or 'C', not character %d", name, trans);
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

/*
** Run the kernel with room for a part of A: half of the second-level cache, if A needs more than
** the stack has for it and there is memory. B is read once for each part, from further away. With
** 64 KB the rows "sgemm 1024" and "dgemm 1024" take 1.1 and 1.2 times as long where that cache has
** 2 MB, and as long where it has 1 MB.
*/
void th_runKernel(int dtype, THProduct g)
{
  enum { ROOM = 64 << 10, PANEL = 64 }; /* bytes; at least the rows of a kernel's panel */
  _Alignas(TH_ALIGN) char own[ROOM];
  const THAllocator *memory = TH_allocator();
  const double half = (double)(TH_caches()->second / 2);
  const double all = (double)(g.m + PANEL) * (double)g.k * THDtype_traits(dtype)->size;
  const size_t bytes = (size_t)(all < half ? all : half);
  char *block = bytes > ROOM ? memory->alloc(memory->context, bytes) : NULL;
  g.room = block ? block : own;
  g.roomBytes = block ? (int64_t)bytes : ROOM;
  kernel_of(dtype)(&g);
  if (block) memory->free(memory->context, block, bytes);
}

/* --- calls of a library --- */

/* The sizes of op(A) as stored, leading dimensions and increments stand in d, as the function takes
   them. */
typedef struct Call {
  const THBlasLibrary *lib;
  int dtype;
  const char *opa, *opb;
  const int *d;
  const THProduct *g;
} Call;

typedef struct DotCall {
  const THBlasLibrary *lib;
  int isDouble;
  const int *d;
  const void *x, *y;
  double *sum;
} DotCall;

/* Most calls are made right away, from values in registers. */
#define CALL_LIBRARY(function, Arguments, ...)                       \
  (THBlasLibrary_isFree() ? (function(&(Arguments){__VA_ARGS__}), 1) \
                          : THBlasLibrary_run(function, &(Arguments){__VA_ARGS__}))

static inline __attribute__((always_inline)) void call_gemm(void *argument)
{
  const Call *c = argument;
  const THProduct *g = c->g;
  const int *d = c->d;
  c->lib->gemm[THBlas_type(c->dtype)](c->opa, c->opb, d, d + 1, d + 2, g->alpha, g->a, d + 3, g->b,
                                      d + 4, g->beta, g->c, d + 5, 1, 1);
}

static inline __attribute__((always_inline)) void call_ger(void *argument)
{
  const Call *c = argument;
  const THProduct *g = c->g;
  const int *d = c->d;
  c->lib->ger[THBlas_type(c->dtype)](d, d + 1, g->alpha, g->a, d + 2, g->b, d + 3, g->c, d + 4);
}

static inline __attribute__((always_inline)) void call_dot(void *argument)
{
  const DotCall *c = argument;
  const int *d = c->d;
  *c->sum = c->isDouble ? c->lib->ddot(d, c->x, d + 1, c->y, d + 2)
                        : (double)c->lib->sdot(d, c->x, d + 1, c->y, d + 2);
}

/* --- own code, which needs a large stack --- */

typedef struct Own { int dtype, isKernel; const THProduct *g; } Own;

static void run_own(void *argument)
{
  const Own *own = argument;
  if (own->isKernel) th_runKernel(own->dtype, *own->g);
  else builtin[own->dtype].gemm(own->g);
}

/* OpenBLAS 0.3.21 reads A and B (AVX-512) even if alpha is 0 or the sum is empty: NaN, not 0. */
int THBlas_gemm(int dtype, char transa, char transb, int64_t m, int64_t n, int64_t k,
                THNumber alpha, const void *a, int64_t lda, const void *b, int64_t ldb,
                THNumber beta, void *c, int64_t ldc)
{
  int d[6];
  Op opa, opb;
  Element scale, keep;
  TH_TRY(check_dtype("gemm", dtype));
  TH_TRY(check_trans("gemm", transa, &opa));
  TH_TRY(check_trans("gemm", transb, &opb));
  const int ta = opa.transposes, tb = opb.transposes;
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
    .conja = opa.conjugates, .conjb = opb.conjugates, .ai = ta ? lda : 1, .ap = ta ? 1 : lda,
    .bp = tb ? ldb : 1, .bj = tb ? 1 : ldb, .ci = 1, .cj = ldc, .stack = 1};
  const int reads = k > 0 && !TH_isZero(THDtype_load(dtype, &scale));
  if (reads && kernel_of(dtype)) {
    th_withStack(run_own, &(Own){dtype, 1, &g});
    return TH_OK;
  }
  const THBlasLibrary *lib = THBlasLibrary_of(dtype);
  if (lib && reads && narrow_all(d, (int64_t[]){m, n, k, lda, ldb, ldc}, 6) &&
      CALL_LIBRARY(call_gemm, Call, lib, dtype, opa.letter, opb.letter, d, &g))
    return TH_OK;
  th_withStack(run_own, &(Own){dtype, 0, &g});
  return TH_OK;
}

/*
** OpenBLAS 0.3.21's gemv of complex elements reads, for 'N', the element that would follow the last
** one of x, and does not use it. That may be outside of all memory. So x gets one call without its
** last element, and one with a copy of that.
*/
static inline __attribute__((always_inline)) void call_gemv(void *argument)
{
  static const THComplexDouble one = {1, 0};
  static const THComplexFloat one_float = {1, 0};
  const Call *c = argument;
  const THProduct *g = c->g;
  const char *op = c->opa;
  const int *d = c->d;
  THGemv *gemv = c->lib->gemv[THBlas_type(c->dtype)];
  const size_t width = (size_t)THDtype_traits(c->dtype)->size;
  const int first = d[1] - 1, single = 1;
  if (!THDtype_traits(c->dtype)->complex || *op != 'N') {
    gemv(op, d, d + 1, g->alpha, g->a, d + 2, g->b, d + 3, g->beta, g->c, d + 4, 1);
    return;
  }
  const void *keep = g->beta;
  if (first) {
    gemv(op, d, &first, g->alpha, g->a, d + 2, g->b, d + 3, keep, g->c, d + 4, 1);
    keep = c->dtype == TH_COMPLEXDOUBLE ? (const void *)&one : &one_float;
  }
  THComplexDouble last[2] = {{0, 0}, {0, 0}};
  memcpy(last, (const char *)g->b + (size_t)(first * g->bp) * width, width);
  gemv(op, d, &single, g->alpha, (const char *)g->a + (size_t)(first * g->ap) * width, d + 2, last,
       &single, keep, g->c, d + 4, 1);
}

/* Libraries leave y as it is when the sum is empty, and some keep a NaN of y when beta is 0. */
int THBlas_gemv(int dtype, char trans, int64_t m, int64_t n, THNumber alpha,
                const void *a, int64_t lda, const void *x, int64_t incx, THNumber beta,
                void *y, int64_t incy)
{
  int d[5];
  Op op;
  Element scale, keep;
  TH_TRY(check_dtype("gemv", dtype));
  TH_TRY(check_trans("gemv", trans, &op));
  const int t = op.transposes;
  TH_TRY(check_size("gemv", m));
  TH_TRY(check_size("gemv", n));
  TH_TRY(check_leading("gemv", m, n, &lda));
  TH_TRY(check_increment("gemv", incx, 0));
  TH_TRY(check_increment("gemv", incy, 1));
  THDtype_store(dtype, &scale, alpha);
  THDtype_store(dtype, &keep, beta);
  THProduct g = {
    .m = t ? n : m, .n = 1, .k = t ? m : n, .alpha = &scale, .beta = &keep, .a = a, .b = x, .c = y,
    .conja = op.conjugates, .ai = t ? lda : 1, .ap = t ? 1 : lda, .bp = incx, .ci = incy};
  const THBlasLibrary *lib = THBlasLibrary_of(dtype);
  if (!lib || !m || !n || !incx || !narrow_all(d, (int64_t[]){m, n, lda, incx, incy}, 5)) {
    builtin[dtype].gemv(&g);
    return TH_OK;
  }
  if (TH_isZero(THDtype_load(dtype, &keep))) {
    g.k = 0;
    builtin[dtype].gemv(&g);
    g.k = t ? m : n;
  }
  if (!CALL_LIBRARY(call_gemv, Call, lib, dtype, op.letter, NULL, d, &g))
    builtin[dtype].gemv(&g);
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
  const THProduct g = {
    .m = m, .n = n, .k = 1, .alpha = &scale, .a = x, .b = y, .c = a,
    .ai = incx, .bj = incy, .ci = 1, .cj = lda};
  if (lib && m && n && incx && incy && narrow_all(d, (int64_t[]){m, n, incx, incy, lda}, 5) &&
      CALL_LIBRARY(call_ger, Call, lib, dtype, NULL, NULL, d, &g))
    return TH_OK;
  builtin[dtype].ger(&g);
  return TH_OK;
}

static int check_dot(const char *op, const THDot *d)
{
  TH_TRY(check_dtype(op, d->dtype));
  TH_TRY(check_size(op, d->n));
  TH_TRY(check_increment(op, d->incx, 0));
  return check_increment(op, d->incy, 0);
}

int THBlas_dot(int dtype, int64_t n, const void *x, int64_t incx,
               const void *y, int64_t incy, THNumber *result)
{
  int d[3];
  const THDot dot = {.dtype = dtype, .n = n, .x = x, .incx = incx, .y = y, .incy = incy};
  TH_TRY(check_dot("dot", &dot));
  const THBlasLibrary *lib = THDtype_isReal(dtype) ? THBlasLibrary_of(dtype) : NULL;
  double sum;
  if (lib && n && incx && incy && narrow_all(d, (int64_t[]){n, incx, incy}, 3) &&
      CALL_LIBRARY(call_dot, DotCall, lib, dtype == TH_DOUBLE, d, x, y, &sum)) {
    *result = TH_real(sum);
    return TH_OK;
  }
  *result = builtin[dtype].dot(&dot);
  if (dtype == TH_BOOL) result->integer = result->integer != 0;
  return TH_OK;
}

int THBlas_vdot(int dtype, int64_t n, const void *x, int64_t incx,
                const void *y, int64_t incy, THNumber *result)
{
  const THDot dot = {
    .dtype = dtype, .n = n, .x = x, .incx = incx, .y = y, .incy = incy, .conjx = 1};
  if (THDtype_isReal(dtype)) return THBlas_dot(dtype, n, x, incx, y, incy, result);
  TH_TRY(check_dot("vdot", &dot));
  *result = builtin[dtype].dot(&dot);
  return TH_OK;
}
