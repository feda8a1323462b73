/*
** Makes the entries of the chapter "Sparse" for every dtype, and registers them at the first use.
*/
#include "THS/kernels/THSChapter.h"

#include "TH/cpu/THCpu.h"
#include "TH/cpu/math/THComplexMath.h"
#include "TH/iteration/THParallel.h"

/* --- keys, which are Long --- */

static int digits(THSCall *call)
{
  const THSDigits *d = call->digits;
  for (int64_t k = 0; k < call->keys[0]; k++) {
    int64_t rest = call->key[0][k] - 1, place = d->shift;
    for (int64_t i = d->n - 1; i > 0; rest /= d->size[i--]) place += rest % d->size[i] * d->step[i];
    call->made[k] = place + rest * d->step[0] + 1;
  }
  return TH_OK;
}

static int search(THSCall *call)
{
  for (int64_t k = 0; k < call->keys[1]; k++) {
    int64_t first = 0, n = call->keys[0];
    while (n) {
      const int64_t half = n / 2, isBelow = call->key[0][first + half] < call->key[1][k];
      first += isBelow ? half + 1 : 0;
      n = isBelow ? n - half - 1 : half;
    }
    call->made[k] = first;
  }
  return TH_OK;
}

#define THS_ON_KEYS digits, search
#define TH_GENERIC_FILE "THS/kernels/THSKernels.c"
#define THS_QUOTIENT(a, b) ((a) / (b))
#include "TH/base/types/THGenerateAllTypes.h"

#undef THS_QUOTIENT
#define THS_QUOTIENT TH_DIV
#define TH_GENERIC_FILE "THS/kernels/THSKernels.c"
#include "TH/base/types/THGenerateComplexesTypes.h"

#define X(Name, CODE, type, kind) [TH_##CODE] = entries_##Name,
static const void *const entries[TH_NUM_DTYPES] = {
  TH_FORALL_DTYPES(X) TH_FORALL_COMPLEX_DTYPES(X)};
#undef X

/* The levels that have entries of their own. */
#ifdef TH_LEVEL_avx2
#define AVX2(X) X(avx2)
#else
#define AVX2(X)
#endif
#ifdef TH_LEVEL_avx512
#define AVX512(X) X(avx512)
#else
#define AVX512(X)
#endif
#define DECLARE(level) extern const void *const ths_kernels_##level[TH_NUM_DTYPES];
AVX2(DECLARE) AVX512(DECLARE)

/* Threads that race here register the same entries. */
int THS_chapter(int *number)
{
  static int known = -1; /* atomic */
  *number = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
  if (*number >= 0) return TH_OK;
  TH_TRY(TH_openChapter("Sparse", THS_ROWS, number));
  TH_TRY(TH_registerEntries(0, *number, THS_ROWS, entries));
#define SET(level)                                                                    \
  if (THCpu_tablesOf(#level))                                                         \
    THTables_set(THCpu_tablesOf(#level), *number, ths_kernels_##level);
  AVX2(SET) AVX512(SET)
  __atomic_store_n(&known, *number, __ATOMIC_RELEASE);
  return TH_OK;
}

int THS_run(int row, int dtype, THSCall *call)
{
  int chapter;
  TH_TRY(THS_chapter(&chapter));
  const THSEntry entry = (THSEntry)TH_entry(chapter, row, dtype, call->device);
  return entry ? entry(call) : TH_missing(call->op, dtype, call->device);
}
