/*
** Reductions and scans: the drivers of the rows of THReduce.def, and the rows as data.
**
** op is the code of a row (TH_OP_sum). dim counts from 0. Over a dimension the result keeps it with
** size 1; out is initialised, is resized, may overlap x, and is unchanged on failure. Over all
** elements the result is a number; the undefined tensor has none. Sums are taken in double or
** int64_t (which wraps), in the order of memory, the same for every SIMD level and thread count.
** Errors: TH_EINVAL for a dim that x does not have, TH_EDTYPE where the row does not exist for the
** dtype of x or out is of another dtype, TH_ENOMEM, and what THTensor_result says.
*/
#ifndef TH_REDUCE_H
#define TH_REDUCE_H

#include "TH/backend/THReduceChapter.h"
#include "TH/geometry/THTensor.h"

enum THReductionKind {
  TH_KIND_REDUCE, TH_KIND_DEVIATION, TH_KIND_NORM, TH_KIND_TEST, TH_KIND_EXTREME, TH_KIND_SCAN
};

typedef struct THReduction {
  int kind;
  const char *name;
  const char *dtypes; /* the set's name: "ALL", "FLOATING" */
  const char *doc;
} THReduction;

/* Indexed by TH_OP_<name>; TH_NUM_REDUCTIONS rows. */
TH_API const THReduction TH_reductions[];

/*
** TH_REDUCE rows: sum, prod, mean. out has the dtype of x.
** TH_TEST rows: all, any. out is a ByteTensor, or a BoolTensor where it is one already.
*/
TH_API int THTensor_reduce(int op, THTensor *out, const THTensor *x, int dim);

/* An integer for integral types (1 or 0 for a TH_TEST), else a double. */
TH_API int THTensor_reduceAll(int op, const THTensor *x, THNumber *number);

/*
** TH_EXTREME rows: max, min. values has the dtype of x; indices is Long, positions from 1 as all
** index tensors have: the first of equals, or the first NaN. TH_EINVAL where there is no element.
** index (or NULL) counts from 0 in row-major order.
*/
TH_API int THTensor_extreme(int op, THTensor *values, THTensor *indices, const THTensor *x,
                            int dim);
TH_API int THTensor_extremeAll(int op, const THTensor *x, THNumber *number, int64_t *index);

/*
** TH_DEVIATION rows: var, std; sums of squared deviations from the mean over n - 1, or over n if
** biased. NaN of too few elements. The error is a few units of double precision, or up to n of them
** where the first element lies apart from all others.
*/
TH_API int THTensor_deviation(int op, THTensor *out, const THTensor *x, int dim, int biased);
TH_API int THTensor_deviationAll(int op, const THTensor *x, int biased, THNumber *number);

/* (sum |a|^p)^(1/p); p 0 counts what is not 0, infinity gives the largest. TH_EINVAL for p < 0. */
TH_API int THTensor_norm(THTensor *out, const THTensor *x, double p, int dim);
TH_API int THTensor_normAll(const THTensor *x, double p, THNumber *number);

/* TH_SCAN rows: cumsum, cumprod along dim, in order. out has the dtype and the sizes of x. */
TH_API int THTensor_scan(int op, THTensor *out, const THTensor *x, int dim);

#endif
