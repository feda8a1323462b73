/* Device functions that host headers do not declare, as plain C++. Add a function here when a
   kernel needs it. */
#ifndef EMU_INTRINSICS_H
#define EMU_INTRINSICS_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

using std::isfinite;
using std::isinf;
using std::isnan;

template <class T> T __ldg(const T *at)
{
  return *at;
}

template <class T> T __ldcs(const T *at)
{
  return *at;
}

template <class T> void __stcs(T *at, T value)
{
  *at = value;
}

namespace emu {

template <class To, class From> To bits(From from)
{
  static_assert(sizeof(To) == sizeof(From), "a cast of bits keeps their number");
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}

} /* namespace emu */

#define EMU_FUNCTION(result, name, parameters, value) \
  inline result name parameters                       \
  {                                                   \
    return value;                                     \
  }
EMU_FUNCTION(int, __popc, (unsigned x), __builtin_popcount(x))
EMU_FUNCTION(int, __popcll, (unsigned long long x), __builtin_popcountll(x))
EMU_FUNCTION(int, __clz, (int x), x ? __builtin_clz(static_cast<unsigned>(x)) : 32)
EMU_FUNCTION(int, __clzll, (long long x),
             x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64)
EMU_FUNCTION(int, __ffs, (int x), __builtin_ffs(x))
EMU_FUNCTION(int, __ffsll, (long long x), __builtin_ffsll(x))
EMU_FUNCTION(unsigned, __umulhi, (unsigned a, unsigned b),
             static_cast<unsigned>(static_cast<uint64_t>(a) * b >> 32))
EMU_FUNCTION(int, __mulhi, (int a, int b), static_cast<int>(static_cast<int64_t>(a) * b >> 32))
EMU_FUNCTION(unsigned long long, __umul64hi, (unsigned long long a, unsigned long long b),
             static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64))
EMU_FUNCTION(long long, __mul64hi, (long long a, long long b),
             static_cast<long long>(static_cast<__int128>(a) * b >> 64))
EMU_FUNCTION(int, __float_as_int, (float x), emu::bits<int>(x))
EMU_FUNCTION(unsigned, __float_as_uint, (float x), emu::bits<unsigned>(x))
EMU_FUNCTION(float, __int_as_float, (int x), emu::bits<float>(x))
EMU_FUNCTION(float, __uint_as_float, (unsigned x), emu::bits<float>(x))
EMU_FUNCTION(long long, __double_as_longlong, (double x), emu::bits<long long>(x))
EMU_FUNCTION(double, __longlong_as_double, (long long x), emu::bits<double>(x))
EMU_FUNCTION(float, __fadd_rn, (float a, float b), a + b)
EMU_FUNCTION(float, __fsub_rn, (float a, float b), a - b)
EMU_FUNCTION(float, __fmul_rn, (float a, float b), a * b)
EMU_FUNCTION(float, __fdiv_rn, (float a, float b), a / b)
EMU_FUNCTION(float, __fsqrt_rn, (float a), std::sqrt(a))
EMU_FUNCTION(float, __fmaf_rn, (float a, float b, float c), std::fma(a, b, c))
EMU_FUNCTION(double, __dadd_rn, (double a, double b), a + b)
EMU_FUNCTION(double, __dsub_rn, (double a, double b), a - b)
EMU_FUNCTION(double, __dmul_rn, (double a, double b), a * b)
EMU_FUNCTION(double, __ddiv_rn, (double a, double b), a / b)
EMU_FUNCTION(double, __dsqrt_rn, (double a), std::sqrt(a))
EMU_FUNCTION(double, __fma_rn, (double a, double b, double c), std::fma(a, b, c))
EMU_FUNCTION(float, rsqrtf, (float a), 1.0f / std::sqrt(a))
EMU_FUNCTION(double, rsqrt, (double a), 1.0 / std::sqrt(a))
EMU_FUNCTION(float, __saturatef, (float a), a > 0 ? (a < 1 ? a : 1.0f) : 0.0f)
EMU_FUNCTION(unsigned, __funnelshift_l, (unsigned low, unsigned high, unsigned n),
             static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) << (n & 31) >> 32))
EMU_FUNCTION(unsigned, __funnelshift_r, (unsigned low, unsigned high, unsigned n),
             static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) >> (n & 31)))
#undef EMU_FUNCTION

/* min and max. Of two floating-point numbers the one that is not NaN, as on a device. */
template <class A, class B> typename std::common_type<A, B>::type min(A a, B b)
{
  using T = typename std::common_type<A, B>::type;
  if constexpr (std::is_floating_point<T>::value) return std::fmin(T(a), T(b));
  else return T(b) < T(a) ? T(b) : T(a);
}

template <class A, class B> typename std::common_type<A, B>::type max(A a, B b)
{
  using T = typename std::common_type<A, B>::type;
  if constexpr (std::is_floating_point<T>::value) return std::fmax(T(a), T(b));
  else return T(a) < T(b) ? T(b) : T(a);
}

#endif
