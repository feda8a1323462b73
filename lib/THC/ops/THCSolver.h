/*
** LAPACK's routines on the devices, by cuSOLVER: the entries of the chapter Solve. A routine that
** cuSOLVER does not have has no entry. The host waits for each routine, because its info decides
** what comes next.
*/
#ifndef THC_SOLVER_H
#define THC_SOLVER_H

#include "TH/backend/THSolveChapter.h"

/* Put the entries into the devices' tables. */
void thc_fillSolver(THTables *tables);

#endif
