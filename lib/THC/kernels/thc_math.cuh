/*
** Functions of TH that kernels share with the CPU: loading and storing elements, conversions, and
** what the rows' expressions use. The same source gives the same bits on both, as long as the
** compiler does not fuse products and sums (nvcc's --fmad=false).
*/
#ifndef THC_MATH_CUH
#define THC_MATH_CUH

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

#include "THC/kernels/thc_dev.cuh"
#ifdef TH_COMPLEXES
#include "THC/kernels/thc_complex.cuh"
#endif

/* Make every inline function of these headers a device function too. Headers that they include must
   have been included before. */
#define inline __host__ __device__ inline
#include "TH/base/THDtype.h"
#ifdef TH_COMPLEXES
#include "TH/cpu/math/THComplexMath.h"
#else
#include "TH/cpu/math/THVecMath.h"
#include "TH/cpu/parts/THDraws.h"
#endif
#undef inline

#endif
