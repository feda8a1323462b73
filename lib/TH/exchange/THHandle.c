/*
** Handles of tensors, and tensors of handles (THDescription.h); and the same for storages by name.
*/
#include <stdio.h>
#include <string.h>

#include "TH/exchange/THDescription.h"
#include "TH/geometry/THGate.h"
#include "TH/memory/THMemory.h"

/* --- describing --- */

/* A tensor whose elements its layout has is a shape. */
static int describe_part(const THTensor *t, THPart *described)
{
  THSegment *segment = t->storage ? th_segmentOf(t->storage) : NULL;
  THPart part = {.window = {.dtype = t->dtype, .flags = t->flags,
                          .ndim = THTensor_isUndefined(t) ? -1 : t->nDimension}};
  for (int d = 0; d < t->nDimension; d++) {
    part.window.size[d] = t->size[d];
    part.window.stride[d] = THLayout_number(t->layout) ? 0 : t->stride[d];
  }
  if (segment) TH_TRY(th_tellPlace("shareHandle", segment, &part.place));
  if (segment && t->storage->data)
    part.window.offset = ((char *)THTensor_data(t) - (char *)segment->data) /
                         THStorage_elementSize(t->storage);
  *described = part;
  return TH_OK;
}

static int parts_of(const THTensor *t, const THTensor *part[TH_MAX_PARTS], int64_t *number)
{
  *number = 0;
  return t->layout && t->layout->type->parts ? t->layout->type->parts(t->layout, part, number) : 0;
}

static int check_layout(const char *op, const THTensor *t)
{
  return t->layout && !t->layout->type->parts ? THTensor_refuse(op, t) : TH_OK;
}

int THTensor_shareHandle(const THTensor *t, THHandle *handle)
{
  const THTensor *part[TH_MAX_PARTS];
  THDescription what = {.layout = t->layout ? t->layout->type : NULL};
  TH_TRY(check_layout("shareHandle", t));
  if (!THTensor_isShared(t))
    return th_fail(TH_EINVAL, "shareHandle: a tensor of size %s is not in shared memory; "
                   "x:shareMemory() moves it there", THTensor_sizeText(t).text);
  if (t->storage) TH_TRY(THTensor_fits("shareHandle", t));
  TH_TRY(describe_part(t, &what.tensor));
  what.count = parts_of(t, part, &what.number);
  for (int k = 0; k < what.count; k++) TH_TRY(describe_part(part[k], &what.part[k]));
  return th_writeHandle(&what, handle);
}

/* --- opening --- */

/* A window on a segment that nobody has mapped yet must lie inside it. */
static int check_window(const THSegmentPlace *place, const THWindow *w)
{
  int64_t count, extent;
  const int64_t all = place->bytes / THDtype_traits(w->dtype)->size;
  if (w->ndim < 0)
    return place->sharing ? th_noHandle("a tensor without a segment, and with one") : TH_OK;
  TH_TRY(THShape_count("fromHandle", w->ndim, w->size, &count));
  TH_TRY(THShape_extent("fromHandle", w->ndim, w->size, w->stride, &extent));
  if (extent <= all && w->offset <= all - extent) return TH_OK;
  return th_fail(TH_EINVAL,
                 "fromHandle: a window of size %s from element %" PRId64 " needs %" PRId64
                 " elements after it, but the segment has %" PRId64 " in all",
                 THShape_text(w->ndim, w->size).text, th_shown(w->offset), extent, all);
}

/* The storage of the window's dtype on all of a segment; without one, an empty one. */
static int open_storage(const THPart *part, int lease, THStorage **made)
{
  THStorage *whole = NULL;
  const THSegmentPlace *place = &part->place;
  const int dtype = part->window.dtype;
  if (!place->sharing) {
    *made = THStorage_newShared(dtype, 0, TH_defaultSharing());
    return *made ? TH_OK : TH_errorStatus();
  }
  TH_TRY(th_openSegment("fromHandle", place, dtype, lease, &whole));
  if (whole->dtype == dtype) {
    *made = whole;
    return TH_OK;
  }
  *made = th_viewBytes(whole, dtype, 0, place->bytes / THDtype_traits(dtype)->size);
  THStorage_release(whole);
  return *made ? TH_OK : TH_errorStatus();
}

/* Make out, which is undefined, the tensor of a part. */
static int open_part(const THPart *part, int lease, THTensor *out)
{
  const THWindow *w = &part->window;
  THStorage *storage = NULL;
  TH_TRY(check_window(&part->place, w));
  out->dtype = (int16_t)w->dtype;
  if (w->ndim < 0) return TH_OK;
  TH_TRY(open_storage(part, lease, &storage));
  const int status =
    THTensor_setWindow("fromHandle", out, storage, w->offset, w->ndim, w->size, w->stride);
  THStorage_release(storage);
  if (!status) out->flags = (uint8_t)w->flags;
  return status;
}

/* A tensor whose elements its layout has begins as a shape. */
static int open_shape(const THPart *part, THTensor *out)
{
  const THWindow *w = &part->window;
  if (w->ndim < 0 || part->place.sharing || w->flags) return th_noHandle("a layout of no shape");
  out->dtype = (int16_t)w->dtype;
  out->nDimension = w->ndim;
  memcpy(out->size, w->size, sizeof w->size);
  return TH_OK;
}

static int assemble(const THDescription *what, THTensor *out)
{
  THTensor part[TH_MAX_PARTS] = {{.size = {0}}};
  int status = TH_OK;
  for (int k = 0; k < what->count && !status; k++) status = open_part(&what->part[k], -1, &part[k]);
  if (!status)
    status = what->layout->assemble("fromHandle", out, what->number, part, what->count);
  for (int k = 0; k < what->count; k++) THTensor_clear(&part[k]);
  return status;
}

int THTensor_fromHandle(THTensor *out, const char *text, size_t length, int lease)
{
  THDescription what;
  THTensor t = {0};
  TH_TRY(th_readHandle(text, length, &what));
  int status = what.layout && what.layout->number ? open_shape(&what.tensor, &t)
                                                  : open_part(&what.tensor, lease, &t);
  if (!status && what.layout) status = assemble(&what, &t);
  if (!status) THTensor_set(out, &t);
  THTensor_clear(&t);
  return status;
}

int TH_shareLease(const THTensor *t, int *fd)
{
  if (t->layout) return THTensor_refuse("lease", t);
  if (!THTensor_isShared(t))
    return th_fail(TH_EINVAL, "lease: a tensor of size %s is not in shared memory",
                   THTensor_sizeText(t).text);
  THSegment *segment = t->storage ? th_segmentOf(t->storage) : NULL;
  *fd = -1;
  return segment ? th_leaseSegment(segment, fd) : TH_OK;
}

/* --- by name --- */

/* The address of a manager is shown with @, as the system shows it, a segment's name with /. */
int THStorage_shareFilename(const THStorage *storage, THSharedFilename *where)
{
  THSegment *segment = THStorage_isShared(storage) ? th_segmentOf(storage) : NULL;
  THSegmentPlace place;
  const int is_file = segment && segment->place.sharing == TH_SHARING_FILE &&
                      storage->data == segment->data;
  if (!is_file)
    return th_fail(TH_EINVAL, "shareFilename: a storage of %" PRId64 " elements is not shared by a "
                   "file: tensor.setSharingStrategy 'file', then x:shareMemory()", storage->size);
  TH_TRY(th_tellPlace("shareFilename", segment, &place));
  snprintf(where->manager, sizeof where->manager, "@%s", place.manager);
  snprintf(where->name, sizeof where->name, "/%s", place.name);
  where->size = storage->size;
  return TH_OK;
}

THStorage *THStorage_newSharedFilename(int dtype, const THSharedFilename *where)
{
  THSegmentPlace place = {.sharing = TH_SHARING_FILE};
  THStorage *whole = NULL, *made;
  const int width = THDtype_traits(dtype)->size;
  if (!THDtype_isBuilt(dtype) || !th_readName(where->manager, '@', place.manager) ||
      !th_readName(where->name, '/', place.name)) {
    th_fail(TH_EINVAL, "newSharedFilename: <%.63s> and <%.63s> are not what shareFilename gives",
            where->manager, where->name);
    return NULL;
  }
  if (where->size <= 0 || where->size > TH_MAX_COUNT / width) {
    th_fail(TH_EINVAL, "newSharedFilename: %" PRId64 " elements", where->size);
    return NULL;
  }
  place.bytes = where->size * width;
  if (th_openSegment("newSharedFilename", &place, dtype, -1, &whole)) return NULL;
  if (whole->dtype == dtype) return whole;
  made = th_viewBytes(whole, dtype, 0, where->size);
  THStorage_release(whole);
  return made;
}

/* --- tensors --- */

int THTensor_share(THTensor *t, int sharing)
{
  const THTensor *part[TH_MAX_PARTS];
  int64_t number;
  TH_TRY(check_layout("shareMemory", t));
  const int count = parts_of(t, part, &number);
  for (int k = 0; k < count; k++) TH_TRY(THStorage_share(part[k]->storage, sharing));
  return t->storage ? THStorage_share(t->storage, sharing) : TH_OK;
}

int THTensor_isShared(const THTensor *t)
{
  const THTensor *part[TH_MAX_PARTS];
  int64_t number;
  if (check_layout("isShared", t)) return 0;
  const int count = parts_of(t, part, &number);
  for (int k = 0; k < count; k++)
    if (!THStorage_isShared(part[k]->storage)) return 0;
  return !t->storage || THStorage_isShared(t->storage);
}
