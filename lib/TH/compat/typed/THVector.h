/* Loops over packed elements of one type; r may be an operand. Include it through TH.h. */
#define T7_LOOP(name, parameters, value)               \
static inline void THVector_(name) parameters          \
{                                                      \
  for (ptrdiff_t i = 0; i < n; i++) r[i] = (real)(value); \
}
T7_LOOP(fill, (real *r, const real c, const ptrdiff_t n), c)
T7_LOOP(copy, (real *r, const real *x, const ptrdiff_t n), x[i])
T7_LOOP(adds, (real *r, const real *x, const real c, const ptrdiff_t n), x[i] + c)
T7_LOOP(muls, (real *r, const real *x, const real c, const ptrdiff_t n), x[i] * c)
T7_LOOP(divs, (real *r, const real *x, const real c, const ptrdiff_t n), x[i] / c)
T7_LOOP(cadd, (real *r, const real *x, const real *y, const real c, const ptrdiff_t n),
        x[i] + c * y[i])
T7_LOOP(cmul, (real *r, const real *x, const real *y, const ptrdiff_t n), x[i] * y[i])
T7_LOOP(cdiv, (real *r, const real *x, const real *y, const ptrdiff_t n), x[i] / y[i])
T7_LOOP(neg, (real *r, const real *x, const ptrdiff_t n), -x[i])
TH_IF_FLOATING(
T7_LOOP(sqrt, (real *r, const real *x, const ptrdiff_t n), sqrt((double)x[i]))
T7_LOOP(exp, (real *r, const real *x, const ptrdiff_t n), exp((double)x[i]))
T7_LOOP(log, (real *r, const real *x, const ptrdiff_t n), log((double)x[i]))
T7_LOOP(tanh, (real *r, const real *x, const ptrdiff_t n), tanh((double)x[i]))
T7_LOOP(sigmoid, (real *r, const real *x, const ptrdiff_t n), 1 / (1 + exp(-(double)x[i])))
)
#undef T7_LOOP

/* Torch7 chose its loops for the processor here. */
static inline void THVector_(vectorDispatchInit)(void) {}
