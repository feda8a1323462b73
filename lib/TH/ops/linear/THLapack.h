/*
** Linear algebra beyond products, on tensors of a floating type, or ComplexFloat or ComplexDouble.
** For complex types a' is the conjugate transpose, a symmetric matrix is a Hermitian one and an
** orthogonal one unitary; values and s are real.
**
** On the CPU LAPACK computes, in double for Double, in float for other real types, with as many
** threads as TH_setNumThreads says. It comes with the BLAS library (THBlas.h). Without it there is
** own code for the inverse, which also serves small matrices; the other functions are
** TH_EUNSUPPORTED, with a text that says what to install. Another device computes with its own
** library, by the same rules (THCSolver.h of lib/THC).
**
** Operands are finite: TH_EINVAL for NaN and infinity in any of them, in every function.
**
** Results are initialised, are resized, and may be operands; no two of them may be the same tensor.
** They become column-major (strides 1, rows), except for a given result that has the right sizes
** and is not contiguous, which keeps its strides. TH_ESHAPE for sizes that do not fit, TH_EDTYPE,
** TH_EUNSUPPORTED (device, layout), TH_EINVAL as stated below and for matrices beyond LAPACK's
** 32-bit integers, TH_ENOMEM; results are unchanged on failure. Texts of failures count pivots from
** 1.
**
** Flags are strings of which the first character counts, as in LAPACK; TH_EINVAL for others.
**   uplo: "U" or "L", the triangle of a symmetric or triangular matrix that is read
**   trans: "N", or "T" for the transposed matrix (ormqr: conjugated, too)
*/
#ifndef TH_LAPACK_H
#define TH_LAPACK_H

#include "TH/geometry/THTensor.h"

/*
** The inverse of a square matrix, by elimination with partial pivoting. (n,n) -> (n,n). TH_EINVAL
** for a singular matrix, naming the pivot that is 0.
*/
TH_API int THTensor_inverse(THTensor *out, const THTensor *a);

/*
** Solve a x = b. lu is the factors L (below the diagonal) and U of a with its rows exchanged.
** (n,r), (n,n) -> (n,r), (n,n). Here and below a vector b is a matrix of one column. TH_EINVAL for
** a singular a.
*/
TH_API int THTensor_gesv(THTensor *x, THTensor *lu, const THTensor *b, const THTensor *a);

/*
** Solve a x = b for a triangular a; copy is a copy of a. (n,r), (n,n) -> (n,r), (n,n). diag "U"
** takes the diagonal as ones. TH_EINVAL for a 0 on the diagonal.
*/
TH_API int THTensor_trtrs(THTensor *x, THTensor *copy, const THTensor *b, const THTensor *a,
                          const char *uplo, const char *trans, const char *diag);

/*
** The x with the smallest |a x - b|, the smallest such x if there are several; qr is the QR or LQ
** factors of a, as geqrf leaves them. (m,r), (m,n) -> (n,r), (m,n). TH_EINVAL if a does not have
** full rank.
*/
TH_API int THTensor_gels(THTensor *x, THTensor *qr, const THTensor *b, const THTensor *a);

/*
** The eigenvalues of a symmetric matrix, ascending, and for jobz "V" its eigenvectors as columns;
** for "N" vectors is unchanged. (n,n) -> (n), (n,n).
*/
TH_API int THTensor_symeig(THTensor *values, THTensor *vectors, const THTensor *a,
                           const char *jobz, const char *uplo);

/*
** The eigenvalues of a matrix, as rows of real and imaginary part, and for jobvr "V" its right
** eigenvectors of length 1; for "N" vectors is unchanged. (n,n) -> (n,2), (n,n). Column k is the
** vector of a real eigenvalue k. For a complex pair k and k + 1, columns k and k + 1 are the real
** and imaginary part of the first one's vector; the second one's is its conjugate. Of a complex
** matrix values is a vector of complex numbers, and column k the vector of value k. (n,n) -> (n),
** (n,n).
*/
TH_API int THTensor_eig(THTensor *values, THTensor *vectors, const THTensor *a, const char *jobvr);

/*
** Singular values: a = u diag(s) v', with s descending, by divide and conquer. u and v have k =
** min(m,n) columns for job "S", all for "A". (m,n) -> (m,k) or (m,m), (k), (n,k) or (n,n). v is
** row-major.
*/
TH_API int THTensor_svd(THTensor *u, THTensor *s, THTensor *v, const THTensor *a, const char *job);

/* a = q r, where q has k = min(m,n) orthogonal columns of length 1. (m,n) -> (m,k), (k,n). r is
   row-major. */
TH_API int THTensor_qr(THTensor *q, THTensor *r, const THTensor *a);

/*
** The same as reflectors: r is in the upper triangle of qr; the part below it and tau represent q.
** (m,n) -> (m,n), (k).
*/
TH_API int THTensor_geqrf(THTensor *qr, THTensor *tau, const THTensor *a);

/* The first min(m,n) columns of the q that reflectors represent. (m,n), (k) -> (m,min(m,n)), k <=
   min(m,n). */
TH_API int THTensor_orgqr(THTensor *q, const THTensor *a, const THTensor *tau);

/*
** q c for side "L", c q for side "R", or the same with q', for the whole q, (m,m), that reflectors
** represent. (m,n), (k), (m,r) or (r,m) -> as c, k <= min(m,n).
*/
TH_API int THTensor_ormqr(THTensor *out, const THTensor *a, const THTensor *tau, const THTensor *c,
                          const char *side, const char *trans);

/*
** The Cholesky factor of a symmetric positive definite matrix, with 0 in the other triangle: a = u'
** u or l l'. (n,n) -> (n,n). TH_EINVAL if a is not positive definite.
*/
TH_API int THTensor_potrf(THTensor *out, const THTensor *a, const char *uplo);

/* The inverse of the matrix with this Cholesky factor. (n,n) -> (n,n). TH_EINVAL for a 0 on its
   diagonal. */
TH_API int THTensor_potri(THTensor *out, const THTensor *factor, const char *uplo);

/* Solve a x = b, where a is the matrix with this Cholesky factor. (n,r), (n,n) -> (n,r). TH_EINVAL
   for a 0 on its diagonal. */
TH_API int THTensor_potrs(THTensor *x, const THTensor *b, const THTensor *factor, const char *uplo);

/*
** The Cholesky factor of p' a p, where p moves the largest pivots to the front: p[pivots[k]][k] =
** 1. (n,n) -> (n,n), (n). pivots is an IntTensor and counts from 1. TH_EINVAL for a pivot that is
** not above tolerance. A tolerance below 0 means n times the rounding error of the
** largest diagonal element.
*/
TH_API int THTensor_pstrf(THTensor *out, THTensor *pivots, const THTensor *a, const char *uplo,
                          double tolerance);

/* --- the functions as data, for bindings --- */

struct THLapackCall;

/* A row of the table of all functions above except inverse: results, operands and flags in
   order. */
typedef struct THLapackOp {
  const char *name;
  int nout, nin, nflags;
  unsigned asks;
  uint8_t out[3], in[3];
  const char *flags[3]; /* the characters to choose from */
  int (*compute)(struct THLapackCall *);
} THLapackOp;

enum {
  TH_LAPACK_OP_gesv, TH_LAPACK_OP_trtrs, TH_LAPACK_OP_gels, TH_LAPACK_OP_symeig, TH_LAPACK_OP_eig,
  TH_LAPACK_OP_svd, TH_LAPACK_OP_qr, TH_LAPACK_OP_geqrf, TH_LAPACK_OP_orgqr, TH_LAPACK_OP_ormqr,
  TH_LAPACK_OP_potrf, TH_LAPACK_OP_potri, TH_LAPACK_OP_potrs, TH_LAPACK_OP_pstrf,
  /* of stacks: THMatrices.h */
  TH_LAPACK_OP_solve, TH_LAPACK_OP_inv, TH_LAPACK_OP_det, TH_LAPACK_OP_slogdet,
  TH_LAPACK_OP_cholesky, TH_LAPACK_OP_choleskySolve, TH_LAPACK_OP_choleskyInverse,
  TH_LAPACK_OP_qrStack, TH_LAPACK_OP_svdvals, TH_LAPACK_OP_eigh, TH_LAPACK_OP_eigvalsh,
  TH_LAPACK_OP_eigvals, TH_LAPACK_OP_eigComplex, TH_LAPACK_OP_solveTriangular, TH_LAPACK_OP_lu,
  TH_LAPACK_OP_luFactor, TH_LAPACK_OP_luSolve
};
TH_API const THLapackOp TH_lapackOps[];

/* Run a row. tolerance is for pstrf. */
TH_API int THLapack_run(const THLapackOp *op, THTensor *const *out, const THTensor *const *in,
                        const char *const *flags, double tolerance);

#endif
