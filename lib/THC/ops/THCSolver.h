/*
** LAPACK's routines on the devices, by cuSOLVER: the entry for TH_OP_solve, which THLapackCall.h
** describes. What cuSOLVER has no routine for is TH_EUNSUPPORTED. The host waits for each routine,
** because its info decides what follows.
*/
#ifndef THC_SOLVER_H
#define THC_SOLVER_H

#include "TH/backend/THBackend.h"

/* Put the entry into a table by dtype. */
void thc_fillSolver(THEntry (*table)[TH_NUM_OPS]);

#endif
