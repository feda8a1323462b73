/*
** What the values of the rows of THSpecial.def may use: the special functions, and others that
** gain nothing from vectors.
**
** Each is computed in double, whatever the type of the elements, by formulas of the Digital Library
** of Mathematical Functions (DLMF, dlmf.nist.gov), to which the numbers refer. No loop depends on
** an argument without bound: far out, series give way to asymptotic ones or to reflection.
*/
#ifndef TH_SPECIALMATH_H
#define TH_SPECIALMATH_H

#ifdef TH_COMPLEXES
#include "TH/cpu/math/THComplexMath.h"
#else
#include "TH/cpu/math/THVecMath.h"
#endif

#define TH_PI 3.14159265358979323846
#define TH_SQRT_PI 1.77245385090551602730

#ifdef TH_COMPLEXES

static inline THComplex th_direction(THComplex x)
{
  const double length = th_length(x);
  return length == 0 ? th_complexOf(0, 0) : th_complexOf(creal(x) / length, cimag(x) / length);
}

#define TH_SGN(a) TH_OF_COMPLEX(th_direction, a)
#define TH_IS_REAL(a) (cimag((THComplex)(a)) == 0)

#else

#define TH_SGN(a) TH_BY_TYPE(a, th_sgn)(a)
#define TH_IS_REAL(a) th_isReal((double)(a))

/* A function, so that nvcc sees that a is read. */
static inline int th_isReal(double a)
{
  (void)a;
  return 1;
}

/* --- of integers and floating types --- */

#define TH_GCD(a, b) TH_PICK_WHOLE(a, th_gcd)(a, b)
#define TH_LCM(a, b) TH_PICK_WHOLE(a, th_lcm)(a, b)
#define TH_PICK_WHOLE(a, name) TH_PICK4(a, name##_int, name##_long, name##_long, name##_long)
#define TH_FMAX(a, b) ((a) > (b) || (b) != (b) ? (a) : (b))
#define TH_FMIN(a, b) ((a) < (b) || (b) != (b) ? (a) : (b))

#define X(name, type, utype)                                                                       \
static inline type th_gcd_##name(type a, type b)                                                   \
{                                                                                                  \
  utype x = a < 0 ? -(utype)a : (utype)a, y = b < 0 ? -(utype)b : (utype)b;                        \
  while (y) {                                                                                      \
    const utype rest = x % y;                                                                      \
    x = y, y = rest;                                                                               \
  }                                                                                                \
  return (type)x;                                                                                  \
}                                                                                                  \
static inline type th_lcm_##name(type a, type b)                                                   \
{                                                                                                  \
  const utype x = a < 0 ? -(utype)a : (utype)a, y = b < 0 ? -(utype)b : (utype)b;                  \
  return x && y ? (type)(x / (utype)th_gcd_##name(a, b) * y) : 0;                                  \
}
TH_FORALL_INTEGERS(X)
#undef X

/* --- of the format of floating types --- */

/* The bits of the next number of a 16-bit type: as integers they are in the order of magnitude. */
static inline uint16_t th_nextBits(uint16_t x, int isUp)
{
  const int isNegative = x >> 15;
  if ((x & 0x7fff) == 0) return isUp ? 1 : 0x8001;
  return (uint16_t)(isUp != isNegative ? x + 1 : x - 1);
}

/* a and b are of that 16-bit dtype. */
static inline float th_nextOf16(float a, float b, int dtype)
{
  if (!(a == a && b == b)) return a + b;
  if (a == b) return b;
  if (dtype == TH_BFLOAT16) {
    THBFloat16 x = th_float2bfloat16(a);
    x.x = th_nextBits(x.x, a < b);
    return th_bfloat162float(x);
  }
  THHalf x = th_float2half(a);
  x.x = th_nextBits(x.x, a < b);
  return th_half2float(x);
}

#define TH_NEXT(a, b)                                                                             \
  (TH_DTYPE == TH_HALF || TH_DTYPE == TH_BFLOAT16 ? th_nextOf16((float)(a), (float)(b), TH_DTYPE) \
                                                  : TH_OF_REAL(a, th_next)(a, b))

/* Halves away from zero, as round. Numbers without digits there stay. */
static inline double th_roundTo(double a, double decimals)
{
  const double scale = pow(10.0, fabs(trunc(decimals)));
  if (!(fabs(a) < TH_INFINITY)) return a;
  if (decimals < 0) return scale < TH_INFINITY ? round(a / scale) * scale : copysign(0.0, a);
  return fabs(a * scale) < 0x1p52 ? round(a * scale) / scale : a;
}

/* --- logarithms and exponentials --- */

static inline double th_logitWithin(double a, double least, double most)
{
  return th_logit_double(a < least ? least : a > most ? most : a);
}

/* log1p(x) - x for |x| < 1/2, by the series in x / (2 + x) (4.6.4). */
static inline double th_log1pMinus(double x)
{
  const double r = x / (2 + x), square = r * r;
  double sum = 0, power = 1;
  for (int k = 3; k < 40; k += 2, power *= square) sum += power / k;
  return 2 * r * square * sum - x * r;
}

/* --- the normal distribution --- */

/* The quotient of two polynomials of degree 7; the last coefficient of down is 1. */
static inline double th_quotient7(const double *up, const double *down, double x)
{
  double a = up[7], b = down[6];
  for (int k = 6; k >= 0; k--) a = a * x + up[k];
  for (int k = 5; k >= 0; k--) b = b * x + down[k];
  return a / (b * x + 1);
}

/* The x for which the normal distribution is 1/2 + q, for |q| <= 0.425: a minimax quotient, as the
   two after it, of M. J. Wichura, algorithm AS 241, Applied Statistics 37 (1988). */
static inline double th_normalMiddle(double q)
{
  static const double up[] = {
    3.3871328727963666080, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
    1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
    3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static const double down[] = {
    4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
    2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4,
    5.2264952788528545610e+3};
  return q * th_quotient7(up, down, 0.180625 - q * q);
}

/* The x > 0 beyond which p of the normal distribution lies, for p in (0, 0.075]. */
static inline double th_normalTail(double p)
{
  static const double up[] = {
    1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
    3.64784832476320460504, 1.27045825245236838258, 2.41780725177450611770e-1,
    2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static const double down[] = {
    2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
    1.05075007164441684324e-9};
  static const double far_up[] = {
    6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
    2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
    2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static const double far_down[] = {
    5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
    2.04426310338993978564e-15};
  const double r = sqrt(-log(p));
  return r <= 5 ? th_quotient7(up, down, r - 1.6) : th_quotient7(far_up, far_down, r - 5);
}

/* width: of a number for which the result is; a float needs no step of Newton's. */
static inline double th_ndtri(double p, int width)
{
  const double root = 1.41421356237309504880, q = p - 0.5, less = p < 0.5 ? p : 1 - p;
  if (!(p > 0 && p < 1)) return p == 0 ? -TH_INFINITY : p == 1 ? TH_INFINITY : TH_NAN;
  const double x = less >= 0.075 ? th_normalMiddle(fabs(q)) : th_normalTail(less);
  if (width < 8 || less < 1e-290) return copysign(x, q); /* erfc would underflow */
  const double over = less > 0.25 ? 0.5 * erf(x / root) - fabs(q) : less - th_ndtr_double(-x);
  return copysign(x - over * (root * TH_SQRT_PI) * exp(0.5 * x * x), q);
}

/* --- derivatives of the gamma function's logarithm --- */

/* Hurwitz's zeta function for s > 1 and q > 0: terms until q is large beside s, then Euler and
   Maclaurin's formula (25.11.28). */
static inline double th_hurwitz(double s, double q)
{
  const double terms[] = {1 / 12.0, -1 / 720.0, 1 / 30240.0, -1 / 1209600.0, 1 / 47900160.0,
                          -691 / 1307674368000.0, 1 / 74724249600.0,
                          -3617 / 10670622842880000.0, 43867 / 5109094217170944000.0,
                          -174611 / 802857662698291200000.0};
  double sum = 0;
  for (; q < 10 + s; q += 1) {
    const double term = pow(q, -s);
    sum += term;
    if (!(term > sum * 1e-18)) return sum;
  }
  double power = pow(q, -s);
  sum += power * q / (s - 1) + 0.5 * power;
  power *= s / q;
  for (int k = 0; k < 10; k++) {
    sum += terms[k] * power;
    power *= (s + 2 * k + 1) * (s + 2 * k + 2) / (q * q);
  }
  return sum;
}

/* For whole s also below 0: the sum over all whole distances, less what is below q. */
static inline double th_zetaAround(double s, double q)
{
  if (q > 0) return th_hurwitz(s, q);
  const double part = q - floor(q), sign = fmod(s, 2.0) == 0 ? 1 : -1;
  if (part == 0) return TH_INFINITY;
  return th_hurwitz(s, part) + sign * (th_hurwitz(s, 1 - part) - th_hurwitz(s, 1 - q));
}

/* 5.15.1 and its derivatives; n is a whole number. */
static inline double th_polygamma(double n, double x)
{
  if (n == 0) return th_digamma_double(x);
  if (!(n > 0 && n == floor(n) && n < TH_INFINITY) || x != x || x == -TH_INFINITY) return TH_NAN;
  if (x == TH_INFINITY) return fmod(n, 2.0) == 0 ? -0.0 : 0.0;
  const double zeta = th_zetaAround(n + 1, x);
  const double size = n < 160 ? tgamma(n + 1) * zeta
                              : copysign(exp(th_lgamma(n + 1) + log(fabs(zeta))), zeta);
  return fmod(n, 2.0) == 0 ? -size : size;
}

enum { TH_MOST_VARIATES = 10000 };

/* 35.3.4; NaN where a <= (p - 1) / 2. */
static inline double th_mvlgamma(double a, double p)
{
  if (!(p >= 1 && p <= TH_MOST_VARIATES && p == floor(p) && a > 0.5 * (p - 1))) return TH_NAN;
  double sum = 0.25 * p * (p - 1) * 1.14472988584940017414;
  for (int j = 0; j < p; j++) sum += th_lgamma(a - 0.5 * j);
  return sum;
}

/* --- incomplete gamma functions --- */

/* log gamma(1 + a), also where 1 + a drops digits of a. */
static inline double th_lgamma1p(double a)
{
  const double up = 1 + a;
  return th_lgamma(up) + (a - (up - 1)) * th_digamma_double(up);
}

/* x^a e^-x / gamma(a + 1); for large a with Stirling's series (5.11.1). */
static inline double th_gammaPrefix(double a, double x)
{
  const double terms[] = {1 / 12.0, -1 / 360.0, 1 / 1260.0, -1 / 1680.0, 1 / 1188.0,
                          -691 / 360360.0, 1 / 156.0};
  double stirling = 0;
  if (a < 10 && x < 600) return pow(x, a) * exp(-x) / tgamma(a + 1);
  if (a < 10) return exp(a * log(x) - x - th_lgamma(a + 1));
  for (int k = 6; k >= 0; k--) stirling = stirling / (a * a) + terms[k];
  const double mu = (x - a) / a;
  const double power = fabs(mu) < 0.4 ? th_log1pMinus(mu) : log(x / a) - mu;
  return exp(a * power - stirling / a) / sqrt(2 * TH_PI * a);
}

/* 8.7.1 and 8.11.4, where x is not far above a. */
static inline double th_lowerSeries(double a, double x)
{
  double term = 1, sum = 1;
  for (int k = 1; k < 2000 && term > sum * 1e-17; k++) sum += term *= x / (a + k);
  return th_gammaPrefix(a, x) * sum;
}

/* 8.9.2, by Lentz's method, where x is above a. */
static inline double th_upperFraction(double a, double x)
{
  double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
  for (int k = 1; k < 2000; k++) {
    const double over = k * (a - k);
    b += 2;
    d = over * d + b;
    c = b + over / c;
    d = 1 / (fabs(d) < 1e-300 ? 1e-300 : d);
    if (fabs(c) < 1e-300) c = 1e-300;
    h *= c * d;
    if (fabs(c * d - 1) < 1e-16) break;
  }
  return th_gammaPrefix(a, x) * a * h;
}

/* 1 - P for small a and x, without the difference of nearly equal numbers (8.7.1). */
static inline double th_upperSmall(double a, double x)
{
  const double power = a * log(x) - th_lgamma1p(a);
  double term = 1, sum = 0;
  for (int k = 1; k < 40; k++) {
    term *= -x / k;
    sum += term / (a + k);
  }
  return -expm1(power) - exp(power) * a * sum;
}

/* The uniform expansion for large a (8.12.3, 8.12.4, 8.12.7): coefficients of eta^n / a^k. */
static inline double th_gammaUniform(double a, double x, int isUpper)
{
  const double terms[5][16] = {
    {-0.33333333333333331, 0.083333333333333329, -0.014814814814814815, 0.0011574074074074073,
     0.00035273368606701942, -0.0001787551440329218, 3.9192631785224377e-05,
     -2.185448510679992e-06, -1.85406221071516e-06, 8.2967113409530865e-07,
     -1.7665952736826078e-07, 6.7078535434014984e-09, 1.0261809784240309e-08,
     -4.3820360184533529e-09, 9.1476995822367902e-10, -2.5514193994946248e-11},
    {-0.0018518518518518519, -0.003472222222222222, 0.0026455026455026454,
     -0.00099022633744855963, 0.00020576131687242798, -4.018775720164609e-07,
     -1.8098550334489977e-05, 7.6491609160811098e-06, -1.6120900894563446e-06,
     4.647127802807434e-09, 1.3786334469157209e-07, -5.7525456035177047e-08,
     1.1951628599778148e-08, -1.7543241719747647e-11, -1.0091543710600413e-09,
     4.1627929918425828e-10},
    {0.0041335978835978834, -0.0026813271604938273, 0.0007716049382716049,
     2.0093878600823047e-06, -0.0001073665322636516, 5.2923448829120125e-05,
     -1.2760635188618728e-05, 3.4235787340961378e-08, 1.3721957309062934e-06,
     -6.2989921383800548e-07, 1.4280614206064242e-07, -2.0477098421990866e-10,
     -1.409252991086752e-08, 6.2289740849220218e-09, -1.3670488396617114e-09,
     9.428356159014678e-13},
    {0.00064943415637860077, 0.00022947209362139917, -0.0004691894943952557,
     0.00026772063206283885, -7.5618016718839766e-05, -2.3965051138672968e-07,
     1.1082654115347302e-05, -5.6749528269915965e-06, 1.4230900732435883e-06,
     -2.7861080291528143e-11, -1.6958404091930278e-07, 8.0994649053880827e-08,
     -1.9111168485973655e-08, 2.3928620439808118e-12, 2.0620131815488797e-09,
     -9.460496661855133e-10},
    {-0.00086188829091671173, 0.00078403922172006662, -0.00029907248030319018,
     -1.4638452578843418e-06, 6.6414982154651219e-05, -3.9683650471794347e-05,
     1.1375726970678419e-05, 2.5074972262375329e-10, -1.6954149536558305e-06,
     8.9075075322053094e-07, -2.2929348340008049e-07, 2.9567941375440492e-11,
     2.8865829742708783e-08, -1.4189739437803219e-08, 3.4463580499464896e-09,
     -2.3024517174528067e-13},
  };
  const double mu = (x - a) / a, half = -th_log1pMinus(mu), eta = copysign(sqrt(2 * half), mu);
  double rest = 0;
  for (int k = 4; k >= 0; k--) {
    double sum = 0;
    for (int n = 15; n >= 0; n--) sum = sum * eta + terms[k][n];
    rest = rest / a + sum;
  }
  rest *= exp(-a * half) / sqrt(2 * TH_PI * a);
  const double z = copysign(sqrt(a * half), mu);
  return isUpper ? 0.5 * erfc(z) + rest : 0.5 * erfc(-z) - rest;
}

/* The regularised function P, or Q = 1 - P. Each comes from the form that does not cancel. */
static inline double th_gammaPart(double a, double x, int isUpper)
{
  const int at_end = a == TH_INFINITY || x == TH_INFINITY || a == 0 || x == 0;
  if (!(a >= 0 && x >= 0) || (a == x && at_end)) return TH_NAN;
  if (at_end) return isUpper == (x == 0 || a == TH_INFINITY);
  if (a > 200 && fabs(x - a) < 0.3 * a) return th_gammaUniform(a, x, isUpper);
  if (x >= 1.5 && x > a)
    return isUpper ? th_upperFraction(a, x) : 1 - th_upperFraction(a, x);
  if (isUpper && a < 1) return th_upperSmall(a, x);
  return isUpper ? 1 - th_lowerSeries(a, x) : th_lowerSeries(a, x);
}

/* --- modified Bessel functions --- */

/* I0 or I1 by 10.25.2: all terms are positive. */
static inline double th_besselSeries(int order, double x)
{
  const double square = 0.25 * x * x;
  double term = order ? 0.5 * x : 1, sum = term;
  for (int k = 1; k < 120 && fabs(term) > fabs(sum) * 1e-17; k++)
    sum += term *= square / ((double)k * (k + order));
  return sum;
}

/* e^-x times these for large x, by 10.40.1. */
static inline double th_besselScaled(int order, double x)
{
  double term = 1, sum = 1;
  for (int k = 1; k < 40 && fabs(term) > 1e-17; k++) {
    const double odd = 2 * k - 1;
    sum += term *= -(4.0 * order - odd * odd) / (8 * x * k);
  }
  return sum / (2.50662827463100050242 * sqrt(x));
}

static inline double th_bessel(int order, double x, int isScaled)
{
  const double size = fabs(x), sign = order && x < 0 ? -1 : 1;
  if (size < 25) return th_besselSeries(order, x) * (isScaled ? exp(-size) : 1);
  if (!(size < TH_INFINITY)) return isScaled && size == size ? 0 : sign * size;
  const double scaled = sign * th_besselScaled(order, size);
  return isScaled ? scaled : exp(0.5 * size) * scaled * exp(0.5 * size);
}

#endif

#endif
