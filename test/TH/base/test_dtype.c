/*
** Single elements and conversions between dtypes: all 16-bit patterns, limits, NaN and wrapping,
** through every route by which an element is converted (load and store, fill, copies of contiguous
** and of strided elements).
*/
#include "TH.h"
#include "check.h"

#include <math.h>
#include <string.h>

/* The nearest number with that many bits of precision and exponents from lowest on; ties go to
   even. */
static double nearest(double x, int bits, int lowest, double largest)
{
  int e;
  if (x == 0 || isnan(x) || isinf(x)) return x;
  frexp(x, &e);
  if (e < lowest) e = lowest;
  double unit = ldexp(1, e - bits), rounded = nearbyint(x / unit) * unit;
  return fabs(rounded) > largest ? copysign(INFINITY, x) : rounded;
}

static double as_half(double x)
{
  return nearest(x, 11, -13, 65504);
}

static double as_bfloat16(double x)
{
  return nearest(x, 8, -125, 0x1.fep127);
}

/* The value of a 16-bit pattern, computed from its fields. */
static double decode(unsigned x, int fraction_bits, int bias)
{
  int exponent = (int)(x & 0x7fff) >> fraction_bits, top = 0x7fff >> fraction_bits;
  double fraction = (double)(x & ((1u << fraction_bits) - 1)) / (1 << fraction_bits);
  double magnitude = exponent == top ? (fraction != 0 ? NAN : INFINITY)
                     : exponent == 0 ? ldexp(fraction, 1 - bias)
                                     : ldexp(1 + fraction, exponent - bias);
  return x & 0x8000 ? -magnitude : magnitude;
}

static int same(double a, double b)
{
  return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

static void test_all_patterns(void)
{
  int64_t wrong = 0;
  for (unsigned x = 0; x < 0x10000; x++) {
    float h = th_half2float((THHalf){(uint16_t)x}),
          b = th_bfloat162float((THBFloat16){(uint16_t)x});
    wrong += !same(h, decode(x, 10, 15)) || !same(b, decode(x, 7, 127));
    THHalf back = th_float2half(h);
    THBFloat16 back16 = th_float2bfloat16(b);
    wrong += isnan(h) ? back.x != ((x & 0x8000) | 0x7e00) : back.x != x;
    wrong += isnan(b) ? back16.x != ((x & 0x8000) | 0x7fc0) : back16.x != x;
    wrong += th_double2half(h).x != back.x || th_double2bfloat16(b).x != back16.x;
  }
  CHECK(wrong == 0);
}

/* Test the midpoint between each two neighbours, and the floats and doubles next to it. */
static void test_rounding(void)
{
  int64_t wrong = 0;
  for (unsigned x = 0; x < 0x7f80; x++) {
    double h = decode(x, 10, 15), b = decode(x, 7, 127);
    double middles[2] = {x < 0x7bff ? (h + decode(x + 1, 10, 15)) / 2 : 65520,
                         (b + decode(x + 1, 7, 127)) / 2};
    if (x == 0x7f7f) middles[1] = 0x1.ffp127;
    for (int k = 0; k < 2; k++) {
      if (k == 0 && x > 0x7bff) continue;
      double near[] = {middles[k], nextafter(middles[k], 0), nextafter(middles[k], INFINITY),
                       nextafterf((float)middles[k], 0), nextafterf((float)middles[k], INFINITY)};
      for (int i = 0; i < 5; i++) {
        double h2 = th_half2float(th_double2half(near[i])),
               b2 = th_bfloat162float(th_double2bfloat16(near[i]));
        wrong += !same(h2, as_half(near[i])) || !same(b2, as_bfloat16(near[i]));
        if ((float)near[i] != near[i]) continue;
        wrong += !same(th_half2float(th_float2half((float)near[i])), as_half(near[i]));
        wrong +=
            !same(th_bfloat162float(th_float2bfloat16((float)-near[i])), as_bfloat16(-near[i]));
      }
    }
  }
  CHECK(wrong == 0);
}

/* A number, and the value it must have as an element of a dtype. */
typedef struct Case { int dtype; double from, to; } Case;

static const Case cases[] = {
    {TH_BYTE, 255, 255},
    {TH_BYTE, 256, 0},
    {TH_BYTE, -1, 255},
    {TH_BYTE, -1.9, 255},
    {TH_BYTE, 3.99, 3},
    {TH_BYTE, INFINITY, 255},
    {TH_BYTE, -INFINITY, 0},
    {TH_BYTE, NAN, 0},
    {TH_BYTE, 1e30, 255},
    {TH_CHAR, 128, -128},
    {TH_CHAR, -129, 127},
    {TH_CHAR, -0.9, 0},
    {TH_CHAR, INFINITY, -1},
    {TH_SHORT, 32768, -32768},
    {TH_SHORT, 65535.5, -1},
    {TH_SHORT, -INFINITY, 0},
    {TH_INT, 2147483648.0, -2147483648.0},
    {TH_INT, 3e9, -1294967296},
    {TH_INT, NAN, 0},
    {TH_INT, 1e300, -1},
    {TH_INT, -1e300, 0},
    {TH_INT, -2.5, -2},
    {TH_LONG, 0x1p62, 0x1p62},
    {TH_LONG, 0x1p63, 0x1p63},
    {TH_LONG, -0x1p63, -0x1p63},
    {TH_LONG, -1e300, -0x1p63},
    {TH_LONG, NAN, 0},
    {TH_LONG, -3.7, -3},
    {TH_BOOL, 0.25, 1},
    {TH_BOOL, -0.0, 0},
    {TH_BOOL, NAN, 1},
    {TH_BOOL, 256, 1},
    {TH_BOOL, -INFINITY, 1},
    {TH_HALF, 65519, 65504},
    {TH_HALF, 65520, INFINITY},
    {TH_HALF, 0x1p-25, 0},
    {TH_HALF, 0x1.8p-25, 0x1p-24},
    {TH_HALF, 1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-10},
    {TH_HALF, -1e300, -INFINITY},
    {TH_BFLOAT16, 1 + 0x1p-8 + 0x1p-40, 1 + 0x1p-7},
    {TH_BFLOAT16, 1 + 0x1p-8, 1},
    {TH_BFLOAT16, 1e39, INFINITY},
    {TH_FLOAT, 0.1, (float)0.1},
    {TH_FLOAT, 1e300, INFINITY},
    {TH_FLOAT, 1e-300, 0},
    {TH_DOUBLE, 1e-320, 1e-320},
};

enum { RUN = 67 };

static double element(const THTensor *t, int64_t i)
{
  THNumber n = {0};
  CHECK(!THTensor_get(t, i, &n));
  return TH_asReal(n);
}

/* Convert the number by every route: a single element, a fill, contiguous copies and copies of
   every third element. */
static void test_case(const Case *c)
{
  THDoubleTensor from = {0}, sparse = {0};
  THTensor to = {.dtype = (int16_t)c->dtype}, odd = to;
  const int64_t n = RUN, three = 3;
  CHECK(!THDoubleTensor_resize1d(&from, RUN) && !THDoubleTensor_fill(&from, c->from));
  CHECK(!THTensor_resize("test", &to, 1, &n, NULL) &&
        !THTensor_resize("test", &odd, 1, &n, &three));
  CHECK(!THDoubleTensor_resizeNd(&sparse, 1, &n, &three) && !THDoubleTensor_fill(&sparse, c->from));
  int good =
      CHECK(!THTensor_put(&to, 0, TH_real(c->from))) && CHECK(same(element(&to, 0), c->to + 0.0));
  good &= CHECK(!THTensor_fill(&to, TH_real(c->from))) &&
          CHECK(same(element(&to, RUN - 1), c->to + 0.0));
  CHECK(!THTensor_fill(&to, TH_integer(1)) && !THTensor_fill(&odd, TH_integer(1)));
  good &= CHECK(!THTensor_copy(&to, &from.base)) && CHECK(same(element(&to, RUN / 2), c->to + 0.0));
  good &=
      CHECK(!THTensor_copy(&odd, &sparse.base)) && CHECK(same(element(&odd, RUN - 1), c->to + 0.0));
  if (!good) fprintf(stderr, "  %g to %s\n", c->from, THDtype_traits(c->dtype)->name);
  THDoubleTensor_clear(&from), THDoubleTensor_clear(&sparse), THTensor_clear(&to),
      THTensor_clear(&odd);
}

/* Integers stay exact, and wrap when converted to a narrower type. */
static void test_integers(void)
{
  THLongTensor from = {0};
  THIntTensor to = {0};
  THFloatTensor f = {0};
  CHECK(!THLongTensor_resize1d(&from, RUN) && !THLongTensor_fill(&from, INT64_MAX - 1));
  CHECK(from.storage->data[RUN - 1] == INT64_MAX - 1);
  CHECK(!THIntTensor_resize1d(&to, RUN) && !THIntTensor_copyLong(&to, &from) &&
        to.storage->data[5] == -2);
  CHECK(!THLongTensor_fill(&from, ((int64_t)1 << 60) + ((int64_t)1 << 36) + 1));
  CHECK(!THFloatTensor_resize1d(&f, RUN) && !THFloatTensor_copyLong(&f, &from));
  CHECK(f.storage->data[9] == 0x1.000002p60f); /* rounded once, not through double */
  CHECK(!THFloatTensor_fill(&f, -1) && !THIntTensor_copyFloat(&to, &f) &&
        to.storage->data[66] == -1);
  THLongTensor_clear(&from), THIntTensor_clear(&to), THFloatTensor_clear(&f);
}

static void test_names(void)
{
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    CHECK(THDtype_find(THDtype_traits(dtype)->name) == dtype);
    CHECK(THDtype_find(THDtype_traits(dtype)->option) == dtype);
    CHECK(THDtype_isBuilt(dtype) && THDtype_isReal(dtype) == (dtype < TH_NUM_REAL));
    CHECK(THDtype_traits(THDtype_word(dtype))->size == THDtype_traits(dtype)->size);
  }
  CHECK(!THDtype_find("long long") && THDtype_traits(-1) == THDtype_traits(0));
  CHECK(THDtype_traits(TH_NUM_DTYPES) == THDtype_traits(TH_UNDEFINED));
  CHECK(strcmp(THTensor_typeText(TH_HALF).text, "torch.HalfTensor") == 0);
}

/* No operation makes complex numbers yet. Stored in other dtypes, a complex number loses its
   imaginary part; for Bool both parts count. */
static void test_complex(void)
{
  static const double parts[] = {0, -0.0, 1, -2.5, 0x1p-1074, 0x1.fffffffffffffp1023, INFINITY,
                                 -INFINITY, NAN, -NAN};
  const THNumber z = TH_complex(-2.5, 1);
  unsigned char bytes[8];
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    const THNumber n = TH_complex(3, parts[k]);
    CHECK(TH_isComplex(n) && !TH_isInteger(n) && TH_asReal(n) == 3);
    CHECK(same(TH_imaginary(n), parts[k]));
  }
  for (uint64_t bits = UINT64_MAX; bits > UINT64_MAX - 4; bits--) {
    double nan;
    memcpy(&nan, &bits, sizeof nan);
    CHECK(TH_isComplex(TH_complex(0, nan)) && isnan(TH_imaginary(TH_complex(0, nan))));
  }
  CHECK(TH_asInteger(z) == -2);
  CHECK(TH_imaginary(TH_real(2)) == 0 && TH_imaginary(TH_integer(2)) == 0);
  CHECK(!TH_isComplex(TH_real(NAN)) && !TH_isComplex(TH_integer(-1)));
  THDtype_store(TH_BOOL, bytes, TH_complex(0, 1));
  CHECK(THDtype_load(TH_BOOL, bytes).integer == 1);
  THDtype_store(TH_INT, bytes, z);
  CHECK(THDtype_load(TH_INT, bytes).integer == -2);
  CHECK(TH_checkReal("test", z) == TH_EDTYPE && strstr(TH_error(), "test: the number -2.5+1i"));
  CHECK(!TH_checkReal("test", TH_real(1)) && !TH_checkReal("test", TH_integer(1)));
}

int main(void)
{
  test_all_patterns();
  test_rounding();
  const char *const *levels = THCpu_levels();
  for (int level = 0; levels[level]; level++) {
    CHECK(!THCpu_setLevel(levels[level]));
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) test_case(&cases[k]);
    test_integers();
  }
  test_names();
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  test_complex();
  return CHECK_RESULT();
}
