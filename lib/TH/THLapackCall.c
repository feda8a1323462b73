#include "THLapackCall.h"

#include <float.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "THBlas.h"
#include "THCopy.h"
#include "THParallel.h"

/* --- the library's routines --- */

enum { NONE, SINGULAR, DEFICIENT, INDEFINITE, SEMIDEFINITE, DIVERGENT };

/* What is wrong, around info. */
static const struct { const char *before, *after; } failures[] = {
  [NONE] = {"LAPACK gives the error ", ""},
  [SINGULAR] = {"the matrix is singular: pivot ", " is 0"},
  [DEFICIENT] = {"the matrix does not have full rank: pivot ", " is 0"},
  [INDEFINITE] = {"the matrix is not positive definite: pivot ", " is not positive"},
  [SEMIDEFINITE] = {"the matrix is rank-deficient or not positive semidefinite: pivot ",
                    " is not above the tolerance"},
  [DIVERGENT] = {"the iteration does not converge (LAPACK's info is ", ")"},
};

typedef const void *P;
typedef size_t L;
typedef void Address(void);

#define X(name) THTensor_data(&j->slot[name])
#define TH_LAPACK(name, workspace, failure, types, ...)            \
static void call_##name(THLapackCall *j, Address *address)         \
{                                                                  \
  ((void (*) types)address)(__VA_ARGS__);                          \
}
#include "THLapackRoutines.def"
#undef TH_LAPACK
#undef X

static const struct {
  const char *name;
  int workspace, failure;
  void (*call)(THLapackCall *j, Address *address);
} routines[] = {
#define TH_LAPACK(name, workspace, failure, ...) {#name, workspace, failure, call_##name},
#include "THLapackRoutines.def"
#undef TH_LAPACK
};

/* Found at first need: all, or none. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static Address *addresses[TH_NUM_LAPACK][2];
static int found;

static void find_routines(void)
{
  found = 1;
  for (int k = 0; k < 2 * TH_NUM_LAPACK; k++) {
    char name[16];
    snprintf(name, sizeof name, "%c%s_", "sd"[k % 2], routines[k / 2].name);
    void *address = THBlas_symbol(name);
    memcpy(&addresses[k / 2][k % 2], &address, sizeof address);
    found = found && address;
  }
}

int THLapack_hasLibrary(void)
{
  pthread_once(&once, find_routines);
  return found;
}

/* --- operands --- */

void THLapack_begin(THLapackCall *j, const char *op, int dtype)
{
  memset(j, 0, sizeof *j);
  j->op = op;
  j->dtype = dtype;
  j->kind = dtype == TH_DOUBLE;
  j->one = 1;
}

static int work_dtype(const THLapackCall *j)
{
  return j->kind ? TH_DOUBLE : TH_FLOAT;
}

static int64_t at_least_1(int64_t n)
{
  return n > 1 ? n : 1;
}

int THLapack_make(THLapackCall *j, THLapackSlot slot, int dtype, int64_t rows, int64_t columns)
{
  THTensor *t = &j->slot[slot];
  const int ndim = columns < 0 ? 1 : 2;
  THTensor_clear(t);
  TH_TRY(THTensor_new(t, 0, dtype, ndim, (const int64_t[]){ndim == 1 ? rows : columns, rows}));
  if (ndim == 1) return TH_OK;
  t->size[0] = rows;
  t->size[1] = columns;
  t->stride[0] = 1;
  t->stride[1] = at_least_1(rows);
  return TH_OK;
}

int THLapack_take(THLapackCall *j, THLapackSlot slot, const THTensor *t, int64_t rows)
{
  enum { LONGEST = 1 << 24 }; /* LAPACK counts work space, some dozens of rows, in 32 bits too */
  THTensor from = *t, *to = &j->slot[slot]; /* from is borrowed */
  if (t->nDimension == 1) {
    from.nDimension = 2;
    from.size[1] = from.stride[1] = 1;
  }
  if (rows > LONGEST || from.size[1] > LONGEST || rows * from.size[1] > INT_MAX)
    return th_fail(TH_EINVAL, "%s: a tensor of size %s is too large for LAPACK's 32-bit integers",
                   j->op, THTensor_sizeText(t).text);
  TH_TRY(THLapack_make(j, slot, work_dtype(j), rows, from.size[1]));
  if (rows == from.size[0]) return THTensor_copy(to, &from);
  THTensor part = *to; /* borrowed */
  part.size[0] = from.size[0];
  TH_TRY(THTensor_fill(to, TH_integer(0)));
  return THTensor_copy(&part, &from);
}

#define ALL_FINITE(name, word, exponent)                                    \
static int name(const word *bits, int64_t n)                                \
{                                                                           \
  word others = 0;                                                          \
  for (int64_t i = 0; i < n; i++) others |= (bits[i] & exponent) == exponent; \
  return !others;                                                           \
}
ALL_FINITE(floats_finite, uint32_t, UINT32_C(0x7f800000))
ALL_FINITE(doubles_finite, uint64_t, UINT64_C(0x7ff0000000000000))

int THLapack_finite(const THLapackCall *j, THLapackSlot slot)
{
  const THTensor *t = &j->slot[slot];
  const void *data = THTensor_data(t);
  const int64_t n = THTensor_nElement(t);
  if (j->kind ? doubles_finite(data, n) : floats_finite(data, n)) return TH_OK;
  return th_fail(TH_EINVAL, "%s: the matrix has elements that are NaN or infinite", j->op);
}

/* --- calling --- */

/* The wish comes as a real number, which may have been rounded down. */
static int make_workspace(THLapackCall *j, THLapackRoutine routine)
{
  double wish;
  TH_TRY(THLapack_make(j, WORK, work_dtype(j), 1, -1));
  j->lwork = -1;
  routines[routine].call(j, addresses[routine][j->kind]);
  wish = TH_asReal(THDtype_load(work_dtype(j), THTensor_data(&j->slot[WORK])));
  wish += wish * FLT_EPSILON + 1;
  if (j->info || !(wish < INT_MAX))
    return th_fail(TH_EINVAL, "%s: the matrix is too large for LAPACK's 32-bit integers", j->op);
  j->lwork = (int)wish;
  return THLapack_make(j, WORK, work_dtype(j), j->lwork, -1);
}

static int fail(const THLapackCall *j, THLapackRoutine routine)
{
  const int failure = routines[routine].failure;
  if (j->info < 0)
    return th_fail(TH_EINVAL, "%s: LAPACK's %s does not take its argument %d", j->op,
                   routines[routine].name, -j->info);
  return th_fail(TH_EINVAL, "%s: %s%d%s", j->op, failures[failure].before,
                 failure == SEMIDEFINITE ? j->rank + 1 : j->info, failures[failure].after);
}

int THLapack_call(THLapackCall *j, THLapackRoutine routine)
{
  enum { THREADS_FROM = 128 };
  THBlas_setNumThreads(j->m < THREADS_FROM && j->n < THREADS_FROM ? 1 : TH_getNumThreads());
  j->info = 0;
  if (routines[routine].workspace) TH_TRY(make_workspace(j, routine));
  routines[routine].call(j, addresses[routine][j->kind]);
  return j->info ? fail(j, routine) : TH_OK;
}

/* --- results --- */

/* out with room for value, as another header that borrows or owns a first storage. */
static int make_ready(const THLapackCall *j, THTensor *ready, const THTensor *out,
                      const THTensor *value)
{
  const int dtype = value->dtype == TH_INT ? TH_INT : j->dtype;
  *ready = *out;
  if (!out->storage && value->dtype == dtype && (!out->dtype || out->dtype == dtype)) {
    *ready = (THTensor){.dtype = out->dtype};
    THTensor_set(ready, value);
    return TH_OK;
  }
  TH_TRY(THTensor_result(j->op, ready, 0, dtype, value->nDimension, value->size));
  if (THTensor_isContiguous(ready)) memcpy(ready->stride, value->stride, sizeof ready->stride);
  return TH_OK;
}

static int check_distinct(const THLapackCall *j, int count, THTensor *const *out)
{
  for (int k = 1; k < count; k++)
    for (int i = 0; i < k; i++)
      if (out[i] == out[k])
        return th_fail(TH_EINVAL, "%s: results %d and %d are one tensor", j->op, i + 1, k + 1);
  return TH_OK;
}

int THLapack_give(THLapackCall *j, int count, THTensor *const *out, const uint8_t *slots)
{
  THTensor ready[3];
  int made = 0, status = check_distinct(j, count, out);
  for (; !status && made < count; made++) {
    const THTensor *value = &j->slot[slots[made]];
    ready[made] = *out[made];
    if (!ready[made].dtype) ready[made].dtype = (int16_t)j->dtype;
    if (value->storage) status = make_ready(j, &ready[made], out[made], value);
  }
  for (int k = 0; k < made; k++) {
    THTensor *value = &j->slot[slots[k]];
    if (!status && value->storage) status = THTensor_copy(&ready[k], value);
  }
  for (int k = 0; k < made; k++)
    if (!status) *out[k] = ready[k];
    else if (ready[k].storage != out[k]->storage) THStorage_release(ready[k].storage);
  return status;
}

int THLapack_finish(THLapackCall *j, int status)
{
  for (int k = 0; k < TH_LAPACK_SLOTS; k++) THTensor_clear(&j->slot[k]);
  return status;
}
