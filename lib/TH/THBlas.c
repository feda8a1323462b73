#include "THBlas.h"
#include "THError.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
** The library.
**
** Fortran names: every argument is a pointer, integers have 32 bits, and the lengths of character
** arguments follow by value. Element pointers are void, so that one type serves both precisions,
** which are indexed 0 and 1.
*/
typedef void Gemm(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                  const void *alpha, const void *a, const int *lda, const void *b, const int *ldb,
                  const void *beta, void *c, const int *ldc, size_t, size_t);
typedef void Gemv(const char *trans, const int *m, const int *n, const void *alpha,
                  const void *a, const int *lda, const void *x, const int *incx,
                  const void *beta, void *y, const int *incy, size_t);
typedef void Ger(const int *m, const int *n, const void *alpha, const void *x, const int *incx,
                 const void *y, const int *incy, void *a, const int *lda);
typedef float SDot(const int *n, const void *x, const int *incx, const void *y, const int *incy);
typedef double DDot(const int *n, const void *x, const int *incx, const void *y, const int *incy);

typedef struct Library {
  Gemm *gemm[2];
  Gemv *gemv[2];
  Ger *ger[2];
  SDot *sdot;
  DDot *ddot;
  void (*setNumThreads)(int); /* these two are OpenBLAS's own, NULL elsewhere */
  char *(*config)(void);
} Library;

#ifndef TH_BLAS_BUILTIN
static const struct Symbol {
  const char *name;
  size_t place;
  int optional;
} symbols[] = {
  {"sgemm_", offsetof(Library, gemm[0]), 0},
  {"dgemm_", offsetof(Library, gemm[1]), 0},
  {"sgemv_", offsetof(Library, gemv[0]), 0},
  {"dgemv_", offsetof(Library, gemv[1]), 0},
  {"sger_", offsetof(Library, ger[0]), 0},
  {"dger_", offsetof(Library, ger[1]), 0},
  {"sdot_", offsetof(Library, sdot), 0},
  {"ddot_", offsetof(Library, ddot), 0},
  {"openblas_set_num_threads", offsetof(Library, setNumThreads), 1},
  {"openblas_get_config", offsetof(Library, config), 1},
};
#endif

/* Written once under once, read-only afterwards. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static Library library;
static void *handle;
static int found;
static char info[512];

static pthread_mutex_t threadsLock = PTHREAD_MUTEX_INITIALIZER;
static int threadsWanted, threadsReady; /* under threadsLock */

#ifndef TH_BLAS_BUILTIN
/*
** Whether the library keeps the calling convention assumed above. One with 64-bit integers sees a
** negative count and answers 0; one that returns a double from sdot_ (as f2c does) gives a wrong
** float.
*/
static int answers(const Library *lib)
{
  const int one[2] = {1, -1};
  const float sx = 2, sy = 3;
  const double dx = 2, dy = 3;
  return lib->sdot(one, &sx, one, &sy, one) == 6 && lib->ddot(one, &dx, one, &dy, one) == 6;
}

static void describe(const char *name)
{
  const char *config = library.config ? library.config() : "";
  snprintf(info, sizeof info, "%s%s%s", name, *config ? ": " : "", config);
}

/* Leaves library and handle, or in info the reason why not. */
static int open_library(const char *name)
{
  Library lib = {0};
  void *h = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!h) {
    const char *reason = dlerror();
    snprintf(info, sizeof info, "built-in code: %s", reason ? reason : name);
    return 0;
  }
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *address = dlsym(h, symbols[i].name);
    if (!address && !symbols[i].optional) {
      snprintf(info, sizeof info, "built-in code: %s has no %s", name, symbols[i].name);
      dlclose(h);
      return 0;
    }
    memcpy((char *)&lib + symbols[i].place, &address, sizeof address);
  }
  if (!answers(&lib)) {
    snprintf(info, sizeof info, "built-in code: %s passes integers or floats otherwise", name);
    dlclose(h);
    return 0;
  }
  library = lib;
  handle = h;
  describe(name);
  return 1;
}
#endif

#if defined(TH_BLAS_BUILTIN)
static int open_default(void)
{
  snprintf(info, sizeof info, "built-in code: compiled without a library");
  return 0;
}
#elif defined(TH_BLAS_LINK)
extern Gemm sgemm_, dgemm_;
extern Gemv sgemv_, dgemv_;
extern Ger sger_, dger_;
extern SDot sdot_;
extern DDot ddot_;
extern void openblas_set_num_threads(int) __attribute__((weak));
extern char *openblas_get_config(void) __attribute__((weak));

static int open_default(void)
{
  library = (Library){{sgemm_, dgemm_}, {sgemv_, dgemv_}, {sger_, dger_}, sdot_, ddot_,
                      openblas_set_num_threads, openblas_get_config};
  handle = dlopen(NULL, RTLD_NOW);
  describe("linked");
  return 1;
}
#else
static int open_default(void)
{
  static const char *const names[] = {"libopenblas.so.0", "libopenblas.so", "libblas.so.3"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (open_library(names[i])) return 1;
  return 0;
}
#endif

static int open_chosen(void)
{
  const char *chosen = getenv("TH_BLAS");
  if (!chosen || !*chosen) return open_default();
#ifndef TH_BLAS_BUILTIN
  if (strcmp(chosen, "builtin") != 0) return open_library(chosen);
#endif
  snprintf(info, sizeof info, "built-in code: TH_BLAS=%s", chosen);
  return 0;
}

static void initialise(void)
{
  found = open_chosen();
  pthread_mutex_lock(&threadsLock);
  threadsReady = found && library.setNumThreads;
  if (threadsReady && threadsWanted) library.setNumThreads(threadsWanted);
  pthread_mutex_unlock(&threadsLock);
}

/* The library if it has functions for dtype, else NULL. */
static const Library *library_for(int dtype)
{
  if (dtype != TH_FLOAT && dtype != TH_DOUBLE) return NULL;
  pthread_once(&once, initialise);
  return found ? &library : NULL;
}

int THBlas_hasLibrary(int dtype)
{
  return library_for(dtype) != NULL;
}

const char *THBlas_info(void)
{
  pthread_once(&once, initialise);
  return info;
}

void *THBlas_symbol(const char *name)
{
  pthread_once(&once, initialise);
  return handle ? dlsym(handle, name) : NULL;
}

int THBlas_setNumThreads(int n)
{
  if (n < 1) return th_fail(TH_EINVAL, "setNumThreads: %d threads, at least 1 is needed", n);
  pthread_mutex_lock(&threadsLock);
  if (threadsReady && n != threadsWanted) library.setNumThreads(n);
  threadsWanted = n;
  pthread_mutex_unlock(&threadsLock);
  return TH_OK;
}

/*
** The built-in code.
**
** A Product is C(i, j) = alpha * the sum over p of A(i, p) * B(p, j) + beta * C(i, j), where A(i,
** p) lies at a[i * ai + p * ap] and so on: transposition is an exchange of strides. alpha and beta
** point to elements.
*/
typedef struct Product {
  int64_t m, n, k;
  const void *alpha, *beta, *a, *b;
  void *c;
  int64_t ai, ap, bp, bj, ci, cj;
} Product;

/*
** A block of C and the packed parts of its factors take 40 KB of stack: about a level-1 cache, and
** no memory to run out of. GROUP x GROUP sums fit the registers of any processor.
*/
enum { GROUP = 4, GROUPS = 8, BLOCK = GROUP * GROUPS, BLOCK_K = 64, LANES = 16 };
#define TH_BLAS_MIN(a, b) ((a) < (b) ? (a) : (b))

#define TH_GENERIC_FILE "generic/THBlas.c"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

static const struct Builtin {
  void (*gemm)(const Product *);
  void (*gemv)(const Product *);
  void (*ger)(const Product *);
  THNumber (*dot)(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy);
} builtin[TH_NUM_BUILT] = {
#define X(Name, CODE, type, kind) \
  [TH_##CODE] = {TH##Name##Blas_gemm, TH##Name##Blas_gemv, TH##Name##Blas_ger, TH##Name##Blas_dot},
  TH_FORALL_DTYPES(X)
#undef X
};

/*
** The drivers: check, convert the scalars, choose.
*/
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

/* BLAS wants a leading dimension of a single column too, where a caller may leave anything. */
static int check_leading(const char *op, int64_t rows, int64_t columns, int64_t *leading)
{
  const int64_t least = rows > 1 ? rows : 1;
  if (columns <= 1) *leading = least;
  if (*leading >= least) return TH_OK;
  return th_fail(TH_EINVAL, "%s: leading dimension %" PRId64 " of a matrix of %" PRId64 " rows", op,
                 *leading, rows);
}

/* Whether all values fit the integers of BLAS, which then are in to. */
static int narrow_all(int *to, const int64_t *from, int count)
{
  for (int i = 0; i < count; i++) {
    if (from[i] > INT_MAX) return 0;
    to[i] = (int)from[i];
  }
  return 1;
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
  const Library *lib = library_for(dtype);
  const int reads = k > 0 && TH_asReal(THDtype_load(dtype, &scale)) != 0;
  if (lib && reads && narrow_all(d, (int64_t[]){m, n, k, lda, ldb, ldc}, 6)) {
    lib->gemm[dtype == TH_DOUBLE](ta ? "T" : "N", tb ? "T" : "N", d, d + 1, d + 2, &scale, a, d + 3,
                                  b, d + 4, &keep, c, d + 5, 1, 1);
    return TH_OK;
  }
  builtin[dtype].gemm(&(Product){
    .m = m, .n = n, .k = k, .alpha = &scale, .beta = &keep, .a = a, .b = b, .c = c,
    .ai = ta ? lda : 1, .ap = ta ? 1 : lda, .bp = tb ? ldb : 1, .bj = tb ? 1 : ldb,
    .ci = 1, .cj = ldc});
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
  Product g = {
    .m = t ? n : m, .n = 1, .k = t ? m : n, .alpha = &scale, .beta = &keep, .a = a, .b = x, .c = y,
    .ai = t ? lda : 1, .ap = t ? 1 : lda, .bp = incx, .ci = incy};
  const Library *lib = library_for(dtype);
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
  const Library *lib = library_for(dtype);
  if (lib && m && n && incx && incy && narrow_all(d, (int64_t[]){m, n, incx, incy, lda}, 5)) {
    lib->ger[dtype == TH_DOUBLE](d, d + 1, &scale, x, d + 2, y, d + 3, a, d + 4);
    return TH_OK;
  }
  builtin[dtype].ger(&(Product){
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
  const Library *lib = library_for(dtype);
  if (lib && n && incx && incy && narrow_all(d, (int64_t[]){n, incx, incy}, 3)) {
    *result = TH_real(dtype == TH_DOUBLE ? lib->ddot(d, x, d + 1, y, d + 2)
                                         : (double)lib->sdot(d, x, d + 1, y, d + 2));
    return TH_OK;
  }
  *result = builtin[dtype].dot(n, x, incx, y, incy);
  if (dtype == TH_BOOL) result->integer = result->integer != 0;
  return TH_OK;
}
