/*
** Square roots of floats are exact: those of every float of two exponents, one even and one odd,
** and of one float in 4099 of all. And for every estimate that the kernel may start from, whatever
** processor it is of: cpu/math/THVecRoot.h has the steps.
*/
#include "TH.h"
#include "check.h"

#include <math.h>
#include <string.h>

enum { COUNT = 1 << 16 };

static float float_of(uint32_t bits)
{
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static int same_floats(float a, float b)
{
  return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

/* Checks the roots of COUNT floats whose bits begin there and are so far apart. */
static void check_roots(THFloatTensor *r, THFloatTensor *x, uint32_t bits, uint32_t step)
{
  float *from = THFloatTensor_data(x);
  for (uint32_t i = 0; i < COUNT; i++) from[i] = float_of(bits + i * step);
  if (!CHECK(!THFloatTensor_sqrt(r, x))) return;
  const float *root = THFloatTensor_data(r);
  for (uint32_t i = 0; i < COUNT; i++)
    if (!CHECK(same_floats(root[i], sqrtf(from[i])))) {
      fprintf(stderr, "  the root of %a is %a and not %a\n", from[i], root[i], sqrtf(from[i]));
      return;
    }
}

static void test_roots(void)
{
  THFloatTensor r = {0}, x = {0};
  if (!CHECK(!THFloatTensor_resize1d(&x, COUNT))) return;
  for (uint32_t i = 0; i < 1 << 24; i += COUNT) check_roots(&r, &x, (127u << 23) + i, 1);
  for (uint32_t i = 0; i < 16; i++) check_roots(&r, &x, i * COUNT * 4099u, 4099);
  THFloatTensor_clear(&r), THFloatTensor_clear(&x);
}

/* The last step: whether s, of 24 bits, and 2^48 h, both whole numbers, give the root of x. */
static int step_gives(int64_t root, int64_t x, int64_t s, int64_t h)
{
  const int64_t half = INT64_C(1) << 47, away = (s - root) * 2 * half + (x - s * s) * h;
  return -half < away && away < half;
}

/* The kernel's steps from every estimate that is wrong by at most 2^-14. */
static int estimates_give(float x)
{
  const double exact = 1 / sqrt(x);
  const float most = (float)(exact * (1 + 0x1p-14));
  for (float y = (float)(exact * (1 - 0x1p-14)); y <= most; y = nextafterf(y, most + 1)) {
    const float s = x * y, h = y * 0.5f, error = fmaf(-s, h, 0.5f);
    const float near_s = fmaf(s, error, s), near_h = fmaf(h, error, h);
    if (fmaf(fmaf(-near_s, near_s, x), near_h, near_s) != sqrtf(x)) return 0;
  }
  return 1;
}

/* After the step of Newton s is less than 1.2 units of its last bit from the root of x, and h less
   than 1.3 from half of its inverse: the error of the estimate, squared, and three roundings. */
static int all_give(int64_t mantissa, int odd)
{
  const int64_t x = mantissa << (23 + odd);
  const double exact = sqrt((double)x), h = 0x1p47 / exact;
  const int64_t below = (int64_t)exact, root = below + (x - below * below > below);
  for (int64_t s = below - 1; s <= below + 2; s++)
    for (int64_t k = (int64_t)h - 1; k <= (int64_t)h + 2; k++)
      if (fabs((double)s - exact) < 1.2 && fabs((double)k - h) < 1.3 &&
          !step_gives(root, x, s, k))
        return estimates_give((float)mantissa * (odd ? 0x1p-22f : 0x1p-23f));
  return 1;
}

static void test_estimates(void)
{
  for (int odd = 0; odd < 2; odd++)
    for (int64_t mantissa = 1 << 23; mantissa < 1 << 24; mantissa++)
      if (!all_give(mantissa, odd)) CHECK(!"every estimate gives the root");
}

int main(void)
{
  test_roots();
  test_estimates();
  return CHECK_RESULT();
}
