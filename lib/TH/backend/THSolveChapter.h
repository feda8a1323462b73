/*
** The chapter Solve: LAPACK's routines, run on the work tensors of a call. The CPU's entries
** (cpu/THLapackHost.c) call LAPACK; other devices use their own solvers.
**
** A call has its work tensors in slots, on the operands' device. Matrices in slots are dense and
** column-major. Slots hold the dtype of the call: that of the operands, but Float for 16-bit types.
** S, S2 and RWORK hold real numbers: the parts of complex ones. PIVOTS are ints on the CPU, longs
** on other devices.
*/
#ifndef TH_SOLVE_CHAPTER_H
#define TH_SOLVE_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/geometry/THTensor.h"

/* Work tensors. B also holds the U of a decomposition; S2 holds the imaginary parts that go with
   S. */
typedef enum THLapackSlot {
  TH_SLOT_NONE, TH_SLOT_A, TH_SLOT_B, TH_SLOT_V, TH_SLOT_S, TH_SLOT_S2, TH_SLOT_TAU, TH_SLOT_R,
  TH_SLOT_PIVOTS, TH_SLOT_WORK, TH_SLOT_RWORK, TH_SLOT_IWORK, TH_NUM_SLOTS
} THLapackSlot;

/* The rows: one per routine; open, which fails with TH_EUNSUPPORTED if the device has no
   routines; finite, which sets info to 0 if the matrix in slot j->looked (A or B) has only
   finite elements. */
typedef enum THLapackRoutine {
#define TH_LAPACK(name, ...) TH_LAPACK_##name,
#include "TH/rows/THLapackRoutines.def"
  TH_NUM_LAPACK,
  TH_LAPACK_open = TH_NUM_LAPACK,
  TH_LAPACK_finite,
  TH_SOLVE_ROWS
} THLapackRoutine;

typedef struct THLapackCall {
  const char *op;       /* for errors */
  int device, dtype;    /* the operands' */
  int type, real;       /* the dtypes of slots, and of slots that hold real numbers */
  THLapackSlot looked;
  const char *flag[3];
  int m, n, lda;        /* A is m x n */
  int p, r, ldb;        /* B is p x r */
  int k, ldv;           /* min(m, n), or the number of reflectors; rows of V' */
  int lwork, lrwork, liwork, info, rank, one;
  int passesNaN, isNaN; /* what a matrix that is not finite does to the results */
  int asked[TH_NUM_LAPACK]; /* the work space that each routine wanted; 0: not asked yet */
  union { float f; double d; } tolerance;
  THTensor slot[TH_NUM_SLOTS];
} THLapackCall;

typedef int (*THSolveEntry)(THLapackCall *j);

/* Put a matrix, or with columns -1 a vector, into a slot, unless one of these sizes is there; its
   elements are not set. */
TH_API int THLapack_make(THLapackCall *j, THLapackSlot slot, int dtype, int64_t rows,
                         int64_t columns);

#endif
