/* The rows neg and conjPhysical make the change while they copy. Where a dtype lacks them, as
   ComplexHalf does, they run on the parts. */
#include "TH/ops/elementwise/THLazy.h"

#include "TH/dispatch/THDispatch.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"

int TH_addStored(THIter *it, const THTensor *t)
{
  THTensor stored = *t;
  stored.flags &= (uint8_t)~TH_FLAGS_LAZY;
  return THIter_add(it, &stored);
}

static THIterEntry entry_of(const THIter *it, unsigned bits)
{
  if (bits == TH_FLAGS_LAZY) return NULL;
  const int op = bits == TH_FLAG_NEGATED ? TH_OP_neg : TH_OP_conjPhysical;
  return THOp_entry(op, it->dtype[0], it->device);
}

static int move_part(const THIter *it, int isImaginary, int isNegated)
{
  const THTraits *traits = THDtype_traits(it->dtype[0]);
  THIter part;
  THIter_copy(&part, it);
  for (int k = 0; k < 2; k++) {
    part.dtype[k] = traits->value;
    if (isImaginary) part.data[k] += traits->size / 2;
  }
  return isNegated ? TH_moveChanged(&part, TH_FLAG_NEGATED) : TH_convert(&part);
}

int TH_moveChanged(const THIter *it, unsigned bits)
{
  const THIterEntry entry = entry_of(it, bits);
  const int isNegated = (bits & TH_FLAG_NEGATED) != 0;
  if (entry) return entry(it);
  if (!THDtype_traits(it->dtype[0])->complex)
    return TH_missing(it->op, it->dtype[0], it->device);
  TH_TRY(move_part(it, 0, isNegated));
  return move_part(it, 1, bits == TH_FLAG_CONJUGATED || bits == TH_FLAG_NEGATED);
}

/* Integers wrap. */
static THNumber negated_integer(int dtype, THNumber n)
{
  uint64_t element[2];
  THDtype_store(dtype, element, TH_integer((int64_t)(0 - (uint64_t)TH_asInteger(n))));
  return THDtype_load(dtype, element);
}

/* A real number is taken as one of the dtype first, because zeros have signs. */
THNumber TH_changed(int dtype, THNumber number, unsigned bits)
{
  const THTraits *traits = THDtype_traits(dtype);
  const int isNegated = (bits & TH_FLAG_NEGATED) != 0, isOne = bits != TH_FLAGS_LAZY;
  if (!bits) return number;
  if (!traits->floating && !traits->complex) return negated_integer(dtype, number);
  const double re = TH_asReal(number), im = TH_imaginary(number);
  if (!traits->complex) return TH_real(-re);
  return TH_complex(isNegated ? -re : re, isOne ? -im : im);
}
