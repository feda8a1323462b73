/* BLAS on pointers to elements of one type: column-major, as in THBlas.h. Include it through
   TH.h. */
static inline void THBlas_(gemm)(char transa, char transb, long m, long n, long k, real alpha,
                                 real *a, long lda, real *b, long ldb, real beta, real *c, long ldc)
{
  TH_RAISE(THBlas_gemm(TH_DTYPE, transa, transb, m, n, k, T7_NUMBER(alpha), a, lda, b, ldb,
                       T7_NUMBER(beta), c, ldc));
}

static inline void THBlas_(gemv)(char trans, long m, long n, real alpha, real *a, long lda, real *x,
                                 long incx, real beta, real *y, long incy)
{
  TH_RAISE(THBlas_gemv(TH_DTYPE, trans, m, n, T7_NUMBER(alpha), a, lda, x, incx, T7_NUMBER(beta), y,
                       incy));
}

static inline void THBlas_(ger)(long m, long n, real alpha, real *x, long incx, real *y, long incy,
                                real *a, long lda)
{
  TH_RAISE(THBlas_ger(TH_DTYPE, m, n, T7_NUMBER(alpha), x, incx, y, incy, a, lda));
}

static inline real THBlas_(dot)(long n, real *x, long incx, real *y, long incy)
{
  THNumber sum;
  TH_RAISE(THBlas_dot(TH_DTYPE, n, x, incx, y, incy, &sum));
  return (real)TH_FROM_NUMBER(sum);
}

static inline void THBlas_(swap)(long n, real *x, long incx, real *y, long incy)
{
  for (long i = 0; i < n; i++) {
    real kept = x[i * incx];
    x[i * incx] = y[i * incy];
    y[i * incy] = kept;
  }
}

static inline void THBlas_(scal)(long n, real a, real *x, long incx)
{
  for (long i = 0; i < n; i++) x[i * incx] = (real)(a == 0 ? 0 : a * x[i * incx]);
}

static inline void THBlas_(copy)(long n, real *x, long incx, real *y, long incy)
{
  for (long i = 0; i < n; i++) y[i * incy] = x[i * incx];
}

static inline void THBlas_(axpy)(long n, real a, real *x, long incx, real *y, long incy)
{
  for (long i = 0; i < n; i++) y[i * incy] = (real)(y[i * incy] + a * x[i * incx]);
}
