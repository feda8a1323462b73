/*
** The chapters of random values. An entry of Draw, on the CPU, makes values from draws that it is
** given. An entry of Fill, on other devices, also makes the draws, those of a Philox generator. The
** rows of both are the distributions of THDistribution.def; Fill has one more, range: first +
** (a draw mod count), where a count of 0 stands for 2^64.
*/
#ifndef TH_DRAW_CHAPTER_H
#define TH_DRAW_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THIter.h"

enum {
#define TH_DISTRIBUTION1(set, name, ...) TH_DISTRIBUTION_##name,
#define TH_DISTRIBUTION2 TH_DISTRIBUTION1
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2
  TH_NUM_DISTRIBUTIONS,
  TH_FILL_range = TH_NUM_DISTRIBUTIONS,
  TH_FILL_ROWS
};

#define TH_MAX_PARAMETERS 2

/* n values in a row, made of n draws of 32 bits or, where the row is of normals, of n normals
   (doubles). */
typedef struct THDrawCall {
  void *values;
  const void *source;
  int64_t n;
  double parameter[TH_MAX_PARAMETERS];
} THDrawCall;

typedef void (*THDrawEntry)(const THDrawCall *call);

typedef struct THFillCall {
  THIter it;              /* the result, in row-major order */
  uint64_t key, position; /* the generator's key; the first draw that is used */
  int hasSpare;           /* whether the first value is made from spare, a standard normal */
  double spare;
  union { double real; int64_t integer; } parameter[TH_MAX_PARAMETERS]; /* range: count, first */
} THFillCall;

typedef int (*THFillEntry)(const THFillCall *call);

#endif
