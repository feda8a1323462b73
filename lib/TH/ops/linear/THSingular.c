/*
** A lane computes what it would alone: the same bits wherever a matrix stands among others. A lane
** that is done is turned by nothing, and missing matrices at the end are copies of the last one.
*/
#include "TH/ops/linear/THSingular.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { BYTES = 16, MOST = TH_SINGULAR_MOST }; /* of a vector that every processor has */

/* LEAST: the square of a cotangent overflows for no pair of longer columns. */
#define T float
#define M int32_t
#define K(name) float_##name
#define ROOT(x) sqrtf(x)
#define EPSILON FLT_EPSILON
#define LEAST 1e-11F
#include "TH/ops/linear/THSingularKernel.h"

#define T double
#define M int64_t
#define K(name) double_##name
#define ROOT(x) sqrt(x)
#define EPSILON DBL_EPSILON
#define LEAST 1e-130
#include "TH/ops/linear/THSingularKernel.h"

unsigned THSingular_run(const THSingular *job, int64_t at, int64_t count)
{
  const int lanes = job->is_float ? float_lanes : double_lanes;
  unsigned left = 0;
  for (int64_t i = 0; i < count; i += lanes) {
    const int64_t some = count - i < lanes ? count - i : lanes;
    left |= (job->is_float ? float_run : double_run)(job, at + i, some) << i;
  }
  return left;
}
