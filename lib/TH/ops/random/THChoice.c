/*
** Choices are positions drawn by what draws them already, and copies by these positions; other
** distributions are scaled values of the plain ones.
*/
#include "TH/ops/random/THChoice.h"

#include <math.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/linear/THLinear.h"
#include "TH/ops/random/THRandomFill.h"
#include "TH/ops/random/THRandomTensor.h"
#include "TH/ops/reduce/THReduce.h"
#include "TH/ops/select/THIndex.h"

/* --- positions --- */

static int choose(THTensor *made, THGenerator *gen, int64_t n, int64_t count, int replacement)
{
  THTensor all = {0};
  if (replacement) {
    TH_TRY(THTensor_new(made, 0, TH_LONG, 1, &count));
    return THTensor_randint(made, gen, 1, n);
  }
  int status = THTensor_randperm(&all, gen, TH_LONG, n);
  if (!status) status = THTensor_narrow(&all, &all, 0, 0, count);
  if (!status) status = THTensor_clone(made, &all, TH_LONG);
  THTensor_clear(&all);
  return status;
}

int THTensor_choice(THTensor *out, THGenerator *gen, int64_t n, int64_t count, int replacement,
                    const THTensor *weights)
{
  THTensor made = {0};
  const THGenerator before = *gen;
  if (count < 0) return th_fail(TH_EINVAL, "choice: %" PRId64 " positions asked for", count);
  if (count > 0 && n < 1) return th_fail(TH_EINVAL, "choice: there is nothing to choose from");
  if (!replacement && count > n)
    return th_fail(TH_EINVAL, "choice: %" PRId64 " of %" PRId64 " without replacement", count, n);
  if (weights && (weights->nDimension != 1 || weights->size[0] != n))
    return th_fail(TH_ESHAPE, "choice: probabilities of size %s for %" PRId64 " positions",
                   THTensor_sizeText(weights).text, n);
  int status = !count ? THTensor_new(&made, 0, TH_LONG, 1, &count)
               : weights ? THTensor_multinomial(&made, gen, weights, count, replacement)
                         : choose(&made, gen, n, count, replacement);
  if (!status) status = THResult_replace("choice", out, &made);
  if (status) *gen = before;
  THTensor_clear(&made);
  return status;
}

int THTensor_permutation(THTensor *out, THGenerator *gen, const THTensor *x)
{
  THTensor order = {0};
  const THGenerator before = *gen;
  TH_TRY(THTensor_operand("permutation", x));
  TH_TRY(TH_checkDim("permutation", x, 0));
  int status = THTensor_randperm(&order, gen, TH_LONG, x->size[0]);
  if (!status) status = THTensor_index(out, x, 0, &order);
  if (status) *gen = before;
  THTensor_clear(&order);
  return status;
}

int THTensor_shuffle(THTensor *t, THGenerator *gen)
{
  THTensor made = {0};
  TH_TRY(THTensor_target("shuffle", t));
  int status = THTensor_permutation(&made, gen, t);
  if (!status) status = THTensor_copy(t, &made);
  THTensor_clear(&made);
  return status;
}

/* --- parameters in tensors --- */

/* The rules of parameters hold for all numbers between two that they hold for, so the extremes
   tell. A NaN is an extreme. */
static int check_parameter(const THDistribution *d, int k, const THTensor *t,
                           const THOperand *given)
{
  const THParameter *p = &d->parameter[k];
  const THTensor *x = given->tensor;
  THNumber extreme[2] = {given->number, given->number};
  if (x) {
    TH_TRY(THTensor_operand(d->name, x));
    TH_TRY(TH_checkSameDevice(d->name, (THPlaced){"the tensor of parameters", 0,
                              THTensor_device(x)}, (THPlaced){"the result", 0,
                              THTensor_device(t)}));
    if (THTensor_isUndefined(x) ||
        !THShape_broadcastsTo(x->nDimension, x->size, t->nDimension, t->size))
      return th_fail(TH_ESHAPE, "%s: %s of size %s does not broadcast to size %s", d->name, p->name,
                     THTensor_sizeText(x).text, THTensor_sizeText(t).text);
    if (!THDtype_isReal(x->dtype))
      return th_fail(TH_EDTYPE, "%s: %s in a %s", d->name, p->name,
                     THTensor_typeText(x->dtype).text);
    if (!THTensor_nElement(x)) return TH_OK;
    TH_TRY(THTensor_extremeAll(TH_OP_min, x, &extreme[0], NULL));
    TH_TRY(THTensor_extremeAll(TH_OP_max, x, &extreme[1], NULL));
  }
  for (int i = 0; i < 2; i++)
    if (!p->accepts(TH_asReal(extreme[i])))
      return th_fail(TH_EINVAL, "%s: %s is %.14g, must be %s", d->name, p->name,
                     th_withoutSign(TH_asReal(extreme[i])), p->need);
  return TH_OK;
}

/* r = row(r, a) for a tensor of doubles r. */
static int change(const char *op, int row, THTensor *r, THOperand a, double factor)
{
  THTensor wide = {0};
  int status = TH_OK;
  if (a.tensor) {
    status = THTensor_to(&wide, a.tensor, THTensor_device(a.tensor), TH_DOUBLE);
    a.tensor = &wide;
  }
  const THOperand in[3] = {TH_tensorOperand(r), a, TH_numberOperand(TH_real(factor))};
  if (!status) status = THOp_applyAs(op, &TH_ops[row], r, in);
  THTensor_clear(&wide);
  return status;
}

/* Make of plain values, uniform in [0, 1), normal or exponential, those with the parameters. */
static int scale(const THDistribution *d, THTensor *values, const THOperand *p)
{
  THTensor span = {0};
  if (d->arity == 1) return change(d->name, TH_OP_cdiv, values, p[0], 1);
  if (d->ofNormals) TH_TRY(change(d->name, TH_OP_cmul, values, p[1], 1));
  else {
    int status = THTensor_clone(&span, values, TH_DOUBLE);
    if (!status) status = THTensor_fill(&span, TH_integer(0));
    if (!status) status = change(d->name, TH_OP_cadd, &span, p[1], 1);
    if (!status) status = change(d->name, TH_OP_cadd, &span, p[0], -1);
    if (!status) status = change(d->name, TH_OP_cmul, values, TH_tensorOperand(&span), 1);
    THTensor_clear(&span);
    TH_TRY(status);
  }
  return change(d->name, TH_OP_cadd, values, p[0], 1);
}

int THTensor_drawBy(THTensor *t, THGenerator *gen, const THDistribution *distribution,
                    const THOperand *parameters)
{
  const THDistribution *d = distribution;
  const double plain[TH_MAX_PARAMETERS] = {d->arity == 1, 1};
  const THGenerator before = *gen;
  THTensor values = {0};
  TH_TRY(THTensor_target(d->name, t));
  if (!THDtype_traits(t->dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: not defined for %s", d->name, THTensor_typeText(t->dtype).text);
  for (int k = 0; k < d->arity; k++) TH_TRY(check_parameter(d, k, t, &parameters[k]));
  if (THTensor_isUndefined(t)) return TH_OK;
  int status = THTensor_new(&values, THTensor_device(t), TH_DOUBLE, t->nDimension, t->size);
  if (!status) status = THTensor_draw(&values, gen, d, plain);
  if (!status) status = scale(d, &values, parameters);
  if (!status) status = THTensor_copy(t, &values);
  if (status) *gen = before;
  THTensor_clear(&values);
  return status;
}

/* --- normal vectors --- */

/*
** Replace a symmetric matrix by its lower Cholesky factor. A variance of 0 (to rounding) makes a
** column of 0. Returns 0 if the matrix is not symmetric or has a direction of negative variance.
*/
static int factor(double *a, int64_t n)
{
  double most = 0;
  for (int64_t i = 0; i < n * n; i++) most = fmax(most, fabs(a[i]));
  const double least = most * 1e-6;
  for (int64_t j = 0; j < n; j++) {
    double *row = a + j * n, rest = row[j];
    for (int64_t k = 0; k < j; k++) rest -= row[k] * row[k];
    if (!(rest >= -least) || !isfinite(most)) return 0;
    const double root = rest > least * 1e-6 ? sqrt(rest) : 0;
    for (int64_t i = j + 1; i < n; i++) {
      double x = a[i * n + j];
      if (!(fabs(x - row[i]) <= least)) return 0;
      for (int64_t k = 0; k < j; k++) x -= a[i * n + k] * row[k];
      if (!root && !(fabs(x) <= least)) return 0;
      a[i * n + j] = root ? x / root : 0;
    }
    row[j] = root;
  }
  for (int64_t j = 0; j < n; j++)
    for (int64_t i = j + 1; i < n; i++) a[j * n + i] = 0;
  return 1;
}

static int check_normal(const THTensor *mean, const THTensor *covariance)
{
  const char *op = "multivariateNormal";
  TH_TRY(THTensor_operand(op, mean));
  TH_TRY(THTensor_operand(op, covariance));
  if (!THDtype_traits(mean->dtype)->floating || !THDtype_traits(covariance->dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: not defined for a mean in a %s and a covariance in a %s; "
                   "expected floating types", op, THTensor_typeText(mean->dtype).text,
                   THTensor_typeText(covariance->dtype).text);
  if (mean->nDimension == 1 && covariance->nDimension == 2 &&
      covariance->size[0] == mean->size[0] && covariance->size[1] == mean->size[0])
    return TH_OK;
  return th_fail(TH_ESHAPE, "%s: mean of size %s and covariance of size %s; expected n and n x n",
                 op, THTensor_sizeText(mean).text, THTensor_sizeText(covariance).text);
}

/* rows = normal rows, times the factor, plus the mean, in double on the device of mean. */
static int make_rows(THTensor *rows, THGenerator *gen, const THTensor *mean, THTensor *lower)
{
  const double plain[TH_MAX_PARAMETERS] = {0, 1};
  THTensor turned = {0};
  TH_TRY(THTensor_draw(rows, gen, &TH_distributions[TH_DISTRIBUTION_normal], plain));
  TH_TRY(THTensor_to(lower, lower, THTensor_device(mean), TH_DOUBLE));
  int status = THTensor_transpose(&turned, lower, 0, 1);
  if (!status && THTensor_nElement(rows)) status = THTensor_mm(rows, rows, &turned);
  THTensor_clear(&turned);
  return status ? status
                : change("multivariateNormal", TH_OP_cadd, rows, TH_tensorOperand(mean), 1);
}

int THTensor_multivariateNormal(THTensor *out, THGenerator *gen, const THTensor *mean,
                                const THTensor *covariance, int64_t n)
{
  const char *op = "multivariateNormal";
  const THGenerator before = *gen;
  THTensor lower = {0}, rows = {0}, made = {0};
  TH_TRY(check_normal(mean, covariance));
  const int64_t d = mean->size[0], size[2] = {n < 0 ? 1 : n, d};
  int status = th_hostCopy(&lower, covariance, TH_DOUBLE);
  if (!status && !factor(THTensor_data(&lower), d))
    status = th_fail(TH_EINVAL,
                     "%s: the covariance is not symmetric, or negative in some direction", op);
  if (!status) status = THTensor_new(&rows, THTensor_device(mean), TH_DOUBLE, 2, size);
  if (!status) status = make_rows(&rows, gen, mean, &lower);
  if (!status && n < 0) status = THTensor_select(&rows, &rows, 0, 0);
  if (!status) status = THTensor_to(&made, &rows, THTensor_device(mean), mean->dtype);
  if (!status) status = THResult_replace(op, out, &made);
  if (status) *gen = before;
  THTensor_clear(&lower);
  THTensor_clear(&rows);
  THTensor_clear(&made);
  return status;
}
