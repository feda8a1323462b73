/*
** THBlas against plain triple loops: with the BLAS library if there is one, and with the built-in
** code for each reason to use it. A process chooses once, so each case runs in a child process with
** its own TH_BLAS.
**
** Values and scalars are small multiples of 1/2. So every sum is exact in any order, and results
** are compared with ==.
*/
#include "TH/backend/THProductChapter.h"
#include "TH/base/THError.h"
#include "TH/cpu/THBlas.h"
#include "TH/cpu/THCpu.h"
#include "check.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* An element in the forms in which sums are computed; real is used for floating dtypes, and with
   imaginary for complex ones. */
typedef struct Value { double real, imaginary; uint64_t integer; } Value;

/* The letters of op, with a bit for a transposition and one for conjugates. */
enum { CONJUGATED = 2, OPS = 3 };
static const struct { char letter; int op; } ops[OPS] = {{'n', 0}, {'T', 1}, {'c', 1 | CONJUGATED}};

/* A column-major matrix; before holds its values before the call under test. */
typedef struct Matrix {
  int dtype;
  int64_t rows, columns, ld, count;
  char *data;
  Value *before;
} Matrix;

static const double scalars[][2] = {{1, 0}, {1, 1}, {0, 1}, {0, 0}, {2, 3}, {-1, 0.5}, {0.5, 2}};
enum { SCALARS = sizeof scalars / sizeof *scalars };

static uint64_t draw(void)
{
  static _Thread_local uint64_t state = 0x9e3779b97f4a7c15u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static int is_complex(int dtype)
{
  return THDtype_traits(dtype)->complex;
}

/* Whether elements are not integers. */
static int is_floating(int dtype)
{
  return THDtype_traits(dtype)->floating || is_complex(dtype);
}

static Value load(int dtype, const void *p)
{
  THNumber n = THDtype_load(dtype, p);
  return (Value){TH_asReal(n), TH_imaginary(n), (uint64_t)TH_asInteger(n)};
}

static void store(int dtype, void *p, Value v)
{
  THDtype_store(dtype, p, is_complex(dtype) ? TH_complex(v.real, v.imaginary) :
                          is_floating(dtype) ? TH_real(v.real) : TH_integer((int64_t)v.integer));
}

/* A scalar of the table as an argument: complex numbers get an imaginary part, too. */
static THNumber number_of(int dtype, double d)
{
  return is_complex(dtype) ? TH_complex(d, d == 1 ? 0 : d / 2) : TH_real(d);
}

static Value scalar(int dtype, double d)
{
  THComplexDouble element;
  THDtype_store(dtype, &element, number_of(dtype, d));
  return load(dtype, &element);
}

static Value zero_of(int dtype)
{
  return scalar(dtype, 0);
}

static int is_zero(int dtype, Value v)
{
  return is_floating(dtype) ? v.real == 0 && v.imaginary == 0 : v.integer == 0;
}

static char *at(const Matrix *m, int64_t i, int64_t j)
{
  return m->data + (i + j * m->ld) * THDtype_traits(m->dtype)->size;
}

/* Fill with small values; with the whole range of integers if wide; with NaN if the call must not
   read it. */
static Matrix matrix(int dtype, int64_t rows, int64_t columns, int wide, int unread)
{
  const int size = THDtype_traits(dtype)->size;
  Matrix m = {dtype, rows, columns, rows + 1 + (int64_t)(draw() % 3), 0, NULL, NULL};
  m.count = m.ld * columns + 1;
  m.data = calloc((size_t)m.count, (size_t)size);
  m.before = calloc((size_t)m.count, sizeof *m.before);
  for (int64_t i = 0; i < m.count; i++) {
    THNumber n = wide ? TH_integer((int64_t)draw()) : TH_real((double)(draw() % 5) - 2);
    if (is_complex(dtype)) n = TH_complex(n.real, (double)(draw() % 5) - 2);
    if (unread && is_floating(dtype)) n = TH_real(NAN);
    THDtype_store(dtype, m.data + i * size, n);
    m.before[i] = load(dtype, m.data + i * size);
  }
  return m;
}

static void discard(Matrix *m)
{
  free(m->data);
  free(m->before);
}

static Value element(const Matrix *m, int op, int64_t i, int64_t j)
{
  Value v = m->before[op & 1 ? j + i * m->ld : i + j * m->ld];
  if (op & CONJUGATED) v.imaginary = -v.imaginary;
  return v;
}

static Value add_product(Value sum, Value a, Value b)
{
  return (Value){sum.real + a.real * b.real - a.imaginary * b.imaginary,
                 sum.imaginary + a.real * b.imaginary + a.imaginary * b.real,
                 sum.integer + a.integer * b.integer};
}

/* The expected alpha * sum + beta * old; old is used only if beta is not 0. */
static Value combine(int dtype, Value alpha, Value sum, Value beta, Value old)
{
  Value result = is_zero(dtype, alpha) ? zero_of(dtype) : add_product((Value){0, 0, 0}, alpha, sum);
  return is_zero(dtype, beta) ? result : add_product(result, beta, old);
}

/* 1 if m holds the expected elements (given without gaps) and the elements around them are
   unchanged. */
static int agrees(const Matrix *m, const Value *expected)
{
  const int size = THDtype_traits(m->dtype)->size;
  THComplexDouble element;
  for (int64_t i = 0; i < m->count; i++) {
    const int64_t row = i % m->ld, column = i / m->ld;
    const int inside = row < m->rows && column < m->columns;
    store(m->dtype, &element, inside ? expected[row + column * m->rows] : m->before[i]);
    const Value want = load(m->dtype, &element), got = load(m->dtype, m->data + i * size);
    const int both_nan = want.real != want.real && got.real != got.real;
    if (want.imaginary != got.imaginary) return 0;
    if (want.integer != got.integer || (want.real != got.real && !both_nan)) return 0;
  }
  return 1;
}

/* The sum over p of op(A)(i, p) * op(B)(p, j). */
static Value inner(const Matrix *a, int ta, int64_t i, const Matrix *b, int tb, int64_t j,
                   int64_t k)
{
  Value sum = {0, 0, 0};
  for (int64_t p = 0; p < k; p++)
    sum = add_product(sum, element(a, ta, i, p), element(b, tb, p, j));
  return sum;
}

/* trans: the op of A in ops, and OPS times that of B. */
static int gemm_agrees(int dtype, int trans, int64_t m, int64_t n, int64_t k, const double *ab,
                       int wide)
{
  const int opa = ops[trans % OPS].op, opb = ops[trans / OPS].op, ta = opa & 1, tb = opb & 1;
  const Value alpha = scalar(dtype, k ? ab[0] : 0), beta = scalar(dtype, ab[1]);
  Matrix a = matrix(dtype, ta ? k : m, ta ? m : k, wide, is_zero(dtype, alpha));
  Matrix b = matrix(dtype, tb ? n : k, tb ? k : n, wide, is_zero(dtype, alpha));
  Matrix c = matrix(dtype, m, n, wide, is_zero(dtype, beta));
  Value *expected = calloc((size_t)(m * n + 1), sizeof *expected);
  for (int64_t j = 0; j < n; j++)
    for (int64_t i = 0; i < m; i++)
      expected[i + j * m] =
        combine(dtype, alpha, inner(&a, opa, i, &b, opb, j, k), beta, element(&c, 0, i, j));
  const int status =
    THBlas_gemm(dtype, ops[trans % OPS].letter, ops[trans / OPS].letter, m, n, k,
                number_of(dtype, ab[0]), a.data, a.ld, b.data, b.ld, number_of(dtype, ab[1]),
                c.data, c.ld);
  const int good = status == TH_OK && agrees(&c, expected);
  free(expected);
  discard(&a), discard(&b), discard(&c);
  return good;
}

static void test_gemm(void)
{
  static const int sizes[] = {0, 1, 3, 33, 70};
  enum { N = sizeof sizes / sizeof *sizes };
  for (int dtype = 1; dtype <= TH_COMPLEXDOUBLE; dtype++)
    for (int trans = 0; trans < OPS * OPS; trans += 1 + (!is_complex(dtype) && trans % OPS))
      for (int s = 0; s < N * N * N; s++) {
        const int m = sizes[s / N / N], n = sizes[s / N % N], k = sizes[s % N];
        const double *ab = scalars[draw() % SCALARS];
        const int wide = !is_floating(dtype) && s % 2;
        if (!CHECK(gemm_agrees(dtype, trans, m, n, k, ab, wide)))
          fprintf(stderr, "  %s, trans %d, %dx%dx%d, alpha %g, beta %g, wide %d\n",
                  THDtype_traits(dtype)->name, trans, m, n, k, ab[0], ab[1], wide);
      }
  for (int dtype = 1; dtype <= TH_COMPLEXDOUBLE; dtype++)
    for (int which = 0; which < SCALARS; which++) {
      CHECK(gemm_agrees(dtype, OPS, 5, 6, 7, scalars[which], 0));
      CHECK(gemm_agrees(dtype, 1, 6, 5, 0, scalars[which], 0));
    }
  CHECK(gemm_agrees(TH_FLOAT, 0, 4, 5, 0, (const double[]){INFINITY, 1}, 0));
  CHECK(gemm_agrees(TH_DOUBLE, 0, 4, 5, 0, (const double[]){NAN, 2}, 0));
}

/* A vector is a matrix of one row; its leading dimension is the increment, and 0 repeats the first
   element. */
static Matrix vector(int dtype, int64_t n, int wide, int unread, int repeat)
{
  Matrix v = matrix(dtype, 1, n, wide, unread);
  if (repeat) v.ld = 0;
  return v;
}

static int gemv_agrees(int dtype, int trans, int64_t m, int64_t n, const double *ab, int repeat)
{
  const int op = ops[trans].op, t = op & 1;
  const int64_t rows = t ? n : m, k = t ? m : n;
  const Value alpha = scalar(dtype, k ? ab[0] : 0), beta = scalar(dtype, ab[1]);
  Matrix a = matrix(dtype, m, n, 0, is_zero(dtype, alpha));
  Matrix x = vector(dtype, k, 0, is_zero(dtype, alpha), repeat);
  Matrix y = vector(dtype, rows, 0, is_zero(dtype, beta), 0);
  Value *expected = calloc((size_t)rows + 1, sizeof *expected);
  for (int64_t i = 0; i < rows; i++)
    expected[i] = combine(dtype, alpha, inner(&a, op, i, &x, 1, 0, k), beta, element(&y, 0, 0, i));
  const int status =
    THBlas_gemv(dtype, ops[trans].letter, m, n, number_of(dtype, ab[0]), a.data, a.ld, x.data,
                x.ld, number_of(dtype, ab[1]), y.data, y.ld);
  const int good = status == TH_OK && agrees(&y, expected);
  free(expected);
  discard(&a), discard(&x), discard(&y);
  return good;
}

static int ger_agrees(int dtype, int64_t m, int64_t n, double number, int repeat)
{
  const Value alpha = scalar(dtype, number), one = {1, 0, 1};
  Matrix x = vector(dtype, m, 0, is_zero(dtype, alpha), repeat);
  Matrix y = vector(dtype, n, 0, is_zero(dtype, alpha), repeat);
  Matrix a = matrix(dtype, m, n, 0, 0);
  Value *expected = calloc((size_t)(m * n + 1), sizeof *expected);
  for (int64_t j = 0; j < n; j++)
    for (int64_t i = 0; i < m; i++)
      expected[i + j * m] =
        combine(dtype, alpha, inner(&x, 1, i, &y, 0, j, 1), one, element(&a, 0, i, j));
  const int status =
    THBlas_ger(dtype, m, n, number_of(dtype, number), x.data, x.ld, y.data, y.ld, a.data, a.ld);
  const int good = status == TH_OK && agrees(&a, expected);
  free(expected);
  discard(&x), discard(&y), discard(&a);
  return good;
}

typedef int Dot(int dtype, int64_t n, const void *x, int64_t incx, const void *y, int64_t incy,
                THNumber *result);

static int dot_agrees(Dot *dot, int op, int dtype, int64_t n, int wide)
{
  Matrix x = vector(dtype, n, wide, 0, 0), y = vector(dtype, n, wide, 0, 0);
  Value sum = inner(&x, op, 0, &y, 1, 0, n);
  THNumber result = {0};
  const int status = dot(dtype, n, x.data, x.ld, y.data, y.ld, &result);
  discard(&x), discard(&y);
  if (dtype == TH_BOOL) sum.integer = sum.integer != 0;
  if (status || TH_isInteger(result) == is_floating(dtype)) return 0;
  if (TH_isInteger(result)) return (uint64_t)result.integer == sum.integer;
  return TH_isComplex(result) == is_complex(dtype) && result.real == sum.real &&
         TH_imaginary(result) == sum.imaginary;
}

static void test_vectors(void)
{
  static const int sizes[] = {0, 1, 2, 17, 64, 131};
  enum { N = sizeof sizes / sizeof *sizes };
  for (int dtype = 1; dtype <= TH_COMPLEXDOUBLE; dtype++)
    for (int s = 0; s < N * N * SCALARS; s++) {
      const int m = sizes[s / N % N], n = sizes[s % N];
      const double *ab = scalars[s / N / N];
      CHECK(gemv_agrees(dtype, 0, m, n, ab, m == 17));
      CHECK(gemv_agrees(dtype, 1, m, n, ab, m == 17));
      CHECK(gemv_agrees(dtype, 2, m, n, ab, m == 17));
      CHECK(ger_agrees(dtype, m, n, ab[0], n == 17));
      CHECK(dot_agrees(THBlas_dot, 0, dtype, m, !is_floating(dtype) && n % 2));
      CHECK(dot_agrees(THBlas_vdot, CONJUGATED, dtype, m, !is_floating(dtype) && n % 2));
    }
}

/* dot has separate loops for contiguous and for strided vectors. */
static void test_contiguous_dot(void)
{
  int32_t big[37];
  double real[37];
  THComplexFloat both[37];
  THNumber result;
  for (int i = 0; i < 37; i++)
    big[i] = 100000 + i, real[i] = i, both[i] = (THComplexFloat){0, (float)i};
  CHECK(THBlas_dot(TH_INT, 37, big, 1, big, 1, &result) == TH_OK);
  CHECK(TH_isInteger(result));
  CHECK(result.integer == 37 * INT64_C(10000000000) + 200000 * INT64_C(666) + 16206);
  CHECK(THBlas_dot(TH_DOUBLE, 37, real, 1, real, 1, &result) == TH_OK && result.real == 16206);
  CHECK(THBlas_dot(TH_COMPLEXFLOAT, 37, both, 1, both, 1, &result) == TH_OK);
  CHECK(TH_isComplex(result) && result.real == -16206 && TH_imaginary(result) == 0);
  CHECK(THBlas_vdot(TH_COMPLEXFLOAT, 37, both, 1, both, 1, &result) == TH_OK);
  CHECK(TH_isComplex(result) && result.real == 16206 && TH_imaginary(result) == 0);
}

/* A tensor of one column may have any leading dimension; it must not matter. */
static void test_single_column(void)
{
  const float a[] = {1, 2, 3}, b[] = {5};
  float c[3] = {7, 7, 7};
  const THNumber one = TH_real(1), none = TH_real(0);
  CHECK(THBlas_gemm(TH_FLOAT, 'N', 'N', 3, 1, 1, one, a, 0, b, -4, none, c, 1) == TH_OK);
  CHECK(c[0] == 5 && c[1] == 10 && c[2] == 15);
  CHECK(THBlas_gemm(TH_FLOAT, 'N', 'N', 0, 0, 0, one, NULL, 1, NULL, 1, none, NULL, 1) == TH_OK);
}

static void test_errors(void)
{
  double a[4] = {1, 2, 3, 4}, c[4] = {9, 9, 9, 9};
  const THNumber one = TH_integer(1);
  THNumber result;
#define GEMM(dtype, t, m, n, k, lda) \
  THBlas_gemm(dtype, t, 'N', m, n, k, one, a, lda, a, 2, one, c, 2)
  CHECK(GEMM(TH_UNDEFINED, 'N', 2, 2, 2, 2) == TH_EDTYPE);
  CHECK(GEMM(TH_QINT8, 'N', 2, 2, 2, 2) == TH_EDTYPE && strstr(TH_error(), "QInt8"));
  CHECK(GEMM(TH_COMPLEXHALF, 'N', 2, 2, 2, 2) == TH_EDTYPE);
  CHECK(THBlas_dot(TH_COMPLEXHALF, 1, a, 1, a, 1, &result) == TH_EDTYPE);
  CHECK(THBlas_vdot(TH_COMPLEXFLOAT, 1, a, -1, a, 1, &result) == TH_EINVAL);
  CHECK(GEMM(-1, 'N', 2, 2, 2, 2) == TH_EDTYPE);
  CHECK(GEMM(TH_DOUBLE, 'x', 2, 2, 2, 2) == TH_EINVAL);
  CHECK(GEMM(TH_DOUBLE, 'N', -1, 2, 2, 2) == TH_EINVAL);
  CHECK(GEMM(TH_DOUBLE, 'N', 2, 2, -2, 2) == TH_EINVAL);
  CHECK(GEMM(TH_DOUBLE, 'N', 2, 2, 2, 1) == TH_EINVAL && strstr(TH_error(), "gemm"));
  CHECK(THBlas_gemv(TH_DOUBLE, 'N', 2, 2, one, a, 2, a, 1, one, c, 0) == TH_EINVAL);
  CHECK(THBlas_gemv(TH_DOUBLE, 'N', 2, 2, one, a, 2, a, -1, one, c, 1) == TH_EINVAL);
  CHECK(THBlas_ger(TH_DOUBLE, 2, 2, one, a, 1, a, -1, c, 2) == TH_EINVAL);
  CHECK(THBlas_ger(TH_DOUBLE, 2, 2, one, a, 1, a, 1, c, 1) == TH_EINVAL);
  CHECK(THBlas_dot(TH_DOUBLE, -1, a, 1, a, 1, &result) == TH_EINVAL);
  CHECK(THBlas_setNumThreads(0) == TH_EINVAL);
  CHECK(c[0] == 9 && c[1] == 9 && c[2] == 9 && c[3] == 9);
#undef GEMM
}

/* Positions that do not fit 32 bits cannot be passed to the library. The pages in between are never
   touched. */
static void test_far_apart(void)
{
  const int64_t far = INT64_C(1) << 32;
  const uint64_t bytes = (uint64_t)(far + 1) * sizeof(float);
  float *x = MAP_FAILED;
  if (bytes <= SIZE_MAX)
    x = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (x == MAP_FAILED) {
    fprintf(stderr, "%s: no 16 GB of addresses, far apart operands not tested\n", __FILE__);
    return;
  }
  const float y[] = {10, 100};
  const THNumber one = TH_real(1);
  float c = 1;
  THNumber result = {0};
  x[0] = 2, x[far] = 3;
  CHECK(THBlas_dot(TH_FLOAT, 2, x, far, y, 1, &result) == TH_OK && result.real == 320);
  CHECK(THBlas_gemm(TH_FLOAT, 'N', 'N', 1, 1, 2, one, x, far, y, 2, one, &c, 1) == TH_OK);
  CHECK(c == 321);
  munmap(x, (size_t)bytes);
}

/* A vector that ends where memory ends: some libraries read on (THBlas.c). */
static void test_end_of_memory(int dtype)
{
  enum { M = 7, STEP = 9 };
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (size_t)THDtype_traits(dtype)->size;
  char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char y[M * sizeof(THComplexDouble)];
  Matrix a = matrix(dtype, M, M, 0, 0);
  CHECK(memory != MAP_FAILED && !mprotect(memory + page, page, PROT_NONE));
  for (int64_t m = 1; m <= M; m++)
    for (int64_t n = 1; n <= M; n++) {
      const char *x = memory + page - (size_t)((n - 1) * STEP + 1) * size;
      CHECK(THBlas_gemv(dtype, 'N', m, n, TH_real(1), a.data, a.ld, x, STEP, TH_real(0), y, 1) ==
            TH_OK);
    }
  discard(&a);
  munmap(memory, 2 * page);
}

/* The thread count is passed on both before the library is opened (which finding the symbol does)
   and after. */
static void test_threads_follow(void)
{
  int (*threads)(void);
  CHECK(THBlas_setNumThreads(1) == TH_OK);
  void *symbol = THBlas_symbol("openblas_get_num_threads");
  memcpy(&threads, &symbol, sizeof threads);
  CHECK(!threads || threads() == 1);
  CHECK(THBlas_setNumThreads(2) == TH_OK);
  CHECK(!threads || threads() == 2);
}

static void *first_use(void *good)
{
  for (int i = 0; i < 50; i++) *(int *)good &= gemm_agrees(TH_DOUBLE, OPS, 9, 8, 7, scalars[0], 0);
  return NULL;
}

static void test_first_use_at_once(void)
{
  enum { THREADS = 8 };
  pthread_t thread[THREADS];
  int good[THREADS];
  for (int i = 0; i < THREADS; i++) {
    good[i] = 1;
    CHECK(pthread_create(&thread[i], NULL, first_use, &good[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) CHECK(pthread_join(thread[i], NULL) == 0 && good[i]);
}

/* With sums that round: pieces of a built-in product, cut along m and n, have the bits of the
   whole. */
static void test_cut_product(int dtype)
{
  enum { M = 75, N = 50, K = 300, CUT_M = 13, CUT_N = 37 };
  const THNumber alpha = TH_real(0.7), beta = TH_real(0);
  const size_t size = (size_t)THDtype_traits(dtype)->size;
  Matrix a = matrix(dtype, M, K, 0, 0), b = matrix(dtype, K, N, 0, 0);
  Matrix c = matrix(dtype, M, N, 0, 0);
  char *whole = malloc((size_t)c.count * size);
  for (int64_t i = 0; i < M * K; i++)
    THDtype_store(dtype, at(&a, i % M, i / M), TH_real((double)draw() * 0x1p-64));
  for (int64_t i = 0; i < K * N; i++)
    THDtype_store(dtype, at(&b, i % K, i / K), TH_real((double)draw() * 0x1p-62));
  CHECK(THBlas_gemm(dtype, 'N', 'N', M, N, K, alpha, a.data, a.ld, b.data, b.ld, beta, c.data,
                    c.ld) == TH_OK);
  memcpy(whole, c.data, (size_t)c.count * size);
  for (int64_t j = 0; j < N; j += CUT_N)
    for (int64_t i = 0; i < M; i += CUT_M) {
      const int64_t m = M - i < CUT_M ? M - i : CUT_M, n = N - j < CUT_N ? N - j : CUT_N;
      CHECK(THBlas_gemm(dtype, 'N', 'N', m, n, K, alpha, at(&a, i, 0), a.ld, at(&b, 0, j), b.ld,
                        beta, at(&c, i, j), c.ld) == TH_OK);
    }
  CHECK(memcmp(whole, c.data, (size_t)c.count * size) == 0);
  free(whole);
  discard(&a), discard(&b), discard(&c);
}

/* Sizes that span several runs of k, blocks of A and strips of B. */
static void test_large(void)
{
  static const int sizes[][3] = {
    {33, 5, 257}, {40, 9, 600}, {150, 20, 300}, {64, 64, 32}, {32, 8, 256}, {1, 1, 513},
    {16, 65, 512}, {300, 13, 290}, {600, 17, 100}, {160, 66, 80}};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int trans = 0; trans < OPS * OPS; trans += 1 + trans % OPS)
      for (int dtype = TH_FLOAT; dtype <= TH_DOUBLE; dtype++)
        if (!CHECK(gemm_agrees(dtype, trans, sizes[s][0], sizes[s][1], sizes[s][2],
                               scalars[draw() % SCALARS], 0)))
          fprintf(stderr, "  dtype %d, trans %d, size %zu\n", dtype, trans, s);
}

static int has_kernel(int dtype)
{
  const THProductEntry *entries = THTables_entries(THCpu_tables(), TH_CHAPTER_PRODUCT, dtype);
  return entries && entries[TH_OP_product];
}

/* The kernels round alike at all levels that have one. */
static void test_same_bits(int dtype)
{
  enum { M = 70, N = 37, K = 300 };
  const size_t size = (size_t)THDtype_traits(dtype)->size;
  Matrix a = matrix(dtype, K, M, 0, 0), b = matrix(dtype, K, N, 0, 0);
  char first[M * N * sizeof(double)], c[M * N * sizeof(double)] = {0};
  int kernels = 0;
  for (int64_t i = 0; i < K * M; i++)
    THDtype_store(dtype, at(&a, i % K, i / K), TH_real((double)draw() * 0x1p-64));
  for (int64_t i = 0; i < K * N; i++)
    THDtype_store(dtype, at(&b, i % K, i / K), TH_real((double)draw() * 0x1p-63 - 1));
  for (const char *const *level = THCpu_levels(); *level; level++) {
    if (THCpu_setLevel(*level) || !has_kernel(dtype)) continue;
    CHECK(THBlas_gemm(dtype, 'T', 'N', M, N, K, TH_real(0.3), a.data, a.ld, b.data, b.ld,
                      TH_real(0), c, M) == TH_OK);
    if (kernels++ == 0) memcpy(first, c, sizeof c);
    CHECK(memcmp(first, c, M * N * size) == 0);
  }
  discard(&a), discard(&b);
}

static void test_kernels(void)
{
  test_same_bits(TH_FLOAT);
  test_same_bits(TH_DOUBLE);
  for (const char *const *level = THCpu_levels(); *level; level++) {
    CHECK(!THCpu_setLevel(*level));
    test_gemm();
    test_large();
    if (!has_kernel(TH_FLOAT)) continue;
    test_cut_product(TH_DOUBLE);
    test_cut_product(TH_FLOAT);
  }
}

static void test_all(void)
{
  test_first_use_at_once();
  test_gemm();
  test_vectors();
  test_contiguous_dot();
  test_single_column();
  test_errors();
  test_far_apart();
  for (int dtype = 1; dtype <= TH_COMPLEXDOUBLE; dtype++) test_end_of_memory(dtype);
  CHECK(strlen(THBlas_info()) > 0);
}

static void test_builtin(void)
{
  CHECK(strstr(THBlas_info(), "built-in code"));
  CHECK(strstr(THBlas_info(), getenv("TH_BLAS")));
  CHECK(THBlas_symbol("dgemm_") == NULL);
  test_cut_product(TH_DOUBLE);
  test_cut_product(TH_FLOAT);
  test_cut_product(TH_BFLOAT16);
  test_cut_product(TH_COMPLEXFLOAT);
  test_gemm();
  test_large();
  test_vectors();
  test_far_apart();
}

static void test_info(void)
{
  CHECK(strstr(THBlas_info(), "built-in code"));
  CHECK(strstr(THBlas_info(), getenv("TH_BLAS")));
  CHECK(gemm_agrees(TH_FLOAT, 1, 40, 30, 20, scalars[4], 0));
}

/* 1 if test succeeds in a child process whose TH_BLAS is value; NULL leaves TH_BLAS as it is. */
static int passes(void (*test)(void), const char *value)
{
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    if (value) setenv("TH_BLAS", value, 1);
    test();
    exit(CHECK_RESULT());
  }
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(void)
{
  CHECK(passes(test_all, NULL));
  CHECK(passes(test_kernels, NULL));
  CHECK(passes(test_threads_follow, NULL));
  CHECK(passes(test_builtin, "builtin"));
  CHECK(passes(test_info, "/nonexistent/libblas.so"));
  CHECK(passes(test_info, "libm.so.6"));
  return CHECK_RESULT();
}
