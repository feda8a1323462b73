/*
** The functions that the values of the rows of THSpecial.def use, for devices too. They are called
** and not inlined: in each kernel of each row they would take most of the time to compile.
*/
#ifndef THC_SPECIAL_CUH
#define THC_SPECIAL_CUH

#include "THC/kernels/thc_math.cuh"

#define inline __host__ __device__ __noinline__ inline
#include "TH/cpu/math/THSpecialMath.h"
#undef inline

#endif
