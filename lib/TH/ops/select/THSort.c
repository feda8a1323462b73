/*
** The drivers of sort, topk, kthvalue, median and mode (THOrder.h).
**
** The kernel writes positions; values come from the kernel for a sort, and by gather for the
** others. x is cloned first if a result overlaps it.
*/
#include "TH/ops/select/THSort.h"

#include <string.h>

#include "TH/backend/THOrderChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/select/THIndex.h"

/* What is asked for: k, as the kind uses it, and count, the size of dim in the results. */
typedef struct Order {
  const char *op;
  int kind, flags;
  int64_t k, count;
} Order;

static int check_order(const char *op, const THTensor *x, int dim)
{
  TH_TRY(THTensor_operand(op, x));
  return TH_checkDim(op, x, dim);
}

static int check_k(const char *op, const THTensor *x, int dim, int64_t k)
{
  TH_TRY(check_order(op, x, dim));
  if (k >= 1 && k <= x->size[dim]) return TH_OK;
  return th_fail(TH_EINVAL, "%s: k is %" PRId64 ", but dimension %d has %" PRId64 " elements", op,
                 k, dim + 1, x->size[dim]);
}

static int check_some(const char *op, const THTensor *x, int dim)
{
  TH_TRY(check_order(op, x, dim));
  if (x->size[dim]) return TH_OK;
  return th_fail(TH_EINVAL, "%s: dimension %d of size 0 has no element", op, dim + 1);
}

/* --- running --- */

/* The first slice of t along dim, from which the kernel steps along dim. The header borrows the
   storage. */
static THTensor first_slice(const THTensor *t, int dim)
{
  THTensor first = *t;
  first.size[dim] = 1;
  return first;
}

static int64_t step_of(const THTensor *t, int dim)
{
  return t->stride[dim] * THDtype_traits(t->dtype)->size;
}

/* values is NULL if the kernel is not to write them. */
static int run(THOrderEntry entry, THOrderCall *call, const THTensor *values,
               const THTensor *indices, const THTensor *x, int dim)
{
  THIter *it = &call->it;
  const THTensor first = first_slice(indices, dim);
  const THTensor value = values ? first_slice(values, dim) : (THTensor){0};
  TH_TRY(THIter_begin(it, call->op, x->nDimension, x->size));
  TH_TRY(THIter_add(it, &first));
  TH_TRY(THIter_add(it, x));
  if (values) TH_TRY(THIter_add(it, &value));
  THIter_finish(it);
  call->step = step_of(indices, dim);
  call->valueStep = values ? step_of(values, dim) : 0;
  return entry(call);
}

/* Give the results their sizes; only indices (or what is in their place) if values is NULL. */
static int make_results(const Order *order, const THTensor *x, int dim, THTensor *values,
                        THTensor *indices)
{
  int64_t size[TH_MAX_DIM];
  memcpy(size, x->size, sizeof size);
  size[dim] = order->count;
  if (values) return THResult_pair(order->op, x, size, values, indices);
  const int dtype = order->kind == TH_ORDER_BARE ? x->dtype : TH_LONG;
  return THTensor_result(order->op, indices, THTensor_device(x), dtype, x->nDimension, size);
}

static THOrderEntry entry_of(int kind, const THTensor *x)
{
  return (THOrderEntry)TH_entry(TH_CHAPTER_ORDER, kind, x->dtype, THTensor_device(x));
}

/* Begin a call for outputs along dim. Its iterator is set later. */
static void begin(THOrderCall *call, const Order *order, const THTensor *x, int dim)
{
  const int64_t n = x->size[dim];
  call->op = order->op;
  call->device = THTensor_device(x);
  call->dtype = x->dtype;
  call->flags = order->flags;
  call->n = n;
  call->k = order->k;
  call->outputs = THTensor_nElement(x) / n;
  call->isApart = x->stride[dim] != 1;
  call->scratch = NULL;
}

/* Compute the results. x overlaps neither. */
static int give(const Order *order, THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  const int sorts = order->kind == TH_ORDER_SORT;
  const THOrderEntry entry = entry_of(order->kind, x);
  THOrderCall call;
  THTensor scratch = {0};
  if (!THTensor_nElement(x)) return make_results(order, x, dim, values, indices);
  if (!entry) return TH_missing(order->op, x->dtype, THTensor_device(x));
  begin(&call, order, x, dim);
  TH_TRY(entry(&call));
  TH_TRY(THTensor_new(&scratch, call.device, TH_BYTE, 1, &call.bytes));
  call.scratch = THTensor_data(&scratch);
  int status = make_results(order, x, dim, values, indices);
  if (!status) status = run(entry, &call, sorts ? values : NULL, indices, x, dim);
  THTensor_clear(&scratch);
  if (status || sorts || !values) return status;
  return THTensor_gatherAt(order->op, values, x, dim, indices);
}

static int answer(const Order *order, THTensor *values, THTensor *indices, const THTensor *x,
                  int dim)
{
  THInput source = {.use = x};
  const THTensor before = *indices, value = values ? *values : (THTensor){0};
  int status = THInput_keepFrom(&source, indices, x->nDimension, NULL, 0);
  if (!status && values) status = THInput_keepFrom(&source, values, x->nDimension, NULL, 0);
  if (!status) status = give(order, values, indices, source.use, dim);
  if (status) THTensor_restore(indices, &before);
  if (status && values) THTensor_restore(values, &value);
  THInput_drop(&source);
  return status;
}

int THTensor_sort(THTensor *values, THTensor *indices, const THTensor *x, int dim, int descending)
{
  TH_TRY(check_order("sort", x, dim));
  const int flags = descending ? TH_ORDER_DESCENDING : 0;
  const Order order = {"sort", TH_ORDER_SORT, flags, 0, x->size[dim]};
  return answer(&order, values, indices, x, dim);
}

int THTensor_argsort(THTensor *indices, const THTensor *x, int dim, int descending)
{
  return THTensor_sort(NULL, indices, x, dim, descending);
}

int THTensor_sortedValues(THTensor *values, const THTensor *x, int dim, int descending)
{
  TH_TRY(check_order("msort", x, dim));
  const int flags = descending ? TH_ORDER_DESCENDING : 0;
  const Order order = {"msort", TH_ORDER_BARE, flags, 0, x->size[dim]};
  if (entry_of(TH_ORDER_BARE, x)) return answer(&order, NULL, values, x, dim);
  THTensor positions = {0}; /* a device sorts keys and positions in pairs */
  const int status = THTensor_sort(values, &positions, x, dim, descending);
  THTensor_clear(&positions);
  return status;
}

int THTensor_topk(THTensor *values, THTensor *indices, const THTensor *x, int64_t k, int dim,
                  int largest, int sorted)
{
  const int flags = (largest ? TH_ORDER_DESCENDING : 0) | (sorted ? TH_ORDER_SORTED : 0);
  const Order order = {"topk", TH_ORDER_TOPK, flags, k, k};
  TH_TRY(check_k("topk", x, dim, k));
  return answer(&order, values, indices, x, dim);
}

int THTensor_kthvalue(THTensor *values, THTensor *indices, const THTensor *x, int64_t k, int dim)
{
  const Order order = {"kthvalue", TH_ORDER_KTH, 0, k, 1};
  TH_TRY(check_k("kthvalue", x, dim, k));
  return answer(&order, values, indices, x, dim);
}

int THTensor_median(THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  TH_TRY(check_some("median", x, dim));
  const int flags = THDtype_traits(x->dtype)->floating ? TH_ORDER_NAN : 0;
  const Order order = {"median", TH_ORDER_KTH, flags, (x->size[dim] + 1) / 2, 1};
  return answer(&order, values, indices, x, dim);
}

int THTensor_mode(THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  const Order order = {"mode", TH_ORDER_MODE, 0, 0, 1};
  TH_TRY(check_some("mode", x, dim));
  return answer(&order, values, indices, x, dim);
}
