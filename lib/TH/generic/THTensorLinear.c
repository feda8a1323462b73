/* The facade of linear algebra for one dtype. */
int THTensor_(dot)(accreal *result, const THTensorT *a, const THTensorT *b)
{
  THNumber number;
  TH_TRY(THTensor_dot(&number, &a->base, &b->base));
  *result = TH_IF_FLOATING(TH_asReal(number)) TH_IF_INTEGRAL(TH_asInteger(number));
  return TH_OK;
}

#define PRODUCT(name)                                                         \
int THTensor_(name)(THTensorT *r, const THTensorT *a, const THTensorT *b)     \
{                                                                             \
  return THTensor_##name(typed(&r->base, TH_DTYPE), &a->base, &b->base);      \
}
PRODUCT(mv)
PRODUCT(mm)
PRODUCT(ger)
PRODUCT(bmm)
#undef PRODUCT

#define SUM(name)                                                                                 \
int THTensor_(name)(THTensorT *r, accreal beta, const THTensorT *t, accreal alpha,                \
                    const THTensorT *a, const THTensorT *b)                                       \
{                                                                                                 \
  return THTensor_##name(typed(&r->base, TH_DTYPE), TH_VALUE(beta), &t->base, TH_VALUE(alpha),    \
                         &a->base, &b->base);                                                     \
}
SUM(addmv)
SUM(addmm)
SUM(addr)
SUM(addbmm)
SUM(baddbmm)
#undef SUM

TH_IF_FLOATING(
int THTensor_(inverse)(THTensorT *r, const THTensorT *a)
{
  return THTensor_inverse(typed(&r->base, TH_DTYPE), &a->base);
})
