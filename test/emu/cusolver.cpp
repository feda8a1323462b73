/*
** A stand-in for libcusolver: dense routines computed by LAPACK, real and complex: getrf, getrs,
** potrf, potrs, geqrf, orgqr, syevd, gesvd. Callers must provide the work space that they are told,
** but it is not used. Every routine writes to memory of its handle, so that two streams that share
** a handle race.
*/
#include "library.h"

#include <cusolverDn.h>

#include <cctype>
#include <cstdint>
#include <memory>
#include <string>

extern "C" {
#include "TH/cpu/THBlas.h"
}

using namespace emu;

struct cusolverDnContext {
  cudaStream_t stream = nullptr;
  void *memory = nullptr; /* on the device; every routine writes it */
};

struct cusolverDnParams {};

namespace {

const size_t work_bytes = 512; /* what every routine says it needs */

bool is_complex(cudaDataType type)
{
  return type == CUDA_C_32F || type == CUDA_C_64F;
}

/* Of a real number, or of the parts of a complex one. */
size_t real_width(cudaDataType type)
{
  return type == CUDA_R_64F || type == CUDA_C_64F ? sizeof(double) : sizeof(float);
}

size_t width_of(cudaDataType type)
{
  return real_width(type) * (is_complex(type) ? 2 : 1);
}

/* LAPACK's routine for a type; NULL if no LAPACK was found. */
void *routine(cudaDataType type, const char *name)
{
  const char letter = "sdcz"[2 * is_complex(type) + (real_width(type) == sizeof(double))];
  return THBlas_symbol((letter + std::string(name) + "_").c_str());
}

/* The memory of real numbers that complex routines want beside their work space, n numbers. */
std::vector<double> real_work(cudaDataType type, int64_t n)
{
  return std::vector<double>(is_complex(type) ? static_cast<size_t>(n) + 1 : 0);
}

/* Call a routine by Fortran's conventions: everything by address, then the lengths of texts. */
template <class... A> void run(void *symbol, A... arguments)
{
  reinterpret_cast<void (*)(A...)>(symbol)(arguments...);
}

/* Call a routine with work space twice: to ask for the size, then to compute. */
template <class F> void with_work(cudaDataType type, F routine_with)
{
  std::vector<double> work(2);
  int length = -1;
  routine_with(static_cast<void *>(work.data()), &length);
  if (real_width(type) == sizeof(double)) length = static_cast<int>(work[0]);
  else length = static_cast<int>(*reinterpret_cast<float *>(work.data()));
  work.resize(2 * static_cast<size_t>(length) + 2);
  routine_with(static_cast<void *>(work.data()), &length);
}

cusolverStatus_t status_of(cudaError_t error)
{
  switch (error) {
    case cudaSuccess: return CUSOLVER_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUSOLVER_STATUS_ALLOC_FAILED;
    case cudaErrorInvalidValue: return CUSOLVER_STATUS_INVALID_VALUE;
    default: return CUSOLVER_STATUS_EXECUTION_FAILED;
  }
}

Span matrix(const void *data, int64_t rows, int64_t columns, int64_t ld, cudaDataType type,
            bool writes)
{
  int64_t elements = rows && columns ? (columns - 1) * ld + rows : 0;
  return {data, static_cast<size_t>(elements) * width_of(type), writes};
}

Span vector(const void *data, int64_t n, size_t width, bool writes)
{
  return {data, static_cast<size_t>(n) * width, writes};
}

/* What all routines have beside their operands. */
struct Rest {
  void *work;
  size_t bytes;
  int *info;
};

cusolverStatus_t start(const char *function, cusolverDnHandle_t handle, void *symbol,
                       std::vector<Span> spans, Rest rest, std::function<void()> action)
{
  if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (!symbol) return CUSOLVER_STATUS_NOT_SUPPORTED;
  if (rest.work && rest.bytes < work_bytes) return CUSOLVER_STATUS_INVALID_VALUE;
  if (rest.work) spans.push_back({rest.work, rest.bytes, true});
  spans.push_back({handle->memory, work_bytes, true});
  spans.push_back({rest.info, sizeof(int), true});
  return status_of(library_call(function, handle->stream, spans, std::move(action)));
}

cusolverStatus_t say_work(size_t *device, size_t *host)
{
  *device = work_bytes;
  *host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}

const char *letter(cublasFillMode_t side)
{
  return side == CUBLAS_FILL_MODE_LOWER ? "L" : "U";
}

std::vector<int> narrow(const int64_t *from, int64_t n)
{
  return std::vector<int>(from, from + n);
}

cusolverStatus_t orgqr(cusolverDnHandle_t handle, cudaDataType type, int m, int n, int k, void *a,
                       int lda, const void *tau, void *work, int length, int *info)
{
  void *symbol = routine(type, is_complex(type) ? "ungqr" : "orgqr");
  std::vector<Span> spans = {matrix(a, m, n, lda, type, true),
                             vector(tau, k, width_of(type), false)};
  Rest rest = {work, static_cast<size_t>(length) * width_of(type), info};
  return start("cusolverDnOrgqr", handle, symbol, spans, rest, [=] {
    int rows = m, columns = n, reflectors = k, ld = lda;
    with_work(type, [&](void *space, int *size) {
      run(symbol, &rows, &columns, &reflectors, view(a), &ld, view(tau), space, size, view(info));
    });
  });
}

} /* namespace */

extern "C" {

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle)
{
  cudaError_t error = library_call("cusolverDnCreate");
  void *memory = nullptr;
  if (!error) error = cudaMalloc(&memory, work_bytes);
  if (!error) *handle = new cusolverDnContext{nullptr, memory};
  return error ? CUSOLVER_STATUS_NOT_INITIALIZED : CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle)
{
  cudaFree(handle->memory);
  delete handle;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream)
{
  handle->stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params)
{
  *params = new cusolverDnParams;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params)
{
  delete params;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType, const void *, int64_t,
                                             cudaDataType, size_t *device, size_t *host)
{
  return say_work(device, host);
}

cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  int64_t *pivots, cudaDataType, void *work, size_t bytes, void *,
                                  size_t, int *info)
{
  void *symbol = routine(type, "getrf");
  int64_t count = m < n ? m : n;
  std::vector<Span> spans = {matrix(a, m, n, lda, type, true),
                             vector(pivots, count, sizeof *pivots, true)};
  return start("cusolverDnXgetrf", handle, symbol, spans, {work, bytes, info}, [=] {
    int rows = static_cast<int>(m), columns = static_cast<int>(n), ld = static_cast<int>(lda);
    std::vector<int> narrow_pivots(static_cast<size_t>(count) + 1);
    run(symbol, &rows, &columns, view(a), &ld, narrow_pivots.data(), view(info));
    for (int64_t i = 0; i < count; i++) view(pivots)[i] = narrow_pivots[static_cast<size_t>(i)];
  });
}

cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasOperation_t op, int64_t n, int64_t count,
                                  cudaDataType type, const void *a, int64_t lda,
                                  const int64_t *pivots, cudaDataType, void *b, int64_t ldb,
                                  int *info)
{
  void *symbol = routine(type, "getrs");
  std::vector<Span> spans = {matrix(a, n, n, lda, type, false),
                             matrix(b, n, count, ldb, type, true),
                             vector(pivots, n, sizeof *pivots, false)};
  return start("cusolverDnXgetrs", handle, symbol, spans, {nullptr, 0, info}, [=] {
    int order = static_cast<int>(n), columns = static_cast<int>(count);
    int ld = static_cast<int>(lda), ld2 = static_cast<int>(ldb);
    std::vector<int> narrow_pivots = narrow(view(pivots), n);
    const char *form = op == CUBLAS_OP_N ? "N" : op == CUBLAS_OP_T ? "T" : "C";
    run(symbol, form, &order, &columns, view(a), &ld,
        narrow_pivots.data(), view(b), &ld2, view(info), size_t(1));
  });
}

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cublasFillMode_t, int64_t, cudaDataType, const void *,
                                             int64_t, cudaDataType, size_t *device, size_t *host)
{
  return say_work(device, host);
}

cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t side, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, cudaDataType, void *work, size_t bytes, void *,
                                  size_t, int *info)
{
  void *symbol = routine(type, "potrf");
  std::vector<Span> spans = {matrix(a, n, n, lda, type, true)};
  return start("cusolverDnXpotrf", handle, symbol, spans, {work, bytes, info}, [=] {
    int order = static_cast<int>(n), ld = static_cast<int>(lda);
    run(symbol, letter(side), &order, view(a), &ld, view(info), size_t(1));
  });
}

cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t side, int64_t n, int64_t count,
                                  cudaDataType type, const void *a, int64_t lda, cudaDataType,
                                  void *b, int64_t ldb, int *info)
{
  void *symbol = routine(type, "potrs");
  std::vector<Span> spans = {matrix(a, n, n, lda, type, false),
                             matrix(b, n, count, ldb, type, true)};
  return start("cusolverDnXpotrs", handle, symbol, spans, {nullptr, 0, info}, [=] {
    int order = static_cast<int>(n), columns = static_cast<int>(count);
    int ld = static_cast<int>(lda), ld2 = static_cast<int>(ldb);
    run(symbol, letter(side), &order, &columns, view(a), &ld, view(b), &ld2, view(info), size_t(1));
  });
}

cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType, const void *, int64_t,
                                             cudaDataType, const void *, cudaDataType,
                                             size_t *device, size_t *host)
{
  return say_work(device, host);
}

cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType,
                                  void *tau, cudaDataType, void *work, size_t bytes, void *,
                                  size_t, int *info)
{
  void *symbol = routine(type, "geqrf");
  std::vector<Span> spans = {matrix(a, m, n, lda, type, true),
                             vector(tau, m < n ? m : n, width_of(type), true)};
  return start("cusolverDnXgeqrf", handle, symbol, spans, {work, bytes, info}, [=] {
    int rows = static_cast<int>(m), columns = static_cast<int>(n), ld = static_cast<int>(lda);
    with_work(type, [&](void *space, int *size) {
      run(symbol, &rows, &columns, view(a), &ld, view(tau), space, size, view(info));
    });
  });
}

cusolverStatus_t cusolverDnSorgqr_bufferSize(cusolverDnHandle_t, int, int, int, const float *, int,
                                             const float *, int *length)
{
  *length = static_cast<int>(work_bytes / sizeof(float));
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnDorgqr_bufferSize(cusolverDnHandle_t, int, int, int, const double *,
                                             int, const double *, int *length)
{
  *length = static_cast<int>(work_bytes / sizeof(double));
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSorgqr(cusolverDnHandle_t handle, int m, int n, int k, float *a,
                                  int lda, const float *tau, float *work, int length, int *info)
{
  return orgqr(handle, CUDA_R_32F, m, n, k, a, lda, tau, work, length, info);
}

cusolverStatus_t cusolverDnDorgqr(cusolverDnHandle_t handle, int m, int n, int k, double *a,
                                  int lda, const double *tau, double *work, int length, int *info)
{
  return orgqr(handle, CUDA_R_64F, m, n, k, a, lda, tau, work, length, info);
}

cusolverStatus_t cusolverDnCungqr_bufferSize(cusolverDnHandle_t, int, int, int, const cuComplex *,
                                             int, const cuComplex *, int *length)
{
  *length = static_cast<int>(work_bytes / sizeof(cuComplex));
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnZungqr_bufferSize(cusolverDnHandle_t, int, int, int,
                                             const cuDoubleComplex *, int, const cuDoubleComplex *,
                                             int *length)
{
  *length = static_cast<int>(work_bytes / sizeof(cuDoubleComplex));
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnCungqr(cusolverDnHandle_t handle, int m, int n, int k, cuComplex *a,
                                  int lda, const cuComplex *tau, cuComplex *work, int length,
                                  int *info)
{
  return orgqr(handle, CUDA_C_32F, m, n, k, a, lda, tau, work, length, info);
}

cusolverStatus_t cusolverDnZungqr(cusolverDnHandle_t handle, int m, int n, int k,
                                  cuDoubleComplex *a, int lda, const cuDoubleComplex *tau,
                                  cuDoubleComplex *work, int length, int *info)
{
  return orgqr(handle, CUDA_C_64F, m, n, k, a, lda, tau, work, length, info);
}

cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cusolverEigMode_t, cublasFillMode_t, int64_t,
                                             cudaDataType, const void *, int64_t, cudaDataType,
                                             const void *, cudaDataType, size_t *device,
                                             size_t *host)
{
  return say_work(device, host);
}

/* Uses syev, which needs no second work space. */
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverEigMode_t mode, cublasFillMode_t side, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType, void *w,
                                  cudaDataType, void *work, size_t bytes, void *, size_t, int *info)
{
  void *symbol = routine(type, is_complex(type) ? "heev" : "syev");
  std::vector<Span> spans = {matrix(a, n, n, lda, type, true),
                             vector(w, n, real_width(type), true)};
  return start("cusolverDnXsyevd", handle, symbol, spans, {work, bytes, info}, [=] {
    int order = static_cast<int>(n), ld = static_cast<int>(lda);
    const char *vectors = mode == CUSOLVER_EIG_MODE_VECTOR ? "V" : "N";
    std::vector<double> reals = real_work(type, 3 * n);
    with_work(type, [&](void *space, int *size) {
      if (is_complex(type))
        run(symbol, vectors, letter(side), &order, view(a), &ld, view(w), space, size,
            reals.data(), view(info), size_t(1), size_t(1));
      else
        run(symbol, vectors, letter(side), &order, view(a), &ld, view(w), space, size, view(info),
            size_t(1), size_t(1));
    });
  });
}

cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, signed char,
                                             signed char, int64_t, int64_t, cudaDataType,
                                             const void *, int64_t, cudaDataType, const void *,
                                             cudaDataType, const void *, int64_t, cudaDataType,
                                             const void *, int64_t, cudaDataType, size_t *device,
                                             size_t *host)
{
  return say_work(device, host);
}

/* Like cuSOLVER, only for m >= n. */
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, cudaDataType type,
                                  void *a, int64_t lda, cudaDataType, void *s, cudaDataType,
                                  void *u, int64_t ldu, cudaDataType, void *vt, int64_t ldvt,
                                  cudaDataType, void *work, size_t bytes, void *, size_t, int *info)
{
  void *symbol = routine(type, "gesvd");
  int64_t columns_u = jobu == 'A' ? m : jobu == 'S' ? n : 0, rows_vt = jobvt == 'N' ? 0 : n;
  if (m < n) return CUSOLVER_STATUS_INVALID_VALUE;
  std::vector<Span> spans = {matrix(a, m, n, lda, type, true), vector(s, n, real_width(type), true),
                             matrix(u, m, columns_u, ldu, type, true),
                             matrix(vt, rows_vt, n, ldvt, type, true)};
  return start("cusolverDnXgesvd", handle, symbol, spans, {work, bytes, info}, [=] {
    int rows = static_cast<int>(m), columns = static_cast<int>(n), ld = static_cast<int>(lda);
    int ld2 = static_cast<int>(ldu), ld3 = static_cast<int>(ldvt);
    char left = static_cast<char>(jobu), right = static_cast<char>(jobvt);
    std::vector<double> reals = real_work(type, 5 * n);
    with_work(type, [&](void *space, int *size) {
      if (is_complex(type))
        run(symbol, &left, &right, &rows, &columns, view(a), &ld, view(s), view(u), &ld2, view(vt),
            &ld3, space, size, reals.data(), view(info), size_t(1), size_t(1));
      else
        run(symbol, &left, &right, &rows, &columns, view(a), &ld, view(s), view(u), &ld2, view(vt),
            &ld3, space, size, view(info), size_t(1), size_t(1));
    });
  });
}

} /* extern "C" */
