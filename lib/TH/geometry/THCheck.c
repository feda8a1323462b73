/* Checks that many operations share, and the names of types for their messages. */
#include "TH/geometry/THCheck.h"

#include <stdio.h>

int TH_checkDim(const char *op, const THTensor *t, int64_t dim)
{
  if (dim >= 0 && dim < t->nDimension) return TH_OK;
  if (!t->nDimension)
    return th_fail(TH_EINVAL, "%s: the tensor has no dimensions", op);
  return th_fail(TH_EINVAL, "%s: no dimension %" PRId64 " in a %d-dimensional tensor", op,
                 th_shown(dim), t->nDimension);
}

THTypeText TH_typeName(int dtype, int device, const char *layout, const char *what)
{
  THTypeText t;
  const char *name = THDtype_traits(dtype)->name;
  if (layout)
    snprintf(t.text, sizeof t.text, "torch.%s%s.%s%s", device ? "cuda." : "", layout, name, what);
  else
    snprintf(t.text, sizeof t.text, "torch.%s%s%s", device ? "Cuda" : "",
             device && dtype == TH_FLOAT ? "" : name, what);
  return t;
}

int TH_checkSameType(const char *op, int device, int first, int other)
{
  if (first == other) return TH_OK;
  const THTypeText wanted = TH_typeName(first, device, NULL, "Tensor");
  return th_fail(TH_EDTYPE, "%s: operands are a %s and a %s; convert one, as in x:type('%s')", op,
                 wanted.text, TH_typeName(other, device, NULL, "Tensor").text, wanted.text);
}

int TH_devicesDiffer(const char *op, THPlaced a, THPlaced b)
{
  char number[2][16] = {"", ""};
  if (a.number) snprintf(number[0], sizeof number[0], " %d", a.number);
  if (b.number) snprintf(number[1], sizeof number[1], " %d", b.number);
  return th_fail(TH_EUNSUPPORTED,
                 "%s: %s%s is on device %d, %s%s on device %d; copy one to the other's", op, a.what,
                 number[0], a.device, b.what, number[1], b.device);
}

int TH_checkReal(const char *op, THNumber n)
{
  if (!TH_isComplex(n)) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: the number %g%+gi is complex; a real one is needed", op, n.real,
                 TH_imaginary(n));
}

int TH_checkOnCpu(const char *op, const THTensor *t)
{
  if (!THTensor_device(t)) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "%s: not defined on device %d; copy to the CPU first", op,
                 THTensor_device(t));
}
