/*
** Decimal numbers against the C library's: what is read has the bits of strtod, and what is written
** is read back as the same element.
*/
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "TH/base/THDtype.h"
#include "TH/formats/THDecimal.h"
#include "TH/formats/THQuickDecimal.h"
#include "check.h"

static uint64_t state = UINT64_C(88172645463325252);

static uint64_t draw(void)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static double of_bits(uint64_t bits)
{
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static int has_bits(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static int num_quick;

/* The quick way gives the same or leaves the number to others. */
static int is_quick_right(const char *text)
{
  char row[1400];
  double value;
  const int length = snprintf(row, sizeof row, "%s,%64s", text, "");
  const char *end = length < 64 ? NULL : th_quickDecimal(&value, row);
  num_quick += end != NULL;
  return !end || (end == row + strlen(text) && has_bits(value, strtod(text, NULL)));
}

static int reads(const char *text)
{
  THDecimal d;
  const char *end = text + strlen(text);
  const int is_whole_text = THDecimal_scan(&d, text, end) == end;
  const int holds = is_whole_text && has_bits(THDecimal_double(&d), strtod(text, NULL)) &&
                    is_quick_right(text);
  if (!holds) fprintf(stderr, "%.60s\n", text);
  return holds;
}

static void test_read(void)
{
  char text[1300];
  static const char *const texts[] = {
    "0", "-0", "1", "+1", ".5", "5.", "00012", "1e5", "1E+05", "1e-05", "1e22", "1e23", "9e22",
    "9007199254740993", "9007199254740993e-22", "123456789012345678901234567890",
    "0.000000000000000000000000000000000000000000123456789012345678901", "4.9e-324", "2e-324",
    "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308",
    "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "1e400", "1e-400",
    "0e999999999999",
    "1e99999999999999999999", "1e-99999999999999999999", "-inf", "Infinity", "INF", "nan", "-NaN",
    "00000000000000000000000000001.5", "10000000000000000000000000000e-28"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) CHECK(reads(texts[i]));
  for (int i = 0; i < 20000; i++) {
    const double any = of_bits(draw());
    const double value = i % 3 == 0 && isfinite(any) ? any : ldexp((double)(draw() >> 11), -53);
    snprintf(text, sizeof text, "%.*e", i % 100 ? (int)(draw() % 30) : (int)(draw() % 900), value);
    if (!CHECK(reads(text))) return;
  }
  CHECK(num_quick > 5000);
}

/* Half way between two doubles, and a bit more. */
static void test_midpoints(void)
{
  char text[1300];
  for (int i = 0; i < 1000; i++) {
    const double value = of_bits(draw() >> (i % 2 ? 1 : 3));
    if (!isfinite(value) || sizeof(long double) == sizeof(double)) continue;
    const long double middle = ((long double)value + nextafter(value, INFINITY)) / 2;
    const int length = snprintf(text, sizeof text, "%.1100Lf", middle);
    if (length >= (int)sizeof text) continue;
    CHECK(reads(text));
    text[length - 1] = '1';
    CHECK(reads(text));
  }
}

static void test_ends(void)
{
  static const struct { const char *text; int taken; } rows[] = {
    {"", 0}, {"-", 0}, {".", 0}, {"-.", 0}, {"e5", 0}, {"x", 0}, {"in", 0}, {"+na", 0},
    {"1e", 1}, {"1e+", 1}, {"1.5.2", 3}, {"1,5", 1}, {"0x10", 1}, {"infx", 3}, {"12345678x", 8},
    {"--1", 0}, {"1 ", 1}, {"nano", 3}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    THDecimal d;
    const char *text = rows[i].text;
    CHECK(THDecimal_scan(&d, text, text + strlen(text)) == text + rows[i].taken);
    CHECK(!d.kind == !rows[i].taken);
  }
}

static int whole(const char *text, int64_t least, int64_t most, int64_t wanted)
{
  THDecimal d;
  int64_t value = ~wanted;
  THDecimal_scan(&d, text, text + strlen(text));
  return THDecimal_whole(&d, least, most, &value) && value == wanted;
}

static void test_whole(void)
{
  CHECK(whole("12", 0, 255, 12) && whole("-0", 0, 255, 0) && whole("1e2", 0, 255, 100));
  CHECK(whole("1.50e1", 0, 255, 15) && whole("2550000000000000000000000e-22", 0, 255, 255));
  CHECK(whole("9223372036854775807", INT64_MIN, INT64_MAX, INT64_MAX));
  CHECK(whole("-9223372036854775808", INT64_MIN, INT64_MAX, INT64_MIN));
  CHECK(whole("-9223372036854775808.000000", INT64_MIN, INT64_MAX, INT64_MIN));
  CHECK(whole("0e99999999", 0, 1, 0) && whole("0000000000000000000000000000001", 0, 1, 1));
  CHECK(!whole("9223372036854775808", INT64_MIN, INT64_MAX, INT64_MIN));
  CHECK(!whole("18446744073709551617", INT64_MIN, INT64_MAX, 1));
  CHECK(!whole("256", 0, 255, 256) && !whole("-1", 0, 255, -1) && !whole("1.5", 0, 255, 1));
  CHECK(!whole("1.00000000000000000000001", 0, 255, 1) && !whole("1e30", 0, 255, 0));
  CHECK(!whole("nan", 0, 255, 0) && !whole("inf", 0, 255, 255));
}

static int comes_back(int dtype, double value)
{
  char text[TH_DECIMAL_MOST + 1];
  uint64_t word = 0;
  THDecimal d;
  char *end = THDecimal_write(text, dtype, value);
  *end = 0;
  if (THDecimal_scan(&d, text, end) != end) return 0;
  THDtype_store(dtype, &word, TH_real(THDecimal_double(&d)));
  const int holds = has_bits(TH_asReal(THDtype_load(dtype, &word)), value);
  if (!holds) fprintf(stderr, "%s of %a\n", text, value);
  return holds;
}

static int writes(int dtype, double value, const char *wanted)
{
  char text[TH_DECIMAL_MOST + 1];
  *THDecimal_write(text, dtype, value) = 0;
  return strcmp(text, wanted) == 0;
}

static void test_write(void)
{
  for (int i = 0; i < 20000; i++) {
    const uint64_t bits = draw();
    if (!CHECK(comes_back(TH_DOUBLE, i % 2 ? of_bits(bits) : (double)(bits >> 12) / 1e6))) return;
    if (!CHECK(comes_back(TH_FLOAT, th_bitsFloat((uint32_t)bits)))) return;
  }
  for (int bits = 0; bits < 1 << 16; bits++) {
    CHECK(comes_back(TH_HALF, th_half2float((THHalf){(uint16_t)bits})));
    CHECK(comes_back(TH_BFLOAT16, th_bfloat162float((THBFloat16){(uint16_t)bits})));
  }
  CHECK(writes(TH_DOUBLE, 0.1, "0.1") && writes(TH_FLOAT, 0.1f, "0.1"));
  CHECK(writes(TH_DOUBLE, 100, "100") && writes(TH_DOUBLE, 1e16, "1e16"));
  CHECK(writes(TH_DOUBLE, 0.0001, "0.0001") && writes(TH_DOUBLE, 1.5e-5, "1.5e-5"));
  CHECK(writes(TH_DOUBLE, -0.0, "-0") && writes(TH_DOUBLE, -INFINITY, "-inf"));
  CHECK(writes(TH_DOUBLE, -2.2250738585072014e-308, "-2.2250738585072014e-308"));
  CHECK(writes(TH_DOUBLE, 9.999999999999999e22, "1e23"));
}

int main(void)
{
  test_read();
  test_midpoints();
  test_ends();
  test_whole();
  test_write();
  return CHECK_RESULT();
}
