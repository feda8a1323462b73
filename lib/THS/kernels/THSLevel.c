/*
** The entries of the chapter "Sparse" for float and double on one SIMD level, TH_LEVEL, whose
** vectors have THS_VECTOR bytes. The sums are those of the entries for all levels, in that order.
*/
#include "TH/iteration/THParallel.h"
#include "THS/kernels/THSChapter.h"

#define THS_QUOTIENT(a, b) ((a) / (b))
#define THS_ON_KEYS NULL, NULL
#define TH_GENERIC_FILE "THS/kernels/THSKernels.c"
#include "TH/base/types/THGenerateFloatsTypes.h"

#define KERNELS(level) TH_CONCAT_2(ths_kernels_, level)
extern const void *const KERNELS(TH_LEVEL)[TH_NUM_DTYPES];
const void *const KERNELS(TH_LEVEL)[TH_NUM_DTYPES] = {
  [TH_FLOAT] = entries_Float, [TH_DOUBLE] = entries_Double};
