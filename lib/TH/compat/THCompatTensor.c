#include "THCompatTensor.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"

/* The two words before the tensor are those of any tensor that Lua owns: NULL, and what tells the
   kinds apart. */
typedef struct Counted {
  THCompatNote note;
  _Atomic int64_t references;
  const void *null, *magic;
  THTensor tensor;
} Counted;

_Static_assert(offsetof(Counted, tensor) == offsetof(Counted, magic) + sizeof(void *),
               "nothing stands between");

static const char counted_magic;

static Counted *counted(const THTensor *t)
{
  const void *const *words = (const void *const *)t;
  if (!t || words[-1] != &counted_magic) return NULL;
  return (Counted *)((char *)t - offsetof(Counted, tensor));
}

static void drop_counted(void *object, int isKept)
{
  Counted *c = object;
  THTensor_clear(&c->tensor);
  if (!isKept) free(c);
}

int THCompat_isCounted(const THTensor *t)
{
  return counted(t) != NULL;
}

THTensor *THCompat_newTensor(int dtype)
{
  Counted *c = calloc(1, sizeof *c);
  if (!c) THCompat_raise(0, "not enough memory for a tensor");
  c->references = 1;
  c->magic = &counted_magic;
  c->tensor.dtype = (int16_t)dtype;
  THCompat_noteIn(&c->note, c, drop_counted);
  return &c->tensor;
}

void THCompat_retain(THTensor *t)
{
  Counted *c = counted(t);
  if (c) c->references++;
}

void THCompat_free(THTensor *t)
{
  Counted *c = counted(t);
  if (!c || --c->references > 0) return;
  THCompat_unnote(&c->note);
  drop_counted(c, 0);
}

/* --- storages --- */

static void drop_storage(void *object, int isKept)
{
  if (!isKept) THStorage_release(object);
}

THStorage *THCompat_newStorage(int dtype, int64_t size)
{
  THStorage *s = NULL;
  TH_RAISE((s = THStorage_new(dtype, size, NULL)) ? TH_OK : TH_ENOMEM);
  return THCompat_note(s, drop_storage);
}

static void free_data(void *context, void *data)
{
  (void)context;
  free(data);
}

THStorage *THCompat_newStorageWithData(int dtype, void *data, int64_t size)
{
  THStorage *s = THStorage_borrow(dtype, data, size, free_data, NULL);
  if (!s) THCompat_raise(0, TH_error());
  THCompat_forget(data);
  return THCompat_note(s, drop_storage);
}

void THCompat_retainStorage(THStorage *s)
{
  if (!s) return;
  THStorage_retain(s);
  THCompat_note(s, drop_storage);
}

void THCompat_freeStorage(THStorage *s)
{
  if (!s) return;
  THCompat_forget(s);
  THStorage_release(s);
}

void THCompat_copyStorage(THStorage *s, const THStorage *src)
{
  THTensor to = {.size = {s->size}, .stride = {1}, .nDimension = 1, .storage = s};
  THTensor from = to;
  to.dtype = s->dtype;
  from.dtype = src->dtype;
  from.storage = (THStorage *)src;
  if (s->size != src->size) THCompat_raise(2, "size mismatch");
  TH_RAISE(THTensor_copy(&to, &from));
}

/* --- windows --- */

/* Dimensions end before the first negative size. */
static int count_dims(int ndim, const int64_t *size)
{
  int count = 0;
  while (count < ndim && size[count] >= 0) count++;
  return count;
}

void THCompat_resize(THTensor *t, int ndim, const int64_t *size, const int64_t *stride)
{
  TH_RAISE(THTensor_resize("resize", t, count_dims(ndim, size), size, stride));
}

/* The new window is made apart: t may be the last to hold its old storage. */
void THCompat_setStorage(THTensor *t, THStorage *storage, int64_t offset, int ndim,
                         const int64_t *size, const int64_t *stride)
{
  const int dims = count_dims(ndim, size);
  THTensor fresh = {.dtype = t->dtype};
  if (offset < 0) THCompat_raise(3, "a negative offset");
  if (storage) fresh.storage = storage, fresh.storageOffset = offset;
  if (dims) TH_RAISE(THTensor_resize("set", &fresh, dims, size, stride));
  THTensor_set(t, &fresh);
  if (!storage) THStorage_release(fresh.storage);
}

static void check_sizes(const THStorage *size, const THStorage *stride)
{
  if (stride && stride->size != size->size) THCompat_raise(0, "as many strides as sizes expected");
}

void THCompat_resizeBy(THTensor *t, const THStorage *size, const THStorage *stride)
{
  check_sizes(size, stride);
  THCompat_resize(t, (int)size->size, size->data, stride ? stride->data : NULL);
}

void THCompat_setStorageBy(THTensor *t, THStorage *storage, int64_t offset, const THStorage *size,
                           const THStorage *stride)
{
  if (!size && !stride) {
    int64_t count = storage ? storage->size - offset : -1;
    THCompat_setStorage(t, storage, offset, 1, &count, NULL);
    return;
  }
  if (!size) THCompat_raise(0, "strides without sizes");
  check_sizes(size, stride);
  THCompat_setStorage(t, storage, offset, (int)size->size, size->data,
                      stride ? stride->data : NULL);
}

THStorage *THCompat_newSizes(int n, const int64_t *numbers)
{
  THStorage *s = THCompat_newStorage(TH_LONG, n);
  if (n) memcpy(s->data, numbers, (size_t)n * sizeof *numbers);
  return s;
}

/* --- views --- */

void THCompat_select(THTensor *r, const THTensor *t, int dim, int64_t index)
{
  if (t->nDimension < 2) THCompat_raise(1, "cannot select on a vector");
  TH_RAISE(THTensor_select(r, t, dim, index));
}

/* A vector of one element stays where nothing else would. */
void THCompat_squeeze(THTensor *r, const THTensor *t)
{
  TH_RAISE(THTensor_squeeze(r, t));
  if (r->nDimension == 0 && r->storage) TH_RAISE(THTensor_unsqueeze(r, r, 0));
}

void THCompat_squeezeDim(THTensor *r, const THTensor *t, int dim)
{
  if (t->nDimension > 1) TH_RAISE(THTensor_squeezeDim(r, t, dim));
  else THTensor_set(r, t);
}

int64_t THCompat_place(const THTensor *t, int n, const int64_t *index)
{
  int64_t place = t->storageOffset;
  if (t->nDimension != n) {
    th_fail(TH_ESHAPE, "tensor must have %d dimensions, and has %d", n, t->nDimension);
    THCompat_raise(1, TH_error());
  }
  for (int d = 0; d < n; d++) {
    if (index[d] < 0 || index[d] >= t->size[d]) THCompat_raise(2, "out of range");
    place += index[d] * t->stride[d];
  }
  if (place >= t->storage->size) THCompat_raise(1, "the storage has shrunk");
  return place;
}
