/*
** What the descriptions of NVIDIA's libraries (cuBLAS, cuSOLVER, cuSPARSE) have in common.
** THLibrary.h opens each of them at run time when it is first needed; none is linked.
*/
#ifndef THC_LIBRARIES_H
#define THC_LIBRARIES_H

#include <cuda_runtime_api.h>

#include "TH/base/THLibrary.h"

/* File names for CUDA 13 and 12, starting with the version that THC was compiled with. */
#if CUDART_VERSION >= 13000
#define THC_FILES(of13, of12) (const char *const[]){of13, of12, NULL}
#else
#define THC_FILES(of13, of12) (const char *const[]){of12, of13, NULL}
#endif

/* What the error tells the user to install. */
#define THC_INSTALL "that of CUDA 12 or 13"

#endif
