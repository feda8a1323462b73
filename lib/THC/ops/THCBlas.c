/*
** Products by cuBLAS. A handle is used by one thread at a time, under its device's lock; the lock
** covers enqueueing only, not the computation.
*/
#include "THC/ops/THCBlas.h"

#include <cublas_v2.h>
#include <pthread.h>

#include "TH/ops/elementwise/THCopy.h"
#include "THC/launch/THCLaunch.h"
#include "THC/memory/THCAllocator.h"
#include "THC/runtime/THCLibraries.h"

/* --- the library --- */

#define FORALL_FUNCTIONS(X)                                                    \
  X(cublasCreate_v2) X(cublasSetMathMode) X(cublasSetStream_v2)                \
  X(cublasSetWorkspace_v2) X(cublasGetStatusString) X(cublasGemmStridedBatchedEx_64)

TH_LIBRARY(cublas, FORALL_FUNCTIONS, "cuBLAS", "TH_CUBLAS", THC_INSTALL,
           THC_FILES("libcublas.so.13", "libcublas.so.12"));

static int failed(const char *op, cublasStatus_t status, const char *call)
{
  const cudaError_t error = cudaGetLastError();
  if (error) return thc_failed(op, error, call);
  return th_fail(status == CUBLAS_STATUS_ALLOC_FAILED ? TH_ENOMEM : TH_EDEVICE,
                 "%s: %s failed: %s (%d)", op, call, cublas.cublasGetStatusString(status),
                 (int)status);
}

#define TRY(op, name, ...)                                        \
  do {                                                            \
    const cublasStatus_t status_ = cublas.name(__VA_ARGS__);      \
    if (status_) return failed(op, status_, #name);               \
  } while (0)

/* --- handles --- */

/* The handle of a device. Its lock is held while a product is enqueued, because a handle has one
   stream at a time. Each product has its own work space, so that products on two streams can run at
   once. */
typedef struct Handle {
  cublasHandle_t handle;
  size_t room; /* bytes of work space; set once the handle is ready */
} Handle;

static Handle handles[TH_MAX_DEVICES];
static pthread_mutex_t locks[TH_MAX_DEVICES] = {
  [0 ... TH_MAX_DEVICES - 1] = PTHREAD_MUTEX_INITIALIZER};

/* Sums of halves stay in float to the end. The size of the work space is NVIDIA's
   recommendation. */
static int make_handle(Handle *h, const char *op, int device)
{
  cublasHandle_t made = h->handle;
  int major = 0;
  if (h->room) return TH_OK;
  THC_TRY(op, cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device - 1));
  if (!made) TRY(op, cublasCreate_v2, &made);
  h->handle = made;
  TRY(op, cublasSetMathMode, made,
      CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION);
  h->room = (size_t)(major >= 9 ? 32 : 4) << 20;
  return TH_OK;
}

/* --- products --- */

static int tf32; /* atomic */

int THCBlas_allowsTF32(void)
{
  return __atomic_load_n(&tf32, __ATOMIC_RELAXED);
}

void THCBlas_allowTF32(int allow)
{
  __atomic_store_n(&tf32, allow != 0, __ATOMIC_RELAXED);
}

static const struct Type {
  cudaDataType type;
  cublasComputeType_t sums;
} types[TH_NUM_DTYPES] = {
  [TH_HALF] = {CUDA_R_16F, CUBLAS_COMPUTE_32F},
  [TH_BFLOAT16] = {CUDA_R_16BF, CUBLAS_COMPUTE_32F},
  [TH_FLOAT] = {CUDA_R_32F, CUBLAS_COMPUTE_32F},
  [TH_DOUBLE] = {CUDA_R_64F, CUBLAS_COMPUTE_64F},
  [TH_COMPLEXFLOAT] = {CUDA_C_32F, CUBLAS_COMPUTE_32F},
  [TH_COMPLEXDOUBLE] = {CUDA_C_64F, CUBLAS_COMPUTE_64F},
};

/* A scalar, and the sum of a dot product, of 16-bit types is a float. */
static int scalar_dtype(int dtype)
{
  return THDtype_traits(dtype)->size == 2 ? TH_FLOAT : dtype;
}

typedef struct Scalar { THComplexDouble room; } Scalar; /* of the scalar's dtype */

static Scalar scalar(int dtype, THNumber number)
{
  Scalar s = {{0, 0}};
  THDtype_store(scalar_dtype(dtype), &s, number);
  return s;
}

static cublasOperation_t op_of(THMatrix x)
{
  const char op = THMatrix_op(x);
  return op == 'N' ? CUBLAS_OP_N : op == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
}

/* A and B have dtype, C has dtype result. Setting the stream resets the work space, so that is set
   after it. */
static int enqueue(const char *op, const Handle *h, const THCStream *stream, void *room, int dtype,
                   int result, const THProducts *p)
{
  const struct Type *type = &types[dtype];
  const Scalar alpha = scalar(dtype, p->alpha), beta = scalar(dtype, p->beta);
  cublasComputeType_t sums = type->sums;
  if (dtype == TH_FLOAT && THCBlas_allowsTF32()) sums = CUBLAS_COMPUTE_32F_FAST_TF32;
  TRY(op, cublasSetStream_v2, h->handle, stream->handle);
  TRY(op, cublasSetWorkspace_v2, h->handle, room, h->room);
  TRY(op, cublasGemmStridedBatchedEx_64, h->handle, op_of(p->a), op_of(p->b), p->m, p->n, p->k,
      &alpha, p->a.data, type->type, THMatrix_leading(p->a), p->a.next, p->b.data, type->type,
      THMatrix_leading(p->b), p->b.next, &beta, p->c.data, types[result].type,
      THMatrix_leading(p->c), p->c.next, p->stack, sums, CUBLAS_GEMM_DEFAULT);
  return TH_OK;
}

/* On the current device. The work space can be freed at once: the allocator reuses it only behind
   this work. */
static int multiply_on(const char *op, const THCStream *stream, int dtype, int result,
                       const THProducts *p)
{
  Handle *h = &handles[stream->device];
  pthread_mutex_t *lock = &locks[stream->device];
  void *room = NULL;
  pthread_mutex_lock(lock);
  int status = make_handle(h, op, stream->device);
  if (!status) status = THCAllocator_alloc(stream, h->room, &room);
  if (!status) status = enqueue(op, h, stream, room, dtype, result, p);
  pthread_mutex_unlock(lock);
  if (room) THCAllocator_free(room);
  return status;
}

/* The elements of C have the dtype `result`. */
static int run(THProducts p, int result)
{
  THCLaunch launch;
  char *const memory[] = {p.a.data, p.b.data, p.c.data};
  THProducts_turn(&p);
  TH_TRY(THLibrary_open(&cublas_library, p.op));
  TH_TRY(THCLaunch_at(&launch, p.op, p.device, 3, memory));
  int status = multiply_on(p.op, launch.stream, p.dtype, result, &p);
  return THCLaunch_end(&launch, status, cudaSuccess);
}

static int multiply(const THProducts *products)
{
  return run(*products, products->dtype);
}

/* A dot product is a row, y, times a column, x, of which BLAS can take the conjugates. The sum goes
   into a new element. */
static int dot(THDot *d)
{
  const int dtype = scalar_dtype(d->dtype);
  THTensor sum = {0};
  TH_TRY(THTensor_new(&sum, d->device, dtype, 0, NULL));
  const THProducts products = {
    .op = d->op, .device = d->device, .dtype = d->dtype, .stack = 1, .m = 1, .n = 1, .k = d->n,
    .alpha = TH_integer(1), .beta = TH_integer(0),
    .a = {(char *)d->y, 1, 1, d->n, 0, 1, d->incy, 0},
    .b = {(char *)d->x, 1, d->n, 1, 0, d->incx, 1, d->conjx},
    .c = {THTensor_data(&sum), 1, 1, 1, 0, 1, 1, 0}};
  int status = run(products, dtype);
  if (!status) status = THTensor_get(&sum, 0, &d->result);
  THTensor_clear(&sum);
  return status;
}

void thc_fillBlas(THTables *tables)
{
  static const THMultiplyEntry products[TH_MULTIPLY_ROWS] = {[TH_OP_multiply] = multiply};
  static const THDotEntry dots[TH_DOT_ROWS] = {[TH_OP_dot] = dot};
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    if (!types[dtype].sums) continue;
    tables->entry[TH_CHAPTER_MULTIPLY][dtype] = products;
    tables->entry[TH_CHAPTER_DOT][dtype] = dots;
  }
}
