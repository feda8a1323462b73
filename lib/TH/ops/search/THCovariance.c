/* Weighted means, and covariances: products of the rows' distances from their means. */
#include <math.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THLinear.h"
#include "TH/ops/search/THStatistics.h"
#include "TH/ops/search/THSteps.h"

/* A vector along dim in sizes that broadcast with x, or what has the sizes of x, in its dtype. */
static const THTensor *weights_of(THSteps *s, const THTensor *x, const THTensor *weights, int dim)
{
  int64_t size[TH_MAX_DIM];
  TH_STEP(s, THTensor_operand(s->op, weights));
  if (s->status) return weights;
  weights = THSteps_to(s, weights, THTensor_device(x), x->dtype);
  if (THTensor_isSameSizeAs(weights, x)) return weights;
  if (weights->nDimension != 1 || weights->size[0] != x->size[dim])
    TH_STEP(s, th_fail(TH_ESHAPE, "%s: weights of size %s for %s along dimension %d", s->op,
                       THTensor_sizeText(weights).text, THTensor_sizeText(x).text, dim + 1));
  for (int d = 0; d < x->nDimension; d++) size[d] = d == dim ? x->size[d] : 1;
  return THSteps_reshape(s, weights, x->nDimension, size);
}

/* The sum of weight * x over that of the weights. */
static const THTensor *weighted_mean(THSteps *s, const THTensor *x, const THTensor *weights,
                                     int dim)
{
  const THTensor *sum = THSteps_reduce(s, TH_OP_sum, THSteps_apply(s, TH_OP_cmul, x, weights), dim);
  return THSteps_apply(s, TH_OP_cdiv, sum, THSteps_reduce(s, TH_OP_sum, weights, dim));
}

int THTensor_average(THTensor *out, const THTensor *x, const THTensor *weights, int dim)
{
  THSteps s;
  THSteps_begin(&s, "average");
  THSteps_checkFloating(&s, x);
  TH_STEP(&s, TH_checkDim("average", x, dim));
  if (s.status) return s.status;
  if (!weights) return THSteps_end(&s, out, THSteps_reduce(&s, TH_OP_mean, x, dim));
  return THSteps_end(&s, out, weighted_mean(&s, x, weights_of(&s, x, weights, dim), dim));
}

/* --- covariances --- */

static double sum_of(THSteps *s, const THTensor *x)
{
  THNumber sum = TH_real(0);
  TH_STEP(s, THTensor_reduceAll(TH_OP_sum, x, &sum));
  return TH_asReal(sum);
}

static void check_positive(THSteps *s, const THTensor *weights, const char *name)
{
  THNumber any = TH_integer(0);
  const THTensor *is = THSteps_applyNumber(s, TH_OP_lt, weights, TH_integer(0));
  TH_STEP(s, THTensor_reduceAll(TH_OP_any, is, &any));
  if (any.integer)
    TH_STEP(s, th_fail(TH_EINVAL, "%s: %s has negative numbers", s->op, name));
}

/* The frequencies and weights as one row, or NULL; *by is what sums are divided by. */
static const THTensor *all_weights(THSteps *s, const THTensor *rows, double correction,
                                   const THTensor *fweights, const THTensor *aweights, double *by)
{
  const THTensor *w = NULL, *a = NULL;
  *by = (double)rows->size[1] - correction;
  if (fweights) w = weights_of(s, rows, fweights, 1);
  if (aweights) a = weights_of(s, rows, aweights, 1);
  if (w) check_positive(s, w, "fweights");
  if (a) check_positive(s, a, "aweights");
  if (w && a) w = THSteps_apply(s, TH_OP_cmul, w, a);
  else if (a) w = a;
  if (!w || s->status) return w;
  const double sum = sum_of(s, w);
  const double share = a ? sum_of(s, THSteps_apply(s, TH_OP_cmul, w, a)) / sum : 1;
  *by = sum - correction * share;
  return w;
}

/* (m, n) or (n) -> (m, m), of floats if x has 16 bits */
static const THTensor *covariances(THSteps *s, const THTensor *x, double correction,
                                   const THTensor *fweights, const THTensor *aweights)
{
  double by = 0;
  if (x->nDimension < 1 || x->nDimension > 2)
    TH_STEP(s, th_fail(TH_ESHAPE, "%s: a tensor of size %s; expected a matrix or a vector", s->op,
                       THTensor_sizeText(x).text));
  if (s->status) return x;
  const int64_t m = x->nDimension == 2 ? x->size[0] : 1, n = x->size[x->nDimension - 1];
  const THTensor *rows = THSteps_reshape(s, THSteps_widened(s, x), 2, (const int64_t[]){m, n});
  const THTensor *w = all_weights(s, rows, correction, fweights, aweights, &by);
  const THTensor *mean = w ? weighted_mean(s, rows, w, 1) : THSteps_reduce(s, TH_OP_mean, rows, 1);
  const THTensor *far = THSteps_apply(s, TH_OP_csub, rows, mean);
  const THTensor turned = THTensor_turned(far);
  THTensor *products = THSteps_place(s);
  if (w) far = THSteps_apply(s, TH_OP_cmul, far, w);
  TH_STEP(s, THTensor_mm(products, far, &turned));
  return THSteps_applyNumber(s, TH_OP_cdiv, products, TH_real(fmax(by, 0)));
}

static int end(THSteps *s, THTensor *out, const THTensor *x, const THTensor *matrix)
{
  matrix = THSteps_to(s, matrix, THTensor_device(x), x->dtype);
  if (x->nDimension == 1) matrix = THSteps_reshape(s, matrix, 0, NULL);
  return THSteps_end(s, out, matrix);
}

int THTensor_cov(THTensor *out, const THTensor *x, double correction, const THTensor *fweights,
                 const THTensor *aweights)
{
  THSteps s;
  THSteps_begin(&s, "cov");
  THSteps_checkFloating(&s, x);
  if (s.status) return s.status;
  return end(&s, out, x, covariances(&s, x, correction, fweights, aweights));
}

int THTensor_corrcoef(THTensor *out, const THTensor *x)
{
  THSteps s;
  THSteps_begin(&s, "corrcoef");
  THSteps_checkFloating(&s, x);
  if (s.status) return s.status;
  const THTensor *c = covariances(&s, x, 1, NULL, NULL);
  if (s.status) return THSteps_drop(&s);
  const THTensor variances = THTensor_mainDiagonal(c); /* borrowed */
  const int64_t m = c->size[0];
  const THTensor *deviation = THSteps_apply(&s, TH_OP_sqrt, &variances, NULL);
  const THTensor *column = THSteps_reshape(&s, deviation, 2, (const int64_t[]){m, 1});
  c = THSteps_apply(&s, TH_OP_cdiv, THSteps_apply(&s, TH_OP_cdiv, c, deviation), column);
  THTensor *limited = THSteps_place(&s);
  const THOperand in[] = {TH_tensorOperand(c), TH_numberOperand(TH_integer(-1)),
                          TH_numberOperand(TH_integer(1))};
  TH_STEP(&s, THOp_applyAs("corrcoef", &TH_ops[TH_OP_clamp], limited, in));
  return end(&s, out, x, limited);
}
