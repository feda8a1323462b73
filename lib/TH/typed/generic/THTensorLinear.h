/* Products and linear algebra for one dtype, as in THLinear.h and THLapack.h. Include it through
   THTypes.h. */

/* The sum of the products of two tensors with the same number of elements. */
TH_API int THTensor_(dot)(accreal *result, const THTensorT *a, const THTensorT *b);

#define TH_PRODUCT(name) \
TH_API int THTensor_(name)(THTensorT *r, const THTensorT *a, const THTensorT *b);
TH_PRODUCT(mv)
TH_PRODUCT(mm)
TH_PRODUCT(ger)
TH_PRODUCT(bmm)
TH_PRODUCT(matmul)
TH_PRODUCT(kron)
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

/* Stacks of matrices, and distances, as in THMatrices.h and THDistance.h. */
TH_IF_FLOATING(
TH_API int THTensor_(solve)(THTensorT *x, const THTensorT *a, const THTensorT *b);
TH_API int THTensor_(inv)(THTensorT *r, const THTensorT *a);
TH_API int THTensor_(det)(THTensorT *r, const THTensorT *a);
TH_API int THTensor_(cholesky)(THTensorT *r, const THTensorT *a, const char *uplo);
TH_API int THTensor_(eigh)(THTensorT *re, THTensorT *rv, const THTensorT *a, const char *uplo);
TH_API int THTensor_(svdvals)(THTensorT *rs, const THTensorT *a);
TH_API int THTensor_(pinv)(THTensorT *r, const THTensorT *a, double rcond);
TH_API int THTensor_(matrixExp)(THTensorT *r, const THTensorT *a);
TH_API int THTensor_(cdist)(THTensorT *r, const THTensorT *a, const THTensorT *b, double p);
)

/* The inverse of a square matrix; Torch7 calls it getri. */
TH_IF_FLOATING(TH_API int THTensor_(inverse)(THTensorT *r, const THTensorT *a);)

/*
** LAPACK's drivers under Torch7's names: syev is symeig, geev is eig, gesvd is svd. Flags as in
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
