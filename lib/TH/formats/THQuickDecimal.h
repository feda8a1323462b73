/*
** Decimal numbers as files have them, to doubles in one step and inline: at most 19 digits, and
** exponents that are not extreme. Whatever this refuses is for THDecimal_scan.
*/
#ifndef TH_QUICK_DECIMAL_H
#define TH_QUICK_DECIMAL_H

#include <string.h>

#include "TH/base/THWide.h"

enum {
  TH_QUICK_BYTES = 64,  /* so many bytes are read where a number begins */
  TH_QUICK_DIGITS = 19, /* 10^19 < 2^64 */
  TH_QUICK_LEAST = -48, /* powers of ten */
  TH_QUICK_MOST = 27
};

/* The first 64 bits of the powers of ten, the least one first. */
static const uint64_t TH_topsOfTens[] = {
  0xbb127c53b17ec159, 0xe9d71b689dde71af, 0x9226712162ab070d, 0xb6b00d69bb55c8d1,
  0xe45c10c42a2b3b05, 0x8eb98a7a9a5b04e3, 0xb267ed1940f1c61c, 0xdf01e85f912e37a3,
  0x8b61313bbabce2c6, 0xae397d8aa96c1b77, 0xd9c7dced53c72255, 0x881cea14545c7575,
  0xaa242499697392d2, 0xd4ad2dbfc3d07787, 0x84ec3c97da624ab4, 0xa6274bbdd0fadd61,
  0xcfb11ead453994ba, 0x81ceb32c4b43fcf4, 0xa2425ff75e14fc31, 0xcad2f7f5359a3b3e,
  0xfd87b5f28300ca0d, 0x9e74d1b791e07e48, 0xc612062576589dda, 0xf79687aed3eec551,
  0x9abe14cd44753b52, 0xc16d9a0095928a27, 0xf1c90080baf72cb1, 0x971da05074da7bee,
  0xbce5086492111aea, 0xec1e4a7db69561a5, 0x9392ee8e921d5d07, 0xb877aa3236a4b449,
  0xe69594bec44de15b, 0x901d7cf73ab0acd9, 0xb424dc35095cd80f, 0xe12e13424bb40e13,
  0x8cbccc096f5088cb, 0xafebff0bcb24aafe, 0xdbe6fecebdedd5be, 0x89705f4136b4a597,
  0xabcc77118461cefc, 0xd6bf94d5e57a42bc, 0x8637bd05af6c69b5, 0xa7c5ac471b478423,
  0xd1b71758e219652b, 0x83126e978d4fdf3b, 0xa3d70a3d70a3d70a, 0xcccccccccccccccc,
  0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000,
  0x9c40000000000000, 0xc350000000000000, 0xf424000000000000, 0x9896800000000000,
  0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000,
  0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000,
  0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
  0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400,
  0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8, 0xcecb8f27f4200f3a
};

/* number * 10^power by one product, and 1; or 0 if it is so close to the middle of two doubles that
   bits which the product lacks may count. */
static inline int th_quickProduct(double *value, uint64_t number, int64_t power)
{
  const int lead = __builtin_clzll(number);
  const THWide product = th_product(number << lead, TH_topsOfTens[power - TH_QUICK_LEAST]);
  const uint64_t high = th_high(product), doubled = th_bitsFrom(product, 63);
  const int up = !(high >> 63);
  const uint64_t top = up ? doubled : high, below = top & 0x7ff;
  /* A power's top is less than one too small, so top is less than three too small. */
  if (below - 0x3fc <= 4) return 0;
  const int64_t exponent = ((power * 217706) >> 16) + 1 - lead - up; /* log2(10) * 2^16 */
  const uint64_t bits = (top >> 11) + (below >> 10) + ((uint64_t)(exponent + 63 + 1022) << 52);
  memcpy(value, &bits, sizeof bits);
  return 1;
}

static inline int th_isDigit(char c)
{
  return (unsigned)(c - '0') < 10;
}

/* Eight bytes, less '0' each, as a word, the first one lowest. */
static inline uint64_t th_loadDigits(const char *p)
{
  uint64_t word;
  memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word ^ UINT64_C(0x3030303030303030);
}

/* Not 0 where one of eight is no digit, from the first such one on. (A carry into the next byte
   comes from one that is no digit itself.) */
static inline uint64_t th_findOthers(uint64_t digits)
{
  return ((digits + UINT64_C(0x7676767676767676)) | digits) & UINT64_C(0x8080808080808080);
}

/* The number that eight digits are: pairs of them, and then the sum of four pairs by two products,
   in whose upper halves they meet. */
static inline uint64_t th_joinDigits(uint64_t digits)
{
  const uint64_t pairs = digits * 10 + (digits >> 8), even = UINT64_C(0x000000ff000000ff);
  const uint64_t first = (pairs & even) * ((UINT64_C(1000000) << 32) + 100);
  const uint64_t second = ((pairs >> 16) & even) * ((UINT64_C(10000) << 32) + 1);
  return (first + second) >> 32;
}

/* The digits of a fraction, eight bytes at a time. Of bytes that are not all digits the digits are
   moved behind zeros, because a loop over them would end unpredictably. Takes 24 digits at most. */
static inline const char *th_quickFraction(uint64_t *value, const char *p)
{
  static const uint32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
  uint64_t v = *value;
  for (int words = 0; words < 3; words++, p += 8) {
    const uint64_t digits = th_loadDigits(p), others = th_findOthers(digits);
    if (others) {
      const int count = __builtin_ctzll(others) / 8, half = 4 * (8 - count);
      *value = v * powers[count] + th_joinDigits(digits << half << half);
      return p + count;
    }
    v = v * 100000000 + th_joinDigits(digits);
  }
  *value = v;
  return p;
}

/* The exponent at p, behind its e. NULL if there is none, or one of more than 4 digits. */
static inline const char *th_quickExponent(int64_t *power, const char *p)
{
  const int isSmall = *p == '-';
  p += *p == '-' || *p == '+';
  const char *first = p;
  int64_t exponent = 0;
  for (; p - first < 4 && th_isDigit(*p); p++) exponent = exponent * 10 + (*p - '0');
  *power += isSmall ? -exponent : exponent;
  return p == first || th_isDigit(*p) ? NULL : p;
}

/* Read the number at p, from where TH_QUICK_BYTES can be read. Returns its end, or NULL. */
static inline const char *th_quickDecimal(double *value, const char *p)
{
  const int isNegative = *p == '-';
  const char *whole = p + isNegative;
  uint64_t number = 0;
  for (p = whole; p - whole <= TH_QUICK_DIGITS && th_isDigit(*p); p++)
    number = number * 10 + (uint64_t)(*p - '0');
  int64_t digits = p - whole, power = 0;
  if (*p == '.') {
    const char *fraction = p + 1;
    p = th_quickFraction(&number, fraction);
    power = fraction - p;
    digits -= power;
  }
  if (digits < 1 || digits > TH_QUICK_DIGITS) return NULL;
  if ((*p | 32) == 'e' && !(p = th_quickExponent(&power, p + 1))) return NULL;
  if (!number) *value = 0;
  else if (!power && number <= UINT64_C(1) << 53) *value = (double)(int64_t)number;
  else if (power < TH_QUICK_LEAST || power > TH_QUICK_MOST ||
           !th_quickProduct(value, number, power))
    return NULL;
  if (isNegative) *value = -*value;
  return p;
}

#endif
