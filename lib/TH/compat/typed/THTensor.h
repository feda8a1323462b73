/* Tensors of one element type: making them, asking about them, views and copies. Include it through
   TH.h. */
struct THTensor {
  union {
    THAnyTensor base;
    __extension__ struct { TH_TENSOR_FIELDS(THStorage) };
  };
};

#define T7_DO(name, parameters, statement)             \
static inline void THTensor_(name) parameters          \
{                                                      \
  statement;                                           \
}
#define T7_NEW(name, parameters, statement)            \
static inline THTensor *THTensor_(name) parameters     \
{                                                      \
  THAnyTensor *r = THCompat_newTensor(TH_DTYPE);       \
  statement;                                           \
  return (THTensor *)THCompat_give(r);                 \
}
#define T7_SIZES(...) (const int64_t[]){__VA_ARGS__}

/* --- counting --- */

T7_DO(retain, (THTensor *t), THCompat_retain(TH_ANY(t)))
T7_DO(free, (THTensor *t), THCompat_free(TH_ANY(t)))

/* flag is TH_TENSOR_REFCOUNTED. */
T7_DO(setFlag, (THTensor *t, const char flag), THCompat_flagTensor(TH_ANY(t), flag, 1))
T7_DO(clearFlag, (THTensor *t, const char flag), THCompat_flagTensor(TH_ANY(t), flag, 0))

/* --- asking --- */

/* What it is, as "torch.FloatTensor of size 2x3", and its sizes, as "[2 x 3]". */
static inline THDescBuff THTensor_(desc)(const THTensor *t)
{
  return THCompat_describe(TH_DTYPE, t->nDimension, t->size);
}

static inline THDescBuff THTensor_(sizeDesc)(const THTensor *t)
{
  return _THSizeDesc(t->size, t->nDimension);
}

static inline real *THTensor_(data)(const THTensor *t)
{
  return (real *)THTensor_data(&t->base);
}

static inline int THTensor_(nDimension)(const THTensor *t)
{
  return t->nDimension;
}

static inline long THTensor_(size)(const THTensor *t, int dim)
{
  THArgCheck(dim >= 0 && dim < t->nDimension, 2, "dimension %d out of range of %dD tensor", dim + 1,
             t->nDimension);
  return t->size[dim];
}

static inline long THTensor_(stride)(const THTensor *t, int dim)
{
  THArgCheck(dim >= 0 && dim < t->nDimension, 2, "dimension %d out of range of %dD tensor", dim + 1,
             t->nDimension);
  return t->stride[dim];
}

static inline ptrdiff_t THTensor_(nElement)(const THTensor *t)
{
  return THTensor_nElement(&t->base);
}

static inline THStorage *THTensor_(storage)(const THTensor *t)
{
  return t->storage;
}

static inline ptrdiff_t THTensor_(storageOffset)(const THTensor *t)
{
  return t->storageOffset;
}

static inline int THTensor_(isContiguous)(const THTensor *t)
{
  return THTensor_isContiguous(&t->base);
}

static inline int THTensor_(isSameSizeAs)(const THTensor *t, const THTensor *other)
{
  return THTensor_isSameSizeAs(&t->base, &other->base);
}

static inline int THTensor_(isSetTo)(const THTensor *t, const THTensor *other)
{
  return THTensor_isSetTo(&t->base, &other->base);
}

static inline int THTensor_(isSize)(const THTensor *t, const THLongStorage *sizes)
{
  const THAnyStorage *s = (const THAnyStorage *)sizes;
  return t->nDimension == s->size &&
         memcmp(t->size, s->data, (size_t)s->size * sizeof *t->size) == 0;
}

static inline THLongStorage *THTensor_(newSizeOf)(THTensor *t)
{
  return (THLongStorage *)THCompat_newSizes(t->nDimension, t->size);
}

static inline THLongStorage *THTensor_(newStrideOf)(THTensor *t)
{
  return (THLongStorage *)THCompat_newSizes(t->nDimension, t->stride);
}

/* --- windows --- */

T7_DO(resize, (THTensor *t, THLongStorage *size, THLongStorage *stride),
      THCompat_resizeBy(&t->base, (THAnyStorage *)size, (THAnyStorage *)stride))
T7_DO(resizeNd, (THTensor *t, int ndim, long *size, long *stride),
      THCompat_resize(&t->base, ndim, (int64_t *)size, (int64_t *)stride))
T7_DO(resizeAs, (THTensor *t, THTensor *src),
      THCompat_resize(&t->base, src->nDimension, src->size, NULL))
T7_DO(resize1d, (THTensor *t, long a), THCompat_resize(&t->base, 1, T7_SIZES(a), NULL))
T7_DO(resize2d, (THTensor *t, long a, long b), THCompat_resize(&t->base, 2, T7_SIZES(a, b), NULL))
T7_DO(resize3d, (THTensor *t, long a, long b, long c),
      THCompat_resize(&t->base, 3, T7_SIZES(a, b, c), NULL))
T7_DO(resize4d, (THTensor *t, long a, long b, long c, long d),
      THCompat_resize(&t->base, 4, T7_SIZES(a, b, c, d), NULL))
T7_DO(resize5d, (THTensor *t, long a, long b, long c, long d, long e),
      THCompat_resize(&t->base, 5, T7_SIZES(a, b, c, d, e), NULL))

T7_DO(set, (THTensor *t, THTensor *src), THTensor_set(&t->base, &src->base))
T7_DO(setStorage, (THTensor *t, THStorage *storage, ptrdiff_t offset, THLongStorage *size,
                   THLongStorage *stride),
      THCompat_setStorageBy(&t->base, (THAnyStorage *)storage, offset, (THAnyStorage *)size,
                            (THAnyStorage *)stride))
T7_DO(setStorageNd, (THTensor *t, THStorage *storage, ptrdiff_t offset, int ndim, long *size,
                     long *stride),
      THCompat_setStorage(&t->base, (THAnyStorage *)storage, offset, ndim, (int64_t *)size,
                          (int64_t *)stride))

/* Set t, or make a new tensor, with the sizes and strides given in turn. */
#define T7_WINDOW(n, parameters, sizes, strides)                                                   \
T7_DO(setStorage##n##d, (THTensor *t, THStorage *storage, ptrdiff_t offset, T7_LIST parameters),   \
      THCompat_setStorage(&t->base, (THAnyStorage *)storage, offset, n, T7_SIZES sizes,            \
                          T7_SIZES strides))                                                       \
T7_NEW(newWithStorage##n##d, (THStorage *storage, ptrdiff_t offset, T7_LIST parameters),           \
       THCompat_setStorage(r, (THAnyStorage *)storage, offset, n, T7_SIZES sizes,                  \
                           T7_SIZES strides))
T7_WINDOW(1, (long a, long sa), (a), (sa))
T7_WINDOW(2, (long a, long sa, long b, long sb), (a, b), (sa, sb))
T7_WINDOW(3, (long a, long sa, long b, long sb, long c, long sc), (a, b, c), (sa, sb, sc))
T7_WINDOW(4, (long a, long sa, long b, long sb, long c, long sc, long d, long sd), (a, b, c, d),
          (sa, sb, sc, sd))
#undef T7_WINDOW

/* --- views of src (NULL: of t), set to t or new --- */

#define T7_VIEW(name, newName, parameters, code)                                           \
T7_DO(name, (THTensor *t, THTensor *src T7_LIST parameters),                               \
      THAnyTensor *r = TH_ANY(t); if (!src) src = t; code)                                 \
T7_NEW(newName, (THTensor *src T7_LIST parameters), code)
T7_VIEW(narrow, newNarrow, (, int dim, long first, long size),
        TH_RAISE(THTensor_narrow(r, &src->base, dim, first, size)))
T7_VIEW(select, newSelect, (, int dim, long index), THCompat_select(r, &src->base, dim, index))
T7_VIEW(transpose, newTranspose, (, int dim1, int dim2),
        TH_RAISE(THTensor_transpose(r, &src->base, dim1, dim2)))
T7_VIEW(unfold, newUnfold, (, int dim, long size, long step),
        TH_RAISE(THTensor_unfold(r, &src->base, dim, size, step)))
T7_VIEW(squeeze, newSqueeze, (), THCompat_squeeze(r, &src->base))
T7_VIEW(squeeze1d, newSqueeze1d, (, int dim), THCompat_squeezeDim(r, &src->base, dim))
T7_VIEW(unsqueeze1d, newUnsqueeze1d, (, int dim), TH_RAISE(THTensor_unsqueeze(r, &src->base, dim)))
T7_VIEW(expand, newExpand, (, THLongStorage *size),
        const THAnyStorage *s = (THAnyStorage *)size;
        TH_RAISE(THTensor_expand(r, &src->base, (int)s->size, (const int64_t *)s->data)))
#undef T7_VIEW
T7_DO(expandNd, (THTensor **r, THTensor **tensors, int count),
      THCompat_expandNd((THAnyTensor **)r, (THAnyTensor **)tensors, count))

/* --- new tensors: the caller frees them --- */

T7_NEW(new, (void), (void)r)
T7_NEW(newWithTensor, (THTensor *t), THTensor_set(r, &t->base))
T7_NEW(newWithSize, (THLongStorage *size, THLongStorage *stride),
       if (size) THCompat_resizeBy(r, (THAnyStorage *)size, (THAnyStorage *)stride))
T7_NEW(newWithSize1d, (long a), THCompat_resize(r, 1, T7_SIZES(a), NULL))
T7_NEW(newWithSize2d, (long a, long b), THCompat_resize(r, 2, T7_SIZES(a, b), NULL))
T7_NEW(newWithSize3d, (long a, long b, long c), THCompat_resize(r, 3, T7_SIZES(a, b, c), NULL))
T7_NEW(newWithSize4d, (long a, long b, long c, long d),
       THCompat_resize(r, 4, T7_SIZES(a, b, c, d), NULL))
T7_NEW(newWithStorage, (THStorage *storage, ptrdiff_t offset, THLongStorage *size,
                        THLongStorage *stride),
       THCompat_setStorageBy(r, (THAnyStorage *)storage, offset, (THAnyStorage *)size,
                             (THAnyStorage *)stride))
T7_NEW(newClone, (THTensor *t), TH_RAISE(THTensor_clone(r, &t->base, TH_DTYPE)))

/* A contiguous t itself, retained, as extensions expect that resize it; else a new tensor. */
static inline THTensor *THTensor_(newContiguous)(THTensor *t)
{
  if (!THTensor_isContiguous(&t->base)) return THTensor_(newClone)(t);
  THCompat_retain(&t->base);
  return t;
}

T7_NEW(newView, (THTensor *t, THLongStorage *size),
       const THAnyStorage *s = (THAnyStorage *)size;
       TH_RAISE(THTensor_view(r, &t->base, (int)s->size, (const int64_t *)s->data)))

/* --- elements: positions from 0, which are checked --- */

#define T7_ELEMENT(n, parameters, indices)                                                 \
static inline real THTensor_(get##n##d)(const THTensor *t, T7_LIST parameters)             \
{                                                                                          \
  return t->storage->data[THCompat_place(&t->base, n, T7_SIZES indices)];                  \
}                                                                                          \
static inline void THTensor_(set##n##d)(THTensor *t, T7_LIST parameters, real value)       \
{                                                                                          \
  t->storage->data[THCompat_place(&t->base, n, T7_SIZES indices)] = value;                 \
}
T7_ELEMENT(1, (long i), (i))
T7_ELEMENT(2, (long i, long j), (i, j))
T7_ELEMENT(3, (long i, long j, long k), (i, j, k))
T7_ELEMENT(4, (long i, long j, long k, long l), (i, j, k, l))
#undef T7_ELEMENT

/* --- copies: t keeps its sizes; src has as many elements --- */

#define TH_COPY(Name)                                                                      \
T7_DO(copy##Name, (THTensor *t, TH##Name##Tensor *src),                                    \
      TH_RAISE(THTensor_copyInOrder(TH_ANY(t), TH_ANY(src))))
TH_FORALL_TORCH_TYPES(TH_COPY)
#undef TH_COPY
T7_DO(copy, (THTensor *t, THTensor *src), TH_RAISE(THTensor_copyInOrder(&t->base, &src->base)))

/* Ends what newContiguous began: copies the elements of t back to dst, and frees t. */
T7_DO(freeCopyTo, (THTensor *t, THTensor *dst),
      if (!THTensor_isSetTo(&t->base, &dst->base))
        TH_RAISE(THTensor_copyInOrder(&dst->base, &t->base));
      THCompat_free(&t->base))

#undef T7_DO
#undef T7_NEW
#undef T7_SIZES
