/*
** The functions of TH that kernels share with the CPU: elements of each type, conversions, and what
** the values of rows use. The same source gives the same bits there and here, as long as products
** and sums are not contracted (nvcc's --fmad=false).
*/
#ifndef THC_MATH_CUH
#define THC_MATH_CUH

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

#include "THC/kernels/thc_dev.cuh"

/* All that is inline in these is for the device too. What they include in turn has been read. */
#define inline __host__ __device__ inline
#include "TH/base/THDtype.h"
#include "TH/cpu/math/THVecMath.h"
#include "TH/cpu/parts/THDraws.h"
#undef inline

#endif
