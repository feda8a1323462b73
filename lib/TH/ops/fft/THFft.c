/*
** Fourier transforms of tensors: x is cut or continued to the lengths, and each dimension is
** transformed in turn by the device's entry, all but the first one in place.
*/
#include "TH/ops/fft/THFft.h"

#include <math.h>

#include "TH/backend/THFftChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THComplex.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/elementwise/THOps.h"

const THFft TH_fft = {TH_FFT_COMPLEX, 0, 0}, TH_ifft = {TH_FFT_COMPLEX, 1, 0},
            TH_rfft = {TH_FFT_HALF, 0, 0}, TH_irfft = {TH_FFT_REAL, 1, 0},
            TH_hfft = {TH_FFT_REAL, 0, 1}, TH_ihfft = {TH_FFT_HALF, 1, 1};

/* One call. */
typedef struct Job {
  const char *op;
  const THFft *kind;
  int device, real, complex;  /* the dtypes of parts and of complex numbers */
  int ndims, dims[TH_MAX_DIM];
  int64_t length[TH_MAX_DIM]; /* of the transform along dims[k] */
  double scale;
  THTensor x;                 /* contiguous, of the sizes that are transformed */
} Job;

/* --- arguments --- */

static int find_types(Job *j, const THTensor *x)
{
  const THTraits *traits = THDtype_traits(x->dtype);
  const int isDouble = x->dtype == TH_DOUBLE || x->dtype == TH_COMPLEXDOUBLE;
  if (!traits->floating && !(traits->complex && traits->value != TH_HALF))
    return th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float()", j->op,
                   THTensor_typeText(x->dtype).text);
  if (traits->complex && j->kind->kind == TH_FFT_HALF)
    return th_fail(TH_EDTYPE, "%s: not defined for %s; the transform of complex numbers is fft "
                   "or ifft", j->op, THTensor_typeText(x->dtype).text);
  j->device = THTensor_device(x);
  j->real = isDouble ? TH_DOUBLE : TH_FLOAT;
  j->complex = isDouble ? TH_COMPLEXDOUBLE : TH_COMPLEXFLOAT;
  return TH_OK;
}

static int find_dims(Job *j, const THTensor *x, int ndims, const int *dims)
{
  unsigned seen = 0;
  if (ndims < 1)
    return th_fail(TH_EINVAL, "%s: there is no dimension to transform in sizes %s", j->op,
                   THTensor_sizeText(x).text);
  for (int k = 0; k < ndims; k++) {
    TH_TRY(TH_checkDim(j->op, x, dims[k]));
    if (seen & 1u << dims[k])
      return th_fail(TH_EINVAL, "%s: dimension %d is named twice", j->op, dims[k] + 1);
    seen |= 1u << dims[k];
    j->dims[k] = dims[k];
  }
  j->ndims = ndims;
  return TH_OK;
}

static int find_lengths(Job *j, const THTensor *x, const int64_t *size)
{
  for (int k = 0; k < j->ndims; k++) {
    const int64_t own = x->size[j->dims[k]];
    const int isHalf = j->kind->kind == TH_FFT_REAL && k == j->ndims - 1;
    const int64_t n = size && size[k] != -1 ? size[k] : isHalf ? 2 * (own - 1) : own;
    if (n < 1 || n > TH_MAX_COUNT)
      return th_fail(TH_EINVAL, "%s: a transform of length %" PRId64 " along dimension %d, of size "
                     "%" PRId64 "; expected at least 1", j->op, n, j->dims[k] + 1, own);
    j->length[k] = n;
  }
  return TH_OK;
}

static void find_scale(Job *j, int norm)
{
  double n = 1;
  for (int k = 0; k < j->ndims; k++) n *= (double)j->length[k];
  const int scales = norm == (j->kind->isInverse ? TH_FFT_BACKWARD : TH_FFT_FORWARD);
  j->scale = norm == TH_FFT_ORTHO ? 1 / sqrt(n) : scales ? 1 / n : 1;
}

/* --- the operand --- */

/* The size of x that is read along dims[k]. */
static int64_t size_needed(const Job *j, int k)
{
  const int isHalf = j->kind->kind == TH_FFT_REAL && k == j->ndims - 1;
  return isHalf ? j->length[k] / 2 + 1 : j->length[k];
}

/* Let from be the part of x that is read, and *size what it is continued to. Returns whether it
   is. */
static int fit(const Job *j, THTensor *from, int64_t *size)
{
  int continues = 0;
  for (int d = 0; d < from->nDimension; d++) size[d] = from->size[d];
  for (int k = 0; k < j->ndims; k++) {
    const int d = j->dims[k];
    size[d] = size_needed(j, k);
    if (size[d] > from->size[d]) continues = 1;
    else from->size[d] = size[d];
  }
  return continues;
}

/* Set j->x to x with the sizes and of the dtype; fresh: to a copy. */
static int take(Job *j, const THTensor *x, int dtype, int fresh)
{
  int64_t size[TH_MAX_DIM];
  THTensor from = *x; /* borrowed */
  const int continues = fit(j, &from, size);
  if (!continues && !fresh && x->dtype == dtype && THTensor_isContiguous(&from)) {
    THTensor_set(&j->x, &from);
    return TH_OK;
  }
  TH_TRY(THTensor_new(&j->x, j->device, dtype, x->nDimension, size));
  if (continues) TH_TRY(THTensor_fill(&j->x, TH_integer(0)));
  THTensor part = j->x; /* borrowed */
  for (int d = 0; d < part.nDimension; d++) part.size[d] = from.size[d];
  return THTensor_nElement(&part) ? THTensor_copy(&part, &from) : TH_OK;
}

static int conjugate(THTensor *z)
{
  const THOperand in[] = {TH_tensorOperand(z)};
  return THOp_apply(&TH_ops[TH_OP_conjPhysical], z, in);
}

/* --- transforms --- */

/* Transform dims[k] of in, into out; both are contiguous and differ in no other size. */
static int transform(const Job *j, int k, int kind, const THTensor *out, const THTensor *in,
                     double scale)
{
  const int d = j->dims[k];
  THFftCall call = {.op = j->op, .device = j->device, .dtype = j->real, .kind = kind,
                    .backward = kind == TH_FFT_REAL || (kind == TH_FFT_COMPLEX &&
                                                        j->kind->isInverse != j->kind->isHermitian),
                    .n = j->length[k], .outer = 1, .inner = 1, .in = THTensor_data(in),
                    .out = THTensor_data(out), .scale = scale};
  for (int i = 0; i < d; i++) call.outer *= in->size[i];
  for (int i = d + 1; i < in->nDimension; i++) call.inner *= in->size[i];
  call.nextIn = in->size[d] * call.inner;
  call.nextOut = out->size[d] * call.inner;
  const THFftEntry run = (THFftEntry)TH_entry(TH_CHAPTER_FFT, TH_OP_fft, j->real, j->device);
  if (!run) return TH_missing(j->op, j->complex, j->device);
  return call.outer && call.inner ? run(&call) : TH_OK;
}

/* The dimensions but the last, in place. */
static int transform_others(const Job *j, const THTensor *z, double scale)
{
  for (int k = j->ndims - 2; k >= 0; k--)
    TH_TRY(transform(j, k, TH_FFT_COMPLEX, z, z, k ? 1 : scale));
  return TH_OK;
}

static int to_half(const Job *j, const THTensor *out)
{
  const int last = j->ndims - 1;
  TH_TRY(transform(j, last, j->kind->kind, out, &j->x, last ? 1 : j->scale));
  return transform_others(j, out, j->scale);
}

/* j->x is a copy if there are other dimensions. */
static int to_real(const Job *j, const THTensor *out)
{
  TH_TRY(transform_others(j, &j->x, 1));
  return transform(j, j->ndims - 1, TH_FFT_REAL, out, &j->x, j->scale);
}

static int scale_on_device(const Job *j, THTensor *out)
{
  const THOperand in[] = {TH_tensorOperand(out), TH_numberOperand(TH_real(j->scale))};
  return j->scale == 1 ? TH_OK : THOp_apply(&TH_ops[TH_OP_cmul], out, in);
}

static int compute(Job *j, THTensor *out, const THTensor *x)
{
  const int kind = j->kind->kind;
  const int changes = kind == TH_FFT_REAL &&
                      (j->ndims > 1 || j->kind->isHermitian || j->device); /* cuFFT may write */
  TH_TRY(take(j, x, kind == TH_FFT_HALF ? j->real : j->complex, changes));
  if (kind == TH_FFT_REAL && j->kind->isHermitian) TH_TRY(conjugate(&j->x));
  TH_TRY(kind == TH_FFT_REAL ? to_real(j, out) : to_half(j, out));
  return j->device ? scale_on_device(j, out) : TH_OK;
}

static int give(Job *j, THTensor *out, const THTensor *x)
{
  const int dtype = j->kind->kind == TH_FFT_REAL ? j->real : j->complex;
  int64_t size[TH_MAX_DIM];
  THTensor made = {0};
  for (int d = 0; d < x->nDimension; d++) size[d] = x->size[d];
  for (int k = 0; k < j->ndims; k++) size[j->dims[k]] = j->length[k];
  if (j->kind->kind == TH_FFT_HALF)
    size[j->dims[j->ndims - 1]] = j->length[j->ndims - 1] / 2 + 1;
  TH_TRY(THTensor_new(&made, j->device, dtype, x->nDimension, size));
  int status = compute(j, &made, x);
  if (!status && j->kind->kind == TH_FFT_HALF && j->kind->isHermitian) status = conjugate(&made);
  if (!status && THTensor_isUndefined(out) && !out->dtype) THTensor_set(out, &made);
  else if (!status) status = THResult_replace(j->op, out, &made);
  THTensor_clear(&made);
  return status;
}

int THTensor_fft(const char *op, const THFft *kind, THTensor *out, const THTensor *x, int ndims,
                 const int *dims, const int64_t *size, int norm)
{
  Job j = {.op = op, .kind = kind};
  THInput in = {0};
  TH_TRY(find_types(&j, x));
  TH_TRY(find_dims(&j, x, ndims, dims));
  TH_TRY(find_lengths(&j, x, size));
  find_scale(&j, norm);
  TH_TRY(THInput_take(&in, op, x, 0));
  const int status = give(&j, out, in.use);
  THInput_drop(&in);
  THTensor_clear(&j.x);
  return status;
}
