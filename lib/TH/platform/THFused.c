/*
** fma and fmaf as C says: a * b + c, rounded once, to nearest. mingw's round twice, which would
** give level base, where no instruction does this, other bits than the levels that have one.
**
** In a type of more than twice the digits the product is exact. The sum there is rounded to odd:
** what was cut off shows in its last digit, so that rounding it again is as rounding once.
*/
#include <math.h>
#include <stdint.h>

#define FUSED(name, real, wide, bits)                                       \
real name(real a, real b, real c)                                           \
{                                                                           \
  const wide product = (wide)a * b, sum = product + c;                      \
  const wide part = sum - product;                                          \
  const wide rest = (product - (sum - part)) + (c - part);                  \
  union { wide value; bits digits; } odd = {sum};                           \
  if ((rest > 0 || rest < 0) && !(odd.digits & 1))                          \
    odd.digits += (rest > 0) == (sum > 0) ? 1 : (bits)-1;                   \
  return (real)odd.value;                                                   \
}

FUSED(fmaf, float, double, uint64_t)
FUSED(fma, double, __float128, unsigned __int128)
