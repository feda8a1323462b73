/*
** The CPU's entries for Fourier transforms. They are the same on all SIMD levels, over the level's
** butterflies.
*/
#ifndef TH_FFTS_H
#define TH_FFTS_H

#include "TH/backend/THFftChapter.h"
#include "TH/cpu/THFftPlan.h"

/* The entries of the chapter Fft by dtype, as kernel objects export theirs (THCpu.c). */
extern const void *const th_ffts[TH_NUM_DTYPES];

/* For THFftPlan.c: set v of a plan of a convolution, from w and part[0]. TH_ENOMEM. */
int THFfts_chirp(THFftPlan *plan);

#endif
