/*
** Complex numbers in kernels, where C's own have no code: a class with the operators and functions
** that TH/cpu/math/THComplexMath.h uses, under C's names. Sums and products are those of C with
** plain formulas: a real operand has no imaginary part, so the sign of the other's zero stays.
** thc_dev.cuh has the functions of the complex plane.
*/
#ifndef THC_COMPLEX_CUH
#define THC_COMPLEX_CUH

#include "THC/kernels/thc_dev.cuh"

/* Aligned as its parts, like TH's: memory from elsewhere may be aligned no better. */
template <class T> struct ThcComplex {
  typedef T Part;
  typedef ThcComplex C;
  T re, im;

  ThcComplex() = default;
  __host__ __device__ ThcComplex(T re, T im = 0) : re(re), im(im) {}
  template <class U>
  __host__ __device__ ThcComplex(const ThcComplex<U> &a) : re(T(a.re)), im(T(a.im)) {}

  friend __host__ __device__ C operator-(C a) { return C(-a.re, -a.im); }
  friend __host__ __device__ C operator+(C a, C b) { return C(a.re + b.re, a.im + b.im); }
  friend __host__ __device__ C operator+(T a, C b) { return C(a + b.re, b.im); }
  friend __host__ __device__ C operator-(C a, C b) { return C(a.re - b.re, a.im - b.im); }
  friend __host__ __device__ C operator-(C a, T b) { return C(a.re - b, a.im); }
  friend __host__ __device__ C operator*(C a, C b)
  {
    return C(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
  }
  friend __host__ __device__ bool operator==(C a, C b) { return a.re == b.re && a.im == b.im; }
  friend __host__ __device__ bool operator!=(C a, C b) { return !(a == b); }
  __host__ __device__ C &operator*=(C b) { return *this = *this * b; }
};

#define TH_COMPLEX_OF(part) ThcComplex<part>
typedef ThcComplex<double> THComplex;

static inline __host__ __device__ THComplex th_complexOf(double re, double im)
{
  return THComplex(re, im);
}

static inline __host__ __device__ double creal(THComplex x) { return x.re; }
static inline __host__ __device__ double cimag(THComplex x) { return x.im; }
static inline __host__ __device__ THComplex conj(THComplex x) { return THComplex(x.re, -x.im); }

typedef thc_plane::complex<double> ThcPlane;
#define X(name, function)                                             \
  static inline __host__ __device__ THComplex name(THComplex x)       \
  {                                                                   \
    const ThcPlane y = thc_plane::function(ThcPlane(x.re, x.im));     \
    return THComplex(y.real(), y.imag());                             \
  }
X(cexp, exp) X(clog, log) X(csqrt, sqrt) X(csin, sin) X(ccos, cos) X(ctan, tan)
X(casin, asin) X(cacos, acos) X(catan, atan) X(csinh, sinh) X(ccosh, cosh) X(ctanh, tanh)
X(casinh, asinh) X(cacosh, acosh) X(catanh, atanh)
#undef X

static inline __host__ __device__ THComplex cpow(THComplex x, THComplex y)
{
  const ThcPlane z = thc_plane::pow(ThcPlane(x.re, x.im), ThcPlane(y.re, y.im));
  return THComplex(z.real(), z.imag());
}

#endif
