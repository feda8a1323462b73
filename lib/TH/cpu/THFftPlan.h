/*
** Plans of Fourier transforms: for a length and a type of parts, the factors that the passes need.
** Plans are kept for the next transform of the length, up to a number of plans and of bytes; those
** not used for longest are dropped first. A plan in use stays as it is.
*/
#ifndef TH_FFT_PLAN_H
#define TH_FFT_PLAN_H

#include "TH/backend/THButterflyChapter.h"

enum {
  TH_FFT_MAX_PASSES = 40,
  TH_FFT_SQUARED = 1 << 16 /* from here on a length is cut in two, if it has divisors */
};

/*
** n is either the product of small radices (passes), or rows * columns (a matrix whose columns and
** rows are transformed: part[0] has length rows, part[1] columns), or any number, as a convolution
** of length m (part[0]; Bluestein). A plan for real signals, of even length 2 n, has part[0] for n
** and the factors that unfold.
*/
enum THFftMethod { TH_FFT_PASSES, TH_FFT_MATRIX, TH_FFT_CONVOLUTION, TH_FFT_PAIRS };

typedef struct THFftPlan {
  int dtype, method, passes;
  int64_t n, m, rows, columns, lanes;
  THFftPass pass[TH_FFT_MAX_PASSES];
  /* Factors of a matrix: element (i, j) has w[i][j % lanes] * v[j / lanes][i]. Of a convolution:
     the chirp w, of n, and the transform v of its conjugate, of m. Of pairs: w. */
  void *wr, *wi, *vr, *vi;
  struct THFftPlan *part[2];
  size_t bytes;
  int users;      /* guarded by the lock in THFftPlan.c */
  int64_t used;   /* when, counted in uses */
} THFftPlan;

/* The plan for n, or for real signals of length n, which is even. THFftPlan_give gives it back.
   TH_ENOMEM. */
int THFftPlan_take(const char *op, int dtype, int64_t n, int isReal, THFftPlan **plan);
void THFftPlan_give(THFftPlan *plan);

/* Free the plans that are kept for reuse. */
void th_dropPlans(void);

/* Whether the plan's lines are so long that threads share one. */
int THFftPlan_isLong(const THFftPlan *plan);

#endif
