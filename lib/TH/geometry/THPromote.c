/*
** Type promotion (THPromote.h), computed from the traits of the dtypes alone: a new dtype needs no
** line here.
*/
#include "TH/geometry/THPromote.h"

#include <math.h>

enum { BOOL, INTEGER, REAL };

static int kind_of(int dtype)
{
  const THTraits *traits = THDtype_traits(dtype);
  return traits->floating ? REAL : dtype == TH_BOOL ? BOOL : INTEGER;
}

/* The narrowest dtype of that kind that is wider than bytes; signed, as all such are. */
static int next_wider(int kind, int bytes)
{
  int found = TH_UNDEFINED;
  for (int dtype = 1; dtype < TH_NUM_BUILT; dtype++) {
    const THTraits *traits = THDtype_traits(dtype);
    if (kind_of(dtype) != kind || !traits->isSigned || traits->size <= bytes) continue;
    if (!found || traits->size < THDtype_traits(found)->size) found = dtype;
  }
  return found;
}

static int promote_in_kind(int a, int b)
{
  const THTraits *x = THDtype_traits(a), *y = THDtype_traits(b);
  if (x->size == y->size) return next_wider(kind_of(a), x->size);
  const int wider = x->size > y->size ? a : b, narrower = wider == a ? b : a;
  const int holds = THDtype_traits(wider)->isSigned || !THDtype_traits(narrower)->isSigned;
  return holds ? wider : next_wider(kind_of(a), THDtype_traits(wider)->size);
}

int THDtype_promote(int a, int b)
{
  if (a == b) return a;
  if (kind_of(a) != kind_of(b)) return kind_of(a) > kind_of(b) ? a : b;
  return promote_in_kind(a, b);
}

int THDtype_canCast(int from, int to)
{
  return kind_of(from) <= kind_of(to);
}

static void add(THPromotion *p, int class, int dtype)
{
  p->dtype[class] = p->dtype[class] ? THDtype_promote(p->dtype[class], dtype) : dtype;
}

void THPromotion_addTensor(THPromotion *p, const THTensor *t)
{
  add(p, t->nDimension || THTensor_isUndefined(t) ? TH_PROMOTE_TENSOR : TH_PROMOTE_SCALAR,
      t->dtype);
}

void THPromotion_addNumber(THPromotion *p, THNumber number, int floating)
{
  const double value = TH_asReal(number);
  const int whole = TH_isInteger(number) || (isfinite(value) && trunc(value) == value);
  add(p, TH_PROMOTE_NUMBER, whole ? TH_LONG : floating);
}

int THPromotion_dtype(const THPromotion *p)
{
  int dtype = TH_UNDEFINED;
  for (int class = 0; class < TH_PROMOTE_CLASSES; class++) {
    const int next = p->dtype[class];
    if (!next) continue;
    if (!dtype || kind_of(next) > kind_of(dtype)) dtype = next;
  }
  return dtype;
}
