/* The facade of tensors of one dtype. OUT(r) is r's erased header, told its dtype; PLACED(r) also
   knows its device. */
TH_TYPED_LAYOUT(THTensorT, THTensor, storage)
TH_TYPED_LAYOUT(THTensorT, THTensor, layout)

#define OUT(r) typed(&(r)->base, TH_DTYPE)
#define PLACED(r) placed(&(r)->base, TH_DTYPE)

int THTensor_(new)(THTensorT *t, int ndim, const int64_t *size)
{
  return THTensor_new(&t->base, TH_NEW_DEVICE(), TH_DTYPE, ndim, size);
}

void THTensor_(clear)(THTensorT *t)
{
  THTensor_clear(&t->base);
}

int THTensor_(set)(THTensorT *t, const THTensorT *src)
{
  THTensor_set(&t->base, &src->base);
  return TH_OK;
}

int THTensor_(setStorageNd)(THTensorT *t, THStorageT *storage, int64_t offset, int ndim,
                            const int64_t *size, const int64_t *stride)
{
  return THTensor_setStorage(OUT(t), (THStorage *)storage, offset, ndim, size, stride);
}

THTensorT *THTensor_(cast)(THTensor *t)
{
  return is_ours("tensor", THTensor_device(t), t->dtype, TH_DTYPE) ? (THTensorT *)t : NULL;
}

int THTensor_(resizeNd)(THTensorT *t, int ndim, const int64_t *size, const int64_t *stride)
{
  return THTensor_resize("resize", PLACED(t), ndim, size, stride);
}

int THTensor_(resizeAs)(THTensorT *t, const THTensorT *src)
{
  return THTensor_resizeAs(PLACED(t), &src->base);
}

#define TH_RESIZE(n, sizes, ...)                                                           \
int THTensor_(resize##n##d)(THTensorT *t, __VA_ARGS__)                                     \
{                                                                                          \
  return THTensor_resize("resize", PLACED(t), n, (const int64_t[]){TH_LIST sizes}, NULL);     \
}
TH_RESIZE(1, (n0), int64_t n0)
TH_RESIZE(2, (n0, n1), int64_t n0, int64_t n1)
TH_RESIZE(3, (n0, n1, n2), int64_t n0, int64_t n1, int64_t n2)
TH_RESIZE(4, (n0, n1, n2, n3), int64_t n0, int64_t n1, int64_t n2, int64_t n3)
#undef TH_RESIZE

real *THTensor_(data)(const THTensorT *t)
{
  return THTensor_data(&t->base);
}

int THTensor_(nDimension)(const THTensorT *t)
{
  return t->nDimension;
}

int64_t THTensor_(nElement)(const THTensorT *t)
{
  return THTensor_nElement(&t->base);
}

int THTensor_(isContiguous)(const THTensorT *t)
{
  return THTensor_isContiguous(&t->base);
}

int THTensor_(isSameSizeAs)(const THTensorT *t, const THTensorT *other)
{
  return THTensor_isSameSizeAs(&t->base, &other->base);
}

int THTensor_(isSetTo)(const THTensorT *t, const THTensorT *other)
{
  return THTensor_isSetTo(&t->base, &other->base);
}

int64_t THTensor_(size)(const THTensorT *t, int dim)
{
  return has_dim("size", &t->base, dim) ? t->size[dim] : -1;
}

int64_t THTensor_(stride)(const THTensorT *t, int dim)
{
  return has_dim("stride", &t->base, dim) ? t->stride[dim] : -1;
}

#define TH_VIEW(name, erased, parameters, ...)                                             \
int THTensor_(name)(THTensorT *r, const THTensorT *t TH_LIST parameters)                   \
{                                                                                          \
  return THTensor_##erased(OUT(r), &t->base, ##__VA_ARGS__);                               \
}
TH_VIEW(narrow, narrow, (, int dim, int64_t first, int64_t count), dim, first, count)
TH_VIEW(select, select, (, int dim, int64_t index), dim, index)
TH_VIEW(transpose, transpose, (, int dim1, int dim2), dim1, dim2)
TH_VIEW(permute, permute, (, int ndim, const int *order), ndim, order)
TH_VIEW(unfold, unfold, (, int dim, int64_t size, int64_t step), dim, size, step)
TH_VIEW(expand, expand, (, int ndim, const int64_t *size), ndim, size)
TH_VIEW(diagonal, diagonal, (, int64_t offset, int dim1, int dim2), offset, dim1, dim2)
TH_VIEW(squeeze, squeeze, ())
TH_VIEW(squeeze1d, squeezeDim, (, int dim), dim)
TH_VIEW(unsqueeze1d, unsqueeze, (, int dim), dim)
TH_VIEW(view, view, (, int ndim, const int64_t *size), ndim, size)
TH_VIEW(contiguous, contiguous, ())
TH_VIEW(reshape, reshape, (, int ndim, const int64_t *size), ndim, size)
#undef TH_VIEW

int THTensor_(get)(const THTensorT *t, int64_t position, accreal *value)
{
  return TH_GET(&t->base, position, value);
}

int THTensor_(put)(THTensorT *t, int64_t position, accreal value)
{
  return THTensor_put(OUT(t), position, TH_VALUE(value));
}

#define TH_ELEMENT(n, indices, ...)                                                        \
int THTensor_(get##n##d)(const THTensorT *t, __VA_ARGS__, accreal *value)                  \
{                                                                                          \
  int64_t position = 0;                                                                      \
  TH_TRY(position_of("get", &t->base, n, (const int64_t[]){TH_LIST indices}, &position));  \
  return TH_GET(&t->base, position, value);                                                \
}                                                                                          \
int THTensor_(set##n##d)(THTensorT *t, __VA_ARGS__, accreal value)                         \
{                                                                                          \
  int64_t position = 0;                                                                      \
  TH_TRY(position_of("set", &t->base, n, (const int64_t[]){TH_LIST indices}, &position));  \
  return THTensor_put(&t->base, position, TH_VALUE(value));                                \
}
TH_ELEMENT(1, (i0), int64_t i0)
TH_ELEMENT(2, (i0, i1), int64_t i0, int64_t i1)
TH_ELEMENT(3, (i0, i1, i2), int64_t i0, int64_t i1, int64_t i2)
TH_ELEMENT(4, (i0, i1, i2, i3), int64_t i0, int64_t i1, int64_t i2, int64_t i3)
#undef TH_ELEMENT

int THTensor_(fill)(THTensorT *r, accreal value)
{
  return THTensor_fill(OUT(r), TH_VALUE(value));
}

int THTensor_(zero)(THTensorT *r)
{
  return THTensor_fill(OUT(r), TH_integer(0));
}

int THTensor_(copy)(THTensorT *r, const THTensorT *src)
{
  return THTensor_copy(OUT(r), &src->base);
}

#define TH_COPY(Name, CODE, type, kind)                                                    \
int THTensor_(copy##Name)(THTensorT *r, const TH##Name##Tensor *src)                       \
{                                                                                          \
  return THTensor_copy(OUT(r), &src->base);                                                \
}
TH_FORALL_DTYPES(TH_COPY)
#undef TH_COPY

int THTensor_(clone)(THTensorT *r, const THTensorT *src)
{
  return THTensor_clone(&r->base, &src->base, TH_UNDEFINED);
}
#undef OUT
#undef PLACED
