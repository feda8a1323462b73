/*
** digamma and lgamma, without branches, about 1 ulp from the true value above 0. Floats are
** computed in double.
**
** Far out, with v = x - 1/2 and w = 1 / v^2, digamma is log(v) + w P(w), and lgamma is
** v (log(v) - 1) + log(2 pi) / 2 + P(w) / v. From 1 on, they are products of their zeros and of
** quotients of polynomials; below 1, those of x + 1 without 1 / x or log(x). Polynomials:
** test/long/numerics/coefficients.py.
*/
#ifndef TH_VECGAMMA_H
#define TH_VECGAMMA_H

#include "TH/cpu/math/THVecLog.h"
#ifndef __cplusplus /* not for devices */
#include "TH/platform/THPlatform.h"
#endif

/* Of normal positive numbers, the last one for which th_lgammaInRange is. */
#define TH_LGAMMA_LIMIT(a) TH_PICK(a, __FLT_MAX__, 1e300)

/* Without the sign that C keeps in a global variable. */
static inline double th_lgamma(double a)
{
#ifdef __cplusplus
  return lgamma(a);
#else
  return th_logGamma(a);
#endif
}

/* (digamma(x) / d - slope) / d, where d = x - root and slope is that of digamma there, is the
   quotient of two polynomials of e = x - 1 <= 1.25. */
TH_INLINE double th_digammaAbove_double(double e)
{
  return TH_HORNER(double, e, -0x1.f1a4d0d27c7c3p-13, -0x1.e3e05cde84ddp-1, -0x1.557b198afe01ap+4,
                   -0x1.201c91c181192p+7, -0x1.6ca57cbef7885p+8, -0x1.2c9be9113397dp+8);
}

TH_INLINE double th_digammaBelow_double(double e)
{
  return TH_HORNER(double, e, 0x1.p+0, 0x1.9d2f6a7687adp+4, 0x1.a4cbe2e87147dp+7,
                   0x1.636863c928cd4p+9, 0x1.fc0d55dbd231ep+9, 0x1.eadce0d2d340fp+8);
}

/* (digamma(v + 1/2) - log(v)) / w of w = 1 / v^2, v >= 1.75. */
TH_INLINE double th_digammaFar_double(double w)
{
  return TH_HORNER(double, w, -0x1.1d2f456f9433cp+8, 0x1.c4b1d1df56b1bp+9, -0x1.4d9799c72d3c7p+10,
                   0x1.2f86165de9d97p+10, -0x1.7ee0fcbc2bfc9p+9, 0x1.64f7e91ff29dp+8,
                   -0x1.00db0a447df68p+7, 0x1.27ca5b112e9c9p+5, -0x1.1b78539af90eap+3,
                   0x1.dd0550ab8113cp+0, -0x1.7e3638abb6e3fp-2, 0x1.479172b885aap-4,
                   -0x1.576508a35d557p-6, 0x1.ef4c9a2ef3cc2p-8, -0x1.0eedef7ad0129p-8,
                   0x1.f7df78555e107p-9, -0x1.ddddddd9c40d9p-8, 0x1.555555555511bp-5);
}

/* ((1 - z) pi f cot(pi f) - 1) / z of z = f^2 <= 1/4. */
TH_INLINE double th_cotRest_double(double z)
{
  return TH_HORNER(double, z, 0x1.10dce1127e199p-17, 0x1.674873c43f3f8p-16, 0x1.83c6bd7e41587p-14,
                   0x1.8384e832fe1b6p-12, 0x1.886d6c3ce7f89p-10, 0x1.9410f25d38c3cp-8,
                   0x1.b2b0ce539f379p-6, 0x1.0a28a60734749p-3, 0x1.200e86f165f9cp+0,
                   -0x1.128d3312983eap+2);
}

/* (lgamma(x) / (d e) - c) / d, where d = x - 2 and c is the slope of lgamma at 2, is the
   quotient of two polynomials of e = x - 1 <= 2. */
TH_INLINE double th_lgammaAbove_double(double e)
{
  return TH_HORNER(double, e, -0x1.a842d8e45d031p-2, -0x1.2707cb6b65d23p+4, -0x1.c00cadb65735ap+7,
                   -0x1.125600c9559dep+10, -0x1.358bcd383ea12p+11, -0x1.4112118084bf8p+11,
                   -0x1.eec8c88277cf5p+9);
}

TH_INLINE double th_lgammaBelow_double(double e)
{
  return TH_HORNER(double, e, 0x1.p+0, 0x1.9e62dafa71103p+5, 0x1.841063d1312bfp+9,
                   0x1.354731ec9c7cep+12, 0x1.e6c04b5675afbp+13, 0x1.8c1fc4ad1fed7p+14,
                   0x1.3ec337c95f73p+14, 0x1.907d2acbf9082p+12);
}

/* (lgamma(v + 1/2) - v (log(v) - 1) - log(2 pi) / 2) v of w = 1 / v^2, v >= 2.5. */
TH_INLINE double th_lgammaFar_double(double w)
{
  return TH_HORNER(double, w, 0x1.56d3a8d83deb3p-2, -0x1.8f3b4046b13a3p-2, 0x1.b7f56711e1f6fp-3,
                   -0x1.3cf66ee523b9fp-4, 0x1.68dc70251dcbdp-6, -0x1.87f2e2e44f43p-8,
                   0x1.f1c60d8cfc533p-10, -0x1.b831ebcc87329p-11, 0x1.35a2249285facp-11,
                   -0x1.93192e67acef6p-11, 0x1.3e93e93d9ade8p-9, -0x1.55555555554fap-5);
}

/* digamma(x + 1) for x < 1, digamma(1 - x) for x < 0, else digamma(x), without *rest; t = |x|. */
TH_INLINE double th_digammaStart(double x, double t, double *rest)
{
  const double root = 0x1.762d86356be3fp+0, rootRest = 0x1.b86a722197829p-54;
  const double slope = 0x1.ef72bc8ee38acp-1, slopeRest = -0x1.3879eb97bf58dp-55;
  double lost, lRest;
  const double e = t - (x < 1 ? 0 : 1);
  const double less = th_sum_double(t, x < 1 ? 1 - root : -root, &lost), under = lost - rootRest;
  const double d = less + under, dRest = (less - d) + under, near = slope * d;
  const double q = th_digammaAbove_double(e) / th_digammaBelow_double(e);
  const double more = __builtin_fma(d, __builtin_fma(d, q, slopeRest), slope * dRest);
  const double v = t + (x < 0 ? 0.5 : -0.5), w = 1 / (v * v);
  const double far = th_logPair_double(v, 0, 0, 0, &lRest);
  const int isFar = (x >= 2.25) | (x <= -1.25);
  *rest = isFar ? __builtin_fma(w, th_digammaFar_double(w), lRest)
                : __builtin_fma(slope, d, -near) + more;
  return isFar ? far : near;
}

/* For 0 <= x < 1 that without 1 / x, below 0 without pi / tan(pi x), which is n / d. */
TH_INLINE double th_digamma_double(double x)
{
  double rest, lost;
  const double start = th_digammaStart(x, __builtin_fabs(x), &rest);
  const double f = x - __builtin_rint(x), z = f * f, above = x < 1 ? 1 : 0, part = x < 1 ? x : 1;
  const double n = x < 0 ? __builtin_fma(z, th_cotRest_double(z), 1) : above;
  const double d = x < 0 ? __builtin_fma(-f, z, f) : part, inverse = 1 / d, q = n * inverse;
  const double sum = th_sum_double(start, -q, &lost);
  const double value = sum + (lost + (rest - __builtin_fma(-q, d, n) * inverse));
  const double finite = __builtin_fabs(q) <= __DBL_MAX__ ? value : -q;
  const double most = x <= __DBL_MAX__ ? finite : x;
  const int isWhole = !((f < 0) | (f > 0));
  return ((x < 0) & isWhole) ? __builtin_nanf("") : most;
}

/* For normal x > 0 up to TH_LGAMMA_LIMIT. near and far are without what rounding lost. */
TH_INLINE double th_lgammaInRange_double(double x)
{
  const double c = 0x1.b0ee6072093cep-2, cRest = 0x1.6cb90701fbfabp-58;
  const double half = 0x1.d67f1c864beb5p-1, halfRest = -0x1.65b5a1b7ff5dfp-55;
  double lRest, lessRest, lost;
  const int isFar = x >= 3, isSmall = x < 1;
  const double v = x - 0.5, l = th_logPair_double(isFar ? v : x, 0, 0, 0, &lRest);
  const double d = x - (isSmall ? 1 : 2), e = isSmall ? x : x - 1, de = d * e, near = de * c;
  const double r = __builtin_fma(d, th_lgammaAbove_double(e) / th_lgammaBelow_double(e), cRest);
  const double deRest = __builtin_fma(d, e, -de);
  const double more = __builtin_fma(de, c, -near) + __builtin_fma(de, r, deRest * c);
  const double inverse = 1 / v, less = th_sum_double(l, -1, &lessRest), far = v * less;
  const double tail = __builtin_fma(inverse, th_lgammaFar_double(inverse * inverse), halfRest);
  const double farMore = __builtin_fma(v, lessRest + lRest, __builtin_fma(v, less, -far)) + tail;
  const double sum = th_sum_double(isFar ? far : near, isFar ? half : isSmall ? -l : 0, &lost);
  return sum + (lost + (isFar ? farMore : isSmall ? more - lRest : more));
}

TH_INLINE float th_digamma_float(float x) { return (float)th_digamma_double(x); }
TH_INLINE float th_lgammaInRange_float(float x) { return (float)th_lgammaInRange_double(x); }

#endif
