/*
** Calls of LAPACK's routines on tensors: column-major copies of the operands, failures, results.
** For THLapack.c and THInverse.c. THSolveChapter.h describes the call and the entries of devices.
**
** A call j keeps its work tensors, on the operands' device, in slots until THLapack_finish.
*/
#ifndef TH_LAPACK_CALL_H
#define TH_LAPACK_CALL_H

#include "TH/backend/THSolveChapter.h"

/* Begin a call of op for operands of a floating dtype on a device. */
void THLapack_begin(THLapackCall *j, const char *op, int device, int dtype);

/* TH_EUNSUPPORTED or TH_EDTYPE, with the reason, if the device has no routines. */
int THLapack_open(THLapackCall *j);

/*
** Copy a matrix, or a vector as a column, into a slot. Zeros fill the rows below it up to rows.
** TH_EINVAL if it is too large for LAPACK's 32-bit integers.
*/
TH_API int THLapack_take(THLapackCall *j, THLapackSlot slot, const THTensor *t, int64_t rows);

/* Make the slot's matrix the identity. */
TH_API int THLapack_identity(THLapackCall *j, THLapackSlot slot);

/* TH_EINVAL if the slot holds NaN or infinity; the text is that of notFinite. */
int THLapack_finite(THLapackCall *j, THLapackSlot slot);
int THLapack_notFinite(const char *op);

/* Run a routine. TH_EINVAL, with what LAPACK found wrong; TH_ENOMEM for the work space;
   TH_EUNSUPPORTED if the device does not have the routine. */
int THLapack_call(THLapackCall *j, THLapackRoutine routine);

/*
** Make slots the results: all, or none on failure. A new result takes over the slot's tensor. One
** that has the sizes already and is not contiguous keeps its strides; others get the slot's. An
** empty slot leaves its result unchanged.
*/
int THLapack_give(THLapackCall *j, int count, THTensor *const *out, const uint8_t *slots);

/* End the call: clear the slots. Returns status. */
int THLapack_finish(THLapackCall *j, int status);

#endif
