/*
** Orders on a device. Elements of the rows that are sorted together are numbered 0, 1, ... row by
** row. Keys and numbers are sorted as pairs; every later step works on the sorted numbers. All
** scratch memory is the caller's.
*/
#include "THC/ops/THCOrder.h"

#include "THC/kernels/THCKernels.h"
#include "THC/launch/THCLaunch.h"
#include "THC/ops/THCSort.h"

/* The most elements sorted at once, unless a single row has more. */
enum { AT_ONCE = 1 << 28 };

static const THCKeysLaunch keys_of[TH_NUM_DTYPES] = {
#define X(Name, CODE, type, kind) [TH_##CODE] = thc_keysOf##Name,
  TH_FORALL_DTYPES(X)
#undef X
};

static int key_width(int dtype)
{
  return THDtype_traits(dtype)->size == 8 ? 8 : 4;
}

/* The range [low, high) of bits in which keys can differ. Keys of halves and bfloat16s are those of
   floats, whose low bits are 0. */
static void key_bits(int dtype, int *low, int *high)
{
  *low = dtype == TH_HALF ? 13 : dtype == TH_BFLOAT16 ? 16 : 0;
  *high = dtype == TH_BOOL || dtype == TH_BYTE ? 8 : dtype == TH_UINT16 ? 16
                                                                        : 8 * key_width(dtype);
}

static int64_t rows_at_once(int64_t n, int64_t rows)
{
  const int64_t most = n < AT_ONCE ? AT_ONCE / n : 1;
  return rows < most ? rows : most;
}

static int ask_scratch(THOrderCall *call)
{
  THCGuard guard;
  const int64_t count = call->n * rows_at_once(call->n, call->outputs);
  TH_TRY(THCGuard_enter(&guard, call->op, call->device));
  int status = THCPairs_bytes(call->op, count, key_width(call->dtype), &call->bytes);
  THCGuard_leave(&guard);
  return status;
}

/* --- an order of some rows --- */

typedef struct Order {
  const THOrderCall *call;
  int kind, dtype, flags;
  int64_t n, k, step_x;
  cudaStream_t stream;
  int status;
} Order;

/* rows with a new first dimension of size elements. The caller sets its strides, which are 0. rows
   has at most TH_MAX_DIM - 1 dimensions longer than 1. */
static void along(THIter *to, const THIter *rows, int64_t size)
{
  THIter_copy(to, rows);
  to->ndim = 1;
  to->size[0] = size;
  to->count = size * rows->count;
  for (int k = 0; k < to->nop; k++) to->stride[0][k] = 0;
  for (int d = 0; d < rows->ndim; d++) {
    if (rows->size[d] == 1) continue;
    to->size[to->ndim] = rows->size[d];
    for (int k = 0; k < to->nop; k++) to->stride[to->ndim][k] = rows->stride[d][k];
    to->ndim++;
  }
}

static int make_keys(const Order *order, const THIter *x, THCPairs *pairs, int made)
{
  THC_TRY(pairs->op,
          keys_of[order->dtype](x, TH_ORDER_X, order->flags & TH_ORDER_DESCENDING,
                                pairs->keys[pairs->now], pairs->numbers[pairs->now], made,
                                order->stream));
  return TH_OK;
}

/* Sort the numbers of x's elements: row by row, each row in order. */
static int sort_rows(const Order *order, const THIter *x, THCPairs *pairs)
{
  const int64_t rows = pairs->n / order->n;
  int low, high;
  key_bits(order->dtype, &low, &high);
  TH_TRY(make_keys(order, x, pairs, 0));
  TH_TRY(THCPairs_sort(pairs, pairs->width, low, high, order->stream));
  if (rows == 1) return TH_OK;
  THC_TRY(pairs->op, thc_findRows(pairs->keys[pairs->now], pairs->numbers[pairs->now], pairs->n,
                                  order->n, order->stream));
  return THCPairs_sort(pairs, 4, 0, thc_bitsOf(rows), order->stream);
}

/* Replace the sorted numbers by those of the elements that are asked for. */
static int choose(const Order *order, const THIter *x, THCPairs *pairs)
{
  const int by_keys = order->kind == TH_ORDER_MODE || order->flags & TH_ORDER_NAN;
  const int64_t count = order->kind == TH_ORDER_TOPK ? order->k : 1;
  uint32_t *taken = pairs->numbers[1 - pairs->now];
  if (by_keys) TH_TRY(make_keys(order, x, pairs, 1));
  const THCOrder sorted = {pairs->numbers[pairs->now], pairs->keys[pairs->now], pairs->width,
                           order->n, pairs->n / order->n};
  if (order->kind == TH_ORDER_MODE)
    THC_TRY(pairs->op, thc_takeMode(&sorted, taken, order->stream));
  else if (by_keys) THC_TRY(pairs->op, thc_takeNan(&sorted, order->k - 1, taken, order->stream));
  else
    THC_TRY(pairs->op,
            thc_takeSome(&sorted, order->k - count, count, taken, order->stream));
  pairs->now = 1 - pairs->now;
  pairs->n = sorted.rows * count;
  return TH_OK;
}

/* Sort the chosen numbers: a number grows with its row, and in a row with its position. */
static int sort_numbers(const Order *order, THCPairs *pairs, int64_t below)
{
  THC_TRY(pairs->op, cudaMemcpyAsync(pairs->keys[pairs->now], pairs->numbers[pairs->now],
                                     (size_t)pairs->n * sizeof(uint32_t), cudaMemcpyDeviceToDevice,
                                     order->stream));
  return THCPairs_sort(pairs, 4, 0, thc_bitsOf(below), order->stream);
}

/* The results as operands, with `each` answers per row. If no values are wanted, their operand has
   no memory. */
static void find_results(const THOrderCall *call, THIter *to, const THIter *rows, int64_t each)
{
  const int gives = rows->nop > TH_ORDER_VALUES;
  along(to, rows, each);
  to->stride[0][TH_ORDER_AT] = call->step;
  if (gives) to->stride[0][TH_ORDER_VALUES] = call->valueStep;
  else to->data[TH_ORDER_VALUES] = NULL;
  for (int d = 0; !gives && d < to->ndim; d++) to->stride[d][TH_ORDER_VALUES] = 0;
}

static int run_rows(const Order *order, const THIter *rows)
{
  static const int results[] = {TH_ORDER_AT, TH_ORDER_VALUES};
  const int64_t count = rows->count * order->n;
  THCPairs pairs;
  THIter x, to;
  along(&x, rows, order->n);
  x.stride[0][TH_ORDER_X] = order->step_x;
  THCPairs_place(&pairs, rows->op, count, key_width(order->dtype), order->call->scratch,
                 order->call->bytes);
  TH_TRY(sort_rows(order, &x, &pairs));
  if (order->kind != TH_ORDER_SORT) TH_TRY(choose(order, &x, &pairs));
  if (order->kind == TH_ORDER_TOPK && !(order->flags & TH_ORDER_SORTED))
    TH_TRY(sort_numbers(order, &pairs, count));
  find_results(order->call, &to, rows, pairs.n / rows->count);
  THC_TRY(rows->op, thc_putOrder(&to, results, &x, TH_ORDER_X, pairs.numbers[pairs.now],
                                 THDtype_traits(order->dtype)->size, order->stream));
  return TH_OK;
}

static cudaError_t order_piece(const THIter *rows, void *context)
{
  Order *order = context;
  if (!order->status) order->status = run_rows(order, rows);
  return cudaSuccess;
}

/* Split the iterator: the dimension that is ordered goes to order, the others to rows. */
static void take_rows(const THIter *it, THIter *rows, Order *order)
{
  THIter_copy(rows, it);
  rows->ndim = 0;
  rows->count = order->n = 1;
  for (int d = 0; d < it->ndim; d++) {
    if (!it->stride[d][TH_ORDER_AT]) {
      order->n *= it->size[d];
      order->step_x = it->stride[d][TH_ORDER_X];
      continue;
    }
    rows->size[rows->ndim] = it->size[d];
    rows->count *= it->size[d];
    for (int k = 0; k < it->nop; k++) rows->stride[rows->ndim][k] = it->stride[d][k];
    rows->ndim++;
  }
}

static int run(THOrderCall *call, int kind)
{
  THCLaunch launch;
  THIter rows;
  Order order = {.call = call, .kind = kind, .dtype = call->dtype, .flags = call->flags,
                 .k = call->k};
  if (!call->scratch) return ask_scratch(call);
  take_rows(&call->it, &rows, &order);
  TH_TRY(THCLaunch_begin(&launch, &call->it));
  order.stream = launch.stream->handle;
  THCLaunch_pieces(&rows, rows_at_once(order.n, rows.count), order_piece, &order);
  return THCLaunch_end(&launch, order.status, cudaSuccess);
}

int THC_sort(THOrderCall *call)
{
  return run(call, TH_ORDER_SORT);
}

int THC_topk(THOrderCall *call)
{
  return run(call, TH_ORDER_TOPK);
}

int THC_kthvalue(THOrderCall *call)
{
  return run(call, TH_ORDER_KTH);
}

int THC_mode(THOrderCall *call)
{
  return run(call, TH_ORDER_MODE);
}
