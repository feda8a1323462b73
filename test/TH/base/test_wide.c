/* Integers of 128 bits in two halves, which processors of 32 bits have in place of the compiler's,
   do what those do. */
#define TH_WIDE_IN_HALVES
#include "TH/base/THWide.h"

#include "check.h"

#define ALL UINT64_MAX

static int is(THWide a, uint64_t high, uint64_t low)
{
  return th_high(a) == high && th_low(a) == low;
}

static void test_products(void)
{
  static const struct { uint64_t a, b, high, low; } rows[] = {
    {0, ALL, 0, 0},
    {1, ALL, 0, ALL},
    {ALL, ALL, ALL - 1, 1},
    {UINT64_C(0x8000000000000000), 3, 1, UINT64_C(0x8000000000000000)},
    {UINT64_C(0xffffffff00000000), UINT64_C(0x100000001), UINT64_C(0xffffffff),
     UINT64_C(0xffffffff00000000)},
    {UINT64_C(0xfedcba9876543210), UINT64_C(0x123456789abcdef1), UINT64_C(0x121fa00ad77d7423),
     UINT64_C(0x224a4396cc6d0110)}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    CHECK(is(th_product(rows[i].a, rows[i].b), rows[i].high, rows[i].low));
    CHECK(is(th_product(rows[i].b, rows[i].a), rows[i].high, rows[i].low));
    if (rows[i].a)
      CHECK(th_quotient(th_product(rows[i].a, rows[i].b), rows[i].a) == rows[i].b);
  }
}

/* A quotient is cut. */
static void test_quotients(void)
{
  CHECK(th_quotient(th_wide(0, 7), 2) == 3);
  CHECK(th_quotient(th_wide(1, 0), 3) == UINT64_C(0x5555555555555555));
  CHECK(th_quotient(th_wide(ALL - 1, ALL), ALL) == ALL);
  CHECK(th_quotient(th_wide(ALL - 1, 0), ALL) == ALL - 1);
}

static void test_bits_and_order(void)
{
  const THWide a = th_wide(UINT64_C(0x0123456789abcdef), UINT64_C(0xfedcba9876543210));
  CHECK(th_bitsFrom(a, 0) == th_low(a));
  CHECK(th_bitsFrom(a, 4) == UINT64_C(0xffedcba987654321));
  CHECK(th_bitsFrom(a, 64) == th_high(a));
  CHECK(th_bitsFrom(a, 120) == 0x01);
  CHECK(th_isBelow(th_wide(0, ALL), th_wide(1, 0)) && !th_isBelow(th_wide(1, 0), th_wide(0, ALL)));
  CHECK(th_isBelow(th_wide(1, 0), th_wide(1, 1)) && !th_isBelow(a, a));
}

int main(void)
{
  test_products();
  test_quotients();
  test_bits_and_order();
  return CHECK_RESULT();
}
