/*
** The values of distributions (THDistribution.def) in one dtype, converted as by copy. Operands are
** the result, the draws or standard normals of which the values are made, as runs, and the
** parameters.
*/
#define PI 3.14159265358979323846
#define DRAWN_u(i) (((const uint32_t *)at[1])[i] * 0x1p-32)
#define DRAWN_z(i) (((const double *)at[1])[i])
#define PARAMETER(k) (*(const double *)at[2 + k])

#define DRAW(set, name, x, parameters, value)                              \
TH_IF_##set(                                                               \
static void K(name)(char *const *at, const ptrdiff_t *step, ptrdiff_t n)   \
{                                                                          \
  real *result = (real *)at[0];                                            \
  const double parameters;                                                 \
  (void)step;                                                              \
  _Pragma("omp simd") for (ptrdiff_t i = 0; i < n; i++) {                  \
    const double x = DRAWN_##x(i);                                         \
    result[i] = TH_FROM_DOUBLE((double)(value));                           \
  }                                                                        \
}                                                                          \
TH_ENTRY_IN_ORDER(name))
#define COMMA ,
#define TH_DISTRIBUTION1(set, name, x, p, rule, value_p, value, doc) \
DRAW(set, name, x, p = PARAMETER(0), value)
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, rule_q, value_q, value, doc) \
DRAW(set, name, x, p = PARAMETER(0) COMMA q = PARAMETER(1), value)
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2

static const THIterEntry TH_ENTRIES[TH_NUM_DISTRIBUTIONS] = {
#define TH_DISTRIBUTION1(set, name, ...) TH_IF_##set([TH_DISTRIBUTION_##name] = E(name),)
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
