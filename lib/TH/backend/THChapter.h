/*
** Chapters. A chapter is a group of operations that are called in the same way. It has a number,
** rows (one per operation, counted from 0) and one function type for its entries. An entry is the
** function that a device has for a row and a dtype. TH<Name>Chapter.h describes one chapter; only
** code that uses the chapter includes it, so a new row recompiles nothing else.
**
** A device's entries are found as entry[chapter][dtype][row]. The tables store them as void
** pointers; each caller casts to the type that the chapter's header gives.
*/
#ifndef TH_CHAPTER_H
#define TH_CHAPTER_H

#include "TH/base/THDtype.h"

struct THIter;

enum THChapter {
  TH_CHAPTER_POINTWISE, TH_CHAPTER_CONVERT, TH_CHAPTER_REDUCE, TH_CHAPTER_INDEX, TH_CHAPTER_ORDER,
  TH_CHAPTER_DRAW, TH_CHAPTER_FILL, TH_CHAPTER_GENERATOR, TH_CHAPTER_CONVOLVE, TH_CHAPTER_PRODUCT,
  TH_CHAPTER_MULTIPLY, TH_CHAPTER_DOT, TH_CHAPTER_SOLVE, TH_CHAPTER_TRANSFER,
  TH_CHAPTER_QUANTIZE, TH_CHAPTER_QPRODUCT, TH_CHAPTER_FFT, TH_CHAPTER_BUTTERFLY,
  TH_CHAPTER_SPECIAL, TH_CHAPTER_ROW, TH_CHAPTER_DISTANCE,
  TH_NUM_CHAPTERS,
  TH_MAX_CHAPTERS = 64
};

/* An entry of a chapter whose calls an iterator describes in full: results first, then operands.
   On the CPU it runs a loop over the rows; on other devices it launches a kernel once, and may
   fail. */
typedef int (*THIterEntry)(const struct THIter *it);

/* entry[chapter][dtype] is an array with an entry for each row (NULL: not defined), or NULL.
   Chapters without dtypes are stored under TH_UNDEFINED. */
typedef struct THTables { const void *entry[TH_MAX_CHAPTERS][TH_NUM_DTYPES]; } THTables;

static inline const void *THTables_entries(const THTables *tables, int chapter, int dtype)
{
  return __atomic_load_n(&tables->entry[chapter][dtype], __ATOMIC_ACQUIRE);
}

/* Set the entries of a chapter for each dtype whose byDtype is not NULL; the others stay. Other
   threads may read the tables meanwhile. */
static inline void THTables_set(THTables *tables, int chapter, const void *const *byDtype)
{
  for (int dtype = 0; dtype < TH_NUM_DTYPES; dtype++)
    if (byDtype[dtype])
      __atomic_store_n(&tables->entry[chapter][dtype], byDtype[dtype], __ATOMIC_RELEASE);
}

#endif
