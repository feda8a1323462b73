/*
** The product of quantized matrices. With a(i, p) = x - zx and b(j, p) = w - zw(j), the sum of
** their products is that of the stored numbers, which the kernel makes (THQProductChapter.h), plus
** terms of a row or a column alone:
**
**   sum a b = sum x w - zx sum w - zw (sum x - in zx)
**
** x is packed as unsigned bytes (QInt8 plus 128, with zx plus 128), w as strips of columns, a group
** of strips at a time, which stay in the second cache while they meet all of x. All integers wrap,
** so no order of the terms matters.
*/
#include "TH/ops/quantized/THQuantizedLinear.h"

#include <float.h>
#include <string.h>

#include "TH/backend/THQProductChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/iteration/THSlices.h"
#include "TH/memory/THHostAllocator.h"
#include "TH/ops/elementwise/THCopy.h"

static const char op[] = "quantizedLinear";

/* ROWS: of x, for a piece of the work. */
enum { STRIP = TH_QPRODUCT_STRIP, ROWS = 48, GROUP_BYTES = 256 << 10 };

typedef struct Job {
  int64_t n, in, out, depth, strips;
  int64_t group, first; /* strips that are packed at a time; the first of those */
  THTensor x, w;        /* row-major numbers, borrowed or owned */
  int32_t zx;           /* of x as unsigned bytes */
  int hasZeros;         /* whether any zw is not 0 */
  const uint8_t *bytes; /* x, rows of 4 depth bytes */
  int32_t zero, low, high;
  THTensor made;
  char *room;           /* for what follows, which is packed or computed of x and w */
  size_t roomBytes;
  const THAllocator *memory; /* of the room */
  uint8_t *packed;      /* bytes, unless x is such already: then NULL */
  int8_t *columns;      /* the strips of the group */
  int32_t *shift, *left, *right;
  float *scale, *bias;
} Job;

/* --- checks --- */

static int check_operand(const char *what, const THTensor *t, int isUnsigned)
{
  if (!THTensor_isQuantized(t) ||
      (t->dtype != TH_QINT8 && !(isUnsigned && t->dtype == TH_QUINT8)) || t->nDimension != 2)
    return th_fail(TH_EDTYPE, "%s: %s is a %s of size %s; a quantized matrix of qint8%s was needed",
                   op, what, THTensor_typeText(t->dtype).text, THTensor_sizeText(t).text,
                   isUnsigned ? " or quint8" : "");
  if (THQuantizer_kind(t) == TH_QUANTIZE_FLOAT)
    return th_fail(TH_EUNSUPPORTED, "%s: %s has float parameters; whole zero points were needed",
                   op, what);
  return TH_OK;
}

static int check(const THTensor *x, const THTensor *w, const THTensor *bias)
{
  TH_TRY(check_operand("x", x, 1));
  TH_TRY(check_operand("w", w, 0));
  if (THQuantizer_axis(x) != -1)
    return th_fail(TH_EUNSUPPORTED, "%s: x has a scale per channel; one for all was needed", op);
  if (THQuantizer_axis(w) != -1 && THQuantizer_axis(w) != 0)
    return th_fail(TH_EUNSUPPORTED,
                   "%s: the scales of w lie along another dimension than 1, its rows", op);
  if (x->size[1] != w->size[1])
    return th_fail(TH_ESHAPE, "%s: x of size %s and w of size %s; as many columns were needed", op,
                   THTensor_sizeText(x).text, THTensor_sizeText(w).text);
  if (x->size[1] > INT32_MAX - 3)
    return th_fail(TH_ENOMEM, "%s: sums of %" PRId64 " products", op, x->size[1]);
  if (!bias) return TH_OK;
  TH_TRY(TH_checkOnCpu(op, bias));
  if (THDtype_traits(bias->dtype)->floating && bias->nDimension == 1 &&
      bias->size[0] == w->size[0])
    return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a bias of size %s, a %s; %" PRId64 " floats were needed", op,
                 THTensor_sizeText(bias).text, THTensor_typeText(bias->dtype).text, w->size[0]);
}

/* --- operands --- */

static int take_numbers(THTensor *numbers, const THTensor *t)
{
  THTensor elements = *t; /* borrowed */
  elements.layout = NULL;
  TH_TRY(THTensor_operand(op, &elements));
  return THTensor_contiguous(numbers, &elements);
}

/* Columns are counted up to whole strips, so that packing needs no edge. */
static int64_t padded(const Job *j)
{
  return j->strips * STRIP;
}

/* The next bytes of the room; NULL before there is one. */
static void *part(Job *j, int64_t bytes)
{
  char *at = j->room ? j->room + j->roomBytes : NULL;
  j->roomBytes += (size_t)bytes;
  return at;
}

/* Share the room. Its parts are whole words, but the last. */
static void share_room(Job *j)
{
  const int64_t columns = padded(j), row = 4 * j->depth;
  const int isPacked = j->x.dtype == TH_QUINT8 && j->in % 4 == 0;
  j->roomBytes = 0;
  j->columns = part(j, j->group * STRIP * row);
  j->shift = part(j, columns * 4);
  j->right = part(j, columns * 4);
  j->scale = part(j, columns * 4);
  j->bias = part(j, columns * 4);
  j->left = part(j, j->n * 4);
  j->packed = isPacked ? NULL : part(j, j->n * row);
  j->bytes = isPacked ? THTensor_data(&j->x) : j->packed;
}

static int make_room(Job *j)
{
  const THAllocator *memory = TH_allocator();
  int64_t count;
  TH_TRY(THShape_count(op, 2, (const int64_t[]){padded(j) + j->n, 4 * j->depth + 16}, &count));
  share_room(j);
  j->memory = memory;
  j->room = j->roomBytes ? memory->alloc(memory->context, j->roomBytes) : NULL;
  if (j->roomBytes && !j->room)
    return th_fail(TH_ENOMEM, "%s: no memory for matrices of size %s and %s", op,
                   THTensor_sizeText(&j->x).text, THTensor_sizeText(&j->w).text);
  share_room(j);
  return TH_OK;
}

static void give_back(Job *j)
{
  if (j->room) j->memory->free(j->memory->context, j->room, j->roomBytes);
  THTensor_clear(&j->x);
  THTensor_clear(&j->w);
  THTensor_clear(&j->made);
}

/* A parameter of column k, which is the row k of w. */
static double parameter(const THTensor *parameters, int64_t k)
{
  return ((const double *)THTensor_data(parameters))[k * parameters->stride[0]];
}

/* The finite number next to t; 0 for NaN. */
static float finite(float t)
{
  return t > FLT_MAX ? FLT_MAX : t < -FLT_MAX ? -FLT_MAX : t == t ? t : 0;
}

/* Set what each column is scaled by and shifted by, but for the sums of w, which packing adds. */
static int take_parameters(Job *j, const THTensor *x, const THTensor *w, const THTensor *bias,
                           double scale)
{
  const THTensor sx = THQuantizer_scales(x), zx = THQuantizer_zeros(x), sw = THQuantizer_scales(w),
                 zw = THQuantizer_zeros(w);
  THTensor floats = {0};
  if (bias) TH_TRY(THTensor_clone(&floats, bias, TH_FLOAT));
  const float *b = bias ? THTensor_data(&floats) : NULL;
  const float x_scale = (float)parameter(&sx, 0);
  j->zx = (int32_t)parameter(&zx, 0) + (j->x.dtype == TH_QINT8 ? 128 : 0);
  for (int64_t k = 0; k < j->out; k++) {
    const int32_t zero = (int32_t)parameter(&zw, k);
    j->scale[k] = finite(x_scale * (float)parameter(&sw, k) / (float)scale);
    j->bias[k] = b ? finite(b[k] / (float)scale) : 0;
    if (b && b[k] != b[k]) j->scale[k] = 0; /* NaN becomes the zero point */
    j->right[k] = zero;
    j->shift[k] = (int32_t)((uint32_t)zero * (uint32_t)j->zx * (uint32_t)j->in);
    j->hasZeros |= zero != 0;
  }
  THTensor_clear(&floats);
  return TH_OK;
}

/* --- packing --- */

/* Pack rows of x, and add up each if zero points of w need it. */
static void pack_rows(void *context, int64_t begin, int64_t end)
{
  const Job *j = context;
  const uint8_t flip = j->x.dtype == TH_QINT8 ? 128 : 0, *x = THTensor_data(&j->x);
  for (int64_t i = begin; i < end; i++) {
    const uint8_t *from = x + i * j->in;
    uint8_t *to = j->packed ? j->packed + i * 4 * j->depth : NULL;
    uint32_t sum = 0;
    for (int64_t p = 0; to && p < j->in; p++) to[p] = from[p] ^ flip;
    if (to) memset(to + j->in, 0, (size_t)(4 * j->depth - j->in));
    for (int64_t p = 0; j->hasZeros && p < j->in; p++) sum += (uint8_t)(from[p] ^ flip);
    j->left[i] = (int32_t)sum;
  }
}

/* The kernel's function for a row of the chapter. */
static THQProductEntry entry(int row)
{
  return (THQProductEntry)TH_entry(TH_CHAPTER_QPRODUCT, row, TH_UNDEFINED, 0);
}

/* Pack a strip and add what its sums shift the columns by. */
static void pack_strip(const Job *j, int64_t s)
{
  int32_t sums[STRIP], *shift = j->shift + s * STRIP;
  const int64_t first = s * STRIP, count = j->out - first < STRIP ? j->out - first : STRIP;
  const uint8_t *w = (const uint8_t *)THTensor_data(&j->w) + first * j->in;
  int8_t *to = j->columns + (s - j->first) * STRIP * 4 * j->depth;
  if (count < STRIP) memset(to, 0, (size_t)(STRIP * 4 * j->depth));
  entry(TH_OP_qpack)(&(THQProduct){
    .m = count, .n = j->in, .depth = j->depth, .x = w, .xNext = j->in, .r = to});
  entry(TH_OP_columnSums)(&(THQProduct){.depth = j->depth, .w = to, .r = sums});
  for (int64_t k = 0; k < count; k++)
    shift[k] = (int32_t)((uint32_t)shift[k] - (uint32_t)j->zx * (uint32_t)sums[k]);
}

static void pack_strips(void *context, int64_t begin, int64_t end)
{
  const Job *j = context;
  for (int64_t s = begin; s < end; s++) pack_strip(j, j->first + s);
}

/* --- the product --- */

static int64_t strips_left(const Job *j)
{
  return j->strips - j->first < j->group ? j->strips - j->first : j->group;
}

/* Pieces are blocks of rows by strips of the group; a block meets all of them in turn. */
static void multiply(void *context, int64_t begin, int64_t end)
{
  const Job *j = context;
  const THQProductEntry product = entry(TH_OP_qproduct);
  const int width = THDtype_traits(j->made.dtype)->size;
  const int64_t strips = strips_left(j), depth = j->depth;
  for (int64_t k = begin; k < end; k++) {
    const int64_t row = k / strips * ROWS, column = (j->first + k % strips) * STRIP;
    product(&(THQProduct){
      .m = j->n - row < ROWS ? j->n - row : ROWS,
      .n = j->out - column < STRIP ? j->out - column : STRIP, .depth = depth,
      .x = j->bytes + row * 4 * depth, .xNext = 4 * depth,
      .w = j->columns + k % strips * STRIP * 4 * depth, .shift = j->shift + column,
      .left = j->hasZeros ? j->left + row : NULL, .right = j->right + column,
      .scale = j->scale + column, .bias = j->bias + column, .zero = j->zero, .low = j->low,
      .high = j->high, .r = (char *)THTensor_data(&j->made) + (row * j->out + column) * width,
      .rNext = j->out * width, .width = width});
  }
}

/* How many pieces are worth a thread, if one takes so much. */
static int64_t pieces_of(int64_t work, int64_t one)
{
  return one < work ? work / (one > 0 ? one : 1) : 1;
}

static int compute(Job *j)
{
  enum { BYTES = 1 << 16, PRODUCTS = 1 << 20 }; /* of a thread: about 5 us */
  const int64_t blocks = (j->n + ROWS - 1) / ROWS;
  if (j->packed || j->hasZeros)
    TH_TRY(th_inSlices(j->n, pieces_of(BYTES, j->in), pack_rows, j));
  for (j->first = 0; j->first < j->strips; j->first += j->group) {
    const int64_t strips = strips_left(j);
    TH_TRY(th_inSlices(strips, pieces_of(BYTES, STRIP * j->in), pack_strips, j));
    TH_TRY(th_inSlices(blocks * strips, pieces_of(PRODUCTS, ROWS * STRIP * j->in), multiply, j));
  }
  return TH_OK;
}

static int make_result(Job *j, double scale, int64_t zero, int dtype)
{
  const THQuantization as = {.axis = -1, .scale = scale, .zero = (double)zero};
  TH_TRY(THTensor_new(&j->made, 0, dtype, 2, (const int64_t[]){j->n, j->out}));
  return THQuantizer_set(op, &j->made, &as);
}

static int run(Job *j, const THTensor *x, const THTensor *w, const THTensor *bias, double scale)
{
  TH_TRY(take_numbers(&j->x, x));
  TH_TRY(take_numbers(&j->w, w));
  TH_TRY(make_room(j));
  TH_TRY(take_parameters(j, x, w, bias, scale));
  return j->n && j->out ? compute(j) : TH_OK;
}

int THTensor_quantizedLinear(THTensor *out, const THTensor *x, const THTensor *w,
                             const THTensor *bias, double scale, int64_t zero, int dtype)
{
  TH_TRY(check(x, w, bias));
  Job j = {.n = x->size[0], .in = x->size[1], .out = w->size[0], .zero = (int32_t)zero};
  j.depth = (j.in + 3) / 4;
  j.strips = (j.out + STRIP - 1) / STRIP;
  j.group = GROUP_BYTES / (STRIP * 4 * j.depth + 1) + 1;
  int status = make_result(&j, scale, zero, dtype);
  j.low = (int32_t)THQuantizer_least(dtype);
  j.high = (int32_t)THQuantizer_most(dtype);
  if (!status) status = run(&j, x, w, bias, scale);
  if (!status) THTensor_set(out, &j.made);
  give_back(&j);
  return status;
}
