/*
** NVIDIA's libraries, each opened by THLibrary when it is first needed: what their descriptions
** have in common.
*/
#ifndef THC_LIBRARIES_H
#define THC_LIBRARIES_H

#include <cuda_runtime_api.h>

#include "TH/base/THLibrary.h"

/* The files of CUDA 13 and 12, first that of the one that THC was compiled with. */
#if CUDART_VERSION >= 13000
#define THC_FILES(of13, of12) (const char *const[]){of13, of12, NULL}
#else
#define THC_FILES(of13, of12) (const char *const[]){of12, of13, NULL}
#endif

/* What to install. */
#define THC_INSTALL "that of CUDA 12 or 13"

#endif
