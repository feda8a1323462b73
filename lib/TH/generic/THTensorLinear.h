/* Products of one dtype, as in THLinear.h and THLapack.h. Read through THTypes.h. */

/* The sum of products of two tensors of equal count. */
TH_API int THTensor_(dot)(accreal *result, const THTensorT *a, const THTensorT *b);

#define TH_PRODUCT(name) \
TH_API int THTensor_(name)(THTensorT *r, const THTensorT *a, const THTensorT *b);
TH_PRODUCT(mv)
TH_PRODUCT(mm)
TH_PRODUCT(ger)
TH_PRODUCT(bmm)
#undef TH_PRODUCT

/* r = beta * t + alpha * product. */
#define TH_SUM(name)                                                                              \
TH_API int THTensor_(name)(THTensorT *r, accreal beta, const THTensorT *t, accreal alpha,         \
                           const THTensorT *a, const THTensorT *b);
TH_SUM(addmv)
TH_SUM(addmm)
TH_SUM(addr)
TH_SUM(addbmm)
TH_SUM(baddbmm)
#undef TH_SUM

/* The inverse of a square matrix: Torch7's getri. */
TH_IF_FLOATING(TH_API int THTensor_(inverse)(THTensorT *r, const THTensorT *a);)
