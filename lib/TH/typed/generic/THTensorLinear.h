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

/*
** Torch7's names of LAPACK's drivers: syev is symeig, geev is eig, gesvd is svd. Flags as in
** THLapack.h.
*/
TH_IF_FLOATING(
TH_API int THTensor_(gesv)(THTensorT *rb, THTensorT *ra, const THTensorT *b, const THTensorT *a);
TH_API int THTensor_(trtrs)(THTensorT *rb, THTensorT *ra, const THTensorT *b, const THTensorT *a,
                            const char *uplo, const char *trans, const char *diag);
TH_API int THTensor_(gels)(THTensorT *rb, THTensorT *ra, const THTensorT *b, const THTensorT *a);
TH_API int THTensor_(syev)(THTensorT *re, THTensorT *rv, const THTensorT *a, const char *jobz,
                           const char *uplo);
TH_API int THTensor_(geev)(THTensorT *re, THTensorT *rv, const THTensorT *a, const char *jobvr);
TH_API int THTensor_(gesvd)(THTensorT *ru, THTensorT *rs, THTensorT *rv, const THTensorT *a,
                            const char *jobu);
TH_API int THTensor_(qr)(THTensorT *rq, THTensorT *rr, const THTensorT *a);
TH_API int THTensor_(geqrf)(THTensorT *ra, THTensorT *rtau, const THTensorT *a);
TH_API int THTensor_(orgqr)(THTensorT *ra, const THTensorT *a, const THTensorT *tau);
TH_API int THTensor_(ormqr)(THTensorT *ra, const THTensorT *a, const THTensorT *tau,
                            const THTensorT *c, const char *side, const char *trans);
TH_API int THTensor_(potrf)(THTensorT *ra, const THTensorT *a, const char *uplo);
TH_API int THTensor_(potri)(THTensorT *ra, const THTensorT *a, const char *uplo);
TH_API int THTensor_(potrs)(THTensorT *rb, const THTensorT *b, const THTensorT *a,
                            const char *uplo);
TH_API int THTensor_(pstrf)(THTensorT *ra, TH_TENSOR(Int) *rpiv, const THTensorT *a,
                            const char *uplo, double tol);
)
