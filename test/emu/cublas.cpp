/*
** A stand-in for libcublas: the functions that lib/THC uses, with NVIDIA's declarations, computed
** by TH's own products. Scalars are on the host. A work space counts as written by every product.
*/
#include "library.h"

#include <cublas_v2.h>

#include <cstdint>

extern "C" {
#include "TH/cpu/THBlas.h"
}

using namespace emu;

struct cublasContext {
  cudaStream_t stream = nullptr;
  void *work = nullptr;
};

namespace {

int dtype_of(cudaDataType type)
{
  switch (type) {
    case CUDA_R_16F: return TH_HALF;
    case CUDA_R_16BF: return TH_BFLOAT16;
    case CUDA_R_32F: return TH_FLOAT;
    case CUDA_R_64F: return TH_DOUBLE;
    case CUDA_C_32F: return TH_COMPLEXFLOAT;
    case CUDA_C_64F: return TH_COMPLEXDOUBLE;
    default: return TH_UNDEFINED;
  }
}

const size_t work_bytes = 4096; /* of work space that every product counts as writing */

bool is_double(int dtype)
{
  return dtype == TH_DOUBLE || dtype == TH_COMPLEXDOUBLE;
}

/* Whether the compute type is supported: half and bfloat16 are computed in float. */
bool is_computed_in(int dtype, cublasComputeType_t type)
{
  return is_double(dtype) ? type == CUBLAS_COMPUTE_64F : dtype != TH_UNDEFINED &&
         (type == CUBLAS_COMPUTE_32F || type == CUBLAS_COMPUTE_32F_FAST_TF32);
}

cublasStatus_t status_of(cudaError_t error)
{
  switch (error) {
    case cudaSuccess: return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUBLAS_STATUS_ALLOC_FAILED;
    case cudaErrorInvalidValue: return CUBLAS_STATUS_INVALID_VALUE;
    default: return CUBLAS_STATUS_EXECUTION_FAILED;
  }
}

/* A column-major matrix, or a stack of them stride elements apart. */
struct Matrix {
  const void *data;
  int64_t rows, columns, ld, stride;
};

struct Product {
  int dtype, result; /* of factors; of C */
  char transa, transb;
  int64_t m, n, k, batch;
  THNumber alpha, beta;
  Matrix a, b, c;
};

Matrix matrix(const void *data, char trans, int64_t rows, int64_t columns, int64_t ld,
              int64_t stride)
{
  if (trans != 'N') return {data, columns, rows, ld, stride};
  return {data, rows, columns, ld, stride};
}

size_t width_of(int dtype)
{
  return static_cast<size_t>(THDtype_traits(dtype)->size);
}

int64_t extent(const Matrix &x)
{
  return x.rows && x.columns ? (x.columns - 1) * x.ld + x.rows : 0;
}

Span span_of(const Matrix &x, int64_t batch, int dtype, bool writes)
{
  int64_t elements = extent(x) && batch ? (batch - 1) * x.stride + extent(x) : 0;
  return {x.data, static_cast<size_t>(elements) * width_of(dtype), writes};
}

const void *at(const Matrix &x, int64_t i, int dtype)
{
  return static_cast<const char *>(view(x.data)) +
         static_cast<size_t>(i * x.stride) * width_of(dtype);
}

std::vector<float> floats(const Matrix &x, int64_t i, int dtype)
{
  std::vector<float> to;
  const char *from = static_cast<const char *>(at(x, i, dtype));
  for (int64_t k = 0; k < extent(x); k++, from += width_of(dtype))
    to.push_back(static_cast<float>(TH_asReal(THDtype_load(dtype, from))));
  return to;
}

void multiply(const Product &p)
{
  for (int64_t i = 0; i < p.batch; i++) {
    const void *a = at(p.a, i, p.dtype), *b = at(p.b, i, p.dtype);
    std::vector<float> wide_a, wide_b;
    if (p.result != p.dtype) {
      wide_a = floats(p.a, i, p.dtype), wide_b = floats(p.b, i, p.dtype);
      a = wide_a.data(), b = wide_b.data();
    }
    THBlas_gemm(p.result, p.transa, p.transb, p.m, p.n, p.k, p.alpha, a, p.a.ld, b, p.b.ld, p.beta,
                const_cast<void *>(at(p.c, i, p.result)), p.c.ld);
  }
}

bool has_room(const Matrix &x)
{
  return x.ld >= (x.rows > 1 ? x.rows : 1);
}

cublasStatus_t start(const char *function, cublasHandle_t handle, const Product &p)
{
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (p.m < 0 || p.n < 0 || p.k < 0 || p.batch < 0 || !has_room(p.a) || !has_room(p.b) ||
      !has_room(p.c))
    return CUBLAS_STATUS_INVALID_VALUE;
  std::vector<Span> spans = {span_of(p.a, p.batch, p.dtype, false),
                             span_of(p.b, p.batch, p.dtype, false),
                             span_of(p.c, p.batch, p.result, true)};
  if (handle->work) spans.push_back({handle->work, work_bytes, true});
  return status_of(library_call(function, handle->stream, spans, [=] { multiply(p); }));
}

THNumber scalar(int dtype, const void *x)
{
  return THDtype_load(width_of(dtype) == 2 ? TH_FLOAT : dtype, x);
}

char letter(cublasOperation_t op)
{
  return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : 'C';
}

} /* namespace */

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
  cudaError_t error = library_call("cublasCreate");
  if (!error) *handle = new cublasContext;
  return error ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream)
{
  handle->stream = stream;
  handle->work = nullptr;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *work, size_t bytes)
{
  if (bytes < work_bytes) return CUBLAS_STATUS_INVALID_VALUE;
  handle->work = work;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t)
{
  return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

const char *cublasGetStatusString(cublasStatus_t status)
{
  static const struct {
    cublasStatus_t status;
    const char *text;
  } rows[] = {
    {CUBLAS_STATUS_SUCCESS, "success"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "the library was not initialized"},
    {CUBLAS_STATUS_ALLOC_FAILED, "the resource allocation failed"},
    {CUBLAS_STATUS_INVALID_VALUE, "an invalid value was given"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "the function failed to launch on the GPU"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "the functionality is not supported"},
  };
  for (const auto &row : rows)
    if (row.status == status) return row.text;
  return "an unknown status";
}

/* C has the factors' type, or is float. */
cublasStatus_t cublasGemmStridedBatchedEx_64(
  cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int64_t m, int64_t n,
  int64_t k, const void *alpha, const void *a, cudaDataType atype, int64_t lda, long long stridea,
  const void *b, cudaDataType btype, int64_t ldb, long long strideb, const void *beta, void *c,
  cudaDataType ctype, int64_t ldc, long long stridec, int64_t batch, cublasComputeType_t type,
  cublasGemmAlgo_t)
{
  int dtype = dtype_of(atype), result = dtype_of(ctype);
  char ta = letter(transa), tb = letter(transb);
  if (atype != btype || (result != dtype && (result != TH_FLOAT || width_of(dtype) != 2)) ||
      !is_computed_in(dtype, type))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  Product product = {
    dtype, result, ta, tb, m, n, k, batch, scalar(dtype, alpha), scalar(dtype, beta),
    matrix(a, ta, m, k, lda, stridea), matrix(b, tb, k, n, ldb, strideb),
    matrix(c, 'N', m, n, ldc, stridec),
  };
  return start("cublasGemmStridedBatchedEx", handle, product);
}

cublasStatus_t cublasGemmStridedBatchedEx(
  cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
  const void *alpha, const void *a, cudaDataType atype, int lda, long long stridea, const void *b,
  cudaDataType btype, int ldb, long long strideb, const void *beta, void *c, cudaDataType ctype,
  int ldc, long long stridec, int batch, cublasComputeType_t type, cublasGemmAlgo_t algorithm)
{
  return cublasGemmStridedBatchedEx_64(handle, transa, transb, m, n, k, alpha, a, atype, lda,
                                       stridea, b, btype, ldb, strideb, beta, c, ctype, ldc,
                                       stridec, batch, type, algorithm);
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void *alpha,
                            const void *a, cudaDataType atype, int lda, const void *b,
                            cudaDataType btype, int ldb, const void *beta, void *c,
                            cudaDataType ctype, int ldc, cublasComputeType_t type,
                            cublasGemmAlgo_t algorithm)
{
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, atype, lda, 0, b,
                                    btype, ldb, 0, beta, c, ctype, ldc, 0, 1, type, algorithm);
}

} /* extern "C" */
