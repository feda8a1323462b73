/*
** The table of what the layouts serve, copies and conversions, and how a result is given.
*/
#include "THS/ops/THSServe.h"

#include "TH/backend/THChapter.h"
#include "TH/geometry/THCheck.h"
#include "TH/ops/elementwise/THCopy.h"
#include "THS/ops/THSConvert.h"

/* --- results --- */

int THS_give(const char *op, THTensor *out, const THTensor *made)
{
  const THSEntries *given = THS_entries(out);
  if (!given && (out->storage || out->layout))
    return th_fail(TH_EUNSUPPORTED, "%s: the result is sparse; a strided tensor cannot take it",
                   op);
  if (out->dtype && out->dtype != made->dtype)
    return th_fail(TH_EDTYPE, "%s: the result is of type %s, the one given of type %s", op,
                   THDtype_traits(made->dtype)->option, THDtype_traits(out->dtype)->option);
  if (given) return THTensor_toLayout(op, out, made, THLayout_number(out->layout));
  return THTensor_set(out, made), TH_OK;
}

int THS_giveStrided(const char *op, THTensor *out, const THTensor *made)
{
  if (out->layout)
    return th_fail(TH_EUNSUPPORTED, "%s: the result is strided; a %s tensor cannot take it", op,
                   out->layout->type->name);
  if (!out->storage && (!out->dtype || out->dtype == made->dtype))
    return THTensor_set(out, made), TH_OK;
  const THTensor before = *out;
  int status = THTensor_result(op, out, 0, made->dtype, made->nDimension, made->size);
  if (!status) status = THTensor_copy(out, made);
  if (status) THTensor_restore(out, &before);
  return status;
}

int THS_checkSizes(const char *op, const THTensor *a, const THTensor *b)
{
  if (THTensor_isSameSizeAs(a, b)) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: sizes %s and %s differ; a sparse tensor is not broadcast", op,
                 THTensor_sizeText(a).text, THTensor_sizeText(b).text);
}

/* --- copies and conversions --- */

/* Another dtype may round or wrap, so values of one place are added up before. */
static int convert(const char *op, THTensor *out, const THTensor *t, int dtype)
{
  THTensor from = {0}, values = {0};
  int status = TH_OK;
  if (dtype == t->dtype || THS_isCSR(THS_entries(t))) THTensor_set(&from, t);
  else status = THS_coalesce(op, &from, t);
  if (!status) status = THTensor_clone(&values, &THS_entries(&from)->values, dtype);
  if (!status) status = THS_with(op, out, &from, &values);
  THTensor_clear(&from);
  THTensor_clear(&values);
  return status;
}

/* The same entries on another device. */
static int move_to(const char *op, THTensor *out, const THTensor *t, int device)
{
  const THSEntries *e = THS_entries(t);
  THTensor part[3] = {{.nDimension = 0}};
  int status = THTensor_to(&part[0], &e->values, device, t->dtype);
  if (THS_isCSR(e)) {
    if (!status) status = THTensor_to(&part[1], &e->start, device, TH_LONG);
    if (!status) status = THTensor_to(&part[2], &e->column, device, TH_INT);
    if (!status) status = THS_makeCSR(op, out, t->size, &part[1], &part[2], &part[0]);
  } else {
    if (!status) status = THTensor_to(&part[1], &e->keys, device, TH_LONG);
    if (!status)
      status = THS_make(op, out, t->nDimension, t->size, e->sparse, &part[1], &part[0],
                        e->isCoalesced);
  }
  for (int k = 0; k < 3; k++) THTensor_clear(&part[k]);
  return status;
}

static int to_sparse(const char *op, THTensor *out, const THTensor *t)
{
  THTensor made = {0};
  int status = THTensor_toLayout(op, &made, t, THLayout_number(out->layout));
  if (!status) status = convert(op, &made, &made, out->dtype);
  if (!status) status = move_to(op, out, &made, THTensor_device(out));
  THTensor_clear(&made);
  return status;
}

static int to_strided(const char *op, THTensor *out, const THTensor *t)
{
  THTensor made = {0};
  int status = THTensor_writable(op, out, 0);
  if (!status) status = THS_dense(op, t, &made);
  if (!status) status = THTensor_copy(out, &made);
  THTensor_clear(&made);
  return status;
}

/* Elements of one into the other, of equal sizes. */
static int copy(const THRequest *r)
{
  THTensor *out = r->result[0];
  const THTensor *t = r->operand[0].tensor;
  if (!THS_entries(t) && t->layout) return TH_UNSERVED;
  TH_TRY(THS_checkSizes("copy", out, t));
  return out->layout ? to_sparse("copy", out, t) : to_strided("copy", out, t);
}

static int clone(const THRequest *r)
{
  const int dtype = (int)r->operand[1].number.integer;
  const THTensor *t = r->operand[0].tensor;
  return convert("clone", r->result[0], t, dtype ? dtype : t->dtype);
}

static int move(const THRequest *r)
{
  const int64_t device = r->operand[1].number.integer, dtype = r->operand[2].number.integer;
  const THTensor *t = r->operand[0].tensor;
  if (device == THTensor_device(t) && (!dtype || dtype == t->dtype))
    return THTensor_set(r->result[0], t), TH_OK;
  THTensor made = {0};
  int status = convert("to", &made, t, (int)(dtype ? dtype : t->dtype));
  if (!status) status = move_to("to", r->result[0], &made, (int)device);
  THTensor_clear(&made);
  return status;
}

static int serve_convert(const THRequest *r)
{
  static int (*const conversions[TH_NUM_CONVERT_ROWS])(const THRequest *) = {
    [TH_CONVERT_copy] = copy, [TH_CONVERT_clone] = clone, [TH_CONVERT_to] = move};
  if (!conversions[r->row]) return TH_UNSERVED;
  if (r->row != TH_CONVERT_copy && !THS_entries(r->operand[0].tensor)) return TH_UNSERVED;
  return conversions[r->row](r);
}

/* --- the table --- */

static int (*const servers[TH_NUM_CHAPTERS])(const THRequest *) = {
  [TH_CHAPTER_POINTWISE] = THS_servePointwise,
  [TH_CHAPTER_CONVERT] = serve_convert,
  [TH_CHAPTER_REDUCE] = THS_serveReduce,
  [TH_CHAPTER_MULTIPLY] = THS_serveProduct,
};

/* What all functions for chapters take for granted: parts that can be read, on one device. */
static int check(const THRequest *r)
{
  const int isIndex = r->chapter == TH_CHAPTER_SHAPE && r->row == TH_SHAPE_index;
  int first = -1; /* positions may be on the CPU */
  for (int k = 0; k < r->noperands; k++) {
    const THTensor *t = r->operand[k].tensor;
    if (!t) continue;
    if (THS_entries(t)) TH_TRY(THS_check(r->op, t));
    else if (!t->layout) TH_TRY(THTensor_operand(r->op, t));
    if (first < 0) first = k;
    else if (r->chapter != TH_CHAPTER_CONVERT && !isIndex)
      TH_TRY(TH_checkSameDevice(
        r->op, (THPlaced){"operand", first + 1, THTensor_device(r->operand[first].tensor)},
        (THPlaced){"operand", k + 1, THTensor_device(t)}));
  }
  return TH_OK;
}

int THS_serve(const THRequest *r)
{
  int (*const server)(const THRequest *) =
      r->chapter == TH_CHAPTER_SHAPE ? THS_serveShape
      : r->chapter < TH_NUM_CHAPTERS ? servers[r->chapter] : NULL;
  if (!server) return TH_UNSERVED;
  TH_TRY(check(r));
  return server(r);
}
