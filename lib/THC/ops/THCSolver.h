/*
** LAPACK's routines on the devices, by cuSOLVER: the entry for TH_OP_solve (THSolveChapter.h).
** TH_EUNSUPPORTED for routines that cuSOLVER does not have. The host waits for each routine,
** because its info decides what comes next.
*/
#ifndef THC_SOLVER_H
#define THC_SOLVER_H

#include "TH/backend/THSolveChapter.h"

/* Put the entries into the devices' tables. */
void thc_fillSolver(THTables *tables);

#endif
