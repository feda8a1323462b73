/*
** LAPACK's routines by cuSOLVER. A handle belongs to one routine from start to end; the slots of
** the call hold all memory on the device, and the caller drops them.
*/
#include "THC/ops/THCSolver.h"

#include <cusolverDn.h>
#include <pthread.h>
#include <stdlib.h>

#include "TH/geometry/THComplex.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/linear/THLapackCall.h"
#include "TH/ops/linear/THLinear.h"
#include "THC/launch/THCLaunch.h"
#include "THC/runtime/THCLibraries.h"

/* --- the library --- */

#define FORALL_FUNCTIONS(X)                                                                       \
  X(cusolverDnCreate) X(cusolverDnCreateParams) X(cusolverDnSetStream)                            \
  X(cusolverDnXgetrf_bufferSize) X(cusolverDnXgetrf) X(cusolverDnXgetrs)                          \
  X(cusolverDnXpotrf_bufferSize) X(cusolverDnXpotrf) X(cusolverDnXpotrs)                          \
  X(cusolverDnXgeqrf_bufferSize) X(cusolverDnXgeqrf)                                              \
  X(cusolverDnSorgqr_bufferSize) X(cusolverDnSorgqr)                                              \
  X(cusolverDnDorgqr_bufferSize) X(cusolverDnDorgqr)                                              \
  X(cusolverDnCungqr_bufferSize) X(cusolverDnCungqr)                                              \
  X(cusolverDnZungqr_bufferSize) X(cusolverDnZungqr)                                              \
  X(cusolverDnXsyevd_bufferSize) X(cusolverDnXsyevd)                                              \
  X(cusolverDnXgesvd_bufferSize) X(cusolverDnXgesvd)

TH_LIBRARY(cusolver, FORALL_FUNCTIONS, "cuSOLVER", "TH_CUSOLVER", THC_INSTALL,
           THC_FILES("libcusolver.so.12", "libcusolver.so.11"));

/* --- a call --- */

/* A device's handle. It has one stream at a time and memory on the device, so a routine keeps it
   until its work there is done. */
typedef struct Handle {
  struct Handle *next;
  cusolverDnHandle_t handle;
  cusolverDnParams_t params;
} Handle;

static Handle *idle[TH_MAX_DEVICES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static Handle *take_handle(int device)
{
  pthread_mutex_lock(&lock);
  Handle *h = idle[device];
  if (h) idle[device] = h->next;
  pthread_mutex_unlock(&lock);
  return h ? h : calloc(1, sizeof *h);
}

static void give_handle(int device, Handle *h)
{
  pthread_mutex_lock(&lock);
  h->next = idle[device];
  idle[device] = h;
  pthread_mutex_unlock(&lock);
}

typedef struct Solve {
  THLapackCall *j;
  Handle *h;
  cudaDataType type, real; /* of slots, and of those that hold real numbers */
  int *info;             /* on the device */
  size_t bytes, hostBytes; /* of work space, on the device and on the host */
  void *hostRoom;
  int (*routine)(struct Solve *s);
} Solve;

static int failed(const char *op, cusolverStatus_t status, const char *call)
{
  const cudaError_t error = cudaGetLastError();
  if (error) return thc_failed(op, error, call);
  return th_fail(status == CUSOLVER_STATUS_ALLOC_FAILED ? TH_ENOMEM : TH_EDEVICE,
                 "%s: %s failed with status %d of cuSOLVER", op, call, (int)status);
}

#define TRY(op, name, ...)                                       \
  do {                                                           \
    const cusolverStatus_t status_ = cusolver.name(__VA_ARGS__); \
    if (status_) return failed(op, status_, #name);              \
  } while (0)

static int make_handle(Handle *h, const char *op)
{
  if (!h->handle) TRY(op, cusolverDnCreate, &h->handle);
  if (!h->params) TRY(op, cusolverDnCreateParams, &h->params);
  return TH_OK;
}

static int make_room(Solve *s)
{
  const THAllocator *memory = TH_defaultAllocator();
  if (s->hostBytes && !(s->hostRoom = memory->alloc(memory->context, s->hostBytes)))
    return th_fail(TH_ENOMEM, "%s: not enough memory for %zu bytes", s->j->op, s->hostBytes);
  return THLapack_make(s->j, TH_SLOT_WORK, TH_BYTE, (int64_t)s->bytes, -1);
}

/* --- routines --- */

#define X(name) THTensor_data(&j->slot[TH_SLOT_##name])
#define LIST(...) __VA_ARGS__

/* A routine with work space: ask for the sizes with the arguments asked, then run it with given. */
#define ROUTINE(name, asked, given)                                                         \
static int name(Solve *s)                                                                   \
{                                                                                           \
  THLapackCall *j = s->j;                                                                   \
  TRY(j->op, cusolverDnX##name##_bufferSize, s->h->handle, s->h->params, LIST asked,        \
      s->type, &s->bytes, &s->hostBytes);                                                   \
  TH_TRY(make_room(s));                                                                     \
  TRY(j->op, cusolverDnX##name, s->h->handle, s->h->params, LIST given, s->type, X(WORK),   \
      s->bytes, s->hostRoom, s->hostBytes, s->info);                                        \
  return TH_OK;                                                                             \
}

static cublasFillMode_t triangle(const char *flag)
{
  return *flag == 'U' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
}

static cusolverEigMode_t mode(const char *flag)
{
  return *flag == 'V' ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
}

ROUTINE(getrf, (j->m, j->n, s->type, X(A), j->lda),
        (j->m, j->n, s->type, X(A), j->lda, X(PIVOTS)))
ROUTINE(potrf, (triangle(j->flag[0]), j->n, s->type, X(A), j->lda),
        (triangle(j->flag[0]), j->n, s->type, X(A), j->lda))
ROUTINE(geqrf, (j->m, j->n, s->type, X(A), j->lda, s->type, X(TAU)),
        (j->m, j->n, s->type, X(A), j->lda, s->type, X(TAU)))
ROUTINE(syevd,
        (mode(j->flag[0]), triangle(j->flag[1]), j->n, s->type, X(A), j->lda, s->real, X(S)),
        (mode(j->flag[0]), triangle(j->flag[1]), j->n, s->type, X(A), j->lda, s->real, X(S)))

/* Decompose R (m x n, m >= n) into S, S2 (u) and A (v'). */
#define OF_TALL (signed char)*j->flag[0], (signed char)*j->flag[0], \
  j->slot[TH_SLOT_R].size[0], j->slot[TH_SLOT_R].size[1], s->type, X(R), \
  j->slot[TH_SLOT_R].size[0], s->real, X(S), s->type, X(S2), j->slot[TH_SLOT_R].size[0], s->type, \
  X(A), j->slot[TH_SLOT_R].size[1]
ROUTINE(gesvd, (OF_TALL), (OF_TALL))

/* cuSOLVER's pivots are 64-bit integers. */
static int factor(Solve *s)
{
  TH_TRY(THLapack_make(s->j, TH_SLOT_PIVOTS, TH_LONG, s->j->n, -1));
  return getrf(s);
}

static int getrs(Solve *s)
{
  THLapackCall *j = s->j;
  TRY(j->op, cusolverDnXgetrs, s->h->handle, s->h->params, CUBLAS_OP_N, j->n, j->r, s->type, X(A),
      j->lda, X(PIVOTS), s->type, X(B), j->ldb, s->info);
  return TH_OK;
}

static int potrs(Solve *s)
{
  THLapackCall *j = s->j;
  TRY(j->op, cusolverDnXpotrs, s->h->handle, s->h->params, triangle(j->flag[0]), j->n, j->r,
      s->type, X(A), j->lda, s->type, X(B), j->ldb, s->info);
  return TH_OK;
}

/* Invert: solve for the identity, and let the solution replace the factors in slot A. */
static int invert(Solve *s, int (*solve)(Solve *))
{
  THLapackCall *j = s->j;
  TH_TRY(THLapack_make(j, TH_SLOT_B, j->slot[TH_SLOT_A].dtype, j->n, j->n));
  TH_TRY(THLapack_identity(j, TH_SLOT_B));
  j->r = j->n;
  j->ldb = j->lda;
  TH_TRY(solve(s));
  const THTensor inverse = j->slot[TH_SLOT_B]; /* exchange the two slots */
  j->slot[TH_SLOT_B] = j->slot[TH_SLOT_A];
  j->slot[TH_SLOT_A] = inverse;
  return TH_OK;
}

static int getri(Solve *s)
{
  return invert(s, getrs);
}

static int potri(Solve *s)
{
  return invert(s, potrs);
}

#define ORGQR(of, dtype)                                                                         \
static int orgqr_##dtype(Solve *s)                                                                \
{                                                                                                 \
  THLapackCall *j = s->j;                                                                         \
  const cusolverDnHandle_t h = s->h->handle;                                                      \
  TRY(j->op, cusolverDn##of##_bufferSize, h, j->m, j->n, j->k, X(A), j->lda, X(TAU), &j->lwork);  \
  TH_TRY(THLapack_make(j, TH_SLOT_WORK, j->type, j->lwork, -1));                                  \
  TRY(j->op, cusolverDn##of, h, j->m, j->n, j->k, X(A), j->lda, X(TAU), X(WORK), j->lwork,        \
      s->info);                                                                                   \
  return TH_OK;                                                                                   \
}
ORGQR(Sorgqr, FLOAT)
ORGQR(Dorgqr, DOUBLE)
ORGQR(Cungqr, COMPLEXFLOAT)
ORGQR(Zungqr, COMPLEXDOUBLE)

/* What the library has for each dtype of slots. */
static const struct Type {
  cudaDataType type;
  int (*orgqr)(Solve *s);
} types[TH_NUM_DTYPES] = {
  [TH_FLOAT] = {CUDA_R_32F, orgqr_FLOAT},
  [TH_DOUBLE] = {CUDA_R_64F, orgqr_DOUBLE},
  [TH_COMPLEXFLOAT] = {CUDA_C_32F, orgqr_COMPLEXFLOAT},
  [TH_COMPLEXDOUBLE] = {CUDA_C_64F, orgqr_COMPLEXDOUBLE},
};

static int orgqr(Solve *s)
{
  return types[s->j->type].orgqr(s);
}

/*
** cuSOLVER decomposes only matrices with rows >= columns, so a wide A is transposed: A' = v s u'
** (complex: not conjugated, so these are the conjugates of v and u).
** The caller has made slots B (for u) and V (for v), or wants neither.
*/
static int svd(Solve *s)
{
  THLapackCall *j = s->j;
  const int wide = j->m < j->n, rows = wide ? j->n : j->m, columns = wide ? j->m : j->n;
  THTensor tall = wide ? THTensor_turned(&j->slot[TH_SLOT_A]) : j->slot[TH_SLOT_A]; /* borrowed */
  TH_TRY(THLapack_take(j, TH_SLOT_R, &tall, rows));
  TH_TRY(THLapack_make(j, TH_SLOT_S2, tall.dtype, rows, *j->flag[0] == 'A' ? rows : columns));
  TH_TRY(THLapack_make(j, TH_SLOT_A, tall.dtype, columns, columns));
  TH_TRY(gesvd(s));
  if (!j->slot[TH_SLOT_B].storage) return TH_OK;
  const THTensor right = THTensor_turned(&j->slot[TH_SLOT_A]);
  TH_TRY(THTensor_copy(&j->slot[wide ? TH_SLOT_V : TH_SLOT_B], &j->slot[TH_SLOT_S2]));
  return THTensor_copy(&j->slot[wide ? TH_SLOT_B : TH_SLOT_V], &right);
}

/* --- entries --- */

/* On the current device. */
static int call(Solve *s, const THCStream *stream)
{
  THLapackCall *j = s->j;
  TH_TRY(make_handle(s->h, j->op));
  TRY(j->op, cusolverDnSetStream, s->h->handle, stream->handle);
  TH_TRY(THLapack_make(j, TH_SLOT_IWORK, TH_INT, 1, -1));
  s->info = THTensor_data(&j->slot[TH_SLOT_IWORK]);
  return s->routine(s);
}

/* Wait for the routine, or for the part of it that was started. After that the host's work space
   can be freed and the handle reused. */
static int finish(Solve *s, const THCStream *stream, int status)
{
  THNumber info = TH_integer(0);
  const THAllocator *memory = TH_defaultAllocator();
  if (!status) status = THTensor_get(&s->j->slot[TH_SLOT_IWORK], 0, &info);
  if (status) cudaStreamSynchronize(stream->handle);
  s->j->info = (int)info.integer;
  if (s->hostRoom) memory->free(memory->context, s->hostRoom, s->hostBytes);
  return status;
}

static int run(THLapackCall *j, int (*routine)(Solve *s))
{
  THCLaunch launch;
  Solve s = {.j = j, .type = types[j->type].type, .real = types[j->real].type,
             .routine = routine};
  TH_TRY(THLibrary_open(&cusolver_library, j->op));
  if (!j->m || !j->n) return TH_OK;
  TH_TRY(THCLaunch_at(&launch, j->op, j->device, 0, NULL));
  s.h = take_handle(j->device);
  int status = s.h ? call(&s, launch.stream) : th_fail(TH_ENOMEM, "%s: not enough memory", j->op);
  status = finish(&s, launch.stream, status);
  if (s.h) give_handle(j->device, s.h);
  return THCLaunch_end(&launch, status, cudaSuccess);
}

/* The rows of the chapter, each with the function here that computes it. */
#define FORALL_ROUTINES(X)                                                              \
  X(getrf, factor) X(getrs, getrs) X(getri, getri) X(potrf, potrf) X(potrs, potrs)      \
  X(potri, potri) X(geqrf, geqrf) X(orgqr, orgqr) X(syevd, syevd) X(gesdd, svd)

#define ENTRY(row, routine)                                                             \
static int run_##row(THLapackCall *j)                                                   \
{                                                                                       \
  return run(j, routine);                                                               \
}
FORALL_ROUTINES(ENTRY)

static int open_library(THLapackCall *j)
{
  return THLibrary_open(&cusolver_library, j->op);
}

/* Whether all elements are finite: info is 0 if so. 0 times a finite element is 0; for NaN and
   infinity it is NaN, and a sum keeps NaN. */
static int look(THLapackCall *j)
{
  const THTensor *t = &j->slot[j->looked];
  THTensor elements = {0}, zeros = {0};
  THNumber sum = TH_real(0);
  if (j->type == j->real) THTensor_set(&elements, t);
  else TH_TRY(THTensor_viewAsReal(&elements, t));
  elements.size[0] = THTensor_nElement(&elements);
  elements.nDimension = 1;
  elements.stride[0] = 1;
  const THOperand in[] = {TH_tensorOperand(&elements), TH_numberOperand(TH_integer(0))};
  int status = THOp_applyAs(j->op, &TH_ops[TH_OP_cmul], &zeros, in);
  if (!status) status = THTensor_dot(&sum, &zeros, &zeros);
  j->info = sum.real != 0;
  THTensor_clear(&zeros);
  THTensor_clear(&elements);
  return status;
}

void thc_fillSolver(THTables *tables)
{
#define ROW(row, routine) [TH_LAPACK_##row] = run_##row,
  static const THSolveEntry entries[TH_SOLVE_ROWS] = {
    FORALL_ROUTINES(ROW) [TH_LAPACK_open] = open_library, [TH_LAPACK_finite] = look};
#undef ROW
  const void *byDtype[TH_NUM_DTYPES] = {NULL};
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++)
    if (types[dtype].orgqr) byDtype[dtype] = entries;
  THTables_set(tables, TH_CHAPTER_SOLVE, byDtype);
}
