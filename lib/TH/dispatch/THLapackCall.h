/*
** Calls of LAPACK's routines on tensors: column-major copies of operands, failures, results. For
** THLapack.c and THInverse.c, and for the entries that compute (TH_OP_solve): THLapackHost.c by
** LAPACK, those of other devices by what they have.
**
** A call j holds its work tensors, which are on the operands' device, in slots until
** THLapack_finish. Matrices in slots are dense and column-major. What a slot holds is in Double for
** Double operands and in Float for others.
*/
#ifndef TH_LAPACK_CALL_H
#define TH_LAPACK_CALL_H

#include "TH/ops/linear/THLapack.h"

/* Work tensors. B is also the U of a decomposition, S2 the imaginary parts beside S. */
typedef enum THLapackSlot {
  TH_LAPACK_NO_SLOT, A, B, V, S, S2, TAU, R, PIVOTS, WORK, IWORK, TH_LAPACK_SLOTS
} THLapackSlot;

/* What an entry is asked for: a routine; whether it can be used at all (TH_EUNSUPPORTED if not);
   whether the matrix in A or B, which j->looked says, is finite (info 0). */
typedef enum THLapackRoutine {
#define TH_LAPACK(name, ...) TH_LAPACK_##name,
#include "TH/rows/THLapackRoutines.def"
#undef TH_LAPACK
  TH_NUM_LAPACK,
  TH_LAPACK_open = TH_NUM_LAPACK,
  TH_LAPACK_finite
} THLapackRoutine;

typedef struct THLapackCall {
  const char *op;       /* for errors */
  int device, dtype, kind; /* of the operands; 0 for Float, 1 for Double in the slots */
  THLapackRoutine routine; /* of the call */
  THLapackSlot looked;
  const char *flag[3];
  int m, n, lda;        /* A is m x n */
  int p, r, ldb;        /* B is p x r */
  int k, ldv;           /* min(m, n), or how many reflectors there are; rows of V' */
  int lwork, liwork, info, rank, one;
  union { float f; double d; } tolerance;
  THTensor slot[TH_LAPACK_SLOTS];
} THLapackCall;

/* Whether the CPU's library has all routines. */
int THLapack_hasLibrary(void);

/* A call of op for operands of that floating dtype and on that device. */
void THLapack_begin(THLapackCall *j, const char *op, int device, int dtype);

/* TH_EUNSUPPORTED or TH_EDTYPE, with the reason, where the device has no routines. */
int THLapack_open(THLapackCall *j);

/*
** A copy of a matrix (or of a vector, as a column) in a slot, with zeros below it up to that many
** rows. TH_EINVAL where LAPACK's 32-bit integers are too narrow.
*/
TH_API int THLapack_take(THLapackCall *j, THLapackSlot slot, const THTensor *t, int64_t rows);

/* A matrix or (columns -1) a vector that is not set. */
TH_API int THLapack_make(THLapackCall *j, THLapackSlot slot, int dtype, int64_t rows,
                         int64_t columns);

/* The slot's matrix becomes the identity. */
TH_API int THLapack_identity(THLapackCall *j, THLapackSlot slot);

/* TH_EINVAL where the slot holds NaN or infinity: iterations might never end. */
int THLapack_finite(THLapackCall *j, THLapackSlot slot);

/* TH_EINVAL, with what LAPACK found wrong; TH_ENOMEM for the work space; TH_EUNSUPPORTED where the
   device does not have the routine. */
int THLapack_call(THLapackCall *j, THLapackRoutine routine);

/*
** Make slots the results: all, or none. A new result takes over the slot's tensor; one that has the
** sizes and is not contiguous stays as it lies; others get the slot's layout. A slot that holds
** nothing leaves its result alone.
*/
int THLapack_give(THLapackCall *j, int count, THTensor *const *out, const uint8_t *slots);

/* Drop the slots. Returns status. */
int THLapack_finish(THLapackCall *j, int status);

#endif
