/*
** Calls of LAPACK's routines on tensors: column-major copies of the operands, failures, results.
** For THLapack.c and THInverse.c. THSolveChapter.h describes the call and the entries of devices.
**
** A call j keeps its work tensors, on the operands' device, in slots until THLapack_finish.
*/
#ifndef TH_LAPACK_CALL_H
#define TH_LAPACK_CALL_H

#include "TH/backend/THSolveChapter.h"

/* Begin a call of op for operands of a floating or complex dtype on a device. */
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

/* If the slot holds NaN or infinity: TH_EINVAL, or where the call passes NaN on, isNaN is set, and
   the identity stands for the elements; in B such columns become NaN. */
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

/* --- for walks of stacks --- */

struct THLapackOp;

/* Bits of THLapackOp.asks: each result of a matrix is a number, the only element of its slot; the
   results are NaN, instead of an error, for a matrix that is not finite. */
enum { TH_LAPACK_NUMBERS = 64, TH_LAPACK_PASSES_NAN = 128 };

/* TH_EINVAL for a flag that op does not have. */
int THLapack_checkFlags(const struct THLapackOp *op, const char *const *flags);

/* Check matrices and copy them to the slots of op. */
int THLapack_takeOperands(THLapackCall *j, const struct THLapackOp *op, const THTensor *const *in);

/* Copy pivots from 1 to m, an IntTensor of k, to their slot. TH_EINVAL for others. */
int THLapack_takePivots(THLapackCall *j, const THTensor *pivots);

/* Refuse a 0 on the diagonal of A, a factor, by which LAPACK would divide. is says what the
   matrix is then. */
int THLapack_checkDiagonal(const THLapackCall *j, const char *is);

/* The factors L and U of A and their pivots; info is the first pivot that is 0, which is no failure
   here. */
int THLapack_factorize(THLapackCall *j);

/* What compute functions of THLapack.c do, for those of THFactors.c. */
int THLapack_eig(THLapackCall *j);

/* Functions for single matrices, with A (B, PIVOTS) taken (THFactors.c). */
int THFactor_inv(THLapackCall *j);
int THFactor_det(THLapackCall *j);
int THFactor_slogdet(THLapackCall *j);
int THFactor_qr(THLapackCall *j);
int THFactor_svdvals(THLapackCall *j);
int THFactor_eig(THLapackCall *j);
int THFactor_lu(THLapackCall *j);
int THFactor_luFactor(THLapackCall *j);
int THFactor_luSolve(THLapackCall *j);

#endif
