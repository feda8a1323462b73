/* Linear algebra for one dtype: calls the functions of THLinear.h and THLapack.h. */
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
PRODUCT(matmul)
PRODUCT(kron)
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

/* One function of THLapack.h: its name in Torch7 and here, and its results, operands and flags. */
#define LAPACK(name, function, parameters, ...)       \
TH_IF_FLOATING(int THTensor_(name) parameters         \
{                                                     \
  return THTensor_##function(__VA_ARGS__);            \
})
#define OUT(t) typed(&(t)->base, TH_DTYPE)
#define IN(t) &(t)->base
LAPACK(gesv, gesv, (THTensorT *rb, THTensorT *ra, const THTensorT *b, const THTensorT *a),
       OUT(rb), OUT(ra), IN(b), IN(a))
LAPACK(trtrs, trtrs, (THTensorT *rb, THTensorT *ra, const THTensorT *b, const THTensorT *a,
                      const char *uplo, const char *trans, const char *diag),
       OUT(rb), OUT(ra), IN(b), IN(a), uplo, trans, diag)
LAPACK(gels, gels, (THTensorT *rb, THTensorT *ra, const THTensorT *b, const THTensorT *a),
       OUT(rb), OUT(ra), IN(b), IN(a))
LAPACK(syev, symeig, (THTensorT *re, THTensorT *rv, const THTensorT *a, const char *jobz,
                      const char *uplo),
       OUT(re), OUT(rv), IN(a), jobz, uplo)
LAPACK(geev, eig, (THTensorT *re, THTensorT *rv, const THTensorT *a, const char *jobvr),
       OUT(re), OUT(rv), IN(a), jobvr)
LAPACK(gesvd, svd, (THTensorT *ru, THTensorT *rs, THTensorT *rv, const THTensorT *a,
                    const char *jobu),
       OUT(ru), OUT(rs), OUT(rv), IN(a), jobu)
LAPACK(qr, qr, (THTensorT *rq, THTensorT *rr, const THTensorT *a), OUT(rq), OUT(rr), IN(a))
LAPACK(geqrf, geqrf, (THTensorT *ra, THTensorT *rtau, const THTensorT *a),
       OUT(ra), OUT(rtau), IN(a))
LAPACK(orgqr, orgqr, (THTensorT *ra, const THTensorT *a, const THTensorT *tau),
       OUT(ra), IN(a), IN(tau))
LAPACK(ormqr, ormqr, (THTensorT *ra, const THTensorT *a, const THTensorT *tau, const THTensorT *c,
                      const char *side, const char *trans),
       OUT(ra), IN(a), IN(tau), IN(c), side, trans)
LAPACK(potrf, potrf, (THTensorT *ra, const THTensorT *a, const char *uplo), OUT(ra), IN(a), uplo)
LAPACK(potri, potri, (THTensorT *ra, const THTensorT *a, const char *uplo), OUT(ra), IN(a), uplo)
LAPACK(potrs, potrs, (THTensorT *rb, const THTensorT *b, const THTensorT *a, const char *uplo),
       OUT(rb), IN(b), IN(a), uplo)
LAPACK(pstrf, pstrf, (THTensorT *ra, TH_TENSOR(Int) *rpiv, const THTensorT *a, const char *uplo,
                      double tol),
       OUT(ra), typed(&rpiv->base, TH_INT), IN(a), uplo, tol)

/* Those of THMatrices.h. */
LAPACK(solve, solve, (THTensorT *x, const THTensorT *a, const THTensorT *b), OUT(x), IN(a), IN(b))
LAPACK(inv, inv, (THTensorT *r, const THTensorT *a), OUT(r), IN(a))
LAPACK(det, det, (THTensorT *r, const THTensorT *a), OUT(r), IN(a))
LAPACK(cholesky, cholesky, (THTensorT *r, const THTensorT *a, const char *uplo), OUT(r), IN(a),
       uplo)
LAPACK(eigh, eigh, (THTensorT *re, THTensorT *rv, const THTensorT *a, const char *uplo), OUT(re),
       OUT(rv), IN(a), uplo)
LAPACK(svdvals, svdvals, (THTensorT *rs, const THTensorT *a), OUT(rs), IN(a))
LAPACK(pinv, pinv, (THTensorT *r, const THTensorT *a, double rcond), OUT(r), IN(a), rcond)
LAPACK(matrixExp, matrixExp, (THTensorT *r, const THTensorT *a), OUT(r), IN(a))
LAPACK(cdist, cdist, (THTensorT *r, const THTensorT *a, const THTensorT *b, double p), OUT(r),
       IN(a), IN(b), p)
#undef OUT
#undef IN
#undef LAPACK
