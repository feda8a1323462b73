/*
** Kernels of indexing and masks (THIndex.def lists their operands).
**
** Kernels that only move elements are made for the integer types and move words of that width,
** whatever their type is. The result never depends on the threads: positions that may name one
** element run in one thread and in order, and kernels that advance through a vector know where each
** part begins.
*/
#include "TH/cpu/parts/THMaskBits.h"
#include "TH/cpu/parts/THPositions.h"
#include "TH/iteration/THMove.h"
#include "TH/iteration/THSlices.h"

#include <string.h>

#define Word TH_CONCAT_2(Word, Real)
#define TH_INDEX_ENTRY(name)                                                                       \
static int ENTRY(name)(THIndexCall *call)                                                          \
{                                                                                                  \
  return THIter_runWith(&call->it, KERNEL(name), call);                                            \
}
#define TH_INDEX_ENTRY_APART(name)                                                                 \
static int ENTRY(name)(THIndexCall *call)                                                          \
{                                                                                                  \
  return THIter_runApart(&call->it, KERNEL(name), call);                                           \
}

TH_IF_INTEGRAL(
typedef real Word __attribute__((may_alias));

static void KERNEL(maskedFill)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  const Word value = *(const Word *)p[3];
  const uint8_t *mask = (const uint8_t *)p[2];
  Word *r = (Word *)p[0];
  const Word *x = (const Word *)p[1];
  const int run = s[0] == sizeof(Word) && s[1] == sizeof(Word);
  if (run && s[2] == 1)
    _Pragma("omp simd") for (ptrdiff_t i = 0; i < n; i++) r[i] = mask[i] ? value : x[i];
  else if (run && s[2] == 0)
    _Pragma("omp simd") for (ptrdiff_t i = 0; i < n; i++) r[i] = *mask ? value : x[i];
  else for (ptrdiff_t i = 0; i < n; i++)
    *(Word *)(p[0] + i * s[0]) = mask[i * s[2]] ? value : *(const Word *)(p[1] + i * s[1]);
}
static int ENTRY(maskedFill)(THIndexCall *call)
{
  return THIter_map(&call->it, KERNEL(maskedFill));
}

/* Each operand is a run or one element; both are read whatever the mask says, so that the choice
   needs no branch. */
static inline __attribute__((always_inline)) void
KERNEL(choose)(Word *r, const uint8_t *mask, const Word *x, int xrun, const Word *y, int yrun,
               ptrdiff_t n)
{
  const Word x0 = *x, y0 = *y;
  _Pragma("omp simd") for (ptrdiff_t i = 0; i < n; i++) {
    const Word a = xrun ? x[i] : x0, b = yrun ? y[i] : y0;
    r[i] = mask[i] ? a : b;
  }
}

static void KERNEL(where)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  const ptrdiff_t w = sizeof(Word);
  const uint8_t *mask = (const uint8_t *)p[1];
  const Word *x = (const Word *)p[2], *y = (const Word *)p[3];
  Word *r = (Word *)p[0];
  const int runs = s[0] == w && s[1] == 1, xrun = s[2] == w, yrun = s[3] == w;
  if (runs && xrun && yrun) KERNEL(choose)(r, mask, x, 1, y, 1, n);
  else if (runs && xrun && s[3] == 0) KERNEL(choose)(r, mask, x, 1, y, 0, n);
  else if (runs && s[2] == 0 && yrun) KERNEL(choose)(r, mask, x, 0, y, 1, n);
  else if (runs && s[2] == 0 && s[3] == 0) KERNEL(choose)(r, mask, x, 0, y, 0, n);
  else for (ptrdiff_t i = 0; i < n; i++)
    *(Word *)(p[0] + i * s[0]) = mask[i * s[1]] ? *(const Word *)(p[2] + i * s[2])
                                                : *(const Word *)(p[3] + i * s[3]);
}
static int ENTRY(where)(THIndexCall *call)
{
  return THIter_map(&call->it, KERNEL(where));
}

/*
** Write the elements of x whose bits are set to r, one after the other, but not beyond end. Returns
** the place after the last one. whole: x has 64 elements, so all may be read.
*/
static char *KERNEL(pack)(char *r, ptrdiff_t step, const char *end, const char *x, ptrdiff_t s,
                          uint64_t bits, int whole)
{
  const ptrdiff_t width = sizeof(Word), room = end - r;
  const int runs = s == width && step == width && room >= TH_BITS_RUN * width;
  if (TH_PACKS && width <= 8 && runs && whole && bits) return th_pack(r, x, bits, sizeof(Word));
  for (; bits && r != end; bits &= bits - 1, r += step)
    *(Word *)r = *(const Word *)(x + __builtin_ctzll(bits) * s);
  return r;
}

/* The state of the vector, operand k: where it goes on, its step and where it ends. */
#define TH_VECTOR(k, name)                                                                         \
  THCounting *counting = context;                                                                  \
  const int64_t step = ((const THIndexCall *)counting->context)->step;                             \
  char *name = p[k] + counting->used;                                                              \
  const char *end = p[k] + counting->end
#define TH_MASK_BITS(i) th_maskBitsOf(p[2] + (i) * s[2], s[2], n - (i))

static void KERNEL(maskedSelect)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  TH_VECTOR(0, r);
  for (ptrdiff_t i = 0; i < n; i += TH_BITS_RUN)
    r = KERNEL(pack)(r, step, end, p[1] + i * s[1], s[1], TH_MASK_BITS(i), n - i >= TH_BITS_RUN);
  counting->used = r - p[0];
}

/* Positions are addresses (THIter_addPositions), so a run of them is written out to be packed. */
static void KERNEL(maskedPositions)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  TH_VECTOR(0, r);
  _Alignas(64) Word at[TH_BITS_RUN];
  for (int k = 0; k < TH_BITS_RUN; k++) at[k] = (Word)((intptr_t)p[1] + k * s[1]);
  for (ptrdiff_t i = 0; i < n; i += TH_BITS_RUN) {
    r = KERNEL(pack)(r, step, end, (const char *)at, sizeof(Word), TH_MASK_BITS(i), 1);
    for (int k = 0; k < TH_BITS_RUN; k++) at[k] += (Word)(TH_BITS_RUN * s[1]);
  }
  counting->used = r - p[0];
}

static void KERNEL(maskedCopy)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  TH_VECTOR(1, x);
  for (ptrdiff_t i = 0; i < n; i += TH_BITS_RUN)
    for (uint64_t bits = TH_MASK_BITS(i); bits && x != end; bits &= bits - 1, x += step)
      *(Word *)(p[0] + (i + __builtin_ctzll(bits)) * s[0]) = *(const Word *)x;
  counting->used = x - p[1];
}

/* How far the three kernels above advance in the vector. */
static void KERNEL(maskSteps)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  THCounting *counting = context;
  const int64_t step = ((const THIndexCall *)counting->context)->step;
  for (ptrdiff_t i = 0; i < n; i += TH_BITS_RUN)
    counting->used += __builtin_popcountll(TH_MASK_BITS(i)) * step;
}

#define TH_ENTRY_COUNTING(name)                                                                    \
static int ENTRY(name)(THIndexCall *call)                                                          \
{                                                                                                  \
  const ptrdiff_t step = call->size * call->step;                                                  \
  return THIter_runCounting(&call->it, step, KERNEL(maskSteps), KERNEL(name), call);               \
}
TH_ENTRY_COUNTING(maskedSelect)
TH_ENTRY_COUNTING(maskedPositions)
TH_ENTRY_COUNTING(maskedCopy)

/* Several threads add to one sum; for integers the order makes no difference. */
static void KERNEL(maskCount)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  THIndexCall *call = context;
  int64_t found = 0;
  for (ptrdiff_t i = 0; i < n; i += TH_BITS_RUN)
    found += __builtin_popcountll(th_maskBitsOf(p[0] + i * s[0], s[0], n - i));
  __atomic_fetch_add(&call->found, found, __ATOMIC_RELAXED);
}
TH_INDEX_ENTRY(maskCount)

static void KERNEL(anyOutside)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  THIndexCall *call = context;
  if (th_isOutside(p[0], s[0], n, call->size))
    __atomic_store_n(&call->isOutside, 1, __ATOMIC_RELAXED);
}

static void KERNEL(outside)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  THIndexCall *call = context;
  const char *at = p[0];
  if (call->isOutside || !th_isOutside(at, s[0], n, call->size)) return;
  while (!th_isOutside(at, 0, 1, call->size)) at += s[0];
  call->isOutside = 1;
  call->found = *(const int64_t *)at;
}

/* Several threads look whether a position is outside; if so, the first one is searched in order. */
static int ENTRY(outside)(THIndexCall *call)
{
  TH_TRY(THIter_runWith(&call->it, KERNEL(anyOutside), call));
  if (!call->isOutside) return TH_OK;
  call->isOutside = 0;
  THIter_walkWith(&call->it, KERNEL(outside), call, 0, call->it.count);
  return TH_OK;
}

/* What a loop over positions uses. Copied from p and s, because stores of elements might alias
   those. */
#define TH_POSITIONS                                                                               \
  THIndexCall *call = context;                                                                     \
  const int64_t step = call->step;                                                                 \
  const ptrdiff_t rs = s[0], xs = s[1], next = s[2], width = sizeof(real);                         \
  const char *x = p[1], *at = p[2];                                                                \
  char *r = p[0]
#define TH_POSITION(i) (*(const int64_t *)(at + (i) * next) - 1)

static void KERNEL(move)(char *r, ptrdiff_t rs, const char *x, ptrdiff_t xs, ptrdiff_t n)
{
  if (rs == sizeof(Word) && xs == sizeof(Word)) memcpy(r, x, (size_t)n * sizeof(Word));
  else for (ptrdiff_t i = 0; i < n; i++) *(Word *)(r + i * rs) = *(const Word *)(x + i * xs);
}

/* Copy elements by positions: each position, times rp, says where in r; times xp, where in x.
   Inlined, since a width known to the compiler takes no multiplication (row "gather by row": 0.75
   of the time). */
static inline __attribute__((always_inline)) void
KERNEL(moveByPositions)(char *r, ptrdiff_t rs, int64_t rp, const char *x,
                                           ptrdiff_t xs, int64_t xp, const char *at,
                                           ptrdiff_t next, ptrdiff_t n)
{
  for (ptrdiff_t i = 0; i < n; i++)
    *(Word *)(r + i * rs + TH_POSITION(i) * rp) = *(const Word *)(x + i * xs + TH_POSITION(i) * xp);
}

/*
** A row with a single position is a plain copy: selecting rows of a matrix. Positions are checked a
** few at a time just before they are used, so that they are still in the first cache.
*/
static void KERNEL(gather)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  TH_POSITIONS;
  const int64_t size = call->size;
  const int packed = rs == width && xs == 0 && next == sizeof(int64_t);
  if (packed) th_fetchNamed(x, size * step, n);
  for (ptrdiff_t run; n > 0; n -= run, r += run * rs, x += run * xs, at += run * next) {
    run = next && n > TH_POSITIONS_RUN ? TH_POSITIONS_RUN : n;
    if (th_isOutside(at, next, next ? run : 1, size)) {
      __atomic_store_n(&call->isOutside, 1, __ATOMIC_RELAXED);
      return;
    }
    if (next == 0) KERNEL(move)(r, rs, x + TH_POSITION(0) * step, xs, run);
    else if (packed && step == width)
      KERNEL(moveByPositions)(r, width, 0, x, 0, width, at, sizeof(int64_t), run);
    else if (packed) KERNEL(moveByPositions)(r, width, 0, x, 0, step, at, sizeof(int64_t), run);
    else KERNEL(moveByPositions)(r, rs, 0, x, xs, step, at, next, run);
  }
}

/* Whole rows, each named by one position: a call of the loop above for each row takes 1.3 times as
   long (row "rows by index"). */
static void KERNEL(gatherRows)(void *context, int64_t begin, int64_t end)
{
  THIndexCall *call = context;
  const THIter *it = &call->it;
  const size_t bytes = (size_t)it->size[0] * sizeof(Word);
  for (int64_t i = begin; i < end; i++) {
    const char *at = it->data[2] + i * it->stride[1][2];
    if (th_isOutside(at, 0, 1, call->size)) {
      __atomic_store_n(&call->isOutside, 1, __ATOMIC_RELAXED);
      return;
    }
    th_copy(it->data[0] + i * it->stride[1][0],
            it->data[1] + i * it->stride[1][1] + (*(const int64_t *)at - 1) * call->step, bytes);
  }
}

static int ENTRY(gather)(THIndexCall *call)
{
  const THIter *it = &call->it;
  const ptrdiff_t width = sizeof(Word), *s = it->stride[0];
  if (it->ndim != 2 || s[0] != width || s[1] != width || s[2])
    return THIter_runWith(it, KERNEL(gather), call);
  const int64_t grain = TH_GRAIN_BYTES / (2 * width * it->size[0]);
  return th_inSlices(it->size[1], grain > 1 ? grain : 1, KERNEL(gatherRows), call);
}

static void KERNEL(scatter)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  TH_POSITIONS;
  const int64_t size = call->size;
  const int packed = rs == 0 && xs == width && next == sizeof(int64_t);
  if (next == 0) KERNEL(move)(r + TH_POSITION(0) * step, rs, x, xs, n);
  else if (packed) {
    th_fetchNamed(r, size * step, n);
    if (step == width) KERNEL(moveByPositions)(r, 0, width, x, width, 0, at, sizeof(int64_t), n);
    else KERNEL(moveByPositions)(r, 0, step, x, width, 0, at, sizeof(int64_t), n);
  } else KERNEL(moveByPositions)(r, rs, step, x, xs, 0, at, next, n);
}
TH_INDEX_ENTRY_APART(scatter)
)

TH_IF_ALL(
static void KERNEL(addTo)(real *r, const real *x, ptrdiff_t n)
{
  _Pragma("omp simd") for (ptrdiff_t i = 0; i < n; i++) {
    const TH_COMPUTE a = TH_LOAD(r[i]), b = TH_LOAD(x[i]);
    r[i] = TH_STORE(a + b);
  }
}

static void KERNEL(scatterAdd)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  TH_POSITIONS;
  if (next == 0 && rs == width && xs == width)
    KERNEL(addTo)((real *)(r + TH_POSITION(0) * step), (const real *)x, n);
  else for (ptrdiff_t i = 0; i < n; i++)
    KERNEL(addTo)((real *)(r + i * rs + TH_POSITION(i) * step), (const real *)(x + i * xs), 1);
}
TH_INDEX_ENTRY_APART(scatterAdd)
)
#undef Word

static const THIndexEntry TH_ENTRIES[TH_INDEX_ROWS] = {
#define TH_KERNEL(set, name, doc) TH_IF_##set([TH_OP_##name] = ENTRY(name),)
#include "TH/rows/THIndex.def"
};
