/*
** Decimal numbers. Reading and writing share one step: a whole number times a power of ten, as a
** Scaled, whose rounding is then a shift. Small powers take one product or quotient of 128 bits,
** which is exact; others (scale_far) big numbers, which are exact too.
**
** Invariant: the bits that a Scaled has lost matter to no rounding: if there were any, rest is set.
*/
#include "TH/formats/THDecimal.h"

#include <math.h>
#include <string.h>

#include "TH/base/THDtype.h"
#include "TH/formats/THQuickDecimal.h"

/* A number times 2^exponent that is top if rest is 0, else between top and top + 2. top has its
   highest bit set. */
typedef struct Scaled {
  uint64_t top;
  int rest;
  int64_t exponent;
} Scaled;

#define MOST_FIVES 27 /* 5^27 < 2^63 */
#define MOST_KEPT TH_QUICK_DIGITS /* of a mantissa */

static const uint64_t fives[MOST_FIVES + 1] = {
  1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125,
  6103515625, 30517578125, 152587890625, 762939453125, 3814697265625, 19073486328125,
  95367431640625, 476837158203125, 2384185791015625, 11920928955078125, 59604644775390625,
  298023223876953125, 1490116119384765625, 7450580596923828125
};

/* --- big numbers: for any power of ten --- */

/* The most are 801 digits, 2661 bits, and powers of five of as many. */
#define MOST_DIGITS 800
#define LIMBS 44

typedef struct Big {
  int used; /* the highest of these is not 0 */
  uint64_t limb[LIMBS];
} Big;

static void big_multiply(Big *b, uint64_t factor, uint64_t add)
{
  uint64_t carry = add;
  for (int i = 0; i < b->used; i++) {
    const THWide product = th_product(b->limb[i], factor);
    b->limb[i] = th_low(product) + carry;
    carry = th_high(product) + (b->limb[i] < carry);
  }
  if (carry) b->limb[b->used++] = carry;
}

static void big_fives(Big *b, int64_t power)
{
  for (; power > MOST_FIVES; power -= MOST_FIVES) big_multiply(b, fives[MOST_FIVES], 0);
  big_multiply(b, fives[power], 0);
}

static int64_t big_bits(const Big *b)
{
  return 64 * (int64_t)b->used - __builtin_clzll(b->limb[b->used - 1]);
}

static void big_shift(Big *b, int64_t bits)
{
  const int words = (int)(bits / 64), part = (int)(bits % 64);
  if (part) big_multiply(b, UINT64_C(1) << part, 0);
  if (!words) return;
  memmove(b->limb + words, b->limb, (size_t)b->used * sizeof *b->limb);
  memset(b->limb, 0, (size_t)words * sizeof *b->limb);
  b->used += words;
}

static int big_isLess(const Big *a, const Big *b)
{
  if (a->used != b->used) return a->used < b->used;
  for (int i = a->used; i--;)
    if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i];
  return 0;
}

/* a -= b, which is not larger. */
static void big_subtract(Big *a, const Big *b)
{
  uint64_t borrow = 0;
  for (int i = 0; i < a->used; i++) {
    const uint64_t from = a->limb[i], lost = i < b->used ? b->limb[i] : 0;
    a->limb[i] = from - lost - borrow;
    borrow = from < lost || (borrow && from == lost);
  }
  while (a->used && !a->limb[a->used - 1]) a->used--;
}

/* number * 10^power, by long division in binary. number is not 0, and is destroyed. */
static Scaled scale_far(Big *number, int64_t power)
{
  Big divisor = {.used = 1, .limb = {1}};
  if (power < 0) big_fives(&divisor, -power);
  else big_fives(number, power);
  int64_t shift = big_bits(number) - big_bits(&divisor);
  if (shift >= 0) big_shift(&divisor, shift);
  else big_shift(number, -shift);
  if (big_isLess(number, &divisor)) {
    big_multiply(number, 2, 0);
    shift--;
  }
  Scaled s = {.exponent = shift - 63 + power};
  for (int bit = 0; bit < 64; bit++) {
    const int isIn = !big_isLess(number, &divisor);
    if (isIn) big_subtract(number, &divisor);
    s.top = s.top << 1 | (uint64_t)isIn;
    big_multiply(number, 2, 0);
  }
  s.rest = number->used > 0;
  return s;
}

/* --- scaling --- */

/* number * 10^power. number is not 0. */
static Scaled scale(uint64_t number, int64_t power)
{
  if (power < -MOST_FIVES || power > MOST_FIVES) {
    Big big = {.used = 1, .limb = {number}};
    return scale_far(&big, power);
  }
  const int lead = __builtin_clzll(number);
  const uint64_t first = number << lead;
  THWide wide;
  Scaled s;
  if (power >= 0) {
    wide = th_product(first, fives[power]);
    s.exponent = power - lead;
    s.rest = 0;
  } else {
    const int up = __builtin_clzll(fives[-power]);
    const uint64_t divisor = fives[-power] << up;
    const THWide dividend = th_wide(first >> 1, first << 63); /* a quotient of 64 bits at most */
    const uint64_t quotient = th_quotient(dividend, divisor);
    s.rest = th_low(dividend) != quotient * divisor;
    s.exponent = power - lead + up - 63;
    wide = th_wide(0, quotient);
  }
  const uint64_t high = th_high(wide), low = th_low(wide);
  const int shift = high ? __builtin_clzll(high) : 64 + __builtin_clzll(low);
  s.top = shift < 64 ? th_bitsFrom(wide, 64 - shift) : low << (shift - 64);
  s.rest |= shift < 64 && low << shift;
  s.exponent += 64 - shift;
  return s;
}

/* top without its last drop bits (1 to 65), rounded to nearest even. */
static uint64_t shift_right(Scaled s, int drop)
{
  if (drop > 64) return 0;
  const uint64_t kept = drop < 64 ? s.top >> drop : 0, half = UINT64_C(1) << (drop - 1);
  const int isBelow = s.rest || (s.top & (half - 1));
  return kept + ((s.top & half) && (isBelow || (kept & 1)));
}

static double to_double(Scaled s)
{
  const int64_t place = s.exponent + 63 + 1023; /* the exponent's field */
  if (place > 2046) return INFINITY;
  /* A carry out of the fraction is the next exponent, as it should be; subnormals drop more. */
  const int drop = place > 0 ? 11 : place > -60 ? 12 - (int)place : 65;
  uint64_t bits = shift_right(s, drop);
  if (place > 0) bits += (uint64_t)(place - 1) << 52;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* --- reading --- */

static const char *read_digits(uint64_t *value, const char *p, const char *end)
{
  uint64_t v = *value;
  for (; p < end && th_isDigit(*p); p++) v = v * 10 + (uint64_t)(*p - '0');
  *value = v;
  return p;
}

static const char *read_exponent(THDecimal *d, const char *p, const char *end)
{
  const int64_t most = INT64_C(1) << 50; /* more than a text has digits */
  const char *at = p + 1;
  const int isNegative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  if (at == end || !th_isDigit(*at)) return p;
  int64_t power = 0;
  for (; at < end && th_isDigit(*at); at++)
    if (power < most) power = power * 10 + (*at - '0');
  d->exponent += isNegative ? -power : power;
  return at;
}

/* At more than 19 digits: leave out leading zeros, and take the first 19 of the others. */
static void shorten(THDecimal *d, const char *end)
{
  const char *p = d->text;
  while (p < end && (*p == '0' || *p == '.')) {
    d->digits -= *p == '0';
    p++;
  }
  d->text = p;
  d->mantissa = 0;
  for (int64_t taken = 0; p < end && taken < MOST_KEPT; p++) {
    if (*p == '.') continue;
    d->mantissa = d->mantissa * 10 + (uint64_t)(*p - '0');
    taken++;
  }
  if (d->digits > MOST_KEPT) d->exponent += d->digits - MOST_KEPT;
}

/* Whether p begins with a text of small letters, in any case and any locale. */
static int begins_with(const char *p, const char *end, const char *text)
{
  for (; *text && p < end && (*p | 32) == *text; p++) text++;
  return !*text;
}

/* nan, inf and infinity. */
static const char *read_word(THDecimal *d, const char *p, const char *end)
{
  static const struct { const char *text; int kind; } words[] = {
    {"infinity", TH_DECIMAL_INF}, {"inf", TH_DECIMAL_INF}, {"nan", TH_DECIMAL_NAN}};
  for (int i = 0; i < 3; i++) {
    if (!begins_with(p, end, words[i].text)) continue;
    d->kind = words[i].kind;
    return p + strlen(words[i].text);
  }
  return p;
}

const char *THDecimal_scan(THDecimal *d, const char *p, const char *end)
{
  const char *at = p;
  *d = (THDecimal){.isNegative = p < end && *p == '-'};
  if (at < end && (*at == '-' || *at == '+')) at++;
  d->text = at;
  at = read_digits(&d->mantissa, at, end);
  d->digits = at - d->text;
  if (at < end && *at == '.') {
    const char *fraction = at + 1;
    at = read_digits(&d->mantissa, fraction, end);
    d->exponent = fraction - at;
    d->digits += at - fraction;
  }
  if (!d->digits) {
    at = read_word(d, d->text, end);
    return d->kind ? at : p;
  }
  d->kind = TH_DECIMAL_FINITE;
  if (d->digits > MOST_KEPT) shorten(d, at);
  return at < end && (*at | 32) == 'e' ? read_exponent(d, at, end) : at;
}

/* All digits of a number that has more than 19. Of those behind the first 800 counts only whether
   one is not 0. */
static double read_far(const THDecimal *d)
{
  Big big = {0};
  int64_t taken = 0, power = d->exponent + MOST_KEPT - d->digits;
  const char *p = d->text;
  for (; taken < d->digits && taken < MOST_DIGITS; p++) {
    if (*p == '.') continue;
    big_multiply(&big, 10, (uint64_t)(*p - '0'));
    taken++;
  }
  power += d->digits - taken;
  for (; taken < d->digits; p++) {
    if (*p == '.') continue;
    taken++;
    if (*p == '0') continue;
    big_multiply(&big, 10, 1);
    power--;
    break;
  }
  return to_double(scale_far(&big, power));
}

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Hosts may round in another way (fesetround). */
static int rounds_to_nearest(void)
{
  static const volatile double one = 1, little = 0x1p-60;
  return one + little == one - little;
}

static double read_finite(const THDecimal *d)
{
  const int64_t power = d->exponent, digits = d->digits < MOST_KEPT ? d->digits : MOST_KEPT;
  if (!d->mantissa || power + digits < -330) return 0;
  if (power > 310) return INFINITY;
  if (d->digits > MOST_KEPT) return read_far(d);
  /* Both are exact doubles, so that one operation rounds once. */
  if (d->mantissa <= UINT64_C(1) << 53 && power >= -22 && power <= 22 && rounds_to_nearest()) {
    const double number = (double)d->mantissa;
    return power < 0 ? number / tens[-power] : number * tens[power];
  }
  return to_double(scale(d->mantissa, power));
}

double THDecimal_double(const THDecimal *d)
{
  const double value = d->kind == TH_DECIMAL_FINITE ? read_finite(d)
                       : d->kind == TH_DECIMAL_INF  ? INFINITY
                                                    : NAN;
  return d->isNegative ? -value : value;
}

int THDecimal_whole(const THDecimal *d, int64_t least, int64_t most, int64_t *value)
{
  uint64_t number = d->mantissa;
  int64_t power = d->exponent;
  if (d->kind != TH_DECIMAL_FINITE) return 0;
  if (d->digits > MOST_KEPT) { /* if one of the others is not 0, it is too large or not whole */
    const char *p = d->text;
    for (int64_t taken = 0; taken < d->digits; p++) {
      if (*p == '.') continue;
      if (taken++ >= MOST_KEPT && *p != '0') return 0;
    }
  }
  if (!number) power = 0;
  for (; power < 0 && number % 10 == 0; power++) number /= 10;
  if (power < 0 || power > MOST_KEPT) return 0;
  for (; power > 0; power--)
    if (__builtin_mul_overflow(number, 10, &number)) return 0;
  if (number > (uint64_t)INT64_MAX + (uint64_t)d->isNegative) return 0;
  *value = (int64_t)(d->isNegative ? -number : number);
  return least <= *value && *value <= most;
}

/* --- writing --- */

static uint64_t power_of_ten(int power)
{
  return fives[power] << power;
}

/* Round value (finite, above 0) to a number of count digits (at most 17) times 10^*power. */
static uint64_t to_digits(double value, int count, int *power)
{
  int exponent;
  const uint64_t fraction = (uint64_t)ldexp(frexp(value, &exponent), 53);
  /* value is at least 2^(exponent - 1): this power is the right one or one less. */
  *power = (int)floor((exponent - 1) * 0.30103) + 1 - count;
  for (;; ++*power) {
    const Scaled s = scale(fraction, -*power);
    const uint64_t number = shift_right(s, (int)(53 - exponent - s.exponent));
    if (number < power_of_ten(count)) return number;
  }
}

static char *put(char *p, const char *text, int count)
{
  memcpy(p, text, (size_t)count);
  return p + count;
}

/* Write number * 10^power, which is not 0, as d.ddde5 or, at usual sizes, without an exponent. */
static char *lay_out(char *p, uint64_t number, int power)
{
  static const char zeros[] = "0000000000000000";
  char digits[20];
  int count = 0;
  for (; number % 10 == 0; number /= 10) power++;
  for (; number; number /= 10) digits[sizeof digits - (size_t)++count] = (char)('0' + number % 10);
  const char *first = digits + sizeof digits - count;
  const int point = count + power; /* how many digits stand before the point */
  if (point < -3 || point > 16) {
    p = put(p, first, 1);
    if (count > 1) p = put(put(p, ".", 1), first + 1, count - 1);
    return THDecimal_writeWhole(put(p, "e", 1), point - 1);
  }
  if (point <= 0) return put(put(put(p, "0.", 2), zeros, -point), first, count);
  if (point >= count) return put(put(p, first, count), zeros, point - count);
  return put(put(put(p, first, point), ".", 1), first + point, count - point);
}

static int is_same(int dtype, double value, double other)
{
  uint64_t word = 0;
  if (dtype == TH_DOUBLE) return value == other;
  THDtype_store(dtype, &word, TH_real(other));
  return TH_asReal(THDtype_load(dtype, &word)) == value;
}

/* As many digits as any element of the type needs, without the last ones (two at most, three of a
   float) if this one does not need them. */
static char *write_shortest(char *p, int dtype, double value)
{
  const int most = dtype == TH_DOUBLE ? 17 : dtype == TH_FLOAT ? 9 : dtype == TH_HALF ? 5 : 4;
  int power;
  const uint64_t number = to_digits(value, most, &power);
  for (uint64_t cut = dtype == TH_FLOAT ? 1000 : 100; cut > 1; cut /= 10) {
    const uint64_t rounded = (number + cut / 2) / cut * cut;
    const THDecimal d = {.mantissa = rounded, .exponent = power, .kind = TH_DECIMAL_FINITE};
    if (is_same(dtype, value, read_finite(&d))) return lay_out(p, rounded, power);
  }
  return lay_out(p, number, power);
}

char *THDecimal_write(char *p, int dtype, double value)
{
  if (value != value) return put(p, "nan", 3);
  if (signbit(value)) {
    p = put(p, "-", 1);
    value = -value;
  }
  if (value == 0) return put(p, "0", 1);
  return isinf(value) ? put(p, "inf", 3) : write_shortest(p, dtype, value);
}

char *THDecimal_writeWhole(char *p, int64_t value)
{
  char digits[20];
  int count = 0;
  uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
  if (value < 0) p = put(p, "-", 1);
  do digits[sizeof digits - (size_t)++count] = (char)('0' + left % 10);
  while (left /= 10);
  return put(p, digits + sizeof digits - count, count);
}
