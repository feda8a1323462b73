/*
** The chapter of LAPACK's routines, on work tensors of a call. The entries of the CPU are those of
** THLapackHost.c, by LAPACK; other devices use what they have.
**
** Work tensors are on the operands' device, in slots. Matrices in slots are dense and column-major.
** What a slot holds is in Double for Double operands and in Float for others.
*/
#ifndef TH_SOLVE_CHAPTER_H
#define TH_SOLVE_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/geometry/THTensor.h"

/* Work tensors. B is also the U of a decomposition, S2 the imaginary parts beside S. */
typedef enum THLapackSlot {
  TH_SLOT_NONE, TH_SLOT_A, TH_SLOT_B, TH_SLOT_V, TH_SLOT_S, TH_SLOT_S2, TH_SLOT_TAU, TH_SLOT_R,
  TH_SLOT_PIVOTS, TH_SLOT_WORK, TH_SLOT_IWORK, TH_NUM_SLOTS
} THLapackSlot;

/* Rows: routines; whether they can be used at all (TH_EUNSUPPORTED if not); whether the matrix in A
   or B, which j->looked says, is finite (info 0). */
typedef enum THLapackRoutine {
#define TH_LAPACK(name, ...) TH_LAPACK_##name,
#include "TH/rows/THLapackRoutines.def"
#undef TH_LAPACK
  TH_NUM_LAPACK,
  TH_LAPACK_open = TH_NUM_LAPACK,
  TH_LAPACK_finite,
  TH_SOLVE_ROWS
} THLapackRoutine;

typedef struct THLapackCall {
  const char *op;       /* for errors */
  int device, dtype, kind; /* of the operands; 0 for Float, 1 for Double in the slots */
  THLapackSlot looked;
  const char *flag[3];
  int m, n, lda;        /* A is m x n */
  int p, r, ldb;        /* B is p x r */
  int k, ldv;           /* min(m, n), or how many reflectors there are; rows of V' */
  int lwork, liwork, info, rank, one;
  union { float f; double d; } tolerance;
  THTensor slot[TH_NUM_SLOTS];
} THLapackCall;

typedef int (*THSolveEntry)(THLapackCall *j);

/* A matrix or (columns -1) a vector that is not set. */
TH_API int THLapack_make(THLapackCall *j, THLapackSlot slot, int dtype, int64_t rows,
                         int64_t columns);

#endif
