/*
** The CPU's entries of the chapter Solve, which call LAPACK. They are the same on all SIMD levels.
*/
#ifndef TH_LAPACK_HOST_H
#define TH_LAPACK_HOST_H

#include "TH/backend/THSolveChapter.h"

/* The entries by dtype, as kernel objects export theirs (THCpu.c). */
extern const void *const th_solvers[TH_NUM_DTYPES];

/* Whether the BLAS library that was found has all routines. */
int THLapack_hasLibrary(void);

#endif
