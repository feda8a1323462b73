/* The functions of THComposite.h for one dtype. Include it through THTypes.h. */
TH_API int THTensor_(equal)(int *result, const THTensorT *a, const THTensorT *b);
TH_API int THTensor_(cross)(THTensorT *r, const THTensorT *a, const THTensorT *b, int dim);
TH_API int THTensor_(match)(THTensorT *r, const THTensorT *a, const THTensorT *b, accreal gain);
TH_IF_FLOATING(
TH_API int THTensor_(lerp)(THTensorT *r, const THTensorT *a, const THTensorT *b, accreal weight);
TH_API int THTensor_(dist)(accreal *result, const THTensorT *a, const THTensorT *b, accreal p);
TH_API int THTensor_(renorm)(THTensorT *r, const THTensorT *t, accreal p, int dim, accreal limit);
)
