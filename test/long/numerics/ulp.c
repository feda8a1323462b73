/*
** Prints the worst error, in units in the last place, of every function of THPointwise.def that
** MPFR has too. The argument is the number of samples for each function (default 1000000). Exits
** with 1 if an error exceeds its bound.
*/
#include "TH.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 4096, PRECISION = 160 };

typedef int Unary(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int Binary(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

static int sigmoid(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
  mpfr_neg(r, x, rnd);
  mpfr_exp(r, r, rnd);
  mpfr_add_ui(r, r, 1, rnd);
  return mpfr_ui_div(r, 1, r, rnd);
}

static int softplus(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
  mpfr_exp(r, x, rnd);
  return mpfr_log1p(r, r, rnd);
}

static int log_gamma(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
  int sign;
  return mpfr_lgamma(r, &sign, x, rnd);
}

/* sin(pi x) / (pi x); the rest of x by 2 is exact. */
static int sinc(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
  mpfr_t pi;
  if (mpfr_zero_p(x)) return mpfr_set_ui(r, 1, rnd);
  mpfr_init2(pi, PRECISION);
  mpfr_const_pi(pi, rnd);
  mpfr_set_ui(r, 2, rnd);
  mpfr_remainder(r, x, r, rnd);
  mpfr_mul(r, r, pi, rnd);
  mpfr_sin(r, r, rnd);
  mpfr_div(r, r, pi, rnd);
  mpfr_div(r, r, x, rnd);
  mpfr_clear(pi);
  return 0;
}

static int entropy(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
  mpfr_log(r, x, rnd);
  mpfr_mul(r, r, x, rnd);
  return mpfr_neg(r, r, rnd);
}

/* erfc(-x / sqrt(2)) / 2. */
static int normal(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
  mpfr_sqrt_ui(r, 2, rnd);
  mpfr_div(r, x, r, rnd);
  mpfr_neg(r, r, rnd);
  mpfr_erfc(r, r, rnd);
  return mpfr_div_2ui(r, r, 1, rnd);
}

static int inverse(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
  return mpfr_ui_div(r, 1, x, rnd);
}
static int root(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
  return mpfr_sqrt(r, x, rnd);
}
static int times_log(mpfr_t r, const mpfr_t a, const mpfr_t x, mpfr_rnd_t rnd)
{
  mpfr_log(r, x, rnd);
  return mpfr_mul(r, r, a, rnd);
}
static int inverse_root(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
  return mpfr_rec_sqrt(r, x, rnd);
}

/*
** Samples are spread over [low, high]: half of them evenly, half evenly in the exponent, with both
** signs if the range has them. bound is in ulp, for float and double.
*/
static const struct Row {
  const char *name;
  Unary *unary;
  Binary *binary;
  double low, high, bound[2];
} rows[] = {
    {"exp", mpfr_exp, NULL, -760, 720, {1, 1}},
    {"exp2", mpfr_exp2, NULL, -1080, 1030, {1, 1}},
    {"expm1", mpfr_expm1, NULL, -760, 720, {1, 1}},
    {"log", mpfr_log, NULL, 0, DBL_MAX, {1, 1}},
    {"log2", mpfr_log2, NULL, 0, DBL_MAX, {1, 1}},
    {"log10", mpfr_log10, NULL, 0, DBL_MAX, {1, 1}},
    {"log1p", mpfr_log1p, NULL, -1, DBL_MAX, {1, 1}},
    {"sin", mpfr_sin, NULL, -1e6, 1e6, {1, 1}},
    {"cos", mpfr_cos, NULL, -1e6, 1e6, {1, 1}},
    {"tan", mpfr_tan, NULL, -1e6, 1e6, {1, 1}},
    {"asin", mpfr_asin, NULL, -1, 1, {1, 1}},
    {"acos", mpfr_acos, NULL, -1, 1, {1, 1}},
    {"atan", mpfr_atan, NULL, -DBL_MAX, DBL_MAX, {1, 1}},
    {"sinh", mpfr_sinh, NULL, -720, 720, {1, 1}},
    {"cosh", mpfr_cosh, NULL, -720, 720, {1, 1}},
    {"tanh", mpfr_tanh, NULL, -50, 50, {1, 1}},
    {"asinh", mpfr_asinh, NULL, -DBL_MAX, DBL_MAX, {1, 1}},
    {"acosh", mpfr_acosh, NULL, 1, DBL_MAX, {1, 1}},
    {"atanh", mpfr_atanh, NULL, -1, 1, {1, 1}},
    {"sigmoid", sigmoid, NULL, -760, 760, {1, 1}},
    {"softplus", softplus, NULL, -760, 760, {1, 1}},
    {"erf", mpfr_erf, NULL, -10, 10, {1, 1}},
    {"erfc", mpfr_erfc, NULL, -30, 30, {1, 1}},
    {"ndtr", normal, NULL, -40, 40, {1.1, 1.3}},
    {"lgamma", log_gamma, NULL, 1e-3, 1e3, {0.51, 1.6}},
    {"digamma", mpfr_digamma, NULL, 1e-3, 1e3, {0.51, 1.7}},
    {"sinc", sinc, NULL, -1000, 1000, {1, 1}},
    {"entr", entropy, NULL, 0, 1e300, {1, 1}},
    {"sqrt", root, NULL, 0, DBL_MAX, {0.5, 0.5}},
    {"cbrt", mpfr_cbrt, NULL, -DBL_MAX, DBL_MAX, {1, 1}},
    {"rsqrt", inverse_root, NULL, 0, DBL_MAX, {1, 1}},
    {"cinv", inverse, NULL, -DBL_MAX, DBL_MAX, {0.5, 0.5}},
    {"cpow", NULL, mpfr_pow, 0, DBL_MAX, {1, 1}},
    {"xlogy", NULL, times_log, 0, DBL_MAX, {1.1, 1.1}},
    {"atan2", NULL, mpfr_atan2, -DBL_MAX, DBL_MAX, {1, 1}},
    {"hypot", NULL, mpfr_hypot, -DBL_MAX, DBL_MAX, {1, 1}},
};

static uint64_t state = 88172645463325252u;

static double uniform(void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53;
}

static double sample(double low, double high, int dtype)
{
  const double most = dtype == TH_FLOAT ? FLT_MAX : DBL_MAX,
               least = dtype == TH_FLOAT ? 1e-45 : 5e-324;
  double x;
  if (low < -most) low = -most;
  if (high > most) high = most;
  if (uniform() < 0.5 && high - low < most)
    x = low + (high - low) * uniform();
  else {
    x = exp2(log2(least) + (log2(fmax(-low, high)) - log2(least)) * uniform());
    if (low < 0 && (uniform() < 0.5 || high <= 0)) x = -x;
    if (x < low || x > high) x = low + (high - low) * uniform();
  }
  return dtype == TH_FLOAT ? (double)(float)x : x;
}

/* got - exact| in units in the last place of dtype at exact. */
static double error_of(double got, const mpfr_t exact, int dtype)
{
  const int precision = dtype == TH_FLOAT ? 24 : 53, least = dtype == TH_FLOAT ? -149 : -1074;
  mpfr_t difference;
  double rounded =
      dtype == TH_FLOAT ? (double)mpfr_get_flt(exact, MPFR_RNDN) : mpfr_get_d(exact, MPFR_RNDN);
  if (isnan(rounded) || isnan(got)) return isnan(rounded) && isnan(got) ? 0 : INFINITY;
  if (isinf(rounded) || isinf(got))
    return rounded == got ? 0 : isinf(got) && isinf(rounded) ? INFINITY : 1;
  mpfr_init2(difference, PRECISION);
  mpfr_sub_d(difference, exact, got, MPFR_RNDN);
  mpfr_abs(difference, difference, MPFR_RNDN);
  long exponent = mpfr_zero_p(exact) ? least : mpfr_get_exp(exact) - precision;
  if (exponent < least) exponent = least;
  mpfr_mul_2si(difference, difference, -exponent, MPFR_RNDN);
  double ulps = mpfr_get_d(difference, MPFR_RNDN);
  mpfr_clear(difference);
  return ulps;
}

typedef struct Worst {
  double ulps, at[2];
} Worst;

static int check(int status)
{
  if (status) fprintf(stderr, "%s\n", TH_error());
  return status;
}

static double load(const void *data, int dtype, int i)
{
  return dtype == TH_FLOAT ? (double)((const float *)data)[i] : ((const double *)data)[i];
}

static void compare(const struct Row *row, int dtype, const double (*x)[2], const void *got,
                    Worst *worst)
{
  mpfr_t a, b, exact;
  mpfr_inits2(PRECISION, a, b, exact, NULL);
  for (int i = 0; i < BATCH; i++) {
    mpfr_set_d(a, x[i][0], MPFR_RNDN);
    mpfr_set_d(b, x[i][1], MPFR_RNDN);
    if (row->unary)
      row->unary(exact, a, MPFR_RNDN);
    else
      row->binary(exact, a, b, MPFR_RNDN);
    double ulps = error_of(load(got, dtype, i), exact, dtype);
    if (ulps > worst->ulps) *worst = (Worst){ulps, {x[i][0], x[i][1]}};
  }
  mpfr_clears(a, b, exact, NULL);
}

static int measure(const struct Row *row, int dtype, long samples, Worst *worst)
{
  static double x[BATCH][2];
  THTensor in[2] = {{0}}, out = {0};
  int64_t size = BATCH;
  int status = check(THTensor_new(&in[0], 0, dtype, 1, &size));
  if (!status) status = check(THTensor_new(&in[1], 0, dtype, 1, &size));
  const THOperand operands[2] = {TH_tensorOperand(&in[0]), TH_tensorOperand(&in[1])};
  for (long done = 0; done < samples && !status; done += BATCH) {
    for (int i = 0; i < BATCH; i++)
      for (int k = 0; k < 2; k++) {
        x[i][k] = k && !strcmp(row->name, "cpow") ? sample(-30, 30, dtype)
                                                  : sample(row->low, row->high, dtype);
        if (dtype == TH_FLOAT)
          ((float *)THTensor_data(&in[k]))[i] = (float)x[i][k];
        else
          ((double *)THTensor_data(&in[k]))[i] = x[i][k];
      }
    status = check(THOp_apply(THOp_find(row->name), &out, operands));
    if (!status) compare(row, dtype, (const double(*)[2])x, THTensor_data(&out), worst);
  }
  for (int k = 0; k < 2; k++) THTensor_clear(&in[k]);
  THTensor_clear(&out);
  return status;
}

int main(int argc, char **argv)
{
  long samples = argc > 1 ? atol(argv[1]) : 1000000;
  int failed = 0;
  printf("| function | float, ulp | at | double, ulp | at |\n|---|---|---|---|---|\n");
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const int dtypes[] = {TH_FLOAT, TH_DOUBLE};
    printf("| %s |", rows[k].name);
    for (int d = 0; d < 2; d++) {
      Worst worst = {0};
      if (measure(&rows[k], dtypes[d], samples, &worst)) return 1;
      printf(" %.3f |", worst.ulps);
      if (rows[k].unary)
        printf(" %.9g |", worst.at[0]);
      else
        printf(" %.9g, %.9g |", worst.at[0], worst.at[1]);
      if (!(worst.ulps <= rows[k].bound[d])) {
        failed = 1;
        printf(" **beyond %g** |", rows[k].bound[d]);
      }
      fflush(stdout);
    }
    printf("\n");
  }
  return failed;
}
