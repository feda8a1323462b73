/*
** LAPACK's routines on the devices, by cuSOLVER: the entries of the chapter Solve. What cuSOLVER
** has no routine for has no entry. The host waits for each routine,
** because its info decides what follows.
*/
#ifndef THC_SOLVER_H
#define THC_SOLVER_H

#include "TH/backend/THSolveChapter.h"

/* Put the entries into the devices' tables. */
void thc_fillSolver(THTables *tables);

#endif
