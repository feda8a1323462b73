/*
** A stand-in for libcusparse: the functions that lib/THCS uses, with NVIDIA's declarations. A
** product is computed in double. Scalars are on the host. A work space counts as written by every
** product, whose rows and columns are checked as it runs.
*/
#include "library.h"

#include <cusparse.h>

#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" {
#include "TH/base/THDtype.h"
}

using namespace emu;

struct cusparseContext {
  cudaStream_t stream = nullptr;
};

struct cusparseSpMatDescr {
  int64_t rows, columns, entries;
  const void *start, *column, *values;
  cudaDataType type;
};

struct cusparseDnMatDescr {
  int64_t rows, columns, ld;
  void *values;
  cudaDataType type;
};

namespace {

const size_t work_bytes = 512; /* of work space that every product writes */

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

/* The type in which sums of elements are made. */
cudaDataType sums_of(cudaDataType type)
{
  return type == CUDA_R_16F || type == CUDA_R_16BF ? CUDA_R_32F : type;
}

size_t width_of(int dtype)
{
  return static_cast<size_t>(THDtype_traits(dtype)->size);
}

cusparseStatus_t status_of(cudaError_t error)
{
  switch (error) {
    case cudaSuccess: return CUSPARSE_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUSPARSE_STATUS_ALLOC_FAILED;
    case cudaErrorInvalidValue: return CUSPARSE_STATUS_INVALID_VALUE;
    default: return CUSPARSE_STATUS_EXECUTION_FAILED;
  }
}

struct Product {
  cusparseSpMatDescr a;
  cusparseDnMatDescr b, c;
  THNumber alpha, beta;
  int dtype;
};

typedef std::complex<double> Number;

Number load(int dtype, const void *data, int64_t i)
{
  const THNumber x = THDtype_load(dtype, static_cast<const char *>(data) +
                                             static_cast<size_t>(i) * width_of(dtype));
  return {TH_asReal(x), TH_imaginary(x)};
}

void store(int dtype, void *data, int64_t i, Number x)
{
  void *to = static_cast<char *>(data) + static_cast<size_t>(i) * width_of(dtype);
  THDtype_store(dtype, to, THDtype_traits(dtype)->complex ? TH_complex(x.real(), x.imag())
                                                          : TH_real(x.real()));
}

void check(bool isRight, const char *what)
{
  if (isRight) return;
  fprintf(stderr, "emu: cusparseSpMM: %s\n", what);
  abort();
}

void multiply_row(const Product &p, int64_t i, const int64_t *start, const int64_t *column)
{
  const void *values = view(p.a.values), *b = view(p.b.values);
  void *c = view(p.c.values);
  const Number alpha = {TH_asReal(p.alpha), TH_imaginary(p.alpha)};
  const Number beta = {TH_asReal(p.beta), TH_imaginary(p.beta)};
  check(start[i] <= start[i + 1] && start[i + 1] <= p.a.entries, "rows do not rise");
  for (int64_t j = 0; j < p.c.columns; j++) {
    Number sum = 0;
    for (int64_t k = start[i]; k < start[i + 1]; k++) {
      check(column[k] >= 0 && column[k] < p.a.columns, "a column is outside");
      sum += load(p.dtype, values, k) * load(p.dtype, b, column[k] * p.b.ld + j);
    }
    sum *= alpha;
    if (beta != 0.0) sum += beta * load(p.dtype, c, i * p.c.ld + j);
    store(p.dtype, c, i * p.c.ld + j, sum);
  }
}

void multiply(const Product &p)
{
  const int64_t *start = static_cast<const int64_t *>(view(p.a.start));
  const int64_t *column = static_cast<const int64_t *>(view(p.a.column));
  check(start[0] == 0 && start[p.a.rows] == p.a.entries, "rows and entries disagree");
  for (int64_t i = 0; i < p.a.rows; i++) multiply_row(p, i, start, column);
}

Span span_of(const cusparseDnMatDescr &x, bool writes)
{
  const int64_t elements = x.rows && x.columns ? (x.rows - 1) * x.ld + x.columns : 0;
  return {x.values, static_cast<size_t>(elements) * width_of(dtype_of(x.type)), writes};
}

bool fits(const cusparseSpMatDescr &a, const cusparseDnMatDescr &b, const cusparseDnMatDescr &c)
{
  return a.rows == c.rows && a.columns == b.rows && b.columns == c.columns &&
         a.type == b.type && a.type == c.type;
}

} /* namespace */

extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
  cudaError_t error = library_call("cusparseCreate");
  if (!error) *handle = new cusparseContext;
  return error ? CUSPARSE_STATUS_NOT_INITIALIZED : CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
  delete handle;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream)
{
  handle->stream = stream;
  return CUSPARSE_STATUS_SUCCESS;
}

const char *cusparseGetErrorString(cusparseStatus_t status)
{
  switch (status) {
    case CUSPARSE_STATUS_SUCCESS: return "success";
    case CUSPARSE_STATUS_NOT_INITIALIZED: return "initialization error";
    case CUSPARSE_STATUS_ALLOC_FAILED: return "out of memory";
    case CUSPARSE_STATUS_INVALID_VALUE: return "invalid value";
    case CUSPARSE_STATUS_EXECUTION_FAILED: return "kernel launch failure";
    case CUSPARSE_STATUS_NOT_SUPPORTED: return "operation not supported";
    default: return "unknown error";
  }
}

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *made, int64_t rows, int64_t columns,
                                   int64_t entries, void *start, void *column, void *values,
                                   cusparseIndexType_t rowType, cusparseIndexType_t columnType,
                                   cusparseIndexBase_t base, cudaDataType type)
{
  if (rows < 0 || columns < 0 || entries < 0 || !dtype_of(type))
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (rowType != CUSPARSE_INDEX_64I || columnType != CUSPARSE_INDEX_64I ||
      base != CUSPARSE_INDEX_BASE_ZERO)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  cudaError_t error = library_call("cusparseCreateCsr");
  if (!error) *made = new cusparseSpMatDescr{rows, columns, entries, start, column, values, type};
  return status_of(error);
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix)
{
  delete matrix;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *made, int64_t rows, int64_t columns,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order)
{
  if (rows < 0 || columns < 0 || ld < columns || !dtype_of(type))
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (order != CUSPARSE_ORDER_ROW) return CUSPARSE_STATUS_NOT_SUPPORTED;
  cudaError_t error = library_call("cusparseCreateDnMat");
  if (!error) *made = new cusparseDnMatDescr{rows, columns, ld, values, type};
  return status_of(error);
}

cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix)
{
  delete matrix;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void *,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                         const void *, cusparseDnMatDescr_t c, cudaDataType sums,
                                         cusparseSpMMAlg_t, size_t *bytes)
{
  if (!handle) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (!fits(*a, *b, *c)) return CUSPARSE_STATUS_INVALID_VALUE;
  if (sums != sums_of(a->type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
  *bytes = work_bytes;
  return status_of(library_call("cusparseSpMM_bufferSize"));
}

cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void *alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void *beta, cusparseDnMatDescr_t c, cudaDataType sums,
                              cusparseSpMMAlg_t, void *work)
{
  if (!handle) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (!fits(*a, *b, *c) || !work) return CUSPARSE_STATUS_INVALID_VALUE;
  if (sums != sums_of(a->type) || opA != CUSPARSE_OPERATION_NON_TRANSPOSE ||
      opB != CUSPARSE_OPERATION_NON_TRANSPOSE)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const int dtype = dtype_of(a->type), scalar = dtype_of(sums);
  const size_t entries = static_cast<size_t>(a->entries), rows = static_cast<size_t>(a->rows);
  const Product p = {*a, *b, *c, THDtype_load(scalar, alpha), THDtype_load(scalar, beta), dtype};
  const std::vector<Span> spans = {
    {a->start, (rows + 1) * sizeof(int64_t), false}, {a->column, entries * sizeof(int64_t), false},
    {a->values, entries * width_of(dtype), false}, span_of(*b, false), span_of(*c, true),
    {work, work_bytes, true}};
  return status_of(library_call("cusparseSpMM", handle->stream, spans, [=] { multiply(p); }));
}

} /* extern "C" */
