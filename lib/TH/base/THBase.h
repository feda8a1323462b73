/*
** What every file of TH needs: standard headers, the visibility of exported names, the one limit.
**
** Layers of lib/TH (a file includes its own layer or a lower one; test/check enforces it):
** 0 base, 1 memory, 2 geometry, 3 iteration, 4 kernels, 5 drivers, 6 typed facade.
*/
#ifndef TH_BASE_H
#define TH_BASE_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define TH_API extern "C" __attribute__((visibility("default")))
#else
#define TH_API extern __attribute__((visibility("default")))
#endif

/* The most dimensions that a tensor has. */
#define TH_MAX_DIM 8

#define TH_CONCAT_2_(a, b) a##b
#define TH_CONCAT_2(a, b) TH_CONCAT_2_(a, b)
#define TH_CONCAT_3_(a, b, c) a##b##c
#define TH_CONCAT_3(a, b, c) TH_CONCAT_3_(a, b, c)
#define TH_CONCAT_4_(a, b, c, d) a##b##c##d
#define TH_CONCAT_4(a, b, c, d) TH_CONCAT_4_(a, b, c, d)

#endif
