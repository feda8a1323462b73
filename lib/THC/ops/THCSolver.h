/*
** LAPACK's routines on the devices, by cuSOLVER: the entry for TH_OP_solve, which THLapackCall.h
** describes. What cuSOLVER has no routine for is TH_EUNSUPPORTED. The host waits for each routine,
** because its info decides what follows.
*/
#ifndef THC_SOLVER_H
#define THC_SOLVER_H

#include "TH/backend/THSolveChapter.h"

/* Put the entries into the devices' tables. */
void thc_fillSolver(THTables *tables);

#endif
