/*
** The values of distributions (THDistribution.def) in one dtype, converted as by a copy. A call has
** the result, the draws (or standard normals) that its values are made from, and the parameters
** (THDrawChapter.h).
*/
#include "TH/cpu/math/THVecMath.h"

#define PI 3.14159265358979323846
#define DRAWN_u(i) (((const uint32_t *)source)[i] * 0x1p-32)
#define DRAWN_z(i) (((const double *)source)[i])
#define PARAMETER(k) call->parameter[k]

#define DRAW(set, name, x, parameters, value)                              \
TH_IF_##set(                                                               \
static void ENTRY(name)(const THDrawCall *call)                            \
{                                                                          \
  real *result = call->values;                                             \
  const void *source = call->source;                                       \
  const int64_t n = call->n;                                               \
  const double parameters;                                                 \
  _Pragma("omp simd") for (int64_t i = 0; i < n; i++) {                    \
    const double x = DRAWN_##x(i);                                         \
    result[i] = TH_FROM_DOUBLE((double)(value));                           \
  }                                                                        \
})
#define COMMA ,
#define TH_DISTRIBUTION1(set, name, x, p, rule, value_p, value, doc) \
DRAW(set, name, x, p = PARAMETER(0), value)
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, rule_q, value_q, value, doc) \
DRAW(set, name, x, p = PARAMETER(0) COMMA q = PARAMETER(1), value)
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2

static const THDrawEntry TH_ENTRIES[TH_NUM_DISTRIBUTIONS] = {
#define TH_DISTRIBUTION1(set, name, ...) TH_IF_##set([TH_DISTRIBUTION_##name] = ENTRY(name),)
#define TH_DISTRIBUTION2 TH_DISTRIBUTION1
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2
};
#undef PI
#undef DRAWN_u
#undef DRAWN_z
#undef PARAMETER
#undef DRAW
#undef COMMA
