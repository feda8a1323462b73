/*
** Chapters: operations that are asked for alike. A chapter has a number, rows (counted from 0) and
** a type of functions, its entries, one a row. TH<Name>Chapter.h says all of one chapter, and only
** who deals with that chapter includes it.
**
** What a device has is entry[chapter][dtype][row]. Here entries have no type: who knows the chapter
** knows the type of its entries.
*/
#ifndef TH_CHAPTER_H
#define TH_CHAPTER_H

#include "TH/base/THDtype.h"

struct THIter;

enum THChapter {
  TH_CHAPTER_POINTWISE, TH_CHAPTER_CONVERT, TH_CHAPTER_REDUCE, TH_CHAPTER_INDEX, TH_CHAPTER_ORDER,
  TH_CHAPTER_DRAW, TH_CHAPTER_FILL, TH_CHAPTER_GENERATOR, TH_CHAPTER_CONVOLVE, TH_CHAPTER_PRODUCT,
  TH_CHAPTER_MULTIPLY, TH_CHAPTER_DOT, TH_CHAPTER_SOLVE, TH_CHAPTER_TRANSFER,
  TH_NUM_CHAPTERS,
  TH_MAX_CHAPTERS = 64
};

/* An entry of a chapter whose calls an iterator describes in full: results first, then operands. On
   the CPU it walks a loop over the rows; on a device it launches once, and may fail. */
typedef int (*THIterEntry)(const struct THIter *it);

/* entry[chapter][dtype] is an array of entries, one a row (NULL: not defined), or NULL. Chapters
   that know no dtype stand under TH_UNDEFINED. */
typedef struct THTables { const void *entry[TH_MAX_CHAPTERS][TH_NUM_DTYPES]; } THTables;

static inline const void *THTables_entries(const THTables *tables, int chapter, int dtype)
{
  return __atomic_load_n(&tables->entry[chapter][dtype], __ATOMIC_ACQUIRE);
}

/* The entries of the dtypes for which byDtype has some; the others stay. Other threads may read
   meanwhile. */
static inline void THTables_set(THTables *tables, int chapter, const void *const *byDtype)
{
  for (int dtype = 0; dtype < TH_NUM_DTYPES; dtype++)
    if (byDtype[dtype])
      __atomic_store_n(&tables->entry[chapter][dtype], byDtype[dtype], __ATOMIC_RELEASE);
}

#endif
