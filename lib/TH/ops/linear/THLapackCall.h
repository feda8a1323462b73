/*
** Calls of LAPACK's routines on tensors: column-major copies of operands, failures, results. For
** THLapack.c and THInverse.c. What a device is asked for stands in THSolveChapter.h.
**
** A call j holds its work tensors, which are on the operands' device, in slots until
** THLapack_finish.
*/
#ifndef TH_LAPACK_CALL_H
#define TH_LAPACK_CALL_H

#include "TH/backend/THSolveChapter.h"

/* A call of op for operands of that floating dtype and on that device. */
void THLapack_begin(THLapackCall *j, const char *op, int device, int dtype);

/* TH_EUNSUPPORTED or TH_EDTYPE, with the reason, where the device has no routines. */
int THLapack_open(THLapackCall *j);

/*
** A copy of a matrix (or of a vector, as a column) in a slot, with zeros below it up to that many
** rows. TH_EINVAL where LAPACK's 32-bit integers are too narrow.
*/
TH_API int THLapack_take(THLapackCall *j, THLapackSlot slot, const THTensor *t, int64_t rows);

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
