/*
** LAPACK's routines on the devices, by cuSOLVER: the entry for TH_OP_solve (THLapackCall.h).
** TH_EUNSUPPORTED for routines that cuSOLVER does not have. The host waits for each routine,
** because its info decides what comes next.
*/
#ifndef THC_SOLVER_H
#define THC_SOLVER_H

#include "TH/dispatch/THBackend.h"

/* Put the entry into a table by dtype. */
void thc_fillSolver(THEntry (*table)[TH_NUM_OPS]);

#endif
