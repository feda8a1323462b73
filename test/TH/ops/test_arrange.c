/*
** Elements in other places, for C hosts: typed functions, results that share memory with operands,
** and memory that runs out. What they compute is tested by specs.
*/
#include "TH.h"
#include "check.h"
#include "failing.h"

/* A tensor with elements 1, 2, ... */
static void count_up(THTensor *t, int dtype, int ndim, const int64_t *size)
{
  CHECK(!THTensor_new(t, 0, dtype, ndim, size));
  for (int64_t i = 0; i < THTensor_nElement(t); i++) CHECK(!THTensor_put(t, i, TH_integer(i + 1)));
}

static void test_typed(void)
{
  THIntTensor x = {0}, r = {0};
  THLongTensor at = {0};
  const int last = 1;
  const int64_t shift = 1;
  count_up(&x.base, TH_INT, 2, (const int64_t[]){2, 3});
  count_up(&at.base, TH_LONG, 1, (const int64_t[]){2});
  CHECK(!THIntTensor_flip(&r, &x, 1, &last) && r.storage->data[0] == 3);
  CHECK(!THIntTensor_roll(&r, &x, 1, &shift, &last) && r.storage->data[3] == 6);
  CHECK(!THIntTensor_stack(&r, (THIntTensor *const[]){&x, &x}, 2, 0) && r.nDimension == 3);
  CHECK(!THIntTensor_diagEmbed(&r, &x, 1, 1, 2) && r.size[1] == 4);
  CHECK(!THIntTensor_take(&r, &x, &at) && r.nDimension == 1 && r.storage->data[1] == 2);
  CHECK(!THIntTensor_putAt(&x, &at, &r, 1) && x.storage->data[1] == 4);
  CHECK(!THIntTensor_takeAlongDim(&r, &x, &at, -1) && r.storage->data[0] == 2);
  CHECK(THIntTensor_flip(&r, &x, 1, (const int[]){2}) == TH_EINVAL);
  CHECK(!THIntTensor_flip(&x, &x, 1, &last) && x.storage->data[0] == 3);
  THIntTensor_clear(&x), THIntTensor_clear(&r), THLongTensor_clear(&at);
}

static const THTensor *operand[3]; /* floats (2, 3), LongTensors (2) and (2, 1) */

#define X operand[0]
#define AT operand[1]

static int stack(THTensor *r) { return THTensor_stack(r, 2, (const THTensor *[]){X, X}, -1); }
static int blocks(THTensor *r) { return THTensor_blockDiag(r, 2, (const THTensor *[]){X, X}); }
static int flip(THTensor *r) { return THTensor_flip(r, X, 2, (const int[]){0, 1}); }
static int roll(THTensor *r) { return THTensor_roll(r, X, 0, (const int64_t[]){2}, NULL); }
static int rot90(THTensor *r) { return THTensor_rot90(r, X, 1, 0, 1); }
static int embed(THTensor *r) { return THTensor_diagEmbed(r, X, 0, 1, 2); }
static int take(THTensor *r) { return THTensor_take(r, X, AT); }
static int combine(THTensor *r) { return THTensor_combinations(r, AT, 2, 1); }
static int unravel(THTensor *r) { return THTensor_unravelPositions(r, AT, 1, X->size, 0); }
static int along(THTensor *r) { return THTensor_takeAlongDim(r, X, operand[2], 1); }
static int repeat(THTensor *r) { return THTensor_repeatInterleave(r, X, AT, 0); }

static int pad(THTensor *r)
{
  return THTensor_pad(r, X, 2, (const int64_t[]){1, 1, 1, 0}, TH_PAD_REFLECT, TH_integer(0));
}

static int cartesian(THTensor *r)
{
  return THTensor_cartesianProd(r, 2, (const THTensor *[]){AT, AT});
}

static int index_dims(THTensor *r)
{
  return THTensor_indexDims(r, X, 2, (const int[]){0, 1}, (const THTensor *[]){AT, operand[2]});
}

static int dirichlet(THTensor *r)
{
  THGenerator gen;
  THGenerator_init(&gen);
  return THTensor_dirichlet(r, &gen, X);
}

/* Whichever allocation fails, the result is unchanged and nothing leaks. */
static void test_no_memory(void)
{
  int (*const calls[])(THTensor *) = {stack, blocks, flip, roll, rot90, embed, take, combine,
                                      unravel, along, repeat, pad, cartesian, index_dims,
                                      dirichlet};
  for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
    THTensor r = {0};
    int fail_at = 0, status = TH_ENOMEM;
    const size_t live = TH_memoryStats().live;
    for (; status == TH_ENOMEM && fail_at < 60; fail_at++) {
      until_failure = fail_at;
      status = calls[k](&r);
      until_failure = -1;
      if (status) CHECK(status == TH_ENOMEM && TH_memoryStats().live == live &&
                        THTensor_isUndefined(&r));
    }
    CHECK(!status && fail_at > 1);
    THTensor_clear(&r);
    CHECK(TH_memoryStats().live == live);
  }
}

int main(void)
{
  THTensor made[3] = {{.dtype = 0}, {.dtype = 0}, {.dtype = 0}};
  count_up(&made[0], TH_FLOAT, 2, (const int64_t[]){2, 3});
  count_up(&made[1], TH_LONG, 1, (const int64_t[]){2});
  count_up(&made[2], TH_LONG, 2, (const int64_t[]){2, 1});
  for (int k = 0; k < 3; k++) operand[k] = &made[k];
  test_typed();
  test_no_memory();
  for (int k = 0; k < 3; k++) THTensor_clear(&made[k]);
  return CHECK_RESULT();
}
