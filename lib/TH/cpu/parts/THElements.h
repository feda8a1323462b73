/*
** How a point-wise loop gets its operands: directly, or as blocks of floats.
**
** Most dtypes have loops of their own, which load, compute and store one element after the other.
** The 16-bit types compute in float, so they share the loops of float, compiled once for both
** (TH_THROUGH_FLOAT, which lib/TH/CMakeLists.txt sets): a block of each operand is converted to a
** buffer, the loop runs on the buffers, and its results are rounded as they are stored. Each result
** is still computed in float and rounded once, so its bits do not depend on this.
*/
#ifndef TH_ELEMENTS_H
#define TH_ELEMENTS_H

#include "TH/cpu/parts/THFloats.h"
#include "TH/iteration/THIter.h"

#ifndef TH_THROUGH_FLOAT

/* The entry of a row. kind is ELEMENT or MASK: what a result is. Operands after the result are so
   many elements, then so many numbers. */
#define TH_ROW_ENTRY(name, kind, elements, numbers) TH_ENTRY_MAP(name)

#else

/* Elements of a block, and the most operands: all buffers fit in the first-level cache. */
enum { TH_FLOATS = 512, TH_FLOAT_OPERANDS = 5 };

typedef struct THFloatRow { THLoop loop; int gives_mask, elements, numbers; } THFloatRow;

typedef void THFloatsOf(float *to, const char *from, ptrdiff_t step, ptrdiff_t n);
typedef void THFloatsTo(char *to, ptrdiff_t step, const float *from, ptrdiff_t n);

/* The buffers, and what the loop is called with. */
typedef struct THFloatBlock {
  _Alignas(64) float x[TH_FLOAT_OPERANDS][TH_FLOATS];
  char *p[TH_FLOAT_OPERANDS];
  ptrdiff_t step[TH_FLOAT_OPERANDS];
} THFloatBlock;

/* Whether operand k, of stride 0, must be repeated in its buffer: a loop of two elements takes one
   number among them, other loops take runs only. */
static inline int th_mustRepeat(const THFloatRow *row, const ptrdiff_t *s, int k)
{
  if (k > row->elements) return 0;
  return row->elements != 2 || row->numbers || (k == 1 && s[2] == 0);
}

/* Operands of stride 0 are converted here, once. */
static inline void th_beginBlocks(THFloatBlock *block, const THFloatRow *row, THFloatsOf *floats_of,
                                  char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  block->p[0] = (char *)block->x[0];
  block->step[0] = row->gives_mask ? 1 : sizeof(float);
  for (int k = 1; k <= row->elements + row->numbers; k++) {
    const int repeat = s[k] == 0 && th_mustRepeat(row, s, k);
    block->p[k] = (char *)block->x[k];
    block->step[k] = s[k] || repeat ? sizeof(float) : 0;
    if (s[k] == 0) floats_of(block->x[k], p[k], 0, 1);
    for (ptrdiff_t i = 1; repeat && i < n && i < TH_FLOATS; i++) block->x[k][i] = block->x[k][0];
  }
}

static inline __attribute__((always_inline)) void
th_runThroughFloat(const THFloatRow *row, THFloatsOf *floats_of, THFloatsTo *floats_to,
                   char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  THFloatBlock block;
  th_beginBlocks(&block, row, floats_of, p, s, n);
  for (ptrdiff_t i = 0; i < n; i += TH_FLOATS) {
    const ptrdiff_t m = n - i < TH_FLOATS ? n - i : TH_FLOATS;
    char *r = p[0] + i * s[0];
    for (int k = 1; k <= row->elements; k++)
      if (s[k]) floats_of(block.x[k], p[k] + i * s[k], s[k], m);
    if (row->gives_mask && s[0] == 1) block.p[0] = r;
    row->loop(block.p, block.step, m);
    if (!row->gives_mask) floats_to(r, s[0], block.x[0], m);
    else for (ptrdiff_t j = 0; s[0] != 1 && j < m; j++) r[j * s[0]] = block.p[0][j];
  }
}

static inline void
th_runHalf(const THFloatRow *row, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  th_runThroughFloat(row, th_floatsOfHalf, th_floatsToHalf, p, s, n);
}

static inline void
th_runBFloat16(const THFloatRow *row, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  th_runThroughFloat(row, th_floatsOfBFloat16, th_floatsToBFloat16, p, s, n);
}

#define TH_GIVES_MASK 1
#define TH_GIVES_ELEMENT 0
#define TH_ROW_ENTRY(name, kind, elements, numbers)                                                \
static const THFloatRow KERNEL(name##Row) = {KERNEL(name), TH_GIVES_##kind, elements, numbers};    \
static void KERNEL(name##OfHalf)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                  \
{                                                                                                  \
  th_runHalf(&KERNEL(name##Row), p, s, n);                                                         \
}                                                                                                  \
static void KERNEL(name##OfBFloat16)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)              \
{                                                                                                  \
  th_runBFloat16(&KERNEL(name##Row), p, s, n);                                                     \
}                                                                                                  \
static int ENTRY(name)(const THIter *it)                                                           \
{                                                                                                  \
  return THIter_map(it, it->dtype[1] == TH_HALF ? KERNEL(name##OfHalf) : KERNEL(name##OfBFloat16));\
}

#endif

#endif
