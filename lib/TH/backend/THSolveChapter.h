/*
** The chapter Solve: LAPACK's routines, run on the work tensors of a call. The CPU's entries
** (cpu/THLapackHost.c) call LAPACK; other devices use their own solvers.
**
** A call has its work tensors in slots, on the operands' device. Matrices in slots are dense and
** column-major. Slots hold Double if the operands are Double, else Float.
*/
#ifndef TH_SOLVE_CHAPTER_H
#define TH_SOLVE_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/geometry/THTensor.h"

/* Work tensors. B also holds the U of a decomposition; S2 holds the imaginary parts that go with
   S. */
typedef enum THLapackSlot {
  TH_SLOT_NONE, TH_SLOT_A, TH_SLOT_B, TH_SLOT_V, TH_SLOT_S, TH_SLOT_S2, TH_SLOT_TAU, TH_SLOT_R,
  TH_SLOT_PIVOTS, TH_SLOT_WORK, TH_SLOT_IWORK, TH_NUM_SLOTS
} THLapackSlot;

/* The rows: one per routine; open, which fails with TH_EUNSUPPORTED if the device has no
   routines; finite, which sets info to 0 if the matrix in slot j->looked (A or B) has only
   finite elements. */
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
  int device, dtype, kind; /* the operands'; 0: slots hold Float, 1: Double */
  THLapackSlot looked;
  const char *flag[3];
  int m, n, lda;        /* A is m x n */
  int p, r, ldb;        /* B is p x r */
  int k, ldv;           /* min(m, n), or the number of reflectors; rows of V' */
  int lwork, liwork, info, rank, one;
  union { float f; double d; } tolerance;
  THTensor slot[TH_NUM_SLOTS];
} THLapackCall;

typedef int (*THSolveEntry)(THLapackCall *j);

/* Put a matrix, or with columns -1 a vector, into a slot; its elements are not set. */
TH_API int THLapack_make(THLapackCall *j, THLapackSlot slot, int dtype, int64_t rows,
                         int64_t columns);

#endif
