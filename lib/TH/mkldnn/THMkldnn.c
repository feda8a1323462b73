/*
** The layout as a struct, its conversions, and the operations that it serves.
**
** The memory of a block is a storage of ours, so that accounts, caches and failing allocations are
** what they are for other tensors; only this file and oneDNN know that the elements lie in it row
** by row. Headers that share a layout share the block, as strided ones share a storage: an
** operation in place writes to the block, and a block is otherwise never changed.
*/
#include "TH/mkldnn/THMkldnn.h"

#include <stdlib.h>
#include <string.h>

#include "TH/backend/THPointwiseChapter.h"
#include "TH/geometry/THGate.h"
#include "TH/memory/THScope.h"
#include "TH/mkldnn/THDnn.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"

enum { MOST_DIMENSIONS = 5 };

typedef struct Mkldnn {
  THLayout layout;
  THTensor memory; /* strided; the block is made of it */
  THDnnBlock *block;
} Mkldnn;

static void free_mkldnn(THLayout *layout)
{
  Mkldnn *m = (Mkldnn *)layout;
  THDnn_destroy(m->block);
  THTensor_clear(&m->memory);
  free(m);
}

static int has(int dtype, int isOnDevice)
{
  return dtype == TH_FLOAT && !isOnDevice;
}

static int make(const char *op, const THTensor *x, THTensor *out);
static int make_strided(const char *op, const THTensor *t, THTensor *out);
static int serve(const THRequest *request);

static THLayoutType mkldnn = {
  .name = "mkldnn", .hint = "toDense() makes it strided", .free = free_mkldnn, .has = has,
  .make = make, .strided = make_strided, .serve = serve};

int THMkldnn_register(void)
{
  return THLayout_register(&mkldnn);
}

int THMkldnn_is(const THTensor *t)
{
  return t->layout && t->layout->type == &mkldnn;
}

static const Mkldnn *of(const THTensor *t)
{
  return (const Mkldnn *)t->layout;
}

/* --- making --- */

/* Make out a tensor whose elements are not set. */
static int make_empty(const char *op, THTensor *out, int ndim, const int64_t *size)
{
  Mkldnn *m = calloc(1, sizeof *m);
  if (!m) return th_fail(TH_ENOMEM, "%s: not enough memory", op);
  m->layout = (THLayout){&mkldnn, 1};
  THTensor made = {.dtype = TH_FLOAT, .nDimension = ndim, .layout = &m->layout};
  memcpy(made.size, size, sizeof *size * (size_t)ndim);
  int status = THTensor_new(&m->memory, 0, TH_FLOAT, ndim, size);
  if (!status) THScope_spare(m->memory.storage);
  if (!status) status = THDnn_describe(op, ndim, size, THTensor_data(&m->memory), &m->block);
  if (!status) THTensor_set(out, &made);
  THTensor_clear(&made);
  return status;
}

static int check_source(const char *op, const THTensor *x)
{
  TH_TRY(THTensor_operand(op, x));
  if (x->dtype != TH_FLOAT)
    return th_fail(TH_EDTYPE, "%s: a %s; oneDNN's layout is for torch.FloatTensor, which x:float() "
                   "makes", op, THTensor_typeText(x->dtype).text);
  if (THTensor_device(x))
    return th_fail(TH_EUNSUPPORTED, "%s: the tensor is on device %d; x:cpu() copies it to the CPU",
                   op, THTensor_device(x));
  if (x->nDimension < 1 || x->nDimension > MOST_DIMENSIONS)
    return th_fail(TH_ESHAPE, "%s: a tensor of %d dimensions; 1 to %d are needed", op,
                   x->nDimension, MOST_DIMENSIONS);
  return TH_OK;
}

static int make(const char *op, const THTensor *x, THTensor *out)
{
  THTensor made = {0};
  if (x->layout) return TH_UNSERVED;
  TH_TRY(check_source(op, x));
  TH_TRY(THDnn_open(op));
  TH_TRY(make_empty(op, &made, x->nDimension, x->size));
  const int status = THTensor_copy(&((Mkldnn *)made.layout)->memory, x);
  if (!status) THTensor_set(out, &made);
  THTensor_clear(&made);
  return status;
}

int THMkldnn_from(THTensor *out, const THTensor *x)
{
  TH_TRY(THMkldnn_register());
  return THTensor_toLayout("toMkldnn", out, x, mkldnn.number);
}

/* Set the elements of a block to those of t. Blocks without elements are not given to oneDNN. */
static int fill(const char *op, const THDnnBlock *block, const THTensor *t)
{
  return THTensor_nElement(t) ? THDnn_reorder(op, of(t)->block, block) : TH_OK;
}

static int make_strided(const char *op, const THTensor *t, THTensor *out)
{
  THTensor made = {0};
  THDnnBlock *block = NULL;
  TH_TRY(THTensor_new(&made, 0, TH_FLOAT, t->nDimension, t->size));
  int status = THDnn_describe(op, t->nDimension, t->size, THTensor_data(&made), &block);
  if (!status) status = fill(op, block, t);
  THDnn_destroy(block);
  if (!status) THTensor_set(out, &made);
  THTensor_clear(&made);
  return status;
}

/* --- operations --- */

/* Make *made what a result of the size of x is written to: out, if it has that size, so that
   headers which share its block see it; else a new tensor. */
static int prepare(const char *op, THTensor *made, const THTensor *out, const THTensor *x)
{
  if (!THMkldnn_is(out) || !THTensor_isSameSizeAs(out, x))
    return make_empty(op, made, x->nDimension, x->size);
  THTensor_set(made, out);
  return TH_OK;
}

static int clone(const char *op, THTensor *made, const THTensor *x)
{
  TH_TRY(make_empty(op, made, x->nDimension, x->size));
  return fill(op, of(made)->block, x);
}

/* By the row for strided tensors: oneDNN makes 0 of NaN. */
static int relu(const char *op, THTensor *made, const THTensor *out, const THTensor *x)
{
  TH_TRY(prepare(op, made, out, x));
  const THOperand in[] = {TH_tensorOperand(&of(x)->memory)};
  return THOp_applyAs(op, &TH_ops[TH_OP_relu], &((Mkldnn *)made->layout)->memory, in);
}

/* oneDNN may write over its first operand, not over its second: a + b is b + a, a + a is 2 a. */
static int add_blocks(const char *op, const THTensor *r, const THTensor *a, const THTensor *b)
{
  if (a->layout == b->layout) return THDnn_scale(op, 2, of(a)->block, of(r)->block);
  if (r->layout == b->layout) return THDnn_add(op, of(b)->block, of(a)->block, of(r)->block);
  return THDnn_add(op, of(a)->block, of(b)->block, of(r)->block);
}

static int add_scaled(const char *op, const THTensor *r, const THTensor *a, float factor,
                      const THTensor *b)
{
  THTensor scaled = {0};
  TH_TRY(make_empty(op, &scaled, b->nDimension, b->size));
  int status = THDnn_scale(op, factor, of(b)->block, of(&scaled)->block);
  if (!status) status = add_blocks(op, r, a, &scaled);
  THTensor_clear(&scaled);
  return status;
}

static int add(const char *op, THTensor *made, const THTensor *out, const THOperand *in,
               int hasFactor)
{
  const THTensor *a = in[0].tensor, *b = in[1].tensor;
  if (!THTensor_isSameSizeAs(a, b))
    return th_fail(TH_ESHAPE, "%s: mkldnn tensors of sizes %s and %s; they must be equal", op,
                   THTensor_sizeText(a).text, THTensor_sizeText(b).text);
  TH_TRY(prepare(op, made, out, a));
  if (!THTensor_nElement(a)) return TH_OK;
  if (!hasFactor) return add_blocks(op, made, a, b);
  return add_scaled(op, made, a, (float)TH_asReal(in[2].number), b);
}

/* Whether the first n operands are tensors of this layout. */
static int has_tensors(const THRequest *request, int n)
{
  for (int k = 0; k < n; k++)
    if (!request->operand[k].tensor || !THMkldnn_is(request->operand[k].tensor)) return 0;
  return 1;
}

/* clone (src, dtype) and to (src, device, dtype), where nothing changes: the others are not served,
   and copy (src) neither. */
static int convert(const THRequest *request, THTensor *made)
{
  const THOperand *in = request->operand;
  const int isClone = request->row == TH_CONVERT_clone;
  if (!isClone && request->row != TH_CONVERT_to) return TH_UNSERVED;
  const int64_t dtype = TH_asInteger(in[isClone ? 1 : 2].number);
  if (!has_tensors(request, 1) || (dtype && dtype != TH_FLOAT)) return TH_UNSERVED;
  if (isClone) return clone(request->op, made, in[0].tensor);
  if (TH_asInteger(in[1].number)) return TH_UNSERVED;
  THTensor_set(made, in[0].tensor);
  return TH_OK;
}

/* A strided result that the program gave is not replaced. */
static int serve(const THRequest *request)
{
  const THOperand *in = request->operand;
  const int isRow = request->chapter == TH_CHAPTER_POINTWISE;
  THTensor made = {0};
  int status = TH_UNSERVED;
  if (request->nresults != 1 || request->result[0]->storage) return TH_UNSERVED;
  THTensor *out = request->result[0];
  if (isRow && request->row == TH_OP_relu && has_tensors(request, 1))
    status = relu(request->op, &made, out, in[0].tensor);
  else if (isRow && request->row == TH_OP_cadd && has_tensors(request, 2))
    status = add(request->op, &made, out, in, request->noperands == 3);
  else if (request->chapter == TH_CHAPTER_CONVERT)
    status = convert(request, &made);
  if (!status) THTensor_set(out, &made);
  THTensor_clear(&made);
  return status;
}
