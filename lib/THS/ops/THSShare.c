/*
** Sparse tensors in shared memory: the parts of which a handle speaks, and a tensor made of such
** parts in another process.
**
** Values stay where they are, for all to see. Places must not change under a tensor, and other
** processes may do what they like with memory that is shared; so they are copied, then checked.
*/
#include "THS/ops/THSShare.h"

#include <string.h>

#include "TH/ops/elementwise/THCopy.h"

int THS_parts(const THLayout *layout, const THTensor *part[], int64_t *number)
{
  const THSEntries *e = (const THSEntries *)layout;
  int count = 0;
  if (THS_isCSR(e)) part[count++] = &e->start, part[count++] = &e->column;
  else part[count++] = &e->keys;
  part[count++] = &e->values;
  *number = e->sparse;
  return count;
}

static int refuse(const char *op, const char *what)
{
  return th_fail(TH_EINVAL, "%s: the parts of a sparse tensor do not fit: %s", op, what);
}

/* One value, or window of dense dimensions, for each of count places. */
static int check_values(const char *op, const THTensor *t, const THTensor *values, int sparse,
                        int64_t count)
{
  int fits = values->dtype == t->dtype && THTensor_isContiguous(values) &&
             values->nDimension == 1 + t->nDimension - sparse && values->size[0] == count;
  for (int d = 1; fits && d < values->nDimension; d++)
    fits = values->size[d] == t->size[sparse + d - 1];
  return fits ? TH_OK : refuse(op, "its values");
}

static int is_list(const THTensor *t, int dtype)
{
  return t->nDimension == 1 && t->dtype == dtype;
}

/* A copy of a list, which nobody else sees. */
static int copy_list(const char *op, THTensor *copy, const THTensor *list, int dtype)
{
  return is_list(list, dtype) ? THTensor_clone(copy, list, dtype) : refuse(op, "its places");
}

static int check_keys(const char *op, const THTensor *keys, int64_t places)
{
  const int64_t *key = THTensor_data(keys);
  for (int64_t k = 0; k < keys->size[0]; k++)
    if (key[k] < 1 || key[k] > places) return refuse(op, "a place is outside its sizes");
  return TH_OK;
}

static int from_keys(const char *op, THTensor *out, int64_t number, const THTensor *part)
{
  THTensor keys = {0};
  if (number < 1 || number > out->nDimension) return refuse(op, "its dimensions");
  const int sparse = (int)number;
  TH_TRY(copy_list(op, &keys, &part[0], TH_LONG));
  int status = check_keys(op, &keys, THS_places(out->size, sparse));
  if (!status) status = check_values(op, out, &part[1], sparse, keys.size[0]);
  if (!status)
    status = THS_make(op, out, out->nDimension, out->size, sparse, &keys, &part[1], -1);
  THTensor_clear(&keys);
  return status;
}

/* Starts rise from 0 to the number of entries, columns in every row. */
static int check_rows(const char *op, const int64_t *size, const THTensor *start,
                      const THTensor *column)
{
  const int64_t *first = THTensor_data(start), count = column->size[0];
  const int32_t *at = THTensor_data(column);
  if (start->size[0] != size[0] + 1 || first[0] != 0 || first[size[0]] != count)
    return refuse(op, "its rows");
  for (int64_t row = 0; row < size[0]; row++) {
    if (first[row] > first[row + 1] || first[row + 1] > count) return refuse(op, "its rows");
    for (int64_t k = first[row]; k < first[row + 1]; k++)
      if (at[k] < 0 || at[k] >= size[1] || (k > first[row] && at[k] <= at[k - 1]))
        return refuse(op, "its columns");
  }
  return TH_OK;
}

static int from_rows(const char *op, THTensor *out, const THTensor *part)
{
  THTensor start = {0}, column = {0};
  if (out->nDimension != 2) return refuse(op, "its dimensions");
  int status = copy_list(op, &start, &part[0], TH_LONG);
  if (!status) status = copy_list(op, &column, &part[1], TH_INT);
  if (!status) status = check_rows(op, out->size, &start, &column);
  if (!status) status = check_values(op, out, &part[2], 2, column.size[0]);
  if (!status) status = THS_makeCSR(op, out, out->size, &start, &column, &part[2]);
  THTensor_clear(&start);
  THTensor_clear(&column);
  return status;
}

int THS_fromParts(const char *op, THTensor *out, int64_t number, const THTensor *part, int count)
{
  int64_t places;
  TH_TRY(THShape_count(op, out->nDimension, out->size, &places));
  if (count == 2) return from_keys(op, out, number, part);
  return count == 3 ? from_rows(op, out, part) : refuse(op, "their number");
}
