/*
** The definitions of what THFamily.h declares. The file of a family (THTypes.c, for one) defines
** TH_NEW_DEVICE and TH_IS_OURS and includes this one.
**
** Each function passes the erased header of its typed arguments to the erased function of the same
** kind, and adds nothing but the dtype.
*/
/* A typed struct must have its fields at the same offsets as the erased one. */
#define TH_TYPED_LAYOUT(type, erased, field)                                        \
_Static_assert(sizeof(type) == sizeof(erased) &&                                    \
               offsetof(type, field) == offsetof(erased, field), "another layout");

#define TH_LIST(...) __VA_ARGS__
#define TH_VALUE(value) TH_IF_FLOATING(TH_real(value)) TH_IF_INTEGRAL(TH_integer(value))
#define TH_GIVE TH_IF_FLOATING(give_real) TH_IF_INTEGRAL(give_integer)
#define TH_GET TH_IF_FLOATING(get_real) TH_IF_INTEGRAL(get_integer)

/* Give an undefined header the dtype of the type that it was declared with. */
static THTensor *typed(THTensor *t, int dtype)
{
  if (!t->dtype) t->dtype = (int16_t)dtype;
  return t;
}

/* The same, and the device for its first storage. */
static THTensor *placed(THTensor *t, int dtype)
{
  if (!t->storage && !t->device) t->device = (uint8_t)TH_NEW_DEVICE();
  return typed(t, dtype);
}

static int is_ours(const char *what, int device, int dtype, int wanted)
{
  if (dtype == wanted && TH_IS_OURS(device)) return 1;
  if (dtype == wanted)
    th_fail(TH_EUNSUPPORTED, "%s: on %s, which is another family's", what, TH_deviceName(device));
  else
    th_fail(TH_EDTYPE, "%s: of element type %s, not %s", what, THDtype_traits(dtype)->name,
            THDtype_traits(wanted)->name);
  return 0;
}

static int has_dim(const char *op, const THTensor *t, int dim)
{
  return TH_checkDim(op, t, dim) == TH_OK;
}

/* A borrowed header for all of a storage. */
static THTensor all_of(const THStorage *s)
{
  return (THTensor){.size = {s->size}, .stride = {1}, .nDimension = 1, .dtype = s->dtype,
                    .storage = (THStorage *)s};
}

static int copy_storage(THStorage *s, const THStorage *src)
{
  THTensor to = all_of(s), from = all_of(src);
  if (s->size == src->size) return THTensor_copy(&to, &from);
  return th_fail(TH_EINVAL, "storage: copy of %" PRId64 " elements into %" PRId64, src->size,
                 s->size);
}

/* Remove the reduced dimension from a result, unless keepdim is set. */
static int drop_dim(int status, THTensor *r, int dim, int keepdim)
{
  return status || keepdim ? status : THTensor_squeezeDim(r, r, dim);
}

static int give_real(THNumber number, double *value)
{
  *value = TH_asReal(number);
  return TH_OK;
}

static int give_integer(THNumber number, int64_t *value)
{
  *value = TH_asInteger(number);
  return TH_OK;
}

static int get_real(const THTensor *t, int64_t position, double *value)
{
  THNumber number;
  TH_TRY(THTensor_get(t, position, &number));
  return give_real(number, value);
}

static int get_integer(const THTensor *t, int64_t position, int64_t *value)
{
  THNumber number;
  TH_TRY(THTensor_get(t, position, &number));
  return give_integer(number, value);
}

/* The position, in row-major order, of the element with ndim indices. */
static int position_of(const char *op, const THTensor *t, int ndim, const int64_t *index,
                       int64_t *position)
{
  if (t->nDimension != ndim)
    return th_fail(TH_EINVAL, "%s: %d indices for a %d-dimensional tensor", op, ndim,
                   t->nDimension);
  *position = 0;
  for (int d = 0; d < ndim; d++) {
    if (index[d] < 0 || index[d] >= t->size[d])
      return th_fail(TH_EINVAL, "%s: no position %" PRId64 " in dimension %d of size %" PRId64, op,
                     th_shown(index[d]), d + 1, t->size[d]);
    *position = *position * t->size[d] + index[d];
  }
  return TH_OK;
}

static int apply(const char *name, int code, THTensor *out, const THOperand *in)
{
  return THOp_applyAs(name, &TH_ops[code], out, in);
}

#define TH_GENERIC_FILE "TH/typed/generic/THStorage.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensor.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorMath.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorReduce.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorIndex.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorOrder.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorSearch.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorLinear.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorComposite.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorRandom.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE
