/*
** Linear algebra beyond products, on tensors of a floating type.
**
** On other devices than the CPU what they have computes, by the same rules: see THCSolver.h of
** lib/THC. On the CPU LAPACK does, in double for Double and in float for the rest, with threads
** that follow TH_setNumThreads; it comes with the BLAS library of THBlas.h. Where that brings none,
** the inverse has own code, which serves small matrices too; all others are TH_EUNSUPPORTED, with a
** text that says what to install.
**
** Results are initialised, are resized, and may be operands; no two of them may be one tensor. They
** are column-major (strides 1, rows) but for a result given that has the sizes and is not
** contiguous: that stays as it lies. TH_ESHAPE for other sizes, TH_EDTYPE, TH_EUNSUPPORTED (device,
** layout), TH_EINVAL as said and for matrices beyond LAPACK's 32-bit integers, TH_ENOMEM; results
** are unchanged on failure. The texts of failures count pivots from 1.
**
** Flags are strings of which the first character counts, as in LAPACK; TH_EINVAL for others.
**   uplo: "U" or "L", the triangle of a symmetric or triangular matrix that is read
**   trans: "N", or "T" for the transposed matrix
*/
#ifndef TH_LAPACK_H
#define TH_LAPACK_H

#include "TH/geometry/THTensor.h"

/*
** The inverse of a square matrix, by elimination with partial pivoting. (n,n) -> (n,n).
** TH_EINVAL, naming the pivot that is 0, for a singular matrix. NaN and infinity are no
** error: what depends on them is NaN (but LAPACK may call a column of zeros and NaN singular).
*/
TH_API int THTensor_inverse(THTensor *out, const THTensor *a);

/*
** x with a x = b, and the factors L (below the diagonal) and U of a with its rows exchanged.
** (n,r), (n,n) -> (n,r), (n,n). Here as below a vector b is a matrix of one column. TH_EINVAL for a
** singular a.
*/
TH_API int THTensor_gesv(THTensor *x, THTensor *lu, const THTensor *b, const THTensor *a);

/*
** x with a x = b for a triangular a, and a copy of a. (n,r), (n,n) -> (n,r), (n,n). diag "U" takes
** the diagonal for ones. TH_EINVAL for a 0 on the diagonal.
*/
TH_API int THTensor_trtrs(THTensor *x, THTensor *copy, const THTensor *b, const THTensor *a,
                          const char *uplo, const char *trans, const char *diag);

/*
** x with the least |a x - b|, the least such x where there are several, and the QR or LQ factors of
** a as geqrf leaves them. (m,r), (m,n) -> (n,r), (m,n). TH_EINVAL where a does not have full rank,
** or is not finite.
*/
TH_API int THTensor_gels(THTensor *x, THTensor *qr, const THTensor *b, const THTensor *a);

/*
** Eigenvalues of a symmetric matrix, ascending, and for jobz "V" its eigenvectors as columns;
** for "N" vectors is left alone. (n,n) -> (n), (n,n). TH_EINVAL for NaN and infinity.
*/
TH_API int THTensor_symeig(THTensor *values, THTensor *vectors, const THTensor *a,
                           const char *jobz, const char *uplo);

/*
** Eigenvalues of a matrix as rows of real and imaginary part, and for jobvr "V" its right
** eigenvectors of length 1; for "N" vectors is left alone. (n,n) -> (n,2), (n,n). Column k belongs
** to a real eigenvalue k; the columns k and k + 1 are the real and imaginary part of the vector of
** the first of a complex pair k and k + 1, and its conjugate belongs to the second. TH_EINVAL for
** NaN and infinity.
*/
TH_API int THTensor_eig(THTensor *values, THTensor *vectors, const THTensor *a, const char *jobvr);

/*
** a = u diag(s) v' with s descending, by divide and conquer. k = min(m,n) columns of u and v for
** job "S", all for "A". (m,n) -> (m,k) or (m,m), (k), (n,k) or (n,n). v is row-major. TH_EINVAL
** for NaN and infinity.
*/
TH_API int THTensor_svd(THTensor *u, THTensor *s, THTensor *v, const THTensor *a, const char *job);

/* a = q r, q with k = min(m,n) columns of length 1. (m,n) -> (m,k), (k,n). r is row-major. */
TH_API int THTensor_qr(THTensor *q, THTensor *r, const THTensor *a);

/*
** The same as reflectors: r in the upper triangle of qr, below it and in tau what makes up q.
** (m,n) -> (m,n), (k).
*/
TH_API int THTensor_geqrf(THTensor *qr, THTensor *tau, const THTensor *a);

/* The first columns of the q of reflectors. (m,n), (k) -> (m,min(m,n)), k <= min(m,n). */
TH_API int THTensor_orgqr(THTensor *q, const THTensor *a, const THTensor *tau);

/*
** q c for side "L", c q for "R", or with q', for the whole q, (m,m), of reflectors.
** (m,n), (k), (m,r) or (r,m) -> as c, k <= min(m,n).
*/
TH_API int THTensor_ormqr(THTensor *out, const THTensor *a, const THTensor *tau, const THTensor *c,
                          const char *side, const char *trans);

/*
** The Cholesky factor of a symmetric positive definite matrix, with 0 in the other triangle:
** a = u' u or l l'. (n,n) -> (n,n). TH_EINVAL where a is not positive definite.
*/
TH_API int THTensor_potrf(THTensor *out, const THTensor *a, const char *uplo);

/* The inverse of the matrix of a Cholesky factor. (n,n) -> (n,n). TH_EINVAL for a 0 in it. */
TH_API int THTensor_potri(THTensor *out, const THTensor *factor, const char *uplo);

/* x with a x = b for the matrix a of a Cholesky factor. (n,r), (n,n) -> (n,r). */
TH_API int THTensor_potrs(THTensor *x, const THTensor *b, const THTensor *factor, const char *uplo);

/*
** The Cholesky factor of p' a p, where p exchanges rows for the largest pivot: p[pivots[k]][k] = 1.
** (n,n) -> (n,n), (n). pivots is an IntTensor, from 1. TH_EINVAL where a pivot is not above
** tolerance (below 0: n times the rounding error of the largest diagonal element), or for NaN.
*/
TH_API int THTensor_pstrf(THTensor *out, THTensor *pivots, const THTensor *a, const char *uplo,
                          double tolerance);

/* --- the same as data, for bindings --- */

struct THLapackCall;

/* A row of the table of the functions above but inverse: results, operands and flags in order. */
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
  TH_LAPACK_OP_potrf, TH_LAPACK_OP_potri, TH_LAPACK_OP_potrs, TH_LAPACK_OP_pstrf
};
TH_API const THLapackOp TH_lapackOps[];

/* tolerance is pstrf's. */
TH_API int THLapack_run(const THLapackOp *op, THTensor *const *out, const THTensor *const *in,
                        const char *const *flags, double tolerance);

#endif
