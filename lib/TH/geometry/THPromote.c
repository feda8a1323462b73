/*
** Type promotion (THPromote.h), computed from the traits of the dtypes alone: a new dtype needs no
** line here.
*/
#include "TH/geometry/THPromote.h"

#include <math.h>

enum { BOOL, INTEGER, REAL, COMPLEX };

static int kind_of(int dtype)
{
  const THTraits *traits = THDtype_traits(dtype);
  if (traits->complex) return COMPLEX;
  return traits->floating ? REAL : dtype == TH_BOOL ? BOOL : INTEGER;
}

/* The narrowest dtype of that kind that is wider than bytes; signed, as all such are. */
static int next_wider(int kind, int bytes)
{
  int found = TH_UNDEFINED;
  for (int dtype = 1; dtype < TH_NUM_REAL; dtype++) {
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

/* The complex dtype whose parts have that floating dtype. */
static int complex_of(int value)
{
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    const THTraits *traits = THDtype_traits(dtype);
    if (traits->complex && traits->value == value) return dtype;
  }
  return TH_UNDEFINED;
}

/* Complex meets floating in the complex dtype that holds the parts of both. */
static int promote_complex(int complex, int other)
{
  if (kind_of(other) != REAL) return complex;
  return complex_of(THDtype_promote(THDtype_traits(complex)->value, other));
}

int THDtype_promote(int a, int b)
{
  const int above = kind_of(a) - kind_of(b);
  if (a == b) return a;
  if (!above) return promote_in_kind(a, b);
  if (kind_of(a) == COMPLEX) return promote_complex(a, b);
  if (kind_of(b) == COMPLEX) return promote_complex(b, a);
  return above > 0 ? a : b;
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

/* Complex numbers beside real tensors: the complex dtype for the tensors' floating one, which has
   kernels, unlike ComplexHalf. */
static int complex_beside(int complex, int dtype)
{
  const int both = kind_of(dtype) == REAL ? complex_of(dtype) : complex;
  return both && both != TH_COMPLEXHALF ? both : TH_COMPLEXFLOAT;
}

void THPromotion_addNumber(THPromotion *p, THNumber number, int floating)
{
  if (TH_isComplex(number)) {
    add(p, TH_PROMOTE_NUMBER, complex_beside(TH_COMPLEXFLOAT, floating));
    return;
  }
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
    if (dtype && kind_of(next) == COMPLEX && kind_of(dtype) < COMPLEX)
      dtype = complex_beside(next, dtype);
    else if (!dtype || kind_of(next) > kind_of(dtype)) dtype = next;
  }
  return dtype;
}
