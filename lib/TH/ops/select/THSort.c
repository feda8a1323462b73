#include "TH/ops/select/THSort.h"

#include <string.h>

#include "TH/backend/THOrderChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/select/THIndex.h"

/* What is asked for: k as the kind has it, and how many elements of dim answer. */
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

/* The first slice of t along dim, which the kernel steps along. A header that owns nothing. */
static THTensor first_slice(const THTensor *t, int dim)
{
  THTensor first = *t;
  first.size[dim] = 1;
  return first;
}

static void add_step(THIter *it, const THTensor *t, int dim)
{
  const int64_t step = t->stride[dim] * THDtype_traits(t->dtype)->size;
  THIter_addNumber(it, TH_LONG, TH_integer(step));
}

/* values is NULL where the kernel is not to give them. */
static int run(const Order *order, const THTensor *values, const THTensor *indices,
               const THTensor *x, int dim, const THTensor *scratch, int64_t lanes)
{
  THIter it;
  const THTensor first = first_slice(indices, dim), bytes = first_slice(scratch, 0);
  const THTensor value = values ? first_slice(values, dim) : (THTensor){0};
  TH_TRY(THIter_begin(&it, order->op, x->nDimension, x->size));
  TH_TRY(THIter_add(&it, &first));
  TH_TRY(THIter_add(&it, x));
  TH_TRY(THIter_add(&it, &bytes));
  THIter_addNumber(&it, TH_LONG, TH_integer(lanes));
  add_step(&it, indices, dim);
  THIter_addNumber(&it, TH_LONG, TH_integer(order->k));
  THIter_addNumber(&it, TH_LONG, TH_integer(order->flags));
  if (values) {
    TH_TRY(THIter_add(&it, &value));
    add_step(&it, values, dim);
  }
  THIter_finish(&it);
  const THIterEntry *entries = TH_entries(TH_CHAPTER_ORDER, x->dtype, it.device);
  return entries ? entries[order->kind](&it) : TH_missing(order->op, x->dtype, it.device);
}

/* Both results in their sizes, or where values is NULL the one. */
static int make_results(const Order *order, const THTensor *x, int dim, THTensor *values,
                        THTensor *indices)
{
  int64_t size[TH_MAX_DIM];
  memcpy(size, x->size, sizeof size);
  size[dim] = order->count;
  if (values) return THOp_results(order->op, x, size, values, indices);
  return THTensor_result(order->op, indices, THTensor_device(x), TH_LONG, x->nDimension, size);
}

static int ask(THOrderScratch *scratch)
{
  const THBackend *backend = TH_backend(scratch->device);
  if (!scratch->device) return THOrder_scratch(scratch);
  if (backend && backend->orderScratch) return backend->orderScratch(scratch);
  return th_fail(TH_EUNSUPPORTED, "%s: not defined on %s", scratch->op,
                 TH_deviceName(scratch->device));
}

/* x is apart from the results. */
static int give(const Order *order, THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  const int sorts = order->kind == TH_ORDER_SORT;
  const int64_t n = x->size[dim], count = THTensor_nElement(x);
  THTensor scratch = {0};
  if (!count) return make_results(order, x, dim, values, indices);
  THOrderScratch need = {.op = order->op, .kind = order->kind, .dtype = x->dtype,
                         .device = THTensor_device(x), .n = n, .k = order->k, .outputs = count / n};
  TH_TRY(ask(&need));
  int status = THTensor_new(&scratch, need.device, TH_BYTE, 1, &need.bytes);
  if (!status) status = make_results(order, x, dim, values, indices);
  if (!status) status = run(order, sorts ? values : NULL, indices, x, dim, &scratch, need.lanes);
  THTensor_clear(&scratch);
  if (status || sorts) return status;
  return THTensor_gatherAt(order->op, values, x, dim, indices);
}

static int answer(const Order *order, THTensor *values, THTensor *indices, const THTensor *x,
                  int dim)
{
  THTensor source = {0};
  const THTensor before = *indices, value = values ? *values : (THTensor){0};
  int status = THTensor_apartFrom(&source, x, indices);
  if (!status && values) status = THTensor_apartFrom(&source, &source, values);
  if (!status) status = give(order, values, indices, &source, dim);
  if (status) THTensor_restore(indices, &before);
  if (status && values) THTensor_restore(values, &value);
  THTensor_clear(&source);
  return status;
}

int THTensor_sort(THTensor *values, THTensor *indices, const THTensor *x, int dim, int descending)
{
  TH_TRY(check_order("sort", x, dim));
  const Order order = {"sort", TH_ORDER_SORT, descending ? TH_ORDER_DESCENDING : 0, 0, x->size[dim]};
  return answer(&order, values, indices, x, dim);
}

int THTensor_argsort(THTensor *indices, const THTensor *x, int dim, int descending)
{
  return THTensor_sort(NULL, indices, x, dim, descending);
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
