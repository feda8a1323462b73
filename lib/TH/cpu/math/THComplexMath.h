/*
** Functions of one complex number that the values of rows may use, under the names that THVecMath.h
** has for real numbers.
**
** Sums and products are C's own, with the plain formula (-fcx-limited-range). Everything else is
** computed in double and rounded once, with the branch cuts and special values of C's Annex G: the
** C library's functions where it has them. Calls gain nothing from vectors, so none is inlined.
*/
#ifndef TH_COMPLEXMATH_H
#define TH_COMPLEXMATH_H

#ifndef __cplusplus /* devices have their own class: THC/kernels/thc_complex.cuh */
#include <complex.h>
#endif
#include <float.h>
#include <math.h>

#define TH_INFINITY __builtin_inff()
#define TH_NAN __builtin_nanf("")

#ifndef __cplusplus
typedef double _Complex THComplex;

static inline THComplex th_complexOf(double re, double im)
{
  return __builtin_complex(re, im);
}
#endif

static inline double th_larger(double a, double b)
{
  return a > b ? a : b;
}

/* By Smith's method, without branches: what is added is chosen before it is, which takes half the
   time of choosing among sums. Large numbers are scaled down, so that sums of their parts do not
   overflow. */
static inline THComplex th_quotient(THComplex x, THComplex y)
{
  const double most = th_larger(th_larger(fabs(creal(x)), fabs(cimag(x))),
                                th_larger(fabs(creal(y)), fabs(cimag(y))));
  const double scale = most > DBL_MAX / 4 ? 0.25 : 1;
  const double a = scale * creal(x), b = scale * cimag(x);
  const double c = scale * creal(y), d = scale * cimag(y);
  const int turned = fabs(c) < fabs(d);
  const double large = turned ? d : c, other = turned ? c : d;
  const double small = fabs(other) > DBL_MAX ? 0 : other; /* of two infinite parts one counts */
  const double ratio = large == 0 ? 0 : small / large;
  const double length = large + small * ratio;
  const double re = (turned ? b : a) + (turned ? a : b) * ratio;
  const double im = (turned ? -a : b) + (turned ? b : -a) * ratio;
  return th_complexOf(re / length, im / length);
}

/* A divisor y: its parts and 1 / |y|^2, since x / y is x conj(y) / |y|^2. 0 counts as 1 or -1 whose
   inverse is infinite, an infinite y as 0 whose inverse is 0. */
typedef struct THDivisor { double re, im, inverse; } THDivisor;

static inline THDivisor th_divisorOfFloat(THComplex y)
{
  const double re = creal(y), im = cimag(y), square = re * re + im * im;
  const int infinite = square == TH_INFINITY;
  const double one = square == 0 ? copysign(1.0, re + im) : 0;
  const THDivisor d = {(infinite ? 0 : re) + one, infinite ? 0 : im, 1 / square};
  return d;
}

/* Of floats, whose products are exact in double and whose squares are neither 0 nor infinite,
   unless the numbers are. Without branches, as above, and with the values from there, but for the
   sign of zeros. */
static inline THComplex th_quotientOfFloats(THComplex x, THComplex y)
{
  const THDivisor d = th_divisorOfFloat(y);
  const double a = creal(x), b = cimag(x);
  return th_complexOf((a * d.re + b * d.im) * d.inverse, (b * d.re - a * d.im) * d.inverse);
}

static inline THComplex th_inverseOfFloat(THComplex y)
{
  const THDivisor d = th_divisorOfFloat(y);
  return th_complexOf(d.re * d.inverse, -d.im * d.inverse);
}

static inline double th_length(THComplex x) { return hypot(creal(x), cimag(x)); }
static inline double th_argument(THComplex x) { return atan2(cimag(x), creal(x)); }

/* The larger magnitude of the two parts: infinite if either part is, else NaN if either is. */
static inline double th_extent(THComplex x)
{
  const double re = fabs(creal(x)), im = fabs(cimag(x));
  return re == TH_INFINITY || im == TH_INFINITY ? TH_INFINITY : re != re || re > im ? re : im;
}

static inline THComplex th_clog2(THComplex x)
{
  const THComplex y = clog(x);
  return th_complexOf(creal(y) * 1.44269504088896340736, cimag(y) * 1.44269504088896340736);
}

static inline THComplex th_clog10(THComplex x)
{
  const THComplex y = clog(x);
  return th_complexOf(creal(y) * 0.43429448190325182765, cimag(y) * 0.43429448190325182765);
}

/* Near 0 the length of 1 + x is 1 and a little, which log1p takes. */
static inline THComplex th_clog1p(THComplex x)
{
  const double re = creal(x), im = cimag(x);
  const int near = fabs(re) < 0.5 && fabs(im) < 0.5;
  const double log_length = near ? 0.5 * log1p(re * (2 + re) + im * im) : creal(clog(1 + x));
  return th_complexOf(log_length, atan2(im, 1 + re));
}

/* exp(re) cos(im) - 1, without the cancellation: cos(im) is 1 - 2 sin(im / 2)^2. */
static inline THComplex th_cexpm1(THComplex x)
{
  const double re = creal(x), im = cimag(x), half = sin(im / 2);
  if (fabs(re) > 0.5 || !(fabs(im) < 1e8)) return cexp(x) - 1;
  return th_complexOf(expm1(re) * cos(im) - 2 * half * half, exp(re) * sin(im));
}

/* With the exponential that does not overflow. */
static inline THComplex th_csigmoid(THComplex x)
{
  if (creal(x) >= 0) return th_quotient(1, 1 + cexp(-x));
  const THComplex y = cexp(x);
  return th_quotient(y, 1 + y);
}

/* By repeated squaring, for small whole powers: exact where the products are. */
static inline THComplex th_wholePower(THComplex x, int n)
{
  THComplex result = 1;
  for (unsigned left = (unsigned)(n < 0 ? -n : n); left; left >>= 1, x *= x)
    if (left & 1) result *= x;
  return n < 0 ? th_quotient(1, result) : result;
}

/* A power of 0 is 1 for 0, 0 for numbers with a positive real part, and not defined for others. */
static inline THComplex th_power(THComplex x, THComplex y)
{
  const double n = creal(y);
  if (cimag(y) == 0 && n >= -100 && n <= 100 && n == (int)n && (n > 0 || x != 0 || n == 0))
    return th_wholePower(x, (int)n);
  if (x != 0) return cpow(x, y);
  return n > 0 ? th_complexOf(0, 0) : th_complexOf(TH_NAN, TH_NAN);
}

static inline int th_isClose(THComplex a, THComplex b, double rtol, double atol)
{
  if (a == b) return 1;
  return th_extent(b) < TH_INFINITY && th_length(a - b) <= atol + rtol * th_length(b);
}

#define TH_OF_COMPLEX(f, a) ((TH_COMPUTE)f((THComplex)(a)))
#define TH_IS_FLOAT (sizeof(TH_COMPUTE) < sizeof(THComplex))
#define TH_DIV(a, b) ((TH_COMPUTE)(TH_IS_FLOAT ? th_quotientOfFloats(a, b) : th_quotient(a, b)))
#define TH_INVERSE(a) ((TH_COMPUTE)(TH_IS_FLOAT ? th_inverseOfFloat(a) : th_quotient(1, a)))
#define TH_IS_CLOSE(a, b, rtol, atol) \
  ((TH_COMPUTE)(double)th_isClose(a, b, creal((THComplex)(rtol)), creal((THComplex)(atol))))
#define TH_POW(a, b) ((TH_COMPUTE)th_power(a, b))
#define TH_CONJ(a) TH_OF_COMPLEX(conj, a)
#define TH_ABS(a) th_length(a)
#define TH_ANGLE(a) th_argument(a)
#define TH_EXTENT(a) th_extent(a)
#define TH_EXP(a) TH_OF_COMPLEX(cexp, a)
#define TH_EXPM1(a) TH_OF_COMPLEX(th_cexpm1, a)
#define TH_LOG(a) TH_OF_COMPLEX(clog, a)
#define TH_SIN(a) TH_OF_COMPLEX(csin, a)
#define TH_COS(a) TH_OF_COMPLEX(ccos, a)
#define TH_TAN(a) TH_OF_COMPLEX(ctan, a)
#define TH_FAR_TAN(a) TH_TAN(a)
#define TH_ASIN(a) TH_OF_COMPLEX(casin, a)
#define TH_ACOS(a) TH_OF_COMPLEX(cacos, a)
#define TH_ATAN(a) TH_OF_COMPLEX(catan, a)
#define TH_SINH(a) TH_OF_COMPLEX(csinh, a)
#define TH_COSH(a) TH_OF_COMPLEX(ccosh, a)
#define TH_TANH(a) TH_OF_COMPLEX(ctanh, a)
#define TH_ASINH(a) TH_OF_COMPLEX(casinh, a)
#define TH_ACOSH(a) TH_OF_COMPLEX(cacosh, a)
#define TH_ATANH(a) TH_OF_COMPLEX(catanh, a)
#define TH_LOG2(a) TH_OF_COMPLEX(th_clog2, a)
#define TH_LOG10(a) TH_OF_COMPLEX(th_clog10, a)
#define TH_LOG1P(a) TH_OF_COMPLEX(th_clog1p, a)
#define TH_SIGMOID(a) TH_OF_COMPLEX(th_csigmoid, a)
#define TH_WITHIN(a, measure, limit) 1 /* other forms are not needed */

/* Rows also use names of <tgmath.h>. */
#define sqrt(a) TH_OF_COMPLEX(csqrt, a)
#define sin(a) TH_SIN(a)
#define cos(a) TH_COS(a)

#endif
