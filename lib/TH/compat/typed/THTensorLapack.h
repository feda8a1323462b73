/* Solutions, factors and eigenvalues of matrices, as in THLapack.h. Include it through TH.h. */
#define T7_IS(name, parameters, call)                  \
static inline void THTensor_(name) parameters          \
{                                                      \
  TH_RAISE(call);                                      \
}
T7_IS(gesv, (THTensor *x, THTensor *lu, THTensor *b, THTensor *a),
      THTensor_gesv(TH_ANY(x), TH_ANY(lu), TH_ANY(b), TH_ANY(a)))
T7_IS(trtrs, (THTensor *x, THTensor *copy, THTensor *b, THTensor *a, const char *uplo,
              const char *trans, const char *diag),
      THTensor_trtrs(TH_ANY(x), TH_ANY(copy), TH_ANY(b), TH_ANY(a), uplo, trans, diag))
T7_IS(gels, (THTensor *x, THTensor *qr, THTensor *b, THTensor *a),
      THTensor_gels(TH_ANY(x), TH_ANY(qr), TH_ANY(b), TH_ANY(a)))
T7_IS(syev, (THTensor *values, THTensor *vectors, THTensor *a, const char *jobz, const char *uplo),
      THTensor_symeig(TH_ANY(values), TH_ANY(vectors), TH_ANY(a), jobz, uplo))
T7_IS(geev, (THTensor *values, THTensor *vectors, THTensor *a, const char *jobvr),
      THTensor_eig(TH_ANY(values), TH_ANY(vectors), TH_ANY(a), jobvr))
T7_IS(gesvd, (THTensor *u, THTensor *s, THTensor *v, THTensor *a, const char *job),
      THTensor_svd(TH_ANY(u), TH_ANY(s), TH_ANY(v), TH_ANY(a), job))
T7_IS(getri, (THTensor *r, THTensor *a), THTensor_inverse(TH_ANY(r), TH_ANY(a)))
T7_IS(qr, (THTensor *q, THTensor *r, THTensor *a), THTensor_qr(TH_ANY(q), TH_ANY(r), TH_ANY(a)))
T7_IS(geqrf, (THTensor *qr, THTensor *tau, THTensor *a),
      THTensor_geqrf(TH_ANY(qr), TH_ANY(tau), TH_ANY(a)))
T7_IS(orgqr, (THTensor *q, THTensor *a, THTensor *tau),
      THTensor_orgqr(TH_ANY(q), TH_ANY(a), TH_ANY(tau)))
T7_IS(ormqr, (THTensor *r, THTensor *a, THTensor *tau, THTensor *c, const char *side,
              const char *trans),
      THTensor_ormqr(TH_ANY(r), TH_ANY(a), TH_ANY(tau), TH_ANY(c), side, trans))
T7_IS(potrf, (THTensor *r, THTensor *a, const char *uplo),
      THTensor_potrf(TH_ANY(r), TH_ANY(a), uplo))
T7_IS(potri, (THTensor *r, THTensor *a, const char *uplo),
      THTensor_potri(TH_ANY(r), TH_ANY(a), uplo))
T7_IS(potrs, (THTensor *x, THTensor *b, THTensor *a, const char *uplo),
      THTensor_potrs(TH_ANY(x), TH_ANY(b), TH_ANY(a), uplo))
T7_IS(pstrf, (THTensor *r, THIntTensor *pivots, THTensor *a, const char *uplo, real tolerance),
      THTensor_pstrf(TH_ANY(r), TH_ANY(pivots), TH_ANY(a), uplo, tolerance))
#undef T7_IS
