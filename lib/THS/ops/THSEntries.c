/*
** The two kinds of layouts, and the tensors that have them.
*/
#include "THS/ops/THSEntries.h"

#include <stdlib.h>
#include <string.h>

#include "TH/memory/THScope.h"
#include "THS/ops/THSConvert.h"
#include "THS/ops/THSServe.h"
#include "THS/ops/THSShare.h"

static void free_entries(THLayout *layout)
{
  THSEntries *e = (THSEntries *)layout;
  THTensor_clear(&e->keys);
  THTensor_clear(&e->start);
  THTensor_clear(&e->column);
  THTensor_clear(&e->values);
  free(e);
}

/* Of numbers that can be added. */
static int has(int dtype, int isOnDevice)
{
  const int isComplex = dtype == TH_COMPLEXFLOAT || dtype == TH_COMPLEXDOUBLE;
  (void)isOnDevice;
  return THDtype_isReal(dtype) || isComplex;
}

#define TYPE(text, maker)                                                                  \
  {.name = text, .hint = "toDense() makes it strided", .free = free_entries,               \
   .has = has, .serve = THS_serve, .make = maker, .strided = THS_dense, .parts = THS_parts, \
   .assemble = THS_fromParts}
static THLayoutType sparse_type = TYPE("sparse", THS_toSparse), csr_type = TYPE("csr", THS_toCSR);

int THS_open(void)
{
  TH_TRY(THLayout_register(&sparse_type));
  return THLayout_register(&csr_type);
}

int THS_sparse(void)
{
  return sparse_type.number;
}

int THS_csr(void)
{
  return csr_type.number;
}

const THSEntries *THS_entries(const THTensor *t)
{
  const THLayoutType *type = t->layout ? t->layout->type : NULL;
  return type == &sparse_type || type == &csr_type ? (const THSEntries *)t->layout : NULL;
}

int64_t THS_places(const int64_t *size, int sparse)
{
  int64_t places = 1;
  for (int d = 0; d < sparse; d++) places *= size[d];
  return places;
}

int64_t THS_width(const THSEntries *e)
{
  return THS_places(e->values.size + 1, e->values.nDimension - 1);
}

int THS_checkSparse(const char *op, const THTensor *t)
{
  if (THS_entries(t)) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "%s: the tensor is not sparse; make it one first", op);
}

int THS_check(const char *op, const THTensor *t)
{
  return THTensor_operand(op, &THS_entries(t)->values);
}

THSRows THS_rowsOf(const THTensor *csr)
{
  const THSEntries *e = THS_entries(csr);
  const THSRows rows = {&e->start, &e->column, csr->size[0], csr->size[1]};
  return rows;
}

THSAxis THS_axis(const THTensor *t, int dim)
{
  const int sparse = THS_entries(t)->sparse;
  const THSAxis axis = {t->size[dim], THS_places(t->size + dim + 1, sparse - dim - 1)};
  return axis;
}

/* Make out a tensor with a new layout that has no parts yet, *entries. */
static int begin(const char *op, THTensor *out, THLayoutType *type, int ndim, const int64_t *size,
                 const THTensor *values, THSEntries **entries)
{
  const int dtype = values->dtype;
  int64_t count;
  if (!type->has(dtype, 0))
    return th_fail(TH_EDTYPE, "%s: there are no sparse tensors of %s elements", op,
                   THDtype_traits(dtype)->option);
  TH_TRY(THS_open());
  TH_TRY(THShape_count(op, ndim, size, &count));
  THSEntries *e = *entries = calloc(1, sizeof *e);
  if (!e) return th_fail(TH_ENOMEM, "%s: not enough memory", op);
  e->layout = (THLayout){type, 1};
  THTensor made = {.dtype = (int16_t)dtype, .nDimension = ndim, .layout = &e->layout,
                   .device = (uint8_t)THTensor_device(values)};
  memcpy(made.size, size, sizeof *size * (size_t)ndim);
  THTensor_set(out, &made);
  THTensor_clear(&made);
  return TH_OK;
}

/* Entries get their parts. */
static void give_parts(THSEntries *e, const THSEntries *parts)
{
  const THLayout layout = e->layout;
  *e = *parts;
  e->layout = layout;
  const THTensor *part[] = {&e->keys, &e->start, &e->column, &e->values};
  for (int k = 0; k < 4; k++)
    if (part[k]->storage) THScope_spare(part[k]->storage);
}

int THS_make(const char *op, THTensor *out, int ndim, const int64_t *size, int sparse,
             const THTensor *keys, const THTensor *values, int isCoalesced)
{
  THSEntries parts = {.sparse = sparse}, *e;
  int64_t sizes[TH_MAX_DIM]; /* out may own those given */
  memcpy(sizes, size, sizeof *size * (size_t)ndim);
  THTensor_set(&parts.keys, keys);
  THTensor_set(&parts.values, values);
  parts.isCoalesced = isCoalesced;
  int status = TH_OK;
  if (isCoalesced < 0)
    status = THS_keysOn(THTensor_device(keys))->rise(op, keys, &parts.isCoalesced);
  if (!status) status = begin(op, out, &sparse_type, ndim, sizes, values, &e);
  if (!status) {
    give_parts(e, &parts);
    return TH_OK;
  }
  THTensor_clear(&parts.keys);
  THTensor_clear(&parts.values);
  return status;
}

int THS_makeCSR(const char *op, THTensor *out, const int64_t *size, const THTensor *start,
                const THTensor *column, const THTensor *values)
{
  THSEntries parts = {.sparse = 2, .isCoalesced = 1}, *e;
  const int64_t sizes[2] = {size[0], size[1]};
  THTensor_set(&parts.start, start);
  THTensor_set(&parts.column, column);
  THTensor_set(&parts.values, values);
  const int status = begin(op, out, &csr_type, 2, sizes, values, &e);
  if (!status) {
    give_parts(e, &parts);
    return TH_OK;
  }
  THTensor_clear(&parts.start);
  THTensor_clear(&parts.column);
  THTensor_clear(&parts.values);
  return status;
}

int THS_with(const char *op, THTensor *out, const THTensor *t, const THTensor *values)
{
  const THSEntries *e = THS_entries(t);
  if (THS_isCSR(e)) return THS_makeCSR(op, out, t->size, &e->start, &e->column, values);
  return THS_make(op, out, t->nDimension, t->size, e->sparse, &e->keys, values, e->isCoalesced);
}
