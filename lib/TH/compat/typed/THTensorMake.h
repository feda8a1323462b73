/* Tensors filled by a rule: range, linspace, eye and the like; and the trace. Include it through
   TH.h. */

/* Make r ready for n numbers: a tensor of that many elements keeps its sizes. */
static inline void THTensor_(holdNumbers)(THTensor *r, long n)
{
  if (THTensor_nElement(TH_ANY(r)) != n) THTensor_(resize1d)(r, n);
}

/* xmin, xmin + step, and so on up to xmax. */
static inline void THTensor_(range)(THTensor *r, accreal xmin, accreal xmax, accreal step)
{
  long i = 0;
  THArgCheck(step > 0 || step < 0, 3, "a step other than 0 expected");
  THArgCheck(step > 0 ? xmax >= xmin : xmax <= xmin, 2,
             "a bound on the side to which the step leads expected");
  THTensor_(holdNumbers)(r, (long)((xmax - xmin) / step) + 1);
  TH_TENSOR_APPLY(real, r, *r_data = (real)(xmin + (accreal)i++ * step););
}

/* The same, but without xmax. */
static inline void THTensor_(arange)(THTensor *r, accreal xmin, accreal xmax, accreal step)
{
  long i = 0;
  THArgCheck(step > 0 || step < 0, 3, "a step other than 0 expected");
  THArgCheck(step > 0 ? xmax >= xmin : xmax <= xmin, 2,
             "a bound on the side to which the step leads expected");
  THTensor_(holdNumbers)(r, (long)ceil((double)(xmax - xmin) / (double)step));
  TH_TENSOR_APPLY(real, r, *r_data = (real)(xmin + (accreal)i++ * step););
}

TH_IF_FLOATING(
/* n numbers evenly spaced from a to b; logspace: 10 to the power of these. */
static inline void THTensor_(linspace)(THTensor *r, real a, real b, long n)
{
  long i = 0;
  THArgCheck(n > 1 || (n == 1 && a == b), 3, "2 points or more expected, 1 where a is b");
  THTensor_(holdNumbers)(r, n);
  const double step = n > 1 ? ((double)b - a) / (double)(n - 1) : 0;
  TH_TENSOR_APPLY(real, r, *r_data = (real)(a + step * (double)i++););
}

static inline void THTensor_(logspace)(THTensor *r, real a, real b, long n)
{
  THTensor_(linspace)(r, a, b, n);
  TH_TENSOR_APPLY(real, r, *r_data = (real)pow(10, *r_data););
}
)

static inline void THTensor_(eye)(THTensor *r, long n, long m)
{
  THAnyTensor *diagonal = THCompat_newTensor(TH_DTYPE);
  THTensor_(resize2d)(r, n, m > 0 ? m : n);
  TH_RAISE(THTensor_fill(TH_ANY(r), TH_integer(0)));
  TH_RAISE(THTensor_diagonal(diagonal, TH_ANY(r), 0, 0, 1));
  TH_RAISE(THTensor_fill(diagonal, TH_integer(1)));
  THCompat_free(diagonal);
}

static inline accreal THTensor_(trace)(THTensor *t)
{
  THNumber sum;
  THAnyTensor *diagonal = THCompat_newTensor(TH_DTYPE);
  THArgCheck(t->nDimension == 2, 1, "expected a matrix");
  TH_RAISE(THTensor_diagonal(diagonal, TH_ANY(t), 0, 0, 1));
  TH_RAISE(THTensor_reduceAll(TH_OP_sum, diagonal, &sum));
  THCompat_free(diagonal);
  return (accreal)TH_FROM_NUMBER(sum);
}
