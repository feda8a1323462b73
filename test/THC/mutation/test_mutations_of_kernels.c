/*
** The mutation test of THC's kernels: each barrier, warp primitive and bound is left out in turn.
** Sizes fill their blocks of memory (multiples of 512 bytes), so that one element more is trapped;
** they do not fill the last block of threads, so that a thread asks for that element.
*/
#include "mutants_of_places.h"

#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/random/THRandomTensor.h"
#include "TH/ops/reduce/THReduce.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"
#include "TH/ops/select/THSort.h"
#include "THC/kernels/THCKernels.h"

/* --- programs that do the same on the CPU and on a device --- */

enum { MOST = 5 };

/* Works on tensors, of which some are operands and the others results with only a dtype. */
typedef int (*Work)(THTensor *t);

static int agrees(Work work, int n, THTensor *here)
{
  THTensor there[MOST];
  for (int k = 0; k < n; k++)
    if (here[k].storage) there[k] = sent(&here[k], 1);
    else there[k] = (THTensor){.dtype = here[k].dtype, .device = 1};
  int good = work(here) == work(there);
  for (int k = 0; k < n; k++) {
    good = good && equal(&here[k], &there[k]);
    THTensor_clear(&here[k]), THTensor_clear(&there[k]);
  }
  return good;
}
#define AGREES(work, ...) \
  agrees(work, (int)COUNT(((THTensor[]){__VA_ARGS__})), (THTensor[]){__VA_ARGS__})

static int copy_gaps(THTensor *t)
{
  THTensor every = {0};
  THTensor_set(&every, &t[1]);
  every.size[0] = t[0].size[0];
  every.stride[0] = 2;
  int status = THTensor_copy(&t[0], &every);
  THTensor_clear(&every);
  return status;
}

static int copies_gaps(void)
{
  return AGREES(copy_gaps, numbers(TH_FLOAT, 1, 1, LIST(1280)),
                numbers(TH_FLOAT, 2, 1, LIST(2560)));
}

static int copy_turned(THTensor *t)
{
  THTensor turned = {0};
  int status = THTensor_transpose(&turned, &t[1], 0, 1);
  if (!status) status = THTensor_copy(&t[0], &turned);
  THTensor_clear(&turned);
  return status;
}

static int copies_turned(void)
{
  return AGREES(copy_turned, numbers(TH_FLOAT, 1, 2, LIST(40, 48)),
                numbers(TH_FLOAT, 2, 2, LIST(48, 40))) &&
         AGREES(copy_turned, numbers(TH_BYTE, 1, 2, LIST(64, 72)),
                numbers(TH_SHORT, 2, 2, LIST(72, 64)));
}

static int multiply(THTensor *t)
{
  const THOperand in[2] = {{.tensor = &t[0]}, {.tensor = &t[1]}};
  return THOp_apply(THOp_find("cmul"), &t[2], in);
}

static int computes(void)
{
  return AGREES(multiply, numbers(TH_FLOAT, 1, 1, LIST(1280)), numbers(TH_FLOAT, 2, 1, LIST(1280)),
                {.dtype = TH_FLOAT}) &&
         AGREES(multiply, numbers(TH_INT, 1, 2, LIST(20, 64)), numbers(TH_INT, 2, 2, LIST(20, 1)),
                {.dtype = TH_INT});
}

static int sum_down(THTensor *t)
{
  return THTensor_reduce(TH_OP_sum, &t[1], &t[0], 0);
}

static int sum_across(THTensor *t)
{
  return THTensor_reduce(TH_OP_sum, &t[1], &t[0], 1);
}

/* Several blocks of outputs with three parts each; too few outputs for a block of threads, down
   columns and along rows. */
static int folds(void)
{
  return AGREES(sum_down, numbers(TH_INT, 1, 2, LIST(2100, 64)), {.dtype = TH_INT}) &&
         AGREES(sum_down, numbers(TH_INT, 1, 2, LIST(64, 40)), {.dtype = TH_INT}) &&
         AGREES(sum_across, numbers(TH_INT, 1, 2, LIST(40, 640)), {.dtype = TH_INT});
}

/* So many parts that a thread of thc_merge merges several. */
static int folds_many(void)
{
  const int64_t n = 513 * 16 * 1024;
  THTensor x = tensor(0, TH_BYTE, 1, &n);
  uint8_t *data = THTensor_data(&x);
  for (int64_t i = 0; i < n; i++) data[i] = (uint8_t)(i * 7 + i / 1000);
  THTensor there = sent(&x, 1);
  THNumber a, b;
  int good = !THTensor_reduceAll(TH_OP_sum, &x, &a) && !THTensor_reduceAll(TH_OP_sum, &there, &b) &&
             a.integer == b.integer;
  DROP(&x, &there);
  return good;
}

static int scan_down(THTensor *t)
{
  return THTensor_scan(TH_OP_cumsum, &t[1], &t[0], 0);
}

static int scan_across(THTensor *t)
{
  return THTensor_scan(TH_OP_cumsum, &t[1], &t[0], 1);
}

/* Several tiles; too few outputs for a block of threads; several parts. */
static int scans(void)
{
  return AGREES(scan_across, numbers(TH_LONG, 1, 2, LIST(8, 8200)), {.dtype = TH_LONG}) &&
         AGREES(scan_across, numbers(TH_LONG, 1, 2, LIST(40, 40)), {.dtype = TH_LONG}) &&
         AGREES(scan_down, numbers(TH_LONG, 1, 2, LIST(4096, 16)), {.dtype = TH_LONG});
}

static int draw(THTensor *t)
{
  THGenerator gen;
  const double parameters[] = {0, 1};
  THGenerator_init(&gen);
  TH_TRY(THGenerator_start(&gen, TH_PHILOX, 7));
  t[0].size[0] -= 5;
  int status = THTensor_draw(&t[0], &gen, &TH_distributions[TH_DISTRIBUTION_uniform], parameters);
  t[0].size[0] += 5;
  return status;
}

/* The last thread makes four values, of which one is outside the tensor. */
static int draws(void)
{
  return AGREES(draw, numbers(TH_FLOAT, 1, 1, LIST(1288)));
}

static int mask(THTensor *t)
{
  TH_TRY(THTensor_maskedSelect(&t[3], &t[0], &t[1]));
  TH_TRY(THTensor_maskedCopy(&t[0], &t[1], &t[2]));
  return THTensor_nonzero(&t[4], &t[1]);
}

static int fill(THTensor *t)
{
  return THTensor_maskedFill(&t[0], &t[1], TH_integer(3));
}

static int choose(THTensor *t)
{
  return THTensor_where(&t[0], &t[1], TH_tensorOperand(&t[0]), TH_numberOperand(TH_integer(3)),
                        TH_FLOAT);
}

static THTensor thirds(int64_t n)
{
  THTensor t = tensor(0, TH_BYTE, 1, &n);
  for (int64_t i = 0; i < n; i++) THTensor_put(&t, i, TH_integer((i * 7 + i / 5) % 3 == 1));
  return t;
}

static int masks(void)
{
  return AGREES(mask, numbers(TH_FLOAT, 1, 1, LIST(2560)), thirds(2560),
                numbers(TH_FLOAT, 2, 1, LIST(2560)), {.dtype = TH_FLOAT}, {.dtype = TH_LONG}) &&
         AGREES(fill, numbers(TH_FLOAT, 1, 1, LIST(2688)), thirds(2688)) &&
         AGREES(choose, numbers(TH_FLOAT, 1, 1, LIST(2688)), thirds(2688));
}

/* Positions from 1 to most. */
static THTensor positions(int64_t most)
{
  THTensor t = tensor(0, TH_LONG, 2, LIST(5, 64));
  for (int64_t i = 0; i < 320; i++) THTensor_put(&t, i, TH_integer((i * 11 + i / 7) % most + 1));
  return t;
}

static int gather(THTensor *t)
{
  return THTensor_gather(&t[2], &t[0], 0, &t[1]);
}

static int scatter(THTensor *t)
{
  TH_TRY(THTensor_scatter(&t[0], 0, &t[1], &t[2]));
  return THTensor_scatterAdd(&t[0], 0, &t[1], &t[2]);
}

static int scatter_number(THTensor *t)
{
  return THTensor_scatterFill(&t[0], 0, &t[1], TH_integer(5));
}

/* The last two use a position that is outside. */
static int indexes(void)
{
  return AGREES(gather, numbers(TH_FLOAT, 1, 2, LIST(50, 64)), positions(50),
                {.dtype = TH_FLOAT}) &&
         AGREES(scatter, numbers(TH_INT, 1, 2, LIST(50, 64)), positions(50),
                numbers(TH_INT, 2, 2, LIST(5, 64))) &&
         AGREES(scatter_number, numbers(TH_INT, 1, 2, LIST(50, 64)), positions(50)) &&
         AGREES(gather, numbers(TH_FLOAT, 1, 2, LIST(50, 64)), positions(51),
                {.dtype = TH_FLOAT}) &&
         AGREES(scatter_number, numbers(TH_INT, 1, 2, LIST(50, 64)), positions(51));
}

static int order(THTensor *t)
{
  TH_TRY(THTensor_sort(&t[1], &t[2], &t[0], 0, 1));
  return THTensor_mode(&t[3], &t[4], &t[0], 1);
}

static int orders(void)
{
  return AGREES(order, numbers(TH_FLOAT, 1, 2, LIST(32, 44)), {.dtype = TH_FLOAT},
                {.dtype = TH_LONG}, {.dtype = TH_FLOAT}, {.dtype = TH_LONG});
}

/* --- programs of kernels that work in one block of memory, or are not asked for such things --- */

enum { N = 384 };

/* N words on the device. */
static uint32_t *words(uint32_t (*word)(uint32_t i))
{
  uint32_t here[N];
  void *data = NULL;
  for (uint32_t i = 0; i < N; i++) here[i] = word(i);
  CHECK(!cudaMalloc(&data, sizeof here));
  CHECK(!cudaMemcpy(data, here, sizeof here, cudaMemcpyHostToDevice));
  return data;
}

static uint32_t zero(uint32_t i)
{
  return i - i;
}

static uint32_t count(uint32_t i)
{
  return i;
}

static uint32_t half(uint32_t i)
{
  return i / 2;
}

/* Whether the first n words of data are the expected ones. Frees data. */
static int are(uint32_t *data, uint32_t n, uint32_t (*word)(uint32_t i))
{
  uint32_t here[N];
  int same = !cudaMemcpy(here, data, sizeof here, cudaMemcpyDeviceToHost);
  for (uint32_t i = 0; i < n; i++) same = same && here[i] == word(i);
  return !cudaFree(data) && same;
}

static int finds_rows(void)
{
  uint32_t *rows = words(zero), *numbers_ = words(count);
  int good = !thc_findRows(rows, numbers_, N, 2, NULL);
  return are(rows, N, half) && are(numbers_, N, count) && good;
}

static uint32_t last_of_two(uint32_t i)
{
  return 2 * i + 1;
}

static int takes(void)
{
  uint32_t *number = words(count), *keys = words(half), *some = words(zero), *nan = words(zero),
           *mode = words(zero);
  const THCOrder one = {number, keys, 4, 1, N}, two = {number, keys, 4, 2, N / 2},
                 all = {number, keys, 4, N, 1};
  int good = !thc_takeSome(&one, 0, 1, some, NULL) && !thc_takeNan(&one, 0, nan, NULL);
  good = are(some, N, count) && are(nan, N, count) && good;
  good = !thc_takeMode(&two, mode, NULL) && are(mode, N / 2, last_of_two) && good;
  mode = words(zero);
  good = !thc_takeMode(&all, mode, NULL) && are(mode, 1, last_of_two) && good;
  return are(number, N, count) && are(keys, N, half) && good;
}

/* Two elements go to each place. */
static int runs(void)
{
  uint32_t *r = words(zero), *x = words(count), *places = words(half), *from = words(count);
  THIter free = {.count = 1, .data = {(char *)r, (char *)x}};
  THIter named = {.count = N, .ndim = 1, .size = {N}, .stride = {{0, 4}},
                  .data = {NULL, (char *)x}};
  const THCRuns sorted = {4, N, places, from};
  int good = !thc_putRuns[2](&free, &named, &sorted, NULL);
  return are(r, N / 2, last_of_two) && are(x, N, count) && are(places, N, half) &&
         are(from, N, count) && good;
}

static int64_t *longs(int64_t n, int64_t each)
{
  int64_t here[N];
  void *data = NULL;
  for (int64_t i = 0; i < n; i++) here[i] = each;
  CHECK(!cudaMalloc(&data, (size_t)n * sizeof *here));
  CHECK(!cudaMemcpy(data, here, (size_t)n * sizeof *here, cudaMemcpyHostToDevice));
  return data;
}

/* Positions that are outside, which drivers find earlier: nothing may be written there. */
static int stays_inside(void)
{
  const uint32_t value = 9;
  uint32_t *r = words(zero), *places = words(count), *from = words(zero);
  int64_t *at = longs(64, N + 1);
  THIter it = {.count = 64, .ndim = 1, .size = {64}, .stride = {{0, 0, 8}},
               .data = {(char *)r, NULL, (char *)at}};
  int good = !thc_fillAt(2, &it, 4, N, &value, NULL);
  good = !thc_findPlaces(&it, 4, N, 2, 4, places, from, NULL) && good;
  return are(r, N, zero) && are(places, 64, zero) && are(from, 64, count) && !cudaFree(at) && good;
}

/* A mask that selects more elements than the vector has. */
static int moves_few(void)
{
  uint32_t *x = words(count), *r = words(zero), *set = words(last_of_two);
  int64_t *before = longs(1, 2);
  THIter it = {.count = N, .ndim = 1, .size = {N}, .stride = {{0, 4, 4}},
               .data = {NULL, (char *)x, (char *)set}};
  int good = !thc_moveMasked(THC_MASKED_TAKE, 2, &it, (int[]){1, 2},
                             (THCVector){(char *)r, 4, N}, before, NULL);
  return are(x, N, count) && are(set, N, last_of_two) && !cudaFree(r) && !cudaFree(before) && good;
}

static const Program programs[] = {
  {"copies_gaps", copies_gaps}, {"copies_turned", copies_turned}, {"computes", computes},
  {"folds", folds}, {"folds_many", folds_many}, {"scans", scans}, {"draws", draws},
  {"masks", masks}, {"indexes", indexes}, {"orders", orders}, {"finds_rows", finds_rows},
  {"takes", takes}, {"runs", runs}, {"stays_inside", stays_inside}, {"moves_few", moves_few},
};

int main(void)
{
  test_places(programs, COUNT(programs), "kernels/*.cu*", "kernels/rows/*.cu*");
  return CHECK_RESULT();
}
