/*
** LAPACK on pointers to floats or doubles: the functions of the library that THBlas.h opened, with
** their own argument order. THError if there is no library. Include it through TH.h.
*/
#define T7_LAPACK(name, parameters, arguments)                                             \
static inline void THLapack_(name) parameters                                              \
{                                                                                          \
  void (*function)() = __extension__ (void (*)())THBlas_symbol(T7_LAPACK_NAME(name));      \
  if (!function) THError(#name ": Lapack library not found");                              \
  function arguments;                                                                      \
}
#ifdef TH_REAL_IS_FLOAT
#define T7_LAPACK_NAME(name) "s" #name "_"
#else
#define T7_LAPACK_NAME(name) "d" #name "_"
#endif
T7_LAPACK(gesv, (int n, int nrhs, real *a, int lda, int *ipiv, real *b, int ldb, int *info),
          (&n, &nrhs, a, &lda, ipiv, b, &ldb, info))
T7_LAPACK(trtrs, (char uplo, char trans, char diag, int n, int nrhs, real *a, int lda, real *b,
                  int ldb, int *info),
          (&uplo, &trans, &diag, &n, &nrhs, a, &lda, b, &ldb, info))
T7_LAPACK(gels, (char trans, int m, int n, int nrhs, real *a, int lda, real *b, int ldb, real *work,
                 int lwork, int *info),
          (&trans, &m, &n, &nrhs, a, &lda, b, &ldb, work, &lwork, info))
T7_LAPACK(syev, (char jobz, char uplo, int n, real *a, int lda, real *w, real *work, int lwork,
                 int *info),
          (&jobz, &uplo, &n, a, &lda, w, work, &lwork, info))
T7_LAPACK(geev, (char jobvl, char jobvr, int n, real *a, int lda, real *wr, real *wi, real *vl,
                 int ldvl, real *vr, int ldvr, real *work, int lwork, int *info),
          (&jobvl, &jobvr, &n, a, &lda, wr, wi, vl, &ldvl, vr, &ldvr, work, &lwork, info))
T7_LAPACK(gesvd, (char jobu, char jobvt, int m, int n, real *a, int lda, real *s, real *u, int ldu,
                  real *vt, int ldvt, real *work, int lwork, int *info),
          (&jobu, &jobvt, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, info))
T7_LAPACK(getrf, (int m, int n, real *a, int lda, int *ipiv, int *info),
          (&m, &n, a, &lda, ipiv, info))
T7_LAPACK(getrs, (char trans, int n, int nrhs, real *a, int lda, int *ipiv, real *b, int ldb,
                  int *info),
          (&trans, &n, &nrhs, a, &lda, ipiv, b, &ldb, info))
T7_LAPACK(getri, (int n, real *a, int lda, int *ipiv, real *work, int lwork, int *info),
          (&n, a, &lda, ipiv, work, &lwork, info))
T7_LAPACK(potrf, (char uplo, int n, real *a, int lda, int *info),
          (&uplo, &n, a, &lda, info))
T7_LAPACK(potri, (char uplo, int n, real *a, int lda, int *info),
          (&uplo, &n, a, &lda, info))
T7_LAPACK(potrs, (char uplo, int n, int nrhs, real *a, int lda, real *b, int ldb, int *info),
          (&uplo, &n, &nrhs, a, &lda, b, &ldb, info))
T7_LAPACK(pstrf, (char uplo, int n, real *a, int lda, int *piv, int *rank, real tol, real *work,
                  int *info),
          (&uplo, &n, a, &lda, piv, rank, &tol, work, info))
T7_LAPACK(geqrf, (int m, int n, real *a, int lda, real *tau, real *work, int lwork, int *info),
          (&m, &n, a, &lda, tau, work, &lwork, info))
T7_LAPACK(orgqr, (int m, int n, int k, real *a, int lda, real *tau, real *work, int lwork,
                  int *info),
          (&m, &n, &k, a, &lda, tau, work, &lwork, info))
T7_LAPACK(ormqr, (char side, char trans, int m, int n, int k, real *a, int lda, real *tau, real *c,
                  int ldc, real *work, int lwork, int *info),
          (&side, &trans, &m, &n, &k, a, &lda, tau, c, &ldc, work, &lwork, info))
#undef T7_LAPACK
#undef T7_LAPACK_NAME
