/*
** Chains of transforms, copies and products. What is made on the host (windows, positions) goes to
** the device of the result as a whole.
*/
#include "TH/ops/fft/THSpectrum.h"

#include <math.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/fft/THFft.h"
#include "TH/ops/select/THIndex.h"

static int check_dtype(const char *op, int dtype)
{
  if (THDtype_traits(dtype)->floating) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float()", op,
                 THTensor_typeText(dtype).text);
}

static int check_floating(const char *op, const THTensor *t)
{
  TH_TRY(THTensor_operandKnown(op, t, TH_FLAGS_LAZY, 0));
  return check_dtype(op, t->dtype);
}

/* out, which keeps its device, = a vector made on the host, converted. Clears it. */
static int give_vector(const char *op, THTensor *out, int dtype, THTensor *made, int status)
{
  if (!status) status = THTensor_result(op, out, THTensor_device(out), dtype, 1, made->size);
  if (!status) status = THTensor_copy(out, made);
  THTensor_clear(made);
  return status;
}

/* out = made, a tensor of this call. out takes it over if it has no type and no elements yet. */
static int give(const char *op, THTensor *out, const THTensor *made, int status)
{
  if (status) return status;
  if (!THTensor_isUndefined(out) || out->dtype) return THResult_replace(op, out, made);
  THTensor_set(out, made);
  return TH_OK;
}

static int multiply(const char *op, THTensor *out, const THTensor *a, THOperand b)
{
  const THOperand in[] = {TH_tensorOperand(a), b};
  return THOp_applyAs(op, &TH_ops[TH_OP_cmul], out, in);
}

/* --- frequencies --- */

/* Whole numbers are counted first: they are exact, so each quotient is rounded once. */
int THTensor_fftFrequencies(const char *op, THTensor *out, int dtype, int64_t n, double step,
                            int half)
{
  const int64_t positive = half ? n / 2 + 1 : (n + 1) / 2, count = half ? positive : n;
  THTensor made = {0};
  TH_TRY(check_dtype(op, dtype));
  if (n < 1 || !isfinite(step) || step == 0)
    return th_fail(TH_EINVAL, "%s: frequencies of %" PRId64 " elements with a step of %g; expected "
                   "at least one element, and a finite step other than 0", op, n, step);
  TH_TRY(THTensor_new(&made, 0, TH_DOUBLE, 1, &count));
  THTensor part = made; /* borrowed */
  part.size[0] = positive;
  int status = THTensor_fillSequence(&part, 0, 1);
  part.storageOffset = positive;
  part.size[0] = count - positive;
  if (!status && part.size[0]) status = THTensor_fillSequence(&part, -(double)(n / 2), 1);
  if (!status)
    status = multiply(op, &made, &made, TH_numberOperand(TH_real(1 / ((double)n * step))));
  return give_vector(op, out, dtype, &made, status);
}

/* --- shifts --- */

/* A call: the parts before and after the place that comes first change places, in each of dims. */
typedef struct Shift {
  int ndims, reverse;
  const int *dims;
} Shift;

/* Copy x to out with dims[k] and those after it turned. */
static int turn(const Shift *s, int k, THTensor out, THTensor x)
{
  if (k == s->ndims) return THTensor_nElement(&out) ? THTensor_copy(&out, &x) : TH_OK;
  const int d = s->dims[k];
  const int64_t n = x.size[d], by = s->reverse ? n - n / 2 : n / 2;
  for (int part = 0; part < 2; part++) { /* the elements that move up, and those that come around */
    THTensor to = out, from = x;         /* borrowed */
    to.size[d] = from.size[d] = part ? by : n - by;
    if (part) from.storageOffset += (n - by) * from.stride[d];
    else to.storageOffset += by * to.stride[d];
    TH_TRY(turn(s, k + 1, to, from));
  }
  return TH_OK;
}

int THTensor_fftShift(const char *op, THTensor *out, const THTensor *x, int ndims, const int *dims,
                      int reverse)
{
  const Shift s = {ndims, reverse, dims};
  THTensor made = {0};
  unsigned seen = 0;
  for (int k = 0; k < ndims; k++) {
    TH_TRY(TH_checkDim(op, x, dims[k]));
    if (seen & 1u << dims[k])
      return th_fail(TH_EINVAL, "%s: dimension %d is named twice", op, dims[k] + 1);
    seen |= 1u << dims[k];
  }
  THInput in = {0};
  TH_TRY(THInput_take(&in, op, x, 0));
  int status = THTensor_isUndefined(in.use)
      ? TH_OK : THTensor_new(&made, THTensor_device(x), x->dtype, x->nDimension, x->size);
  if (!status) status = turn(&s, 0, made, *in.use);
  status = give(op, out, &made, status);
  THInput_drop(&in);
  THTensor_clear(&made);
  return status;
}

/* --- windows --- */

/* The window at x of a turn, 0 to 1. */
static double window_at(enum THWindow window, double x)
{
  const double a = cos(6.283185307179586476925 * x);
  switch (window) {
    case TH_WINDOW_HANN: return 0.5 - 0.5 * a;
    case TH_WINDOW_HAMMING: return 0.54 - 0.46 * a;
    case TH_WINDOW_BLACKMAN: return 0.42 - 0.5 * a + 0.08 * cos(12.56637061435917295385 * x);
    default: return 1 - fabs(2 * x - 1);
  }
}

int THTensor_window(const char *op, THTensor *out, int dtype, int64_t n, enum THWindow window,
                    int periodic)
{
  const int64_t period = periodic ? n : n - 1;
  THTensor made = {0};
  TH_TRY(check_dtype(op, dtype));
  TH_TRY(THTensor_new(&made, 0, TH_DOUBLE, 1, &n));
  double *value = THTensor_data(&made);
  for (int64_t k = 0; k < n; k++)
    value[k] = n == 1 ? 1 : window_at(window, (double)k / (double)period);
  return give_vector(op, out, dtype, &made, TH_OK);
}

/* --- short-time transforms --- */

/* x continued by n / 2 elements at both ends of its last dimension, which are reflected there. */
static int reflect(THTensor *out, const THTensor *x, int64_t n)
{
  const int last = x->nDimension - 1;
  const int64_t size = x->size[last], each = n / 2, total = size + 2 * each;
  THTensor places = {0};
  if (each >= size)
    return th_fail(TH_EINVAL, "stft: a signal of %" PRId64 " elements cannot be reflected by "
                   "%" PRId64 " at its ends; expected more than that, or center = false", size,
                   each);
  TH_TRY(THTensor_new(&places, 0, TH_LONG, 1, &total));
  int64_t *place = THTensor_data(&places);
  for (int64_t k = 0; k < total; k++) {
    const int64_t at = k < each ? each - k : k - each;
    place[k] = (at < size ? at : 2 * (size - 1) - at) + 1;
  }
  int status = THTensor_to(&places, &places, THTensor_device(x), TH_LONG);
  if (!status) status = THTensor_index(out, x, last, &places);
  THTensor_clear(&places);
  return status;
}

/* The frames as windows on x, times the window of the call, which stands in the middle of 0s. */
static int take_frames(THTensor *out, const THTensor *x, const THFrames *f)
{
  THTensor window = {0};
  TH_TRY(THTensor_unfold(out, x, x->nDimension - 1, f->n, f->hop));
  if (!f->window) return TH_OK;
  TH_TRY(THTensor_new(&window, THTensor_device(x), x->dtype, 1, &f->n));
  THTensor middle = window; /* borrowed */
  middle.size[0] = f->window->size[0];
  middle.storageOffset = (f->n - middle.size[0]) / 2;
  int status = THTensor_fill(&window, TH_integer(0));
  if (!status && middle.size[0]) status = THTensor_copy(&middle, f->window);
  THTensor product = {0};
  if (!status) status = multiply("stft", &product, out, TH_tensorOperand(&window));
  if (!status) THTensor_set(out, &product);
  THTensor_clear(&product);
  THTensor_clear(&window);
  return status;
}

static int check_frames(const THTensor *x, const THFrames *f)
{
  TH_TRY(check_floating("stft", x));
  const int64_t size = x->nDimension ? x->size[x->nDimension - 1] : 0;
  if (f->n < 1 || f->hop < 1 || f->n > TH_MAX_COUNT || f->hop > TH_MAX_COUNT)
    return th_fail(TH_EINVAL, "stft: frames of %" PRId64 " elements, one every %" PRId64 "; "
                   "expected at least 1 of both", f->n, f->hop);
  if (f->window && (f->window->nDimension != 1 || f->window->size[0] > f->n))
    return th_fail(TH_ESHAPE, "stft: a window of sizes %s for frames of %" PRId64 " elements; "
                   "expected a vector that is not longer",
                   THTensor_sizeText(f->window).text, f->n);
  if (x->nDimension < 1 || (!f->centred && size < f->n))
    return th_fail(TH_ESHAPE, "stft: x has sizes %s; expected at least %" PRId64 " elements along "
                   "the last dimension", THTensor_sizeText(x).text, f->n);
  return TH_OK;
}

int THTensor_stft(THTensor *out, const THTensor *x, const THFrames *f)
{
  THTensor signal = {0}, frames = {0}, made = {0};
  const int last = x->nDimension;
  TH_TRY(check_frames(x, f));
  THInput in = {0};
  TH_TRY(THInput_take(&in, "stft", x, 0));
  int status = TH_OK;
  if (f->centred) status = reflect(&signal, in.use, f->n);
  else THTensor_set(&signal, in.use);
  if (!status) status = take_frames(&frames, &signal, f);
  if (!status)
    status = THTensor_fft("stft", f->half ? &TH_rfft : &TH_fft, &made, &frames, 1, &last, NULL,
                          f->normalized ? TH_FFT_ORTHO : TH_FFT_BACKWARD);
  if (!status) status = THTensor_transpose(&frames, &made, last - 1, last);
  if (!status) status = THTensor_clone(&made, &frames, TH_UNDEFINED);
  status = give("stft", out, &made, status);
  THInput_drop(&in);
  THTensor_clear(&signal);
  THTensor_clear(&frames);
  THTensor_clear(&made);
  return status;
}

/* --- convolution --- */

/* A length of transforms, at least n, that is quick: 2^a, 3 * 2^a or 5 * 2^a. */
static int64_t quick_length(int64_t n)
{
  int64_t best = 1;
  while (best < n) best *= 2;
  if (best >= 8 && best / 8 * 5 >= n) return best / 8 * 5;
  return best >= 4 && best / 4 * 3 >= n ? best / 4 * 3 : best;
}

/* made = the product of the transforms, transformed back. */
static int convolve(THTensor *made, const THTensor *a, const THTensor *b, int64_t n)
{
  const char *op = "fftconvolve";
  THTensor za = {0}, zb = {0}, product = {0};
  const int la = a->nDimension - 1, lb = b->nDimension - 1;
  int status = THTensor_fft(op, &TH_rfft, &za, a, 1, &la, &n, TH_FFT_BACKWARD);
  if (!status) status = THTensor_fft(op, &TH_rfft, &zb, b, 1, &lb, &n, TH_FFT_BACKWARD);
  if (!status) status = multiply(op, &product, &za, TH_tensorOperand(&zb));
  const int last = product.nDimension - 1;
  if (!status) status = THTensor_fft(op, &TH_irfft, made, &product, 1, &last, &n, TH_FFT_BACKWARD);
  THTensor_clear(&za);
  THTensor_clear(&zb);
  THTensor_clear(&product);
  return status;
}

/* Sizes that broadcast: point-wise operations would take equal counts in order. */
static int check_convolved(const THTensor *a, const THTensor *b)
{
  const char *op = "fftconvolve";
  int64_t size[TH_MAX_DIM];
  int ndim = 0;
  TH_TRY(check_floating(op, a));
  TH_TRY(check_floating(op, b));
  TH_TRY(TH_checkSameType(op, THTensor_device(a), a->dtype, b->dtype));
  TH_TRY(TH_checkSameDevice(op, (THPlaced){"operand", 1, THTensor_device(a)},
                            (THPlaced){"operand", 2, THTensor_device(b)}));
  if (!a->nDimension || !b->nDimension || !a->size[a->nDimension - 1] ||
      !b->size[b->nDimension - 1])
    return th_fail(TH_ESHAPE, "%s: sizes %s and %s; expected at least one element along the last "
                   "dimension", op, THTensor_sizeText(a).text, THTensor_sizeText(b).text);
  TH_TRY(THShape_broadcast(op, &ndim, size, a->nDimension - 1, a->size));
  return THShape_broadcast(op, &ndim, size, b->nDimension - 1, b->size);
}

int THTensor_fftconvolve(THTensor *out, const THTensor *a, const THTensor *b, enum THConvolved part)
{
  THTensor made = {0}, result = {0};
  TH_TRY(check_convolved(a, b));
  const int64_t m = a->size[a->nDimension - 1], n = b->size[b->nDimension - 1];
  const int64_t size = part == TH_CONVOLVED_FULL ? m + n - 1
                     : part == TH_CONVOLVED_SAME ? m : (m > n ? m - n : n - m) + 1;
  int status = convolve(&made, a, b, quick_length(m + n - 1));
  if (!status) status = THTensor_narrow(&made, &made, made.nDimension - 1,
                                        part == TH_CONVOLVED_VALID ? (m < n ? m : n) - 1
                                                                   : (m + n - 1 - size) / 2, size);
  if (!status) status = THTensor_clone(&result, &made, a->dtype);
  status = give("fftconvolve", out, &result, status);
  THTensor_clear(&result);
  THTensor_clear(&made);
  return status;
}
