/*
** Fourier transforms against a transform in long double: the error grows like the logarithm of the
** length; the levels and numbers of threads have the same bits; the inverse leads back; plans are
** kept, and dropped; a call fails cleanly where memory runs out.
*/
#include <TH.h>
#include <TH/cpu/THCpu.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "failing.h"

typedef struct Z { long double re, im; } Z;

static double numbers(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53 - 0.5;
}

/* exp(-2 pi i k / n), for k < n */
static Z *circle(int64_t n)
{
  const long double turn = 6.283185307179586476925286766559005768L;
  Z *w = malloc((size_t)n * sizeof *w);
  for (int64_t k = 0; k < n; k++) {
    w[k].re = cosl(turn * (long double)k / (long double)n);
    w[k].im = -sinl(turn * (long double)k / (long double)n);
  }
  return w;
}

static Z element(const THTensor *t, int64_t k)
{
  const void *data = THTensor_data(t);
  const int isComplex = THDtype_traits(t->dtype)->complex;
  const int64_t at = isComplex ? 2 * k : k;
  if (t->dtype == TH_FLOAT || t->dtype == TH_COMPLEXFLOAT) {
    const float *x = (const float *)data + at;
    return (Z){x[0], isComplex ? x[1] : 0};
  }
  const double *x = (const double *)data + at;
  return (Z){x[0], isComplex ? x[1] : 0};
}

static void fill(THTensor *t, int dtype, int64_t n)
{
  uint64_t state = (uint64_t)n;
  CHECK(THTensor_new(t, 0, dtype, 1, &n) == TH_OK);
  for (int64_t k = 0; k < n; k++) {
    const double re = numbers(&state), im = numbers(&state);
    THTensor_put(t, k, THDtype_traits(dtype)->complex ? TH_complex(re, im) : TH_real(re));
  }
}

/* Element k of the transform of x, with w the circle of n. */
static Z exact(const THTensor *x, int64_t n, int64_t k, const Z *w)
{
  Z sum = {0, 0};
  for (int64_t j = 0, a = 0; j < n; j++, a = (a + k) % n) {
    const Z v = element(x, j);
    sum.re += w[a].re * v.re - w[a].im * v.im;
    sum.im += w[a].re * v.im + w[a].im * v.re;
  }
  return sum;
}

static long double square(Z a)
{
  return a.re * a.re + a.im * a.im;
}

/* The error of elements of y, the transform of x, relative to the root of their mean square. Of
   long lines some are tried. */
static double error_of(const THTensor *y, const THTensor *x, int64_t n, const Z *w)
{
  long double difference = 0, size = 0;
  int64_t tried = 0;
  for (int64_t k = 0; k < y->size[0]; k += 1 + n / 41, tried++) {
    const Z a = element(y, k), b = exact(x, n, k, w);
    difference += square((Z){a.re - b.re, a.im - b.im});
  }
  for (int64_t k = 0; k < n; k++) size += square(element(x, k));
  return (double)sqrtl(difference / (long double)tried / size);
}

/* The same of two tensors of which one should have the other's elements. */
static double distance(const THTensor *a, const THTensor *b)
{
  long double difference = 0, size = 0;
  for (int64_t k = 0; k < a->size[0]; k++) {
    const Z u = element(a, k), v = element(b, k);
    difference += square((Z){u.re - v.re, u.im - v.im});
    size += square(v);
  }
  return (double)sqrtl(difference / size);
}

static int transform(const THFft *kind, THTensor *out, const THTensor *x, int64_t n)
{
  const int dim = x->nDimension - 1;
  return THTensor_fft("fft", kind, out, x, 1, &dim, n ? &n : NULL, TH_FFT_BACKWARD);
}

/* Lengths of every radix, of products of them, primes, and long ones. */
static const int64_t lengths[] = {
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 24, 25, 27, 30, 32, 35,
  36, 49, 56, 60, 63, 64, 72, 81, 97, 100, 101, 105, 120, 125, 127, 128, 147, 210, 243, 256, 343,
  360, 500, 509, 512, 625, 720, 1000, 1001, 1024, 2401, 2520, 4096, 5040, 10007, 15625, 16384,
  32768, 46368, 65536, 65537, 99225, 100000, 131072};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* The bound is that of an error that grows like log n. Lengths with large primes, which are
   convolutions, come nearest to it. Where long double is double (32-bit ARM), the sums to compare
   with are not better than results in double. */
static void test_accuracy(void)
{
  static const int dtypes[] = {TH_COMPLEXDOUBLE, TH_COMPLEXFLOAT, TH_DOUBLE, TH_FLOAT};
  for (int l = 0; l < LENGTHS; l++) {
    const int64_t n = lengths[l];
    Z *w = circle(n);
    for (int d = 0; d < 4; d++) {
      const double unit = d % 2 ? 0x1p-24 : 0x1p-53, bound = unit * (2 + log2((double)n) / 2);
      THTensor x = {0}, y = {0}, back = {0};
      fill(&x, dtypes[d], n);
      CHECK(transform(d > 1 ? &TH_rfft : &TH_fft, &y, &x, 0) == TH_OK);
      if (LDBL_MANT_DIG > DBL_MANT_DIG || d % 2) CHECK(error_of(&y, &x, n, w) <= bound);
      CHECK(transform(d > 1 ? &TH_irfft : &TH_ifft, &back, &y, d > 1 ? n : 0) == TH_OK);
      CHECK(distance(&back, &x) <= 2 * bound);
      THTensor_clear(&x), THTensor_clear(&y), THTensor_clear(&back);
    }
    free(w);
  }
}

/* Three rows of n, so that lines go through side by side, or as columns. */
static void fill_matrix(THTensor *t, int dtype, int64_t n, int columns)
{
  THTensor line = {0};
  const int64_t size[2] = {columns ? n : 3, columns ? 3 : n};
  fill(&line, dtype, 3 * n);
  CHECK(THTensor_new(t, 0, dtype, 2, size) == TH_OK);
  CHECK(THTensor_copy(t, &line) == TH_OK);
  THTensor_clear(&line);
}

static int same(const THTensor *a, const THTensor *b)
{
  return memcmp(THTensor_data(a), THTensor_data(b),
                (size_t)(THTensor_nElement(a) * THDtype_traits(a->dtype)->size)) == 0;
}

/* The transforms of the first level on one thread are those of all levels and thread counts. */
static void test_bits(void)
{
  static const int dtypes[] = {TH_COMPLEXDOUBLE, TH_COMPLEXFLOAT, TH_DOUBLE, TH_FLOAT};
  static const int64_t some[] = {7, 60, 61, 1000, 1024, 10007, 65536, 65537, 99225};
  for (int k = 0; k < (int)(sizeof some / sizeof *some); k++)
    for (int d = 0; d < 8; d++) {
      THTensor x = {0}, first = {0};
      const int dim = d < 4;
      fill_matrix(&x, dtypes[d % 4], some[k], !dim);
      for (const char *const *level = THCpu_levels(); *level; level++)
        for (int threads = 1; threads <= 3; threads += 2) {
          THTensor y = {0};
          CHECK(THCpu_setLevel(*level) == TH_OK);
          TH_setNumThreads(threads);
          const THFft *kind = d % 4 > 1 ? &TH_rfft : &TH_fft;
          CHECK(THTensor_fft("fft", kind, &y, &x, 1, &dim, NULL, 0) == TH_OK);
          if (first.storage) CHECK(same(&first, &y));
          else THTensor_set(&first, &y);
          THTensor_clear(&y);
        }
      THTensor_clear(&x), THTensor_clear(&first);
    }
}

/* y and z become the transforms of the columns of x and, its transpose, of the lines. */
static int are_alike(const THFft *kind, THTensor *y, THTensor *z, const THTensor *x,
                     const THTensor *lines, int64_t n)
{
  const int first = 0, second = 1;
  THTensor turned = {0};
  CHECK(THTensor_fft("fft", kind, y, x, 1, &first, &n, TH_FFT_ORTHO) == TH_OK);
  CHECK(THTensor_fft("fft", kind, z, lines, 1, &second, &n, TH_FFT_ORTHO) == TH_OK);
  CHECK(THTensor_transpose(&turned, z, 0, 1) == TH_OK);
  CHECK(THTensor_contiguous(&turned, &turned) == TH_OK);
  const int alike = same(&turned, y);
  THTensor_clear(&turned);
  return alike;
}

/* Columns side by side have the bits of lines, whatever their number: there and back. */
static void test_columns(void)
{
  static const int64_t some[] = {8, 20, 61, 64, 512, 1000, 2048}, lanes[] = {2, 8, 11, 17, 32};
  static const int dtypes[] = {TH_COMPLEXDOUBLE, TH_COMPLEXFLOAT, TH_DOUBLE, TH_FLOAT};
  for (int k = 0; k < 7 * 5 * 4; k++)
    for (const char *const *level = THCpu_levels(); *level; level++) {
      const int64_t n = some[k % 7], size[2] = {n, lanes[k / 7 % 5]};
      const int isReal = k / 35 > 1;
      THTensor line = {0}, x = {0}, lines = {0}, y = {0}, z = {0}, u = {0}, v = {0};
      CHECK(THCpu_setLevel(*level) == TH_OK);
      fill(&line, dtypes[k / 35], n * size[1]);
      CHECK(THTensor_view(&x, &line, 2, size) == TH_OK);
      CHECK(THTensor_transpose(&lines, &x, 0, 1) == TH_OK);
      if (!CHECK(are_alike(isReal ? &TH_rfft : &TH_ifft, &y, &z, &x, &lines, n) &&
                 are_alike(isReal ? &TH_irfft : &TH_fft, &u, &v, &y, &z, n)))
        fprintf(stderr, "  %s, %d by %d\n", *level, (int)n, (int)size[1]);
      THTensor *const all[] = {&line, &x, &lines, &y, &z, &u, &v};
      for (int t = 0; t < 7; t++) THTensor_clear(all[t]);
    }
}

/* More lengths than plans are kept, twice: those that come again are built again. */
static void test_plans(void)
{
  for (int round = 0; round < 2; round++)
    for (int64_t n = 2; n < 100; n++) {
      THTensor x = {0}, y = {0}, back = {0};
      fill(&x, TH_COMPLEXDOUBLE, n);
      CHECK(transform(&TH_fft, &y, &x, 0) == TH_OK && transform(&TH_ifft, &back, &y, 0) == TH_OK);
      CHECK(distance(&back, &x) < 1e-15);
      THTensor_clear(&x), THTensor_clear(&y), THTensor_clear(&back);
    }
}

/* Whatever allocation fails, of the plan or of the call, the result is as it was. A sanitizer says
   whether something is lost. */
static void test_no_memory(void)
{
  static const int64_t some[] = {62, 360, 67, 73728, 65539};
  for (int k = 0; k < 5; k++)
    for (int isReal = 0; isReal < 2; isReal++) {
      THTensor x = {0}, y = {0};
      int status = TH_ENOMEM, failures = 0;
      fill(&x, isReal ? TH_FLOAT : TH_COMPLEXFLOAT, some[k]);
      for (int fail_at = 0; status && fail_at < 200; fail_at++) {
        TH_emptyCache();
        until_failure = fail_at;
        failed = 0;
        status = transform(isReal ? &TH_rfft : &TH_fft, &y, &x, 0);
        until_failure = -1;
        failures += status != 0;
        CHECK(status == (failed ? TH_ENOMEM : TH_OK));
        CHECK(status == TH_OK || (!y.storage && !y.nDimension));
      }
      if (!CHECK(status == TH_OK && failures > 1))
        fprintf(stderr, "  n %d: %d failures, then %d\n", (int)some[k], failures, status);
      THTensor_clear(&x), THTensor_clear(&y);
    }
}

int main(void)
{
  test_no_memory();
  test_accuracy();
  test_bits();
  test_columns();
  test_plans();
  return CHECK_RESULT();
}
