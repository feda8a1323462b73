/*
** cuSPARSE. Matrices are described anew for each product. A handle has one stream at a time, so its
** lock is held while a product is enqueued. The work space can be freed at once: the allocator
** reuses it only behind this work.
*/
#include "THCS/ops/THCSProduct.h"

#include <cusparse.h>
#include <pthread.h>

#include "THC/launch/THCLaunch.h"
#include "THC/memory/THCAllocator.h"
#include "THC/runtime/THCGeneral.h"
#include "THC/runtime/THCLibraries.h"
#include "THCS/kernels/THCSKernels.h"

/* --- the library --- */

#define FORALL_FUNCTIONS(X)                                                          \
  X(cusparseCreate) X(cusparseSetStream) X(cusparseGetErrorString)                   \
  X(cusparseCreateCsr) X(cusparseDestroySpMat) X(cusparseCreateDnMat)                \
  X(cusparseDestroyDnMat) X(cusparseSpMM_bufferSize) X(cusparseSpMM)

TH_LIBRARY(cusparse, FORALL_FUNCTIONS, "cuSPARSE", "TH_CUSPARSE", THC_INSTALL,
           THC_FILES("libcusparse.so.12", "libcusparse.so.13"));

static int failed(const char *op, cusparseStatus_t status, const char *call)
{
  const cudaError_t error = cudaGetLastError();
  if (error) return thc_failed(op, error, call);
  return th_fail(status == CUSPARSE_STATUS_ALLOC_FAILED ? TH_ENOMEM : TH_EDEVICE,
                 "%s: %s failed: %s (%d)", op, call, cusparse.cusparseGetErrorString(status),
                 (int)status);
}

#define TRY(op, name, ...)                                         \
  do {                                                             \
    const cusparseStatus_t status_ = cusparse.name(__VA_ARGS__);   \
    if (status_) return failed(op, status_, #name);                \
  } while (0)

static cusparseHandle_t handles[TH_MAX_DEVICES];
static pthread_mutex_t locks[TH_MAX_DEVICES] = {
  [0 ... TH_MAX_DEVICES - 1] = PTHREAD_MUTEX_INITIALIZER};

/* --- a product --- */

/* The elements, and what sums and factors are; one and zero are numbers of the latter type. */
typedef struct Type {
  cudaDataType type, sums;
  const void *one, *zero;
} Type;

typedef struct Product {
  const THSCall *call;
  const Type *type;
  const THCStream *stream;
  void *columns, *work;          /* scratch memory */
  cusparseSpMatDescr_t a;
  cusparseDnMatDescr_t in, out;
} Product;

/* The library wants one type for rows and columns, so columns become Long. */
static int describe(Product *p)
{
  const THSCall *c = p->call;
  const cudaDataType type = p->type->type;
  const size_t bytes = (size_t)c->entries * sizeof(int64_t);
  TH_TRY(THCAllocator_alloc(p->stream, bytes, &p->columns));
  THC_TRY(c->op, thcs_widen(p->columns, c->column, c->entries, p->stream->handle));
  TRY(c->op, cusparseCreateCsr, &p->a, c->count, c->columns, c->entries, (void *)c->start,
      p->columns, (void *)c->values, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_64I,
      CUSPARSE_INDEX_BASE_ZERO, type);
  TRY(c->op, cusparseCreateDnMat, &p->in, c->columns, c->width, c->width, (void *)c->in, type,
      CUSPARSE_ORDER_ROW);
  TRY(c->op, cusparseCreateDnMat, &p->out, c->count, c->width, c->width, c->out, type,
      CUSPARSE_ORDER_ROW);
  return TH_OK;
}

/* The algorithm is the library's choice for rows that are contiguous. */
static int enqueue(Product *p, cusparseHandle_t *handle)
{
  const Type *t = p->type;
  const char *op = p->call->op;
  const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const cusparseSpMMAlg_t algorithm = CUSPARSE_SPMM_CSR_ALG2;
  size_t bytes = 0;
  if (!*handle) TRY(op, cusparseCreate, handle);
  TRY(op, cusparseSetStream, *handle, p->stream->handle);
  TRY(op, cusparseSpMM_bufferSize, *handle, plain, plain, t->one, p->a, p->in, t->zero, p->out,
      t->sums, algorithm, &bytes);
  if (bytes) TH_TRY(THCAllocator_alloc(p->stream, bytes, &p->work));
  TRY(op, cusparseSpMM, *handle, plain, plain, t->one, p->a, p->in, t->zero, p->out, t->sums,
      algorithm, p->work);
  return TH_OK;
}

static void drop(Product *p)
{
  if (p->a) cusparse.cusparseDestroySpMat(p->a);
  if (p->in) cusparse.cusparseDestroyDnMat(p->in);
  if (p->out) cusparse.cusparseDestroyDnMat(p->out);
  THCAllocator_free(p->work);
  THCAllocator_free(p->columns);
}

static int multiply(const THSCall *call, const Type *type)
{
  THCLaunch launch;
  char *const memory[] = {(char *)call->start, (char *)call->column, (char *)call->values,
                          (char *)call->in, call->out};
  TH_TRY(THLibrary_open(&cusparse_library, call->op));
  TH_TRY(THCLaunch_at(&launch, call->op, call->device, 5, memory));
  Product p = {.call = call, .type = type, .stream = launch.stream};
  int status = describe(&p);
  if (!status) {
    pthread_mutex_lock(&locks[call->device]);
    status = enqueue(&p, &handles[call->device]);
    pthread_mutex_unlock(&locks[call->device]);
  }
  drop(&p);
  return THCLaunch_end(&launch, status, cudaSuccess);
}

/* --- entries --- */

static const float numbers[2][2] = {{0, 0}, {1, 0}};
static const double doubles[2][2] = {{0, 0}, {1, 0}};

#define FORALL_TYPES(X)                                       \
  X(HALF, CUDA_R_16F, CUDA_R_32F, numbers)                    \
  X(BFLOAT16, CUDA_R_16BF, CUDA_R_32F, numbers)               \
  X(FLOAT, CUDA_R_32F, CUDA_R_32F, numbers)                   \
  X(DOUBLE, CUDA_R_64F, CUDA_R_64F, doubles)                  \
  X(COMPLEXFLOAT, CUDA_C_32F, CUDA_C_32F, numbers)            \
  X(COMPLEXDOUBLE, CUDA_C_64F, CUDA_C_64F, doubles)

#define ENTRY(CODE, elements, sums, scalars)                           \
static int multiply_##CODE(THSCall *call)                              \
{                                                                      \
  static const Type type = {elements, sums, scalars[1], scalars[0]};   \
  return multiply(call, &type);                                        \
}
FORALL_TYPES(ENTRY)

THSEntry thcs_multiplyEntry(int dtype)
{
#define ROW(CODE, elements, sums, scalars) [TH_##CODE] = multiply_##CODE,
  static const THSEntry entries[TH_NUM_DTYPES] = {FORALL_TYPES(ROW)};
#undef ROW
  return entries[dtype];
}
