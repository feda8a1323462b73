/* Storages of one element type, with Torch7's names and argument order. Include it through TH.h. */
struct THStorage {
  union {
    THAnyStorage base;
    __extension__ struct { TH_STORAGE_FIELDS(real) };
  };
};

static inline THStorage *THStorage_(newWithSize)(ptrdiff_t size)
{
  return (THStorage *)THCompat_newStorage(TH_DTYPE, size);
}

static inline THStorage *THStorage_(new)(void)
{
  return THStorage_(newWithSize)(0);
}

static inline THStorage *THStorage_(newWithSize1)(real a)
{
  THStorage *s = THStorage_(newWithSize)(1);
  s->data[0] = a;
  return s;
}

static inline THStorage *THStorage_(newWithSize2)(real a, real b)
{
  THStorage *s = THStorage_(newWithSize)(2);
  s->data[0] = a, s->data[1] = b;
  return s;
}

static inline THStorage *THStorage_(newWithSize3)(real a, real b, real c)
{
  THStorage *s = THStorage_(newWithSize)(3);
  s->data[0] = a, s->data[1] = b, s->data[2] = c;
  return s;
}

static inline THStorage *THStorage_(newWithSize4)(real a, real b, real c, real d)
{
  THStorage *s = THStorage_(newWithSize)(4);
  s->data[0] = a, s->data[1] = b, s->data[2] = c, s->data[3] = d;
  return s;
}

/* Takes over data, which was made by THAlloc or malloc. The storage cannot be resized. */
static inline THStorage *THStorage_(newWithData)(real *data, ptrdiff_t size)
{
  return (THStorage *)THCompat_newStorageWithData(TH_DTYPE, data, size);
}

/* The allocator serves it until it goes; the storage cannot be resized, unless that is
   THDefaultAllocator. */
static inline THStorage *THStorage_(newWithAllocator)(ptrdiff_t size, T7Allocator *allocator,
                                                      void *context)
{
  return (THStorage *)THCompat_newWithAllocator(TH_DTYPE, size, allocator, context);
}

/* Takes over data, which the allocator will free. */
static inline THStorage *THStorage_(newWithDataAndAllocator)(real *data, ptrdiff_t size,
                                                             T7Allocator *allocator, void *context)
{
  return (THStorage *)THCompat_newWithDataAndAllocator(TH_DTYPE, data, size, allocator, context);
}

/* The elements of a file, all of them if size is 0 or less; flags as in THCompatAllocator.h. */
static inline THStorage *THStorage_(newWithMapping)(const char *filename, ptrdiff_t size, int flags)
{
  return (THStorage *)THCompat_newMapped(TH_DTYPE, filename, size, flags);
}

static inline void THStorage_(setFlag)(THStorage *s, const char flag)
{
  THCompat_flagStorage((THAnyStorage *)s, flag, 1);
}

static inline void THStorage_(clearFlag)(THStorage *s, const char flag)
{
  THCompat_flagStorage((THAnyStorage *)s, flag, 0);
}

static inline void THStorage_(swap)(THStorage *a, THStorage *b)
{
  THCompat_swapStorages((THAnyStorage *)a, (THAnyStorage *)b);
}

static inline void THStorage_(retain)(THStorage *s)
{
  THCompat_retainStorage((THAnyStorage *)s);
}

static inline void THStorage_(free)(THStorage *s)
{
  THCompat_freeStorage((THAnyStorage *)s);
}

static inline real *THStorage_(data)(const THStorage *s)
{
  return s->data;
}

static inline ptrdiff_t THStorage_(size)(const THStorage *s)
{
  return s->size;
}

static inline size_t THStorage_(elementSize)(void)
{
  return sizeof(real);
}

static inline void THStorage_(resize)(THStorage *s, ptrdiff_t size)
{
  TH_RAISE(THStorage_resize(&s->base, size));
}

static inline void THStorage_(set)(THStorage *s, ptrdiff_t position, real value)
{
  THArgCheck(position >= 0 && position < s->size, 2, "out of bounds");
  s->data[position] = value;
}

static inline real THStorage_(get)(const THStorage *s, ptrdiff_t position)
{
  THArgCheck(position >= 0 && position < s->size, 2, "out of bounds");
  return s->data[position];
}

static inline void THStorage_(fill)(THStorage *s, real value)
{
  for (ptrdiff_t i = 0; i < s->size; i++) s->data[i] = value;
}

static inline void THStorage_(rawCopy)(THStorage *s, real *src)
{
  memmove(s->data, src, (size_t)s->size * sizeof(real));
}

#define TH_COPY(Name)                                                                     \
static inline void THStorage_(copy##Name)(THStorage *s, TH##Name##Storage *src)           \
{                                                                                         \
  THCompat_copyStorage((THAnyStorage *)s, (THAnyStorage *)src);                           \
}
TH_FORALL_TORCH_TYPES(TH_COPY)
#undef TH_COPY

static inline void THStorage_(copy)(THStorage *s, THStorage *src)
{
  THCompat_copyStorage(&s->base, &src->base);
}
