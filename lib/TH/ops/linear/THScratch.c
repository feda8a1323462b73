/*
** What chains of operations share: their intermediate tensors, and headers that borrow a storage.
*/
#include "TH/ops/linear/THScratch.h"

#include <string.h>

#include "TH/ops/elementwise/THCopy.h"

THTensor *THScratch_new(THScratch *work)
{
  THTensor *t = &work->tensor[work->count++];
  *t = (THTensor){.nDimension = 0};
  return t;
}

int THScratch_end(THScratch *work, int status)
{
  while (work->count) THTensor_clear(&work->tensor[--work->count]);
  return status;
}

/* *value = made in the dtype of out, contiguous. Owned. */
static int convert(const char *op, THTensor *value, const THTensor *out, const THTensor *made)
{
  const int dtype = out->dtype ? out->dtype : made->dtype;
  const int is_known =
    THDtype_traits(made->dtype)->floating && THDtype_traits(dtype)->floating;
  if (dtype != made->dtype && !is_known)
    return th_fail(TH_EDTYPE, "%s: the result is a %s, expected a %s", op,
                   THTensor_typeText(dtype).text, THTensor_typeText(made->dtype).text);
  if (dtype != made->dtype || made->flags) return THTensor_clone(value, made, dtype);
  return THTensor_contiguous(value, made);
}

/* *ready is a copy of the header out with room for value: it borrows the storage of out, or has
   that of value, or a new one. */
static int make_ready(const char *op, THTensor *ready, const THTensor *out, const THTensor *value)
{
  const int device = THTensor_device(value);
  *ready = *out;
  if (THTensor_isUndefined(out) && (!out->device || out->device == device)) {
    *ready = (THTensor){.dtype = out->dtype};
    THTensor_set(ready, value);
    return TH_OK;
  }
  return THTensor_result(op, ready, device, value->dtype, value->nDimension, value->size);
}

int THScratch_giveAll(const char *op, int n, THTensor *const *out, const THTensor *made)
{
  THTensor ready[TH_SCRATCH_RESULTS], value[TH_SCRATCH_RESULTS];
  int status = TH_OK, made_ready = 0;
  memset(value, 0, sizeof value);
  for (int k = 1; k < n && !status; k++)
    for (int i = 0; i < k; i++)
      if (out[i] == out[k])
        status = th_fail(TH_EINVAL, "%s: results %d and %d are one tensor", op, i + 1, k + 1);
  for (int k = 0; k < n && !status; k++) status = convert(op, &value[k], out[k], &made[k]);
  for (; made_ready < n && !status; made_ready++)
    status = make_ready(op, &ready[made_ready], out[made_ready], &value[made_ready]);
  for (int k = 0; k < n && !status; k++)
    if (ready[k].storage != value[k].storage) status = THTensor_copy(&ready[k], &value[k]);
  for (int k = 0; k < made_ready; k++)
    if (!status) *out[k] = ready[k];
    else if (ready[k].storage != out[k]->storage) THStorage_release(ready[k].storage);
  for (int k = 0; k < n; k++) THTensor_clear(&value[k]);
  return status;
}

int THScratch_give(const char *op, THTensor *out, const THTensor *made)
{
  return THScratch_giveAll(op, 1, &out, made);
}

int THScratch_binary(const char *op, int row, THTensor *r, const THTensor *a, const THTensor *b)
{
  return THOp_applyAs(op, &TH_ops[row], r, (THOperand[]){TH_tensorOperand(a), TH_tensorOperand(b),
                                                         TH_numberOperand(TH_integer(1))});
}

int THScratch_number(const char *op, int row, THTensor *r, const THTensor *a, double number)
{
  return THOp_applyAs(op, &TH_ops[row], r,
                      (THOperand[]){TH_tensorOperand(a), TH_numberOperand(TH_real(number)),
                                    TH_numberOperand(TH_integer(1))});
}

int THScratch_unary(const char *op, int row, THTensor *r, const THTensor *a)
{
  return THOp_applyAs(op, &TH_ops[row], r, (THOperand[]){TH_tensorOperand(a)});
}

int THScratch_widen(THTensor *wide, const THTensor *a)
{
  const THTraits *traits = THDtype_traits(a->dtype);
  if (traits->floating && traits->size == 2) return THTensor_clone(wide, a, TH_FLOAT);
  THTensor_set(wide, a);
  return TH_OK;
}

int THScratch_checkAnalytic(const char *op, const THTensor *t)
{
  TH_TRY(THTensor_operand(op, t));
  const THTraits *traits = THDtype_traits(t->dtype);
  if (traits->floating || traits->complex) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float()", op,
                 THTensor_typeText(t->dtype).text);
}

/* --- borrowed headers --- */

int THScratch_isVectors(const THTensor *a, const THTensor *b)
{
  if (b->nDimension == 1) return 1;
  if (b->nDimension != a->nDimension - 1) return 0;
  return !memcmp(b->size, a->size, (size_t)b->nDimension * sizeof *b->size);
}

THTensor THScratch_with(const THTensor *t, int dim)
{
  THTensor r = *t;
  const size_t after = (size_t)(t->nDimension - dim) * sizeof *r.size;
  memmove(r.size + dim + 1, t->size + dim, after);
  memmove(r.stride + dim + 1, t->stride + dim, after);
  r.size[dim] = r.stride[dim] = 1;
  r.nDimension++;
  return r;
}

THTensor THScratch_without(const THTensor *t, int dim)
{
  THTensor r = *t;
  const size_t after = (size_t)(t->nDimension - dim - 1) * sizeof *r.size;
  memmove(r.size + dim, t->size + dim + 1, after);
  memmove(r.stride + dim, t->stride + dim + 1, after);
  r.nDimension--;
  return r;
}

THTensor THScratch_turned(const THTensor *t)
{
  THTensor r = *t;
  const int i = t->nDimension - 2, j = i + 1;
  r.size[i] = t->size[j];
  r.size[j] = t->size[i];
  r.stride[i] = t->stride[j];
  r.stride[j] = t->stride[i];
  return r;
}

THTensor THScratch_lead(const THTensor *t, int keep, int nlead, const int64_t *lead)
{
  THTensor r = *t;
  const int own = t->nDimension - keep;
  r.nDimension = nlead + keep;
  for (int d = 0; d < keep; d++) {
    r.size[nlead + d] = t->size[own + d];
    r.stride[nlead + d] = t->stride[own + d];
  }
  for (int d = 0; d < nlead; d++) {
    const int from = d - nlead + own; /* aligned at the last */
    r.size[d] = lead[d];
    r.stride[d] = from < 0 || t->size[from] != lead[d] ? 0 : t->stride[from];
  }
  return r;
}
