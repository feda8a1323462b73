/* Solutions, factors and eigenvalues of matrices, as in THLapack.h. Include it through TH.h. */
#define T7_IS(name, parameters, call)                  \
static inline void THTensor_(name) parameters          \
{                                                      \
  TH_RAISE(call);                                      \
}
#define T(t) TH_ANY(t)
T7_IS(gesv, (THTensor *x, THTensor *lu, THTensor *b, THTensor *a),
      THTensor_gesv(T(x), T(lu), T(b), T(a)))
T7_IS(trtrs, (THTensor *x, THTensor *copy, THTensor *b, THTensor *a, const char *uplo,
              const char *trans, const char *diag),
      THTensor_trtrs(T(x), T(copy), T(b), T(a), uplo, trans, diag))
T7_IS(gels, (THTensor *x, THTensor *qr, THTensor *b, THTensor *a),
      THTensor_gels(T(x), T(qr), T(b), T(a)))
T7_IS(syev, (THTensor *values, THTensor *vectors, THTensor *a, const char *jobz, const char *uplo),
      THTensor_symeig(T(values), T(vectors), T(a), jobz, uplo))
T7_IS(geev, (THTensor *values, THTensor *vectors, THTensor *a, const char *jobvr),
      THTensor_eig(T(values), T(vectors), T(a), jobvr))
T7_IS(gesvd, (THTensor *u, THTensor *s, THTensor *v, THTensor *a, const char *job),
      THTensor_svd(T(u), T(s), T(v), T(a), job))
T7_IS(getri, (THTensor *r, THTensor *a), THTensor_inverse(T(r), T(a)))
T7_IS(qr, (THTensor *q, THTensor *r, THTensor *a), THTensor_qr(T(q), T(r), T(a)))
T7_IS(geqrf, (THTensor *qr, THTensor *tau, THTensor *a), THTensor_geqrf(T(qr), T(tau), T(a)))
T7_IS(orgqr, (THTensor *q, THTensor *a, THTensor *tau), THTensor_orgqr(T(q), T(a), T(tau)))
T7_IS(ormqr, (THTensor *r, THTensor *a, THTensor *tau, THTensor *c, const char *side,
              const char *trans),
      THTensor_ormqr(T(r), T(a), T(tau), T(c), side, trans))
T7_IS(potrf, (THTensor *r, THTensor *a, const char *uplo), THTensor_potrf(T(r), T(a), uplo))
T7_IS(potri, (THTensor *r, THTensor *a, const char *uplo), THTensor_potri(T(r), T(a), uplo))
T7_IS(potrs, (THTensor *x, THTensor *b, THTensor *a, const char *uplo),
      THTensor_potrs(T(x), T(b), T(a), uplo))
T7_IS(pstrf, (THTensor *r, THIntTensor *pivots, THTensor *a, const char *uplo, real tolerance),
      THTensor_pstrf(T(r), T(pivots), T(a), uplo, tolerance))
#undef T7_IS
#undef T
