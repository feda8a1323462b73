/*
** Fourier transforms, their frequencies and shifts, windows, and what is made of transforms.
*/
#include <string.h>

#include "chapters/lists.h"

static int norm_of(const luaTH_Value *norm)
{
  const char first = *norm->string;
  return first == 'b' ? TH_FFT_BACKWARD : first == 'o' ? TH_FFT_ORTHO : TH_FFT_FORWARD;
}

/* fft(x, n, dim, norm): along one dimension, the last one unless told. */
static int transform(luaTH_Call *call)
{
  const luaTH_Value *x = call->arg, *n = x + 1, *dim = n + 1, *norm = dim + 1;
  const int d = dim->given ? (int)dim->integer : x->tensor->nDimension - 1;
  const int64_t size = n->integer;
  return THTensor_fft(call->name, call->row->data, call->result[0], x->tensor, d >= 0, &d,
                      n->given ? &size : NULL, norm_of(norm));
}

/* fftn(x, sizes, dims, norm): the dims given; else as many last ones as sizes; else all, or for
   fft2 two. */
static int transform_several(luaTH_Call *call)
{
  const luaTH_Value *x = call->arg, *sizes = x + 1, *dims = sizes + 1, *norm = dims + 1;
  const int all = x->tensor->nDimension, isPair = strchr(call->name, '2') != NULL;
  int64_t size[TH_MAX_DIM];
  char what[40];
  snprintf(what, sizeof what, "%s: a size", call->name);
  int d[TH_MAX_DIM], count = isPair ? 2 : all, n = 0;
  if (sizes->given) n = luaTH_checksizes(call->L, sizes->index, sizes->index, size, what);
  if (dims->given) count = read_dims(call->L, dims->index, x->tensor, d, call->name);
  else if (n && !isPair) count = n;
  if ((n && n != count) || (isPair && count != 2))
    return th_fail(TH_EINVAL, "%s: %d sizes for %d dimensions%s", call->name, n ? n : count, count,
                   isPair ? "; expected two of each" : "");
  if (count > all)
    return th_fail(TH_EINVAL, "%s: x has sizes %s; expected at least %d dimensions", call->name,
                   THTensor_sizeText(x->tensor).text, count);
  for (int k = 0; k < count && !dims->given; k++) d[k] = all - count + k;
  return THTensor_fft(call->name, call->row->data, call->result[0], x->tensor, count, d,
                      n ? size : NULL, norm_of(norm));
}

/* --- frequencies, shifts, windows --- */

static int frequencies(luaTH_Call *call, int half)
{
  const luaTH_Value *n = call->arg, *step = n + 1, *options = step + 1;
  const int dtype = luaTH_resultdtype(call, options);
  return THTensor_fftFrequencies(call->name, call->result[0], dtype, n->integer,
                                 TH_asReal(step->number), half);
}

static int fftfreq(luaTH_Call *call) { return frequencies(call, 0); }
static int rfftfreq(luaTH_Call *call) { return frequencies(call, 1); }

/* fftshift(x, dims): a dimension or a list of them; all unless told. */
static int shift(luaTH_Call *call, int reverse)
{
  const luaTH_Value *x = call->arg, *list = x + 1;
  int dims[TH_MAX_DIM], n = x->tensor->nDimension;
  for (int k = 0; k < n; k++) dims[k] = k;
  if (list->given && lua_isnumber(call->L, list->index)) dims[0] = (int)list->integer, n = 1;
  else if (list->given) n = read_dims(call->L, list->index, x->tensor, dims, call->name);
  return THTensor_fftShift(call->name, call->result[0], x->tensor, n, dims, reverse);
}

static int fftshift(luaTH_Call *call) { return shift(call, 0); }
static int ifftshift(luaTH_Call *call) { return shift(call, 1); }

static const enum THWindow hann = TH_WINDOW_HANN, hamming = TH_WINDOW_HAMMING,
                           blackman = TH_WINDOW_BLACKMAN, bartlett = TH_WINDOW_BARTLETT;

static int window(luaTH_Call *call)
{
  const enum THWindow *kind = call->row->data;
  const luaTH_Value *n = call->arg, *periodic = n + 1, *options = periodic + 1;
  const int dtype = luaTH_resultdtype(call, options);
  return THTensor_window(call->name, call->result[0], dtype, n->integer, *kind,
                         (int)periodic->integer);
}

/* --- short-time transforms, convolution --- */

/* The field of the options, or otherwise. Raises unless it is a boolean. */
static int read_flag(luaTH_Call *call, int index, const char *name, int otherwise)
{
  lua_State *L = call->L;
  luaTH_rawfield(L, index, name);
  if (!lua_isnil(L, -1) && !lua_isboolean(L, -1))
    luaTH_fail(L, "%s: the option %s is a %s, not a boolean", call->name, name,
               luaL_typename(L, -1));
  const int value = lua_isnil(L, -1) ? otherwise : lua_toboolean(L, -1);
  lua_pop(L, 1);
  return value;
}

/* The same for a whole number of 0 and more. */
static int64_t read_count(luaTH_Call *call, int index, const char *name, int64_t otherwise)
{
  lua_State *L = call->L;
  luaTH_rawfield(L, index, name);
  if (!lua_isnil(L, -1)) otherwise = luaTH_tointeger(L, lua_gettop(L), name);
  if (!lua_isnil(L, -1) && otherwise < 0)
    luaTH_fail(L, "%s: the option %s is %" PRId64 "; expected at least 0", call->name, name,
               otherwise);
  lua_pop(L, 1);
  return otherwise;
}

/* Set f->window to the option, or to ones of the length of the option winLength. The option stays
   on the stack. */
static int read_window(luaTH_Call *call, int index, THFrames *f, THTensor *ones)
{
  const int64_t length = read_count(call, index, "winLength", -1);
  luaTH_rawfield(call->L, index, "window");
  f->window = luaTH_totensor(call->L, -1);
  if (!f->window && !lua_isnil(call->L, -1))
    luaTH_fail(call->L, "%s: the option window is a %s, not a tensor", call->name,
               luaL_typename(call->L, -1));
  if (f->window && length >= 0 && THTensor_nElement(f->window) != length)
    return th_fail(TH_ESHAPE, "%s: a window of sizes %s for a winLength of %" PRId64, call->name,
                   THTensor_sizeText(f->window).text, length);
  if (f->window || length < 0) return TH_OK;
  TH_TRY(THTensor_new(ones, 0, TH_DOUBLE, 1, &length));
  f->window = ones;
  return THTensor_fill(ones, TH_integer(1));
}

static int stft(luaTH_Call *call)
{
  const luaTH_Value *x = call->arg, *n = x + 1, *o = n + 1;
  THFrames f = {.n = n->integer, .hop = n->integer / 4, .centred = 1, .half = 1};
  THTensor ones = {0};
  int status = TH_OK;
  if (f.hop < 1) f.hop = 1;
  if (o->given) {
    luaTH_checkoptions(call->L, call->name, o->index,
                       "hop winLength window center normalized onesided");
    f.hop = read_count(call, o->index, "hop", f.hop);
    f.centred = read_flag(call, o->index, "center", 1);
    f.normalized = read_flag(call, o->index, "normalized", 0);
    f.half = read_flag(call, o->index, "onesided", 1);
    status = read_window(call, o->index, &f, &ones);
  }
  if (!status) status = THTensor_stft(call->result[0], x->tensor, &f);
  THTensor_clear(&ones);
  if (o->given) lua_pop(call->L, 1);
  return status;
}

static int fftconvolve(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const enum THConvolved part = *arg[2].string == 'f' ? TH_CONVOLVED_FULL
                              : *arg[2].string == 's' ? TH_CONVOLVED_SAME : TH_CONVOLVED_VALID;
  return THTensor_fftconvolve(call->result[0], arg[0].tensor, arg[1].tensor, part);
}

#define NORM " norm:backward/ortho/forward=backward"
#define ONE(name, doc) \
  {#name, "r! x:Tensor n:count? dim:dim?" NORM, transform, doc, 0, &TH_##name}
#define FORM(name, kind, sizes, doc) \
  {#name, "r! x:Tensor sizes:" sizes " dims:table?" NORM, transform_several, doc, 0, &TH_##kind}
#define SEVERAL(name, kind, doc) \
  FORM(name, kind, "table?", doc), FORM(name, kind, "any", doc) /* any: x:size() */

#define WINDOW(name, doc) \
  {#name "Window", "r! n:count periodic:boolean=true o:options?", window, \
   "a window of n elements: " doc "; periodic: the last point is left out", \
   LUATH_FUNCTION_ONLY, &name}

#define SHIFT(name, doc) \
  {#name, "r! x:Tensor dims:table?", name, doc, 0, 0}, \
  {#name, "r! x:Tensor dim:dim", name, doc, 0, 0}

static const luaTH_Row rows[] = {
  ONE(fft, "the Fourier transform along a dimension, the last one unless told, cut to n elements "
           "or continued with 0"),
  ONE(ifft, "the inverse of fft: scaled by 1 / n, unless the norm is 'ortho' (both by the root) or "
            "'forward' (fft is)"),
  ONE(rfft, "fft of real numbers: the n / 2 + 1 frequencies that are not negative; the others are "
            "their conjugates"),
  ONE(irfft, "the inverse of rfft: n real numbers, by default 2 (size - 1)"),
  ONE(hfft, "fft of a signal of which x is half, the rest being its conjugates: n real numbers, by "
            "default 2 (size - 1)"),
  ONE(ihfft, "the inverse of hfft: n / 2 + 1 elements of n real ones"),
  SEVERAL(fft2, fft, "fft along two dimensions, the last ones unless told"),
  SEVERAL(ifft2, ifft, "the inverse of fft2"),
  SEVERAL(rfft2, rfft, "rfft along the second of two dimensions, the last ones unless told, and "
                       "fft along the first"),
  SEVERAL(irfft2, irfft, "the inverse of rfft2"),
  SEVERAL(fftn, fft, "fft along several dimensions: those of dims, else as many last ones as "
                     "sizes, else all"),
  SEVERAL(ifftn, ifft, "the inverse of fftn"),
  SEVERAL(rfftn, rfft, "rfft along the last of several dimensions, and fft along the others"),
  SEVERAL(irfftn, irfft, "the inverse of rfftn"),
  {"fftfreq", "r! n:count step:number=1 o:options?", fftfreq,
   "the frequencies of fft, over n elements that are step apart: 0, 1, .., -1 over n * step",
   LUATH_FUNCTION_ONLY, 0},
  {"rfftfreq", "r! n:count step:number=1 o:options?", rfftfreq, "the n / 2 + 1 frequencies of rfft", LUATH_FUNCTION_ONLY, 0},
  SHIFT(fftshift, "x turned so that frequency 0 is in the middle, along all dimensions unless "
                  "told"),
  SHIFT(ifftshift, "the reverse of fftshift, for odd sizes too"),
  WINDOW(hann, "half a period of a squared sine"),
  WINDOW(hamming, "0.54 - 0.46 times a cosine"),
  WINDOW(blackman, "0.42 - 0.5 times a cosine + 0.08 times one of twice the frequency"),
  WINDOW(bartlett, "a triangle"),
  {"stft", "r! x:Tensor n:count o:options?", stft,
   "the Fourier transforms of frames of n elements along the last dimension; options: hop, "
   "winLength, window, center, normalized, onesided", 0, 0},
  {"fftconvolve", "r! a:Tensor b:Tensor mode:full/same/valid=full", fftconvolve,
   "the convolution of a and b along the last dimension, by way of fft; leading dimensions "
   "broadcast", 0, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openfft(lua_State *L)
{
  luaTH_register(L, rows);
}
