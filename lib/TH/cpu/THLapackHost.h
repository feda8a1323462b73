/*
** The entries of the CPU over LAPACK, which all levels have alike.
*/
#ifndef TH_LAPACK_HOST_H
#define TH_LAPACK_HOST_H

#include "TH/backend/THSolveChapter.h"

/* By dtype, as a kernel object has them (THCpu.c). */
extern const void *const th_solvers[TH_NUM_DTYPES];

/* Whether the CPU's library has all routines. */
int THLapack_hasLibrary(void);

#endif
