/*
** A lane computes what it would alone: the same bits wherever a matrix stands among others. Missing
** matrices at the end are copies of the last one.
*/
#include "TH/ops/linear/THSmallLanes.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { LANES = 8, MOST = TH_LANES_MOST };
typedef double Lanes[LANES];

#define EACH _Pragma("omp simd") for (int l = 0; l < LANES; l++)

typedef struct Block {
  int64_t n, r;
  Lanes m[MOST * MOST], b[MOST * MOST];
  Lanes sign, singular, rest; /* singular: a pivot that is 0, or 0; rest: 0 if m is finite */
} Block;

static double load(const THLanes *job, const void *from, int64_t i)
{
  return job->is_float ? (double)((const float *)from)[i] : ((const double *)from)[i];
}

static void store(const THLanes *job, int64_t i, double x)
{
  if (job->is_float) ((float *)job->x)[i] = (float)x;
  else ((double *)job->x)[i] = x;
}

/* Elements of count matrices from matrix at on. */
static void take(const THLanes *job, const void *from, Lanes *to, int64_t each, int64_t at,
                 int64_t count)
{
  for (int l = 0; l < LANES; l++) {
    const int64_t first = (at + (l < count ? l : count - 1)) * each;
    for (int64_t i = 0; i < each; i++) to[i][l] = load(job, from, first + i);
  }
}

static void take_matrix(const THLanes *job, Block *k, int64_t at, int64_t count)
{
  const int64_t each = k->n * k->n;
  take(job, job->a, k->m, each, at, count);
  EACH k->rest[l] = 0;
  for (int64_t i = 0; i < each; i++) EACH k->rest[l] += k->m[i][l] - k->m[i][l];
}

/* One NaN in a right side makes it all NaN, and no other. */
static void take_right(const THLanes *job, Block *k, int64_t at, int64_t count)
{
  const int64_t r = k->r, each = k->n * r;
  take(job, job->x, k->b, each, at, count);
  for (int64_t j = 0; j < r; j++) {
    Lanes rest;
    EACH rest[l] = 0;
    for (int64_t i = j; i < each; i += r) EACH rest[l] += k->b[i][l] - k->b[i][l];
    EACH k->b[j][l] = rest[l] == 0 ? k->b[j][l] : NAN;
  }
}

/* Exchange rows of two matrices where the lane's bits in mask are set. */
static void exchange(Lanes *a, Lanes *b, int64_t n, const int64_t *mask)
{
  for (int64_t k = 0; k < n; k++) {
    int64_t x[LANES], y[LANES];
    memcpy(x, a[k], sizeof x);
    memcpy(y, b[k], sizeof y);
    EACH {
      const int64_t other = (x[l] ^ y[l]) & mask[l];
      x[l] ^= other;
      y[l] ^= other;
    }
    memcpy(a[k], x, sizeof x);
    memcpy(b[k], y, sizeof y);
  }
}

/* Bring the largest element of column c, from row c on, to row c. */
static void find_pivot(Block *k, int64_t c)
{
  const int64_t n = k->n;
  Lanes most, at;
  EACH most[l] = fabs(k->m[c * n + c][l]), at[l] = (double)c;
  for (int64_t i = c + 1; i < n; i++) EACH {
    const double size = fabs(k->m[i * n + c][l]);
    at[l] = size > most[l] ? (double)i : at[l];
    most[l] = size > most[l] ? size : most[l];
  }
  EACH k->singular[l] = most[l] == 0 && k->singular[l] == 0 ? (double)(c + 1) : k->singular[l];
  EACH k->sign[l] = at[l] == (double)c ? k->sign[l] : -k->sign[l];
  for (int64_t i = c + 1; i < n; i++) {
    int64_t mask[LANES];
    EACH mask[l] = -(int64_t)(at[l] == (double)i);
    exchange(&k->m[c * n + c], &k->m[i * n + c], n - c, mask);
    exchange(&k->b[c * k->r], &k->b[i * k->r], k->r, mask);
  }
}

/* m becomes its upper factor, b what the lower one leaves of it. */
static void eliminate(Block *k)
{
  const int64_t n = k->n, r = k->r;
  EACH k->sign[l] = 1, k->singular[l] = 0;
  for (int64_t c = 0; c < n; c++) {
    const Lanes *row = &k->m[c * n], *right = &k->b[c * r];
    Lanes scale, inverse; /* that of a subnormal pivot would overflow */
    find_pivot(k, c);
    EACH scale[l] = fabs(row[c][l]) < DBL_MIN ? 0x1p60 : 1;
    EACH inverse[l] = row[c][l] == 0 ? 0 : 1 / (row[c][l] * scale[l]);
    for (int64_t i = c + 1; i < n; i++) {
      Lanes factor;
      EACH factor[l] = k->m[i * n + c][l] * scale[l] * inverse[l];
      for (int64_t j = c + 1; j < n; j++) EACH k->m[i * n + j][l] -= factor[l] * row[j][l];
      for (int64_t j = 0; j < r; j++) EACH k->b[i * r + j][l] -= factor[l] * right[j][l];
    }
  }
}

static void substitute(Block *k)
{
  const int64_t n = k->n, r = k->r;
  for (int64_t i = n - 1; i >= 0; i--) {
    for (int64_t c = i + 1; c < n; c++)
      for (int64_t j = 0; j < r; j++)
        EACH k->b[i * r + j][l] -= k->m[i * n + c][l] * k->b[c * r + j][l];
    for (int64_t j = 0; j < r; j++) EACH k->b[i * r + j][l] /= k->m[i * n + i][l];
  }
}

static void set_identity(Block *k)
{
  memset(k->b, 0, (size_t)(k->n * k->n) * sizeof *k->b);
  for (int64_t i = 0; i < k->n; i++) EACH k->b[i * k->n + i][l] = 1;
}

static void give_solutions(const THLanes *job, const Block *k, int64_t at, int64_t count)
{
  const int64_t each = k->n * k->r;
  for (int64_t l = 0; l < count; l++)
    for (int64_t i = 0; i < each; i++)
      store(job, (at + l) * each + i, k->rest[l] == 0 ? k->b[i][l] : NAN);
}

static void give_determinants(const THLanes *job, const Block *k, int64_t at, int64_t count)
{
  for (int64_t l = 0; l < count; l++) {
    double product = k->rest[l] == 0 ? 1 : NAN, logarithm = 0;
    for (int64_t i = 0; i < k->n; i++) {
      const double x = k->m[i * k->n + i][l];
      if (job->kind == TH_LANES_DET) product *= x;
      else product *= (x > 0) - (x < 0), logarithm += log(fabs(x));
    }
    product *= k->sign[l];
    if (job->kind == TH_LANES_DET) store(job, at + l, product);
    else {
      store(job, 2 * (at + l), product + 0); /* no -0 */
      store(job, 2 * (at + l) + 1, product == product ? logarithm : NAN);
    }
  }
}

int64_t THLanes_run(const THLanes *job, int64_t begin, int64_t end, int *pivot)
{
  const int64_t is_solution = job->kind <= TH_LANES_INVERT;
  Block k;
  for (int64_t at = begin; at < end; at += LANES) {
    const int64_t count = end - at < LANES ? end - at : LANES;
    k.n = job->n;
    k.r = is_solution ? job->r : 0;
    take_matrix(job, &k, at, count);
    if (job->kind == TH_LANES_SOLVE) take_right(job, &k, at, count);
    else if (is_solution) set_identity(&k);
    eliminate(&k);
    for (int64_t l = 0; l < count && is_solution; l++)
      if (k.singular[l] != 0 && k.rest[l] == 0) return *pivot = (int)k.singular[l], at + l;
    if (is_solution) substitute(&k), give_solutions(job, &k, at, count);
    else give_determinants(job, &k, at, count);
  }
  return end;
}
