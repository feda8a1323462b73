/*
** Quantizers as a layout. Parameters never change once they are made, so several tensors may share
** a quantizer, and views of its parameters share their storage.
*/
#include "TH/ops/quantized/THQuantizer.h"

#include <math.h>
#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/memory/THScope.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/quantized/THQuantize.h"

typedef struct Quantizer {
  THLayout layout;
  THQuantizing kind;
  THTensor scales; /* the zero point of a scale is the next element of the storage */
} Quantizer;

static const struct { const char *name[2]; } schemes[TH_NUM_QUANTIZINGS] = {
  [TH_QUANTIZE_AFFINE] = {{"perTensorAffine", "perChannelAffine"}},
  [TH_QUANTIZE_SYMMETRIC] = {{"perTensorSymmetric", "perChannelSymmetric"}},
  [TH_QUANTIZE_FLOAT] = {{"perTensorAffineFloatQParams", "perChannelAffineFloatQParams"}},
};

const char *THQuantizer_schemeName(THQuantizing kind, int isPerChannel)
{
  return schemes[kind].name[isPerChannel != 0];
}

int THQuantizer_findScheme(const char *name, int *isPerChannel)
{
  for (int kind = 0; kind < TH_NUM_QUANTIZINGS; kind++)
    for (*isPerChannel = 0; *isPerChannel < 2; ++*isPerChannel)
      if (strcmp(schemes[kind].name[*isPerChannel], name) == 0) return kind;
  return -1;
}

/* --- the layout --- */

static const THLayoutType quantized;

static const Quantizer *quantizer_of(const THTensor *t)
{
  return (const Quantizer *)t->layout;
}

static void free_quantizer(THLayout *layout)
{
  Quantizer *q = (Quantizer *)layout;
  const THAllocator *memory = TH_defaultAllocator();
  THTensor_clear(&q->scales);
  memory->free(memory->context, q, sizeof *q);
}

static const THTensor *explanation(const THLayout *layout)
{
  return &((const Quantizer *)layout)->scales;
}

/* scales is borrowed. */
static int make(const char *op, THQuantizing kind, const THTensor *scales, THLayout **made)
{
  const THAllocator *memory = TH_defaultAllocator();
  Quantizer *q = memory->alloc(memory->context, sizeof *q);
  if (!q) return th_fail(TH_ENOMEM, "%s: no memory for a quantizer", op);
  *q = (Quantizer){.layout = {&quantized, 1}, .kind = kind};
  THTensor_set(&q->scales, scales);
  if (scales->storage) THScope_spare(scales->storage);
  *made = &q->layout;
  return TH_OK;
}

/* One channel is the whole tensor, so its stride, which views may have changed, is 0 too. */
static int explained(const THLayout *layout, const THTensor *scales, THLayout **made)
{
  THTensor view = *scales;
  for (int d = 0; d < view.nDimension; d++)
    if (view.size[d] == 1) view.stride[d] = 0;
  return make("quantizer", ((const Quantizer *)layout)->kind, &view, made);
}

static int parts(const THLayout *layout, const THTensor *part[], int64_t *number)
{
  const Quantizer *q = (const Quantizer *)layout;
  part[0] = &q->scales;
  *number = q->kind;
  return 1;
}

static int assemble(const char *op, THTensor *out, int64_t number, const THTensor *part, int count);

static const THLayoutType quantized = {
  .name = "quantized", .hint = "dequantize() gives a tensor of its values",
  .free = free_quantizer, .serve = th_serveQuantized, .explanation = explanation,
  .explained = explained, .parts = parts, .assemble = assemble};

const THLayoutType *THQuantizer_type(void)
{
  return &quantized;
}

/* --- asking --- */

int THTensor_isQuantized(const THTensor *t)
{
  return t->layout && t->layout->type == &quantized;
}

THQuantizing THQuantizer_kind(const THTensor *t)
{
  return quantizer_of(t)->kind;
}

THTensor THQuantizer_scales(const THTensor *t)
{
  return quantizer_of(t)->scales;
}

THTensor THQuantizer_zeros(const THTensor *t)
{
  THTensor zeros = quantizer_of(t)->scales;
  zeros.storageOffset++;
  return zeros;
}

int THQuantizer_axis(const THTensor *t)
{
  const THTensor *scales = &quantizer_of(t)->scales;
  int axis = -1;
  for (int d = 0; d < scales->nDimension; d++)
    if (scales->stride[d]) axis = axis == -1 ? d : -2;
  return axis;
}

int64_t THQuantizer_least(int dtype)
{
  return dtype == TH_QINT8 ? INT8_MIN : dtype == TH_QUINT8 ? 0 : INT32_MIN;
}

int64_t THQuantizer_most(int dtype)
{
  return THDtype_traits(dtype)->whole;
}

/* Whether the elements of a and b from position at on are the same, along dimension d and those
   behind it. Dimensions that neither varies along are not walked. */
static int is_same(const THTensor *a, const THTensor *b, int d, int64_t at, int64_t bt)
{
  const double *x = a->storage->data, *y = b->storage->data;
  if (d == a->nDimension) return x[at] == y[bt] && x[at + 1] == y[bt + 1];
  const int64_t n = a->stride[d] || b->stride[d] ? a->size[d] : a->size[d] > 0;
  for (int64_t i = 0; i < n; i++)
    if (!is_same(a, b, d + 1, at + i * a->stride[d], bt + i * b->stride[d])) return 0;
  return 1;
}

int THQuantizer_isSame(const THTensor *a, const THTensor *b)
{
  const Quantizer *p = quantizer_of(a), *q = quantizer_of(b);
  if (p == q) return 1;
  if ((p->kind == TH_QUANTIZE_FLOAT) != (q->kind == TH_QUANTIZE_FLOAT)) return 0;
  return is_same(&p->scales, &q->scales, 0, p->scales.storageOffset, q->scales.storageOffset);
}

/* --- making --- */

static int check_channels(const char *op, const THTensor *t, const char *what,
                          const THTensor *parameters, int axis)
{
  TH_TRY(TH_checkOnCpu(op, parameters));
  if (parameters->nDimension == 1 && parameters->size[0] == t->size[axis]) return TH_OK;
  return th_fail(TH_ESHAPE,
                 "%s: %s of size %s for axis %d of a tensor of size %s, a vector of %" PRId64
                 " was needed",
                 op, what, THTensor_sizeText(parameters).text, axis + 1,
                 THTensor_sizeText(t).text, t->size[axis]);
}

static int check_scale(const char *op, double scale)
{
  const float as_float = (float)scale;
  if (as_float > 0 && isfinite(as_float) && isfinite(1 / as_float)) return TH_OK;
  return th_fail(TH_EINVAL, "%s: scale %g; a number above 0 that a float holds was needed", op,
                 isnan(scale) ? fabs(scale) : scale);
}

static int check_zero(const char *op, int dtype, THQuantizing kind, double zero)
{
  const int64_t least = THQuantizer_least(dtype), most = THQuantizer_most(dtype);
  const double middle = dtype == TH_QUINT8 ? 128 : 0;
  if (kind == TH_QUANTIZE_FLOAT && isfinite((float)zero)) return TH_OK;
  if (kind == TH_QUANTIZE_FLOAT)
    return th_fail(TH_EINVAL, "%s: zero point %g; a finite float was needed", op, zero);
  if (!(zero >= (double)least && zero <= (double)most) || zero != floor(zero))
    return th_fail(TH_EINVAL,
                   "%s: zero point %g; a whole number from %" PRId64 " to %" PRId64
                   " was needed for %s",
                   op, zero, least, most, THDtype_traits(dtype)->option);
  if (kind == TH_QUANTIZE_SYMMETRIC && zero != middle)
    return th_fail(TH_EINVAL, "%s: zero point %g; a symmetric scheme of %s has %g", op, zero,
                   THDtype_traits(dtype)->option, middle);
  return TH_OK;
}

/* Copy the parameters of channels to pairs, a vector of scales and zero points in turn. */
static int join(const THTensor *pairs, int64_t count, const THQuantization *as)
{
  for (int k = 0; k < 2; k++) {
    THTensor half = *pairs; /* borrowed */
    half.storageOffset = k;
    half.size[0] = count;
    half.stride[0] = 2;
    TH_TRY(THTensor_copy(&half, k ? as->zeros : as->scales));
  }
  return TH_OK;
}

/* Give t the quantizer of the pairs. */
static int give(const char *op, THTensor *t, THQuantizing kind, const THTensor *pairs, int axis)
{
  THTensor scales = *pairs, with = *t; /* borrowed */
  scales.nDimension = t->nDimension;
  for (int d = 0; d < t->nDimension; d++) {
    scales.size[d] = t->size[d];
    scales.stride[d] = d == axis ? 2 : 0;
  }
  TH_TRY(make(op, kind, &scales, &with.layout));
  THTensor_set(t, &with);
  THLayout_release(with.layout);
  return TH_OK;
}

/* pairs has room for the parameters. */
static int set(const char *op, THTensor *t, const THQuantization *as, THTensor *pairs,
               int64_t count)
{
  double *pair = THTensor_data(pairs);
  if (as->axis >= 0) TH_TRY(join(pairs, count, as));
  else pair[0] = as->scale, pair[1] = as->zero;
  for (int64_t k = 0; k < count; k++) {
    TH_TRY(check_scale(op, pair[2 * k]));
    TH_TRY(check_zero(op, t->dtype, as->kind, pair[2 * k + 1]));
  }
  return give(op, t, as->kind, pairs, as->axis);
}

int THQuantizer_set(const char *op, THTensor *t, const THQuantization *as)
{
  THTensor pairs = {0};
  const int axis = as->axis;
  if (!THDtype_traits(t->dtype)->quantized)
    return th_fail(TH_EDTYPE, "%s: %s is no quantized type; qint8, quint8 and qint32 are", op,
                   THDtype_traits(t->dtype)->option);
  TH_TRY(TH_checkOnCpu(op, t));
  if (axis >= t->nDimension)
    return th_fail(TH_EINVAL, "%s: no axis %d in a tensor of size %s", op, axis + 1,
                   THTensor_sizeText(t).text);
  if (axis >= 0) TH_TRY(check_channels(op, t, "scales", as->scales, axis));
  if (axis >= 0) TH_TRY(check_channels(op, t, "zero points", as->zeros, axis));
  /* Without channels there is room for one pair all the same, so that there is a storage. */
  const int64_t count = axis < 0 ? 1 : t->size[axis], size = count ? 2 * count : 2;
  TH_TRY(THTensor_new(&pairs, 0, TH_DOUBLE, 1, &size));
  const int status = set(op, t, as, &pairs, count);
  THTensor_clear(&pairs);
  return status;
}

/* --- from another process --- */

static int check_pairs(const char *op, int dtype, THQuantizing kind, const THTensor *scales, int d,
                       int64_t at)
{
  const double *pair = (const double *)scales->storage->data + at;
  if (d == scales->nDimension) {
    TH_TRY(check_scale(op, pair[0]));
    return check_zero(op, dtype, kind, pair[1]);
  }
  const int64_t n = scales->stride[d] ? scales->size[d] : scales->size[d] > 0;
  for (int64_t i = 0; i < n; i++)
    TH_TRY(check_pairs(op, dtype, kind, scales, d + 1, at + i * scales->stride[d]));
  return TH_OK;
}

/* Parameters never change, so they are copied, with all that is in their storage. */
static int take_pairs(const char *op, THTensor *out, THQuantizing kind, const THTensor *given)
{
  THTensor scales = *given, whole = {0}, copy = {0}, with = *out; /* borrowed, but copy */
  int64_t extent;
  TH_TRY(THShape_extent(op, given->nDimension, given->size, given->stride, &extent));
  if (given->storageOffset + extent >= given->storage->size) /* a zero point is behind its scale */
    return th_fail(TH_EINVAL, "%s: the zero points of a quantizer are missing", op);
  TH_TRY(THTensor_setWindow(op, &whole, given->storage, 0, 1, &given->storage->size, NULL));
  int status = THTensor_clone(&copy, &whole, TH_DOUBLE);
  scales.storage = copy.storage;
  if (!status) status = check_pairs(op, out->dtype, kind, &scales, 0, scales.storageOffset);
  if (!status) status = make(op, kind, &scales, &with.layout);
  if (!status) {
    THTensor_set(out, &with);
    THLayout_release(with.layout);
  }
  THTensor_clear(&whole);
  THTensor_clear(&copy);
  return status;
}

static int assemble(const char *op, THTensor *out, int64_t number, const THTensor *part, int count)
{
  if (count != 1 || number >= TH_NUM_QUANTIZINGS || !THDtype_traits(out->dtype)->quantized ||
      part->dtype != TH_DOUBLE || !part->storage || !THTensor_isSameSizeAs(part, out))
    return th_fail(TH_EINVAL, "%s: the parts of a quantized tensor do not fit", op);
  return take_pairs(op, out, (THQuantizing)number, part);
}
