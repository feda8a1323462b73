/*
** Counted tensors and storages, and Torch7's rules for windows and views.
**
** A counted tensor has two words before its header, as tensors of Lua have, and a magic word tells
** them apart. It is noted in its call by a note that is part of it.
*/
#include "THCompatTensor.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "THSize.h"

/* A counted tensor. The two words before the header are like those of any tensor that Lua owns:
   NULL, and a word that tells the kinds apart. */
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

THTensor *THCompat_give(THTensor *t)
{
  Counted *c = counted(t);
  if (c) THCompat_giveOut(&c->note);
  return t;
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
  return THCompat_noteStorage(s);
}

THStorage *THCompat_noteStorage(THStorage *s)
{
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
  return THCompat_noteStorage(s);
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

/* References of an object that free is to leave. */
enum { ALWAYS = 1 << 30 };

void THCompat_flagStorage(THStorage *s, int flags, int on)
{
  const int counted = s->refcount < ALWAYS / 2;
  if (on && flags & TH_STORAGE_VIEW)
    THCompat_raise(2, "setFlag: a storage is a view from the start, or never");
  if (flags & TH_STORAGE_RESIZABLE && s->allocator && !s->parent) {
    if (on) __atomic_fetch_or(&s->flag, TH_STORAGE_RESIZABLE, __ATOMIC_RELAXED);
    else __atomic_fetch_and(&s->flag, ~(uint32_t)TH_STORAGE_RESIZABLE, __ATOMIC_RELAXED);
  }
  if (flags & TH_STORAGE_REFCOUNTED && counted != on)
    __atomic_fetch_add(&s->refcount, on ? -ALWAYS : ALWAYS, __ATOMIC_RELAXED);
  if (!(flags & TH_STORAGE_FREEMEM)) return;
  if (s->allocator && !on)
    THCompat_raise(2, "clearFlag: the storage made its memory itself, and will free it");
  if (!s->allocator && !s->parent && (!s->deleter || s->deleter == free_data))
    s->deleter = on ? free_data : NULL;
}

void THCompat_swapStorages(THStorage *a, THStorage *b)
{
  const uint32_t moving = TH_STORAGE_RESIZABLE | TH_STORAGE_READONLY | TH_STORAGE_DISPOSED |
                          TH_STORAGE_ANCHORED;
  const uint32_t own = TH_STORAGE_PUBLISHED | TH_STORAGE_AWAY | TH_STORAGE_LENT |
                       TH_STORAGE_SHARED;
  const THStorage was = *a;
  if (a->dtype != b->dtype || a->viewers || b->viewers || a->loans || b->loans ||
      (a->flag | b->flag) & own)
    THCompat_raise(2, "swap: storages of one type that nobody views or lends expected");
  a->data = b->data, b->data = was.data;
  a->size = b->size, b->size = was.size;
  a->allocator = b->allocator, b->allocator = was.allocator;
  a->account = b->account, b->account = was.account;
  a->parent = b->parent, b->parent = was.parent;
  a->deleter = b->deleter, b->deleter = was.deleter;
  a->context = b->context, b->context = was.context;
  a->flag = (a->flag & ~moving) | (b->flag & moving);
  b->flag = (b->flag & ~moving) | (was.flag & moving);
}

void THCompat_flagTensor(THTensor *t, int flags, int on)
{
  Counted *c = counted(t);
  if (c && flags & TH_TENSOR_REFCOUNTED && (c->references < ALWAYS / 2) != on)
    c->references += on ? -ALWAYS : ALWAYS;
}

/* --- windows --- */

/* The number of dimensions: they end before the first negative size. */
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

/* Makes the new window in a header of its own, because t may hold the last reference to its old
   storage. */
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

/* --- sizes of views and expansions --- */

THStorage *THCompat_newInferSize(const THStorage *size, int64_t count)
{
  THStorage *r = THCompat_newSizes((int)size->size, size->data);
  int64_t *n = r->data, others = 1, *free = NULL;
  for (int64_t d = 0; d < r->size; d++) {
    if (n[d] == -1 && free) THCompat_raise(1, "at most one size may be -1");
    if (n[d] == -1) free = &n[d];
    else others *= n[d];
  }
  if (free && others > 0) *free = count / others;
  if (others * (free ? *free : 1) == count) return r;
  th_fail(TH_ESHAPE, "%" PRId64 " elements do not fit the sizes %s", count,
          _THSizeDesc(size->data, (long)size->size).str);
  THCompat_raise(1, TH_error());
}

int THCompat_inferSizeN(THStorage *size, int count, long **sizes, long *ndim, char *error,
                        int length)
{
  int64_t common[TH_MAX_DIM];
  int dims = 0;
  if (THCompat_inferSize(count, (const long *const *)sizes, ndim, &dims, common, error, length))
    return -1;
  TH_RAISE(THStorage_resize(size, dims));
  memcpy(size->data, common, (size_t)dims * sizeof *common);
  return 0;
}

int THCompat_inferExpandGeometry(long *size, long *stride, long ndim, const THStorage *to,
                                 long **newSize, long **newStride, char *error, int length)
{
  long strides[TH_MAX_DIM];
  const int dims = (int)to->size;
  const size_t bytes = (size_t)dims * sizeof *strides;
  if (THCompat_inferExpand(size, stride, ndim, dims, to->data, strides, error, length)) return -1;
  *newSize = THAlloc((ptrdiff_t)bytes);
  *newStride = THAlloc((ptrdiff_t)bytes);
  if (!bytes) return 0;
  memcpy(*newSize, to->data, bytes);
  memcpy(*newStride, strides, bytes);
  return 0;
}

void THCompat_expandNd(THTensor **r, THTensor **tensors, int count)
{
  THStorage *size = THCompat_newStorage(TH_LONG, 0);
  long **sizes = THAlloc(count * (ptrdiff_t)sizeof *sizes);
  long *ndim = THAlloc(count * (ptrdiff_t)sizeof *ndim);
  char why[TH_DESC_BUFF_LEN * 2];
  for (int k = 0; k < count; k++) {
    sizes[k] = (long *)tensors[k]->size;
    ndim[k] = tensors[k]->nDimension;
  }
  if (THCompat_inferSizeN(size, count, sizes, ndim, why, sizeof why)) {
    th_fail(TH_ESHAPE, "expand: %s", why);
    THCompat_raise(2, TH_error());
  }
  for (int k = 0; k < count; k++)
    TH_RAISE(THTensor_expand(r[k], tensors[k], (int)size->size, size->data));
  THFree(sizes);
  THFree(ndim);
  THCompat_freeStorage(size);
}

/* --- views --- */

void THCompat_select(THTensor *r, const THTensor *t, int dim, int64_t index)
{
  if (t->nDimension < 2) THCompat_raise(1, "cannot select on a vector");
  TH_RAISE(THTensor_select(r, t, dim, index));
}

/* There are no 0-d tensors in Torch7: one element stays a vector. */
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
