/*
** Dense products on raw pointers, with the dtype as data: what tensors call after they have checked
** and laid out operands.
**
** Matrices are column-major as in BLAS: element (i, j) of an m x n matrix with leading dimension ld
** is at i + j * ld, with ld >= m; for a matrix of at most one column ld is not used. Sizes, leading
** dimensions and increments are in elements. An increment is >= 0 for an operand that is read (0
** repeats one element) and >= 1 for a result. alpha and beta are converted to the dtype as by copy.
** If beta is 0, the result is not read; if alpha is 0, the factors are not read. Sizes may be 0.
** The caller makes sure that a result does not overlap a factor.
**
** gemm of Float and Double has kernels on SIMD levels with a fused multiply-add (avx2, avx512).
** Other calls for these two dtypes, and all but dot for ComplexFloat and ComplexDouble, use a BLAS
** library if there is one and every size fits its 32-bit integers. Everything else is portable
** code: it sums in double for floating and complex types and modulo 2^64 for integral ones, and
** rounds or wraps once; for Bool the sum is "or" and the product "and". Kernels and portable code
** sum each element in the order of k, whatever the sizes are. So a product that is cut along m or
** n, for example over threads, has the same bits. A library does not promise that.
**
** Semantics of gemm, gemv, ger and dot: Dongarra et al., "A Set of Level 3 Basic Linear Algebra
** Subprograms", 1990, and its predecessors. All return TH_OK; TH_EDTYPE for a code that is no dtype
** with arithmetic; TH_EINVAL for other wrong arguments. The result is unchanged on failure. All may
** be called from several threads at once.
*/
#ifndef TH_BLAS_H
#define TH_BLAS_H

#include "TH/base/THDtype.h"

/*
** C = alpha * op(A) * op(B) + beta * C.   op(A) is m x k, op(B) k x n; op transposes for 'T' or
** 't', and conjugates too for 'C' or 'c'; 'N' or 'n' does neither.
*/
TH_API int THBlas_gemm(int dtype, char transa, char transb, int64_t m, int64_t n, int64_t k,
                       THNumber alpha, const void *a, int64_t lda, const void *b, int64_t ldb,
                       THNumber beta, void *c, int64_t ldc);

/* y = alpha * op(A) * x + beta * y.   A is m x n as stored; y has m elements for 'N', else n. */
TH_API int THBlas_gemv(int dtype, char trans, int64_t m, int64_t n, THNumber alpha,
                       const void *a, int64_t lda, const void *x, int64_t incx, THNumber beta,
                       void *y, int64_t incy);

/* A = alpha * x * transpose(y) + A.   A is m x n, x has m elements, y has n. Nothing is
   conjugated. */
TH_API int THBlas_ger(int dtype, int64_t m, int64_t n, THNumber alpha, const void *x, int64_t incx,
                      const void *y, int64_t incy, void *a, int64_t lda);

/*
** The sum of x[i] * y[i]: a double, a complex number, or an int64 for integral dtypes, not rounded
** or wrapped to the dtype by built-in code (a library rounds that of Float); for Bool 0 or 1. vdot
** takes the conjugate of x[i].
*/
TH_API int THBlas_dot(int dtype, int64_t n, const void *x, int64_t incx,
                      const void *y, int64_t incy, THNumber *result);
TH_API int THBlas_vdot(int dtype, int64_t n, const void *x, int64_t incx,
                       const void *y, int64_t incy, THNumber *result);

/*
** The library is opened at the first call that can use it: libopenblas.so.0, libopenblas.so or
** libblas.so.3, the first that has what is needed. Environment TH_BLAS=builtin prevents that,
** TH_BLAS=name names the only library to try; either leaves the kernels aside. Built with
** -DTH_BLAS=link (macro TH_BLAS_LINK), the functions linked into the program take the place of
** these names; with -DTH_BLAS=builtin (TH_BLAS_BUILTIN), no library is ever opened, nor is one in a
** static program. Where the process's limits would make the library hang or raise a signal, it is
** not used, or with one thread (THBlasLimits.h). An OpenBLAS that does not know the processor is
** opened twice (THBlasCore.h).
*/

/* One line: which code is used if there is no kernel, and why. Valid to the
   end of the process. */
TH_API const char *THBlas_info(void);

/* The address of a symbol of the library in use ("dgesv_"), or NULL if it has none. */
TH_API void *THBlas_symbol(const char *name);

/* Whether the CPU's level has a kernel for gemm of dtype. Opens no library. */
TH_API int THBlas_hasKernel(int dtype);

/* Whether a library, which has its own threads, is used for dtype if there is no kernel. */
TH_API int THBlas_hasLibrary(int dtype);

/* Set the library's threads, n >= 1, now or when it is opened. This works for OpenBLAS only. */
TH_API int THBlas_setNumThreads(int n);

#endif
