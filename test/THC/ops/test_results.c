/*
** Results that are operands too and change their size: if a call of CUDA fails, such a tensor is
** unchanged, so that the operation can be tried again; so is the generator of random results.
*/
#include "child.h"

#include "TH.h"

#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

/* A matrix on device 1 with elements 1, 2, 3, ... */
static void make(THTensor *there, int dtype, int rows, int columns)
{
  THTensor here = {0};
  CHECK(!THTensor_new(&here, 0, dtype, 2, LIST(rows, columns)));
  for (int k = 0; k < rows * columns; k++) CHECK(!THTensor_put(&here, k, TH_integer(k + 1)));
  CHECK(!THTensor_to(there, &here, 1, TH_UNDEFINED));
  THTensor_clear(&here);
}

static int apply(const char *name, THTensor *r, const THTensor *other)
{
  const THOperand in[] = {TH_tensorOperand(r), TH_tensorOperand(other),
                          TH_numberOperand(TH_integer(1))};
  return THOp_apply(THOp_find(name), r, in);
}

static int add(THTensor *r, const THTensor *other)
{
  return apply("cadd", r, other);
}

static int compare(THTensor *r, const THTensor *other) /* gives a mask of bytes */
{
  return apply("lt", r, other);
}

static int sum(THTensor *r, const THTensor *other)
{
  (void)other;
  return THTensor_reduce(TH_OP_sum, r, r, 0);
}

static int largest(THTensor *r, const THTensor *other)
{
  THTensor at = {0};
  int status = THTensor_extreme(TH_OP_max, r, &at, r, 0);
  (void)other;
  CHECK(THTensor_isUndefined(&at) == (status != TH_OK));
  THTensor_clear(&at);
  return status;
}

static int run_over(THTensor *r, const THTensor *other) /* r is only the result, and is resized */
{
  return THTensor_scan(TH_OP_cumsum, r, other, 1);
}

static int join(THTensor *r, const THTensor *other)
{
  (void)other;
  return THTensor_cat(r, 2, (const THTensor *const[]){r, r}, 0);
}

static int join_others(THTensor *r, const THTensor *other)
{
  return THTensor_cat(r, 2, (const THTensor *const[]){other, other}, 0);
}

static int repeat(THTensor *r, const THTensor *other)
{
  (void)other;
  return THTensor_repeat(r, r, 2, LIST(2, 2));
}

static int choose(THTensor *r, const THTensor *other) /* by a mask of ones: gives a vector */
{
  THTensor mask = {.dtype = TH_BYTE};
  const THOperand in[] = {TH_tensorOperand(r), TH_tensorOperand(r)};
  (void)other;
  int status = THOp_apply(THOp_find("eq"), &mask, in);
  if (!status) status = THTensor_maskedSelect(r, r, &mask);
  THTensor_clear(&mask);
  return status;
}

static int find(THTensor *r, const THTensor *other) /* gives positions: 3 x 2 */
{
  (void)other;
  return THTensor_nonzero(r, r);
}

static const struct Row {
  const char *name;
  int dtype;
  int (*compute)(THTensor *r, const THTensor *other);
} rows[] = {
  {"add", TH_FLOAT, add}, {"compare", TH_FLOAT, compare}, {"compare", TH_BYTE, compare},
  {"sum", TH_FLOAT, sum}, {"largest", TH_FLOAT, largest}, {"run over", TH_FLOAT, run_over},
  {"join", TH_FLOAT, join}, {"join others", TH_FLOAT, join_others}, {"repeat", TH_FLOAT, repeat},
  {"choose", TH_FLOAT, choose}, {"find", TH_LONG, find}};
static const struct Row *tried;

static int is_as_made(const THTensor *r)
{
  THNumber number;
  if (r->nDimension != 2 || r->size[0] != 3 || r->size[1] != 1) return 0;
  if (r->stride[0] != 1 || r->storageOffset || r->dtype != tried->dtype) return 0;
  for (int k = 0; k < 3; k++)
    if (THTensor_get(r, k, &number) || TH_asReal(number) != k + 1) return 0;
  return 1;
}

static int is_undefined(const THTensor *t, int dtype)
{
  return THTensor_isUndefined(t) && t->dtype == dtype && !t->device;
}

/* r is an operand and the result; fresh is a result without elements. */
static int script(long n)
{
  (void)n;
  THTensor r = {0}, other = {0}, fresh = {0};
  CHECK(!THC_open());
  make(&r, tried->dtype, 3, 1);
  make(&other, tried->dtype, 3, 4);
  CHECK(!THC_synchronize(0));
  fail_from_here();
  int status = tried->compute(&r, &other);
  const int failed = calls_left();
  CHECK(failed || !status);
  if (status) CHECK(is_as_made(&r) && !tried->compute(&r, &other));
  CHECK(!is_as_made(&r));
  fail_from_here();
  status = THTensor_reduce(TH_OP_sum, &fresh, &other, 0);
  const int failed_then = calls_left();
  CHECK(status ? is_undefined(&fresh, 0) : fresh.size[1] == 4);
  THTensor_clear(&r), THTensor_clear(&other), THTensor_clear(&fresh);
  CHECK(!THC_synchronize(0) && THCAllocator_stats(1).allocated == 0);
  CLEAN();
  return failed || failed_then ? TH_OK : COMPLETE;
}

/* A permutation that fails has drawn nothing either. */
static int draw(long n)
{
  (void)n;
  THTensor r = {.dtype = TH_FLOAT, .device = 1};
  THGenerator gen, before;
  CHECK(!THC_open());
  memset(&gen, 0, sizeof gen);
  THGenerator_init(&gen);
  before = gen;
  fail_from_here();
  const int status = THTensor_randperm(&r, &gen, TH_FLOAT, 5);
  const int failed = calls_left();
  CHECK((memcmp(&gen, &before, sizeof gen) == 0) == (status != TH_OK));
  CHECK(status ? THTensor_isUndefined(&r) : r.size[0] == 5);
  THTensor_clear(&r);
  CHECK(!THC_synchronize(0));
  CLEAN();
  return failed ? TH_OK : COMPLETE;
}

int main(void)
{
  CHECK(fail_each(draw) > 3);
  for (tried = rows; tried < rows + sizeof rows / sizeof *rows; tried++)
    if (!CHECK(fail_each(script) > 3)) fprintf(stderr, "  in: %s\n", tried->name);
  return CHECK_RESULT();
}
