/*
** What every file of TH needs: the standard headers, the visibility of exported names, and the one
** limit, TH_MAX_DIM.
**
** The folders of lib/TH are layers, listed from the lowest up in test/check/layers.lua. A file
** includes its own layer or a lower one; test/check enforces it.
*/
#ifndef TH_BASE_H
#define TH_BASE_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#include "TH/platform/THExport.h"

#ifdef __cplusplus
#define TH_API extern "C" TH_EXPORT
#else
#define TH_API extern TH_EXPORT
#endif

/* The largest number of dimensions of a tensor. */
#define TH_MAX_DIM 8

#define TH_CONCAT_2_(a, b) a##b
#define TH_CONCAT_2(a, b) TH_CONCAT_2_(a, b)
#define TH_CONCAT_3_(a, b, c) a##b##c
#define TH_CONCAT_3(a, b, c) TH_CONCAT_3_(a, b, c)
#define TH_CONCAT_4_(a, b, c, d) a##b##c##d
#define TH_CONCAT_4(a, b, c, d) TH_CONCAT_4_(a, b, c, d)

#endif
