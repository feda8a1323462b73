/* The facade of storages of one dtype. */
TH_TYPED_LAYOUT(THStorageT, THStorage, data)
TH_TYPED_LAYOUT(THStorageT, THStorage, size)
TH_TYPED_LAYOUT(THStorageT, THStorage, context)

THStorageT *THStorage_(new)(void)
{
  return (THStorageT *)THStorage_new(TH_DTYPE, 0, TH_deviceAllocator(TH_NEW_DEVICE()));
}

THStorageT *THStorage_(newWithSize)(int64_t size)
{
  return (THStorageT *)THStorage_new(TH_DTYPE, size, TH_deviceAllocator(TH_NEW_DEVICE()));
}

THStorageT *THStorage_(newWithAllocator)(int64_t size, const THAllocator *allocator)
{
  return (THStorageT *)THStorage_new(TH_DTYPE, size, allocator);
}

TH_IF_HOST(
THStorageT *THStorage_(borrow)(real *data, int64_t size, THDeleter deleter, void *context)
{
  return (THStorageT *)THStorage_borrow(TH_DTYPE, data, size, deleter, context);
})

THStorageT *THStorage_(view)(THStorageT *parent, int64_t first, int64_t size)
{
  return (THStorageT *)THStorage_view(&parent->base, first, size);
}

THStorageT *THStorage_(cast)(THStorage *s)
{
  return is_ours("storage", s->device, s->dtype, TH_DTYPE) ? (THStorageT *)s : NULL;
}

void THStorage_(retain)(THStorageT *s)
{
  THStorage_retain((THStorage *)s);
}

void THStorage_(free)(THStorageT *s)
{
  THStorage_release((THStorage *)s);
}

real *THStorage_(data)(const THStorageT *s)
{
  return s->data;
}

int64_t THStorage_(size)(const THStorageT *s)
{
  return s->size;
}

int THStorage_(resize)(THStorageT *s, int64_t size)
{
  return THStorage_resize(&s->base, size);
}

int THStorage_(set)(THStorageT *s, int64_t position, accreal value)
{
  THTensor all = all_of(&s->base);
  return THTensor_put(&all, position, TH_VALUE(value));
}

int THStorage_(get)(const THStorageT *s, int64_t position, accreal *value)
{
  THTensor all = all_of(&s->base);
  return TH_GET(&all, position, value);
}

int THStorage_(fill)(THStorageT *s, accreal value)
{
  THTensor all = all_of(&s->base);
  return THTensor_fill(&all, TH_VALUE(value));
}

int THStorage_(copy)(THStorageT *s, const THStorageT *src)
{
  return copy_storage(&s->base, &src->base);
}
