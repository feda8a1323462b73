/*
** Calls of LAPACK's routines. Results are made ready and filled before the first one is set, so
** that a failure changes none of their headers.
*/
#include "TH/ops/linear/THLapackCall.h"

#include <limits.h>
#include <string.h>

#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/reduce/THReduce.h"

/* --- failures --- */

enum { NONE, SINGULAR, DEFICIENT, INDEFINITE, SEMIDEFINITE, DIVERGENT };

/* The texts of failures, before and after the number that LAPACK gives. */
static const struct { const char *before, *after; } failures[] = {
  [NONE] = {"LAPACK gives the error ", ""},
  [SINGULAR] = {"the matrix is singular: pivot ", " is 0"},
  [DEFICIENT] = {"the matrix does not have full rank: pivot ", " is 0"},
  [INDEFINITE] = {"the matrix is not positive definite: pivot ", " is not positive"},
  [SEMIDEFINITE] = {"the matrix is rank-deficient or not positive semidefinite: pivot ",
                    " is not above the tolerance"},
  [DIVERGENT] = {"the iteration does not converge (LAPACK's info is ", ")"},
};

static const struct {
  const char *name;
  int failure;
} routines[] = {
#define TH_LAPACK(name, workspace, failure, ...) {#name, failure},
#include "TH/rows/THLapackRoutines.def"
};

static int fail(const THLapackCall *j, THLapackRoutine routine)
{
  const int failure = routines[routine].failure;
  if (j->info < 0)
    return th_fail(TH_EINVAL, "%s: LAPACK's %s does not take its argument %d", j->op,
                   routines[routine].name, -j->info);
  return th_fail(TH_EINVAL, "%s: %s%d%s", j->op, failures[failure].before,
                 failure == SEMIDEFINITE ? j->rank + 1 : j->info, failures[failure].after);
}

/* --- operands --- */

void THLapack_begin(THLapackCall *j, const char *op, int device, int dtype)
{
  memset(j, 0, sizeof *j);
  j->op = op;
  j->device = device;
  j->dtype = dtype;
  const THTraits *traits = THDtype_traits(dtype);
  j->type = traits->complex || dtype == TH_DOUBLE ? dtype : TH_FLOAT;
  j->real = traits->complex ? traits->value : j->type;
  j->one = 1;
}

int THLapack_take(THLapackCall *j, THLapackSlot slot, const THTensor *t, int64_t rows)
{
  enum { LONGEST = 1 << 24 }; /* LAPACK counts work space, some dozens of rows, in 32 bits too */
  THTensor from = *t, *to = &j->slot[slot]; /* from is borrowed */
  if (t->nDimension == 1) {
    from.nDimension = 2;
    from.size[1] = from.stride[1] = 1;
  }
  if (rows > LONGEST || from.size[1] > LONGEST || rows * from.size[1] > INT_MAX)
    return th_fail(TH_EINVAL, "%s: a tensor of size %s is too large for LAPACK's 32-bit integers",
                   j->op, THTensor_sizeText(t).text);
  TH_TRY(THLapack_make(j, slot, j->type, rows, from.size[1]));
  if (rows == from.size[0]) return THTensor_copy(to, &from);
  THTensor part = *to; /* borrowed */
  part.size[0] = from.size[0];
  TH_TRY(THTensor_fill(to, TH_integer(0)));
  return THTensor_copy(&part, &from);
}

int THLapack_identity(THLapackCall *j, THLapackSlot slot)
{
  THTensor diagonal = THTensor_mainDiagonal(&j->slot[slot]);
  TH_TRY(THTensor_fill(&j->slot[slot], TH_integer(0)));
  return THTensor_fill(&diagonal, TH_integer(1));
}

/* --- calling --- */

/* A device may lack a single routine; a matrix without elements does not need it. */
static int run(THLapackCall *j, THLapackRoutine routine)
{
  const THSolveEntry *entries = TH_entries(TH_CHAPTER_SOLVE, j->type, j->device);
  j->info = 0;
  if (!entries) return TH_missing(j->op, j->type, j->device);
  if (entries[routine]) return entries[routine](j);
  if (!j->m || !j->n) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "%s: not defined for %s on %s; copy to the CPU, as in x:cpu()",
                 j->op, THTensor_typeText(j->dtype).text, TH_deviceName(j->device));
}

int THLapack_open(THLapackCall *j)
{
  return run(j, TH_LAPACK_open);
}

int THLapack_notFinite(const char *op)
{
  return th_fail(TH_EINVAL, "%s: the matrix has elements that are NaN or infinite", op);
}

/* Fill the columns of B that are not finite with NaN, which stay what they are in all routines. */
static int mark_right_sides(THLapackCall *j)
{
  THTensor *b = &j->slot[TH_SLOT_B], zeros = {0}, sums = {0};
  const THOperand product[] = {TH_tensorOperand(b), TH_numberOperand(TH_integer(0))};
  int status = THOp_applyAs(j->op, &TH_ops[TH_OP_cmul], &zeros, product);
  if (!status) status = THTensor_reduce(TH_OP_sum, &sums, &zeros, 0);
  const THOperand sum[] = {TH_tensorOperand(b), TH_tensorOperand(&sums),
                           TH_numberOperand(TH_integer(1))};
  if (!status) status = THOp_applyAs(j->op, &TH_ops[TH_OP_cadd], b, sum);
  THTensor_clear(&zeros), THTensor_clear(&sums);
  return status;
}

int THLapack_finite(THLapackCall *j, THLapackSlot slot)
{
  j->looked = slot;
  TH_TRY(run(j, TH_LAPACK_finite));
  if (!j->info) return TH_OK;
  if (!j->passesNaN) return THLapack_notFinite(j->op);
  if (slot == TH_SLOT_B) return mark_right_sides(j);
  j->isNaN = 1;
  return THLapack_identity(j, slot);
}

int THLapack_call(THLapackCall *j, THLapackRoutine routine)
{
  TH_TRY(run(j, routine));
  return j->info ? fail(j, routine) : TH_OK;
}

int THLapack_factorize(THLapackCall *j)
{
  const int k = j->m < j->n ? j->m : j->n;
  TH_TRY(THLapack_make(j, TH_SLOT_PIVOTS, TH_INT, k, -1));
  if (!k) return TH_OK;
  TH_TRY(run(j, TH_LAPACK_getrf));
  return j->info < 0 ? fail(j, TH_LAPACK_getrf) : TH_OK;
}

/* --- results --- */

/* *ready is a copy of the header out, with room for value. It borrows out's storage, or owns a new
   one, or value's if that has no spare elements. */
static int make_ready(const THLapackCall *j, THTensor *ready, const THTensor *out,
                      const THTensor *value)
{
  const int dtype = value->dtype == j->type ? j->dtype : value->dtype;
  const int is_free =
      !out->storage && !out->layout && (!out->device || out->device == j->device) &&
      value->storage->size == THTensor_nElement(value);
  *ready = *out;
  if (is_free && value->dtype == dtype && (!out->dtype || out->dtype == dtype)) {
    *ready = (THTensor){.dtype = out->dtype};
    THTensor_set(ready, value);
    return TH_OK;
  }
  TH_TRY(THTensor_result(j->op, ready, j->device, dtype, value->nDimension, value->size));
  if (THTensor_isContiguous(ready)) memcpy(ready->stride, value->stride, sizeof ready->stride);
  return TH_OK;
}

static int check_distinct(const THLapackCall *j, int count, THTensor *const *out)
{
  for (int k = 1; k < count; k++)
    for (int i = 0; i < k; i++)
      if (out[i] == out[k])
        return th_fail(TH_EINVAL, "%s: results %d and %d are one tensor", j->op, i + 1, k + 1);
  return TH_OK;
}

int THLapack_give(THLapackCall *j, int count, THTensor *const *out, const uint8_t *slots)
{
  THTensor ready[3];
  int made = 0, status = check_distinct(j, count, out);
  for (; !status && made < count; made++) {
    const THTensor *value = &j->slot[slots[made]];
    ready[made] = *out[made];
    if (!ready[made].dtype) ready[made].dtype = (int16_t)j->dtype;
    if (value->storage) status = make_ready(j, &ready[made], out[made], value);
  }
  for (int k = 0; k < made; k++) {
    THTensor *value = &j->slot[slots[k]];
    if (!status && value->storage) status = THTensor_copy(&ready[k], value);
  }
  for (int k = 0; k < made; k++)
    if (!status) *out[k] = ready[k];
    else if (ready[k].storage != out[k]->storage) THStorage_release(ready[k].storage);
  return status;
}

int THLapack_finish(THLapackCall *j, int status)
{
  for (int k = 0; k < TH_NUM_SLOTS; k++) THTensor_clear(&j->slot[k]);
  return status;
}
