#include "THCheck.h"

int TH_checkDim(const char *op, const THTensor *t, int64_t dim)
{
  if (dim >= 0 && dim < t->nDimension) return TH_OK;
  if (!t->nDimension)
    return th_fail(TH_EINVAL, "%s: a tensor without dimensions has none to go along", op);
  return th_fail(TH_EINVAL, "%s: no dimension %" PRId64 " in a %d-dimensional tensor", op,
                 th_shown(dim), t->nDimension);
}

int TH_checkSameType(const char *op, int first, int other)
{
  if (first == other) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: operands are a %s and a %s; convert one, as in x:type('%s')", op,
                 THTensor_typeText(first).text, THTensor_typeText(other).text,
                 THTensor_typeText(first).text);
}

int TH_checkSameDevice(const char *op, int first, int other)
{
  if (first == other) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "%s: operands are on devices %d and %d; copy one to the other's",
                 op, first, other);
}

int TH_checkOnCpu(const char *op, const THTensor *t)
{
  if (!THTensor_device(t)) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "%s: not defined on device %d; copy to the CPU first", op,
                 THTensor_device(t));
}
