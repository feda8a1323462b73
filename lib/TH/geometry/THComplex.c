/* Views of parts: the window is counted in elements of the other size. A part of a conjugated view
   is not conjugated, but the imaginary one is negated once more. */
#include "TH/geometry/THComplex.h"

#include "TH/geometry/THGate.h"
#include "TH/memory/THMemory.h"

int THDtype_complexOf(int value)
{
  for (int dtype = TH_NUM_REAL; dtype < TH_NUM_DTYPES; dtype++)
    if (THDtype_traits(dtype)->complex && THDtype_traits(dtype)->value == value) return dtype;
  return TH_UNDEFINED;
}

/* Give the window, which borrows a storage, a view of that storage in its dtype, and make out the
   window. */
static int give_view(THTensor *out, THTensor *window)
{
  THStorage *whole = window->storage;
  if (!whole) {
    THTensor_set(out, window);
    return TH_OK;
  }
  const int64_t bytes = whole->size * THStorage_elementSize(whole);
  window->storage = th_viewBytes(whole, window->dtype, 0,
                                 bytes / THDtype_traits(window->dtype)->size);
  if (!window->storage) return TH_errorStatus();
  THTensor_set(out, window);
  THStorage_release(window->storage);
  return TH_OK;
}

static int check_complex(const char *op, const THTensor *z)
{
  TH_TRY(THTensor_operandKnown(op, z, TH_FLAGS_LAZY, 0));
  if (THDtype_traits(z->dtype)->complex) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: a %s has no parts; it is not complex", op,
                 THTensor_typeText(z->dtype).text);
}

static THTensor in_parts(const THTensor *z)
{
  THTensor window = *z;
  window.dtype = (int16_t)THDtype_traits(z->dtype)->value;
  window.storageOffset *= 2;
  for (int d = 0; d < z->nDimension; d++) window.stride[d] *= 2;
  return window;
}

int THTensor_part(const char *op, THTensor *out, const THTensor *z, int isImaginary)
{
  TH_TRY(check_complex(op, z));
  THTensor window = in_parts(z);
  window.flags &= TH_FLAG_NEGATED;
  if (isImaginary && THTensor_nElement(z)) window.storageOffset++;
  if (isImaginary && z->flags & TH_FLAG_CONJUGATED) window.flags ^= TH_FLAG_NEGATED;
  return give_view(out, &window);
}

static int flip(const char *op, THTensor *out, const THTensor *t, uint8_t flag)
{
  THTensor view = *t;
  TH_TRY(THTensor_operandKnown(op, t, TH_FLAGS_LAZY, 0));
  view.flags ^= flag;
  THTensor_set(out, &view);
  return TH_OK;
}

int THTensor_conj(THTensor *out, const THTensor *t)
{
  return flip("conj", out, t, THDtype_traits(t->dtype)->complex ? TH_FLAG_CONJUGATED : 0);
}

int THTensor_negView(THTensor *out, const THTensor *t)
{
  if (t->dtype != TH_BOOL && !THDtype_traits(t->dtype)->quantized)
    return flip("negView", out, t, TH_FLAG_NEGATED);
  return th_fail(TH_EDTYPE, "negView: a %s has no negative numbers",
                 THTensor_typeText(t->dtype).text);
}

int THTensor_viewAsReal(THTensor *out, const THTensor *z)
{
  TH_TRY(check_complex("viewAsReal", z));
  if (z->flags & TH_FLAG_CONJUGATED)
    return th_fail(TH_EUNSUPPORTED, "viewAsReal: the tensor is a conjugated view, and only half of "
                   "its parts would change their sign; resolveConj() makes a tensor of its values");
  if (z->nDimension == TH_MAX_DIM)
    return th_fail(TH_EINVAL, "viewAsReal: the result would have %d dimensions, a tensor has at "
                   "most %d", TH_MAX_DIM + 1, TH_MAX_DIM);
  THTensor window = in_parts(z);
  if (!THTensor_isUndefined(z)) { /* one without dimensions or elements has no parts */
    window.size[window.nDimension] = 2;
    window.stride[window.nDimension++] = 1;
  }
  return give_view(out, &window);
}

static int is_paired(const THTensor *x)
{
  const int last = x->nDimension - 1;
  if (last < 0 || x->size[last] != 2 || x->stride[last] != 1 || x->storageOffset % 2) return 0;
  for (int d = 0; d < last; d++)
    if (x->stride[d] % 2 && x->size[d] > 1) return 0;
  return 1;
}

int THTensor_viewAsComplex(THTensor *out, const THTensor *x)
{
  THTensor window = *x;
  TH_TRY(THTensor_operandKnown("viewAsComplex", x, TH_FLAG_NEGATED, 0));
  const int dtype = THDtype_complexOf(x->dtype);
  if (!dtype)
    return th_fail(TH_EDTYPE, "viewAsComplex: a %s cannot hold the parts of complex numbers; "
                   "convert it, as in x:float()", THTensor_typeText(x->dtype).text);
  if (!is_paired(x))
    return th_fail(TH_EINVAL, "viewAsComplex: size %s; the last dimension has size 2 and stride 1, "
                   "the strides of others and the offset are even", THTensor_sizeText(x).text);
  window.dtype = (int16_t)dtype;
  window.storageOffset /= 2;
  window.nDimension--;
  for (int d = 0; d < window.nDimension; d++) window.stride[d] /= 2;
  return give_view(out, &window);
}
