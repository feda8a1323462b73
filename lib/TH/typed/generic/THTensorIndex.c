/* Positions, masks and joins for one dtype: calls the functions of THIndex.h, THMask.h and
   THAssemble.h. */
#define OUT(r) typed(&(r)->base, TH_DTYPE)

#define TH_FROM_INDEX(name, erased)                                                        \
int THTensor_(name)(THTensorT *r, const THTensorT *src, int dim, const TH_TENSOR(Long) *index) \
{                                                                                          \
  return THTensor_##erased(OUT(r), &src->base, dim, &index->base);                         \
}
TH_FROM_INDEX(indexSelect, index)
TH_FROM_INDEX(gather, gather)
#undef TH_FROM_INDEX

#define TH_TO_INDEX(name)                                                                  \
int THTensor_(name)(THTensorT *t, int dim, const TH_TENSOR(Long) *index, const THTensorT *src) \
{                                                                                          \
  return THTensor_##name(&t->base, dim, &index->base, &src->base);                         \
}
TH_TO_INDEX(indexCopy)
TH_TO_INDEX(indexAdd)
TH_TO_INDEX(scatter)
TH_TO_INDEX(scatterAdd)
#undef TH_TO_INDEX

#define TH_FILL_INDEX(name)                                                                \
int THTensor_(name)(THTensorT *t, int dim, const TH_TENSOR(Long) *index, accreal value)       \
{                                                                                          \
  return THTensor_##name(&t->base, dim, &index->base, TH_VALUE(value));                    \
}
TH_FILL_INDEX(indexFill)
TH_FILL_INDEX(scatterFill)
#undef TH_FILL_INDEX

int THTensor_(maskedFill)(THTensorT *t, const TH_TENSOR(Byte) *mask, accreal value)
{
  return THTensor_maskedFill(&t->base, &mask->base, TH_VALUE(value));
}

int THTensor_(maskedCopy)(THTensorT *t, const TH_TENSOR(Byte) *mask, const THTensorT *src)
{
  return THTensor_maskedCopy(&t->base, &mask->base, &src->base);
}

int THTensor_(maskedSelect)(THTensorT *r, const THTensorT *src, const TH_TENSOR(Byte) *mask)
{
  return THTensor_maskedSelect(OUT(r), &src->base, &mask->base);
}

int THTensor_(where)(THTensorT *r, const TH_TENSOR(Byte) *cond, const THTensorT *a,
                     const THTensorT *b)
{
  return THTensor_where(OUT(r), &cond->base, TH_tensorOperand(&a->base),
                        TH_tensorOperand(&b->base), TH_DTYPE);
}

int THTensor_(nonzero)(TH_TENSOR(Long) *r, const THTensorT *t)
{
  return THTensor_nonzero(typed(&r->base, TH_LONG), &t->base);
}

int THTensor_(cat)(THTensorT *r, const THTensorT *a, const THTensorT *b, int dim)
{
  return THTensor_cat(OUT(r), 2, (const THTensor *const[]){&a->base, &b->base}, dim);
}

/* A typed header begins with the erased one, so an array of pointers to one is an array of pointers
   to the other. */
int THTensor_(catArray)(THTensorT *r, THTensorT *const *inputs, int count, int dim)
{
  return THTensor_cat(OUT(r), count, (const THTensor *const *)inputs, dim);
}

#define TH_OF_DIAGONAL(name)                                                               \
int THTensor_(name)(THTensorT *r, const THTensorT *t, int64_t k)                           \
{                                                                                          \
  return THTensor_##name(OUT(r), &t->base, k);                                             \
}
TH_OF_DIAGONAL(tril)
TH_OF_DIAGONAL(triu)
TH_OF_DIAGONAL(diag)
#undef TH_OF_DIAGONAL

int THTensor_(stack)(THTensorT *r, THTensorT *const *inputs, int count, int dim)
{
  return THTensor_stack(OUT(r), count, (const THTensor *const *)inputs, dim);
}

int THTensor_(flip)(THTensorT *r, const THTensorT *t, int n, const int *dim)
{
  return THTensor_flip(OUT(r), &t->base, n, dim);
}

int THTensor_(roll)(THTensorT *r, const THTensorT *t, int n, const int64_t *shift, const int *dim)
{
  return THTensor_roll(OUT(r), &t->base, n, shift, dim);
}

int THTensor_(diagEmbed)(THTensorT *r, const THTensorT *t, int64_t offset, int dim1, int dim2)
{
  return THTensor_diagEmbed(OUT(r), &t->base, offset, dim1, dim2);
}

int THTensor_(take)(THTensorT *r, const THTensorT *t, const TH_TENSOR(Long) *index)
{
  return THTensor_take(OUT(r), &t->base, &index->base);
}

int THTensor_(putAt)(THTensorT *t, const TH_TENSOR(Long) *index, const THTensorT *values,
                     int accumulate)
{
  return THTensor_putAt(&t->base, &index->base, &values->base, accumulate);
}

int THTensor_(takeAlongDim)(THTensorT *r, const THTensorT *t, const TH_TENSOR(Long) *index,
                            int dim)
{
  return THTensor_takeAlongDim(OUT(r), &t->base, &index->base, dim);
}

#undef OUT
