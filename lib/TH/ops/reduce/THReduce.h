/*
** Reductions and scans: the drivers of the rows of THReduce.def, and the rows as data.
**
** op is the code of a row (TH_OP_sum). dim counts from 0. A reduction along dim keeps the dimension
** with size 1; out is initialised, is resized, may overlap x, and is unchanged on failure. A
** reduction of all elements gives a number; the undefined tensor has no elements. Sums are computed
** in double or int64_t (which wraps), in the order of memory, with the same bits on every SIMD
** level and number of threads. Errors: TH_EINVAL for a dim that x does not have, TH_EDTYPE if the
** row does not exist for the dtype of x or out has another dtype, TH_ENOMEM, and those of
** THTensor_result.
*/
#ifndef TH_REDUCE_H
#define TH_REDUCE_H

#include "TH/backend/THReduceChapter.h"
#include "TH/geometry/THTensor.h"

enum THReductionKind {
  TH_KIND_REDUCE, TH_KIND_DEVIATION, TH_KIND_NORM, TH_KIND_TEST, TH_KIND_EXTREME, TH_KIND_SCAN,
  TH_KIND_RUNNING /* a scan of devices only */
};

typedef struct THReduction {
  int kind;
  const char *name;
  const char *dtypes; /* the set's name: "ALL", "FLOATING" */
  const char *doc;
} THReduction;

/* The TH_NUM_REDUCTIONS rows, indexed by TH_OP_<name>. */
TH_API const THReduction TH_reductions[];

/*
** TH_REDUCE rows: sum, prod, mean; out has the dtype of x. TH_TEST rows: all, any; out is a
** ByteTensor, or a BoolTensor if it is one already.
*/
TH_API int THTensor_reduce(int op, THTensor *out, const THTensor *x, int dim);

/* The same over n dims, or over all if n is 0; each keeps size 1. In row-major order of them, the
   same bits whatever the strides. TH_EINVAL also if a dimension is named twice. */
TH_API int THTensor_reduceDims(int op, THTensor *out, const THTensor *x, int n, const int *dims);

/* TH_REDUCE rows over a set of dimensions, with a bit for each, in the order of memory. out is of
   the accumulators, Double or Long: nothing is rounded to an element. x is strided, not complex. */
int th_reduceUnrounded(int op, THTensor *out, const THTensor *x, unsigned set);

/* *number is an integer for integral types (1 or 0 for a TH_TEST row), else a double. */
TH_API int THTensor_reduceAll(int op, const THTensor *x, THNumber *number);

/*
** TH_EXTREME rows: max, min. values has the dtype of x. indices is Long: the position of the first
** of equal elements, or of the first NaN, counted from 1 as in all index tensors. index (or NULL)
** counts from 0, in row-major order. TH_EINVAL if there is no element.
*/
TH_API int THTensor_extreme(int op, THTensor *values, THTensor *indices, const THTensor *x,
                            int dim);
TH_API int THTensor_extremeAll(int op, const THTensor *x, THNumber *number, int64_t *index);

/*
** TH_DEVIATION rows: var, std, from the sum of squared deviations from the mean, divided by n - 1,
** or by n if biased; NaN for too few elements. The error is a few units in the last place of a
** double, or up to n of them if the first element is far from all others.
*/
TH_API int THTensor_deviation(int op, THTensor *out, const THTensor *x, int dim, int biased);
TH_API int THTensor_deviationAll(int op, const THTensor *x, int biased, THNumber *number);

/* (sum |a|^p)^(1/p). p 0 counts the elements that are not 0; p infinity gives the largest absolute
   value. TH_EINVAL for p < 0. For exponents but 0, 1, 2, 3 and infinity, which have kernels, the
   powers are a tensor of doubles. */
TH_API int THTensor_norm(THTensor *out, const THTensor *x, double p, int dim);
TH_API int THTensor_normAll(const THTensor *x, double p, THNumber *number);

/* TH_SCAN rows: cumsum, cumprod along dim. out has the dtype and the sizes of x. */
TH_API int THTensor_scan(int op, THTensor *out, const THTensor *x, int dim);

#endif
