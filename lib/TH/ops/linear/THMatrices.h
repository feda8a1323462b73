/*
** Linear algebra on stacks of matrices: the last two dimensions are a matrix, (.., m, n), and those
** before them count the matrices. Of two operands the leading dimensions broadcast.
**
** What THLapack.h says holds here too: the types, complex conjugates, who computes, finite operands
** (TH_EINVAL otherwise), flags, failures, results that are unchanged on failure. In addition:
** results are row-major and may be operands; an error names the matrix of a stack, counted from 1.
** solve, inv, det and slogdet give NaN for a matrix, or right side, that is not finite.
** det, slogdet, solve and inv need no LAPACK on the CPU: matrices up to 8 x 8, and all where there
** is no LAPACK, are eliminated by own code in double. Small matrices of a stack are computed on
** several threads.
*/
#ifndef TH_MATRICES_H
#define TH_MATRICES_H

#include "TH/geometry/THTensor.h"

/* a x = b. (.., n, n), (.., n, k) -> (.., n, k); or, where b is (n) or has all the leading
   dimensions of a, vectors: (.., n, n), (.., n) -> (.., n). TH_EINVAL for a singular a. */
TH_API int THTensor_solve(THTensor *x, const THTensor *a, const THTensor *b);

/* The inverses. (.., n, n) -> (.., n, n). TH_EINVAL for a singular matrix. */
TH_API int THTensor_inv(THTensor *out, const THTensor *a);

/* The determinants; and sign (for complex types on the unit circle) and logarithm (real) of the
   absolute value, 0 and -inf for a singular matrix. (.., n, n) -> (..). 1 for n = 0. */
TH_API int THTensor_det(THTensor *out, const THTensor *a);
TH_API int THTensor_slogdet(THTensor *sign, THTensor *logabs, const THTensor *a);
/* The logarithm of det: NaN for a negative one. Floating types. */
TH_API int THTensor_logdet(THTensor *out, const THTensor *a);

/* The Cholesky factor, as potrf. Solutions and inverses by it, as potrs and potri. */
TH_API int THTensor_cholesky(THTensor *out, const THTensor *a, const char *uplo);
TH_API int THTensor_choleskySolve(THTensor *x, const THTensor *b, const THTensor *factor,
                                  const char *uplo);
TH_API int THTensor_choleskyInverse(THTensor *out, const THTensor *factor, const char *uplo);

/* a = q r. mode "R" as qr: (.., m, k), (.., k, n); "C": (.., m, m), (.., m, n). */
TH_API int THTensor_qrStack(THTensor *q, THTensor *r, const THTensor *a, const char *mode);

/* As svd; and the singular values alone. (.., m, n) -> (.., min(m,n)) */
TH_API int THTensor_svdStack(THTensor *u, THTensor *s, THTensor *v, const THTensor *a,
                             const char *job);
TH_API int THTensor_svdvals(THTensor *s, const THTensor *a);

/* As symeig, with vectors; and the values alone. */
TH_API int THTensor_eigh(THTensor *values, THTensor *vectors, const THTensor *a, const char *uplo);
TH_API int THTensor_eigvalsh(THTensor *values, const THTensor *a, const char *uplo);

/* Complex eigenvalues of any square matrix, and vectors of length 1 as columns. (.., n, n) ->
   (.., n), (.., n, n) */
TH_API int THTensor_eigvals(THTensor *values, const THTensor *a);
TH_API int THTensor_eigComplex(THTensor *values, THTensor *vectors, const THTensor *a);

/* a x = b or, for side "R", x a = b with a triangular a, of which the other triangle is not read.
   diag "U" takes the diagonal as ones. TH_EINVAL for a 0 on the diagonal. */
TH_API int THTensor_solveTriangular(THTensor *x, const THTensor *a, const THTensor *b,
                                    const char *uplo, const char *side, const char *diag);

/* a = p l u, with a permutation p, and l with ones on the diagonal. (.., m, n) -> (.., m, m),
   (.., m, k), (.., k, n) for k = min(m, n). */
TH_API int THTensor_lu(THTensor *p, THTensor *l, THTensor *u, const THTensor *a);

/* The same in one matrix, and as an IntTensor the row, from 1, with which each row was exchanged
   in turn. (.., m, n) -> (.., m, n), (.., k). luSolve: a x = b from these, (.., n, n), (.., n),
   (.., n, r) -> (.., n, r). TH_EINVAL for pivots outside 1 to n and for a 0 on the diagonal of u.
   */
TH_API int THTensor_luFactor(THTensor *lu, THTensor *pivots, const THTensor *a);
TH_API int THTensor_luSolve(THTensor *x, const THTensor *lu, const THTensor *pivots,
                            const THTensor *b);

/*
** By singular values. Those up to rcond times the largest count as 0; a negative rcond means max(m,
** n) times the rounding error of the type.
**
** pinv: the inverse of Moore and Penrose. (.., m, n) -> (.., n, m). matrixRank: a LongTensor, (..).
** lstsq: the x of least norm among those with the least |a x - b|; b as for solve; residuals, |a x
** - b|^2 of each column, (.., k), if m > n and every matrix has full rank, otherwise empty; rank
** (..), Long; s (.., min(m,n)).
*/
TH_API int THTensor_pinv(THTensor *out, const THTensor *a, double rcond);
TH_API int THTensor_matrixRank(THTensor *rank, const THTensor *a, double rcond);
TH_API int THTensor_lstsq(THTensor *x, THTensor *residuals, THTensor *rank, THTensor *s,
                          const THTensor *a, const THTensor *b, double rcond);

/* (sum |x|^p)^(1/p) over these dimensions, which stay with size 1; any p; 0 counts the elements
   that are not 0, infinities give the largest and smallest absolute value. The result is real. */
TH_API int THTensor_vectorNorm(THTensor *out, const THTensor *x, double p, int ndims,
                               const int *dims);

/* A norm of matrices, real: (.., m, n) -> (.., 1, 1). norm is "fro", "nuc" (the sum of the
   singular values) or "p": for p 1 and -1 the largest and smallest sum of a column, infinity and
   -infinity of a row, 2 and -2 singular value. */
TH_API int THTensor_matrixNorm(THTensor *out, const THTensor *x, const char *norm, double p);

/* The norm times that of the inverse, infinite for a singular matrix; for "p" 2 and -2 by singular
   values, of matrices that need not be square. (.., m, n) -> (..) */
TH_API int THTensor_cond(THTensor *out, const THTensor *x, const char *norm, double p);

/* a to the power of n, of the inverse if n is negative; the exponential, by Pade approximation,
   scaling and squaring (N. J. Higham, 2005). (.., n, n) -> (.., n, n) */
TH_API int THTensor_matrixPower(THTensor *out, const THTensor *a, int64_t n);
TH_API int THTensor_matrixExp(THTensor *out, const THTensor *a);

#endif
