/*
** Tensors of random numbers: filled from distributions and ranges, permutations, multinomial draws.
**
** Elements get their values in row-major order, so a seed gives the same tensor whatever its
** strides.
*/
#include "TH/ops/random/THRandomTensor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/memory/THWatch.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THFuse.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/random/THRandomFill.h"
#include "TH/ops/reduce/THReduce.h"

int th_hostCopy(THTensor *copy, const THTensor *src, int dtype)
{
  TH_TRY(THTensor_new(copy, 0, dtype, src->nDimension, src->size));
  return THTensor_copy(copy, src);
}

/* --- filling in row-major order --- */

/*
** Where the values come from. row is the entry of a device that makes the draws of a Philox
** generator itself, with the parameters it takes (THDrawChapter.h). Without such an entry fill
** writes the next n values to p, as elements of dtype.
*/
enum { NO_ROW = -1 };
typedef struct Source {
  int row, normals;           /* the entry, in the chapter Fill; whether it makes normals */
  THNumber number[TH_MAX_PARAMETERS];
  int (*fill)(const void *context, THGenerator *gen, int dtype, char *p, int64_t n);
  const void *context;
} Source;

/* Check a tensor that is to be filled; it keeps its sizes. */
static int check_target(const char *op, THTensor *t)
{
  TH_TRY(THTensor_operand(op, t));
  if (THTensor_isUndefined(t)) return TH_OK;
  if (!THDtype_isReal(t->dtype)) return TH_missing(op, t->dtype, THTensor_device(t));
  return THTensor_result(op, t, THTensor_device(t), t->dtype, t->nDimension, t->size);
}

/* The entry that makes the draws itself, or NULL. */
static THFillEntry maker(const THTensor *t, const THGenerator *gen, const Source *source)
{
  if (gen->kind != TH_PHILOX || source->row == NO_ROW) return NULL;
  return (THFillEntry)TH_entry(TH_CHAPTER_FILL, source->row, t->dtype, THTensor_device(t));
}

static int fill_there(THFillEntry make, THTensor *t, THGenerator *gen, const Source *source)
{
  THFillCall call;
  TH_TRY(THIter_begin(&call.it, "random", t->nDimension, t->size));
  TH_TRY(THIter_add(&call.it, t));
  THIter_finishInOrder(&call.it);
  if (!call.it.count) return TH_OK;
  call.key = gen->seed;
  call.position = th_philoxPosition(gen);
  call.hasSpare = source->normals && gen->hasSpare;
  call.spare = gen->spare;
  for (int k = 0; k < TH_MAX_PARAMETERS; k++) {
    const THNumber number = source->number[k];
    if (TH_isInteger(number)) call.parameter[k].integer = number.integer;
    else call.parameter[k].real = number.real;
  }
  TH_TRY(make(&call));
  if (source->normals) th_philoxSkipNormals(gen, call.it.count);
  else th_philoxAdvance(gen, (uint64_t)call.it.count);
  return TH_OK;
}

/* Fill t, which check_target has accepted. A strided tensor, or one on a device that makes no
   draws, is filled through a row-major one on the CPU. */
static int fill(THTensor *t, THGenerator *gen, const Source *source)
{
  THTensor row_major = {0};
  if (THTensor_isUndefined(t)) return TH_OK;
  const THFillEntry make = maker(t, gen, source);
  if (make) return fill_there(make, t, gen, source);
  if (!THTensor_device(t) && THTensor_isContiguous(t)) {
    return source->fill(source->context, gen, t->dtype, THTensor_data(t), THTensor_nElement(t));
  }
  const THGenerator before = *gen;
  TH_TRY(THTensor_new(&row_major, 0, t->dtype, t->nDimension, t->size));
  int status = source->fill(source->context, gen, t->dtype, THTensor_data(&row_major),
                            THTensor_nElement(t));
  if (!status) status = THTensor_copy(t, &row_major);
  if (status) *gen = before;
  THTensor_clear(&row_major);
  return status;
}

/* --- distributions --- */

typedef struct Drawn {
  const THDistribution *distribution;
  const double *parameters;
} Drawn;

static int draw_distribution(const void *context, THGenerator *gen, int dtype, char *p, int64_t n)
{
  const Drawn *drawn = context;
  return THDistribution_fill(drawn->distribution, gen, drawn->parameters, dtype, p, n);
}

int THTensor_draw(THTensor *t, THGenerator *gen, const THDistribution *distribution,
                  const double *parameters)
{
  const Drawn drawn = {distribution, parameters};
  Source source = {
    .row = (int)(distribution - TH_distributions),
    .normals = distribution->ofNormals,
    .fill = draw_distribution, .context = &drawn,
  };
  TH_TRY(THDistribution_check(distribution, parameters));
  TH_TRY(check_target(distribution->name, t));
  if (distribution->floatingOnly && !THDtype_traits(t->dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: not defined for %s, which %s", distribution->name,
                   THTensor_typeText(t->dtype).text,
                   THDtype_traits(t->dtype)->complex ? "is complex; fill its parts, as in x:real()"
                                                     : "holds whole numbers only");
  if (!THTensor_isUndefined(t) && !TH_entry(TH_CHAPTER_DRAW, source.row, t->dtype, 0))
    return TH_missing(distribution->name, t->dtype, 0);
  for (int k = 0; k < distribution->arity; k++) source.number[k] = TH_real(parameters[k]);
  return fill(t, gen, &source);
}

static int check_probabilities(const THTensor *t, const THTensor *p)
{
  TH_TRY(THTensor_operand("bernoulli", p));
  if (t->dtype && !THDtype_isReal(t->dtype))
    return TH_missing("bernoulli", t->dtype, THTensor_device(t));
  TH_TRY(TH_checkSameDevice("bernoulli", (THPlaced){"the tensor of probabilities", 0,
                            THTensor_device(p)}, (THPlaced){"the result", 0, THTensor_device(t)}));
  if (!THDtype_traits(p->dtype)->floating)
    return th_fail(TH_EDTYPE, "bernoulli: probabilities in a %s; expected a floating type",
                   THTensor_typeText(p->dtype).text);
  int broadcasts = !THTensor_isUndefined(p) &&
                   THShape_broadcastsTo(p->nDimension, p->size, t->nDimension, t->size);
  if (broadcasts || THTensor_nElement(p) == THTensor_nElement(t)) return TH_OK;
  return th_fail(TH_ESHAPE, "bernoulli: probabilities of size %s for a tensor of size %s",
                 THTensor_sizeText(p).text, THTensor_sizeText(t).text);
}

static int check_extreme(int op, const THTensor *p)
{
  THNumber extreme;
  int64_t at;
  TH_TRY(THTensor_extremeAll(op, p, &extreme, NULL));
  if (extreme.real >= 0 && extreme.real <= 1) return TH_OK;
  TH_TRY(THTensor_extremeAll(op, p, &extreme, &at));
  return th_fail(TH_EINVAL, "bernoulli: probability %" PRId64 " is %.14g, must be a number from 0 "
                 "to 1", at + 1, extreme.real);
}

/* Set t to whether uniform <= p, in one pass over both. */
static int compare(THTensor *t, const THTensor *uniform, const THTensor *p)
{
  THFuse chain; /* large: only the fields in use are set */
  int u, v, mask;
  chain.count = chain.device = 0;
  int status = THFuse_tensor(&chain, uniform, &u);
  if (!status) status = THFuse_tensor(&chain, p, &v);
  if (!status && p->dtype != TH_DOUBLE) status = THFuse_convert(&chain, v, TH_DOUBLE, &v);
  if (!status)
    status = THFuse_step(&chain, "bernoulli", &TH_ops[TH_OP_le],
                         (THFuseOperand[]){{.value = u}, {.value = v}}, &mask);
  if (!status) status = THFuse_run(&chain, 1, &t, &mask);
  THFuse_clear(&chain);
  return status;
}

/* p broadcasts to t. */
static int draw_bernoulli(THTensor *t, THGenerator *gen, const THTensor *p)
{
  const double from_0_to_1[] = {0, 1};
  const THGenerator before = *gen;
  THTensor uniform = {0};
  TH_TRY(THTensor_new(&uniform, THTensor_device(t), TH_DOUBLE, t->nDimension, t->size));
  int status = THTensor_draw(&uniform, gen, &TH_distributions[TH_DISTRIBUTION_uniform],
                             from_0_to_1);
  if (!status) status = compare(t, &uniform, p);
  if (status) *gen = before;
  THTensor_clear(&uniform);
  return status;
}

int THTensor_bernoulli(THTensor *t, THGenerator *gen, const THTensor *p)
{
  THTensor shaped = {0};
  TH_TRY(check_target("bernoulli", t));
  if (THTensor_isUndefined(t)) return TH_OK;
  TH_TRY(check_probabilities(t, p));
  if (!THTensor_nElement(t)) return TH_OK;
  TH_TRY(check_extreme(TH_OP_min, p)); /* NaN if there is one */
  TH_TRY(check_extreme(TH_OP_max, p));
  if (THShape_broadcastsTo(p->nDimension, p->size, t->nDimension, t->size))
    return draw_bernoulli(t, gen, p);
  int status = THTensor_reshape(&shaped, p, t->nDimension, t->size);
  if (!status) status = draw_bernoulli(t, gen, &shaped);
  THTensor_clear(&shaped);
  return status;
}

/* --- whole numbers --- */

enum { CHUNK = 512 };

/* The whole numbers first + (a draw mod count). */
typedef struct Range {
  uint64_t count; /* 0 means 2^64 */
  int64_t first;
} Range;

static void range_values(const Range *range, const uint32_t *draws, int64_t *values, int64_t n)
{
  const uint32_t count = range->count - 1 < UINT32_MAX ? (uint32_t)range->count : 0;
  for (int64_t i = 0; i < n; i++)
    values[i] = (int64_t)((uint64_t)range->first + (count ? draws[i] % count : draws[i]));
}

static void store_values(int dtype, char *p, const int64_t *values, int64_t n)
{
  int width = THDtype_traits(dtype)->size;
  if (dtype == TH_LONG) memcpy(p, values, sizeof *values * (size_t)n);
  else if (dtype == TH_FLOAT)
    for (int64_t i = 0; i < n; i++) ((float *)p)[i] = (float)values[i];
  else if (dtype == TH_DOUBLE)
    for (int64_t i = 0; i < n; i++) ((double *)p)[i] = (double)values[i];
  else
    for (int64_t i = 0; i < n; i++) THDtype_store(dtype, p + i * width, TH_integer(values[i]));
}

static int draw_range(const void *context, THGenerator *gen, int dtype, char *p, int64_t n)
{
  uint32_t draws[CHUNK];
  int64_t values[CHUNK];
  THWatch watch = th_watch();
  for (int64_t run; n > 0 && !th_mustStop(&watch); n -= run) {
    run = n < CHUNK ? n : CHUNK;
    THGenerator_draw(gen, draws, run);
    range_values(context, draws, values, run);
    store_values(dtype, p, values, run);
    p += run * THDtype_traits(dtype)->size;
  }
  return th_watched(&watch);
}

static int fill_range(THTensor *t, THGenerator *gen, const Range *range)
{
  return fill(t, gen, &(Source){
    .row = TH_FILL_range,
    .number = {TH_integer((int64_t)range->count), TH_integer(range->first)},
    .fill = draw_range, .context = range});
}

int THTensor_random(THTensor *t, THGenerator *gen)
{
  TH_TRY(check_target("random", t));
  return fill_range(t, gen, &(Range){.count = (uint64_t)THDtype_traits(t->dtype)->whole + 1});
}

int THTensor_randomBetween(THTensor *t, THGenerator *gen, int64_t a, int64_t b)
{
  TH_TRY(THRandom_checkBetween(a, b));
  TH_TRY(check_target("random", t));
  return fill_range(t, gen, &(Range){(uint64_t)b - (uint64_t)a + 1, a});
}

/* --- whole numbers with equal chances --- */

/* Draws mod count favour some numbers, by at most count in 2^32 of their chance. Up to this count
   that does not show. */
enum { FAIR_COUNT = 1 << 16 };

/* 64 bits mod count. Those that would favour some numbers, the first 2^64 mod count, are drawn
   again. */
static uint64_t fair(THGenerator *gen, uint64_t count)
{
  const uint64_t rest = count ? (0 - count) % count : 0;
  uint64_t bits;
  do {
    bits = (uint64_t)THRandom_random(gen) << 32;
    bits |= THRandom_random(gen);
  } while (bits < rest);
  return count ? bits % count : bits;
}

static int draw_fair(const void *context, THGenerator *gen, int dtype, char *p, int64_t n)
{
  const Range *range = context;
  int64_t values[CHUNK];
  THWatch watch = th_watch();
  for (int64_t run; n > 0 && !th_mustStop(&watch); n -= run) {
    run = n < CHUNK ? n : CHUNK;
    for (int64_t i = 0; i < run; i++)
      values[i] = (int64_t)((uint64_t)range->first + fair(gen, range->count));
    store_values(dtype, p, values, run);
    p += run * THDtype_traits(dtype)->size;
  }
  return th_watched(&watch);
}

static int check_range(const char *op, int dtype, int64_t a, int64_t b)
{
  const THTraits *traits = THDtype_traits(dtype);
  const int64_t most = traits->whole, least = traits->isSigned ? -most - 1 : 0;
  if (!traits->integral || (a >= least && b <= most)) return TH_OK;
  return th_fail(TH_EINVAL, "%s: numbers from %" PRId64 " to %" PRId64 ", but a %s holds those "
                 "from %" PRId64 " to %" PRId64, op, a, b, THTensor_typeText(dtype).text, least,
                 most);
}

/* A number of draws that is not known before leaves the entries of devices out. */
int THTensor_randint(THTensor *t, THGenerator *gen, int64_t a, int64_t b)
{
  const uint64_t count = (uint64_t)b - (uint64_t)a + 1;
  TH_TRY(THRandom_checkBetween(a, b));
  TH_TRY(check_range("randint", t->dtype, a, b));
  if (count - 1 < FAIR_COUNT) return THTensor_randomBetween(t, gen, a, b);
  TH_TRY(check_target("randint", t));
  return fill(t, gen, &(Source){.row = NO_ROW, .fill = draw_fair, .context = &(Range){count, a}});
}

/* --- permutations --- */

static void permute(THGenerator *gen, int64_t *p, int64_t n)
{
  for (int64_t i = 0; i < n; i++) p[i] = i + 1;
  for (int64_t i = 0; i < n - 1; i++) {
    int64_t z = i + (int64_t)THRandom_modulo(gen, (uint64_t)(n - i)), kept = p[i];
    p[i] = p[z];
    p[z] = kept;
  }
}

int THTensor_randperm(THTensor *out, THGenerator *gen, int dtype, int64_t n)
{
  THTensor numbers = {0};
  const THTensor before = *out;
  const THGenerator undrawn = *gen;
  if (n < 0) return th_fail(TH_EINVAL, "randperm: %" PRId64 " numbers asked for", n);
  if (!THDtype_isReal(dtype))
    return th_fail(TH_EDTYPE, "randperm: not defined for %s", THTensor_typeText(dtype).text);
  if (n > THDtype_traits(dtype)->whole)
    return th_fail(TH_EINVAL, "randperm: a %s holds whole numbers up to %" PRId64 " only, not %"
                   PRId64, THTensor_typeText(dtype).text, THDtype_traits(dtype)->whole, n);
  TH_TRY(THTensor_new(&numbers, 0, TH_LONG, 1, &n));
  int status = THTensor_result("randperm", out, THTensor_device(out), dtype, 1, &n);
  if (!status) permute(gen, THTensor_data(&numbers), n);
  if (!status) status = THTensor_copy(out, &numbers);
  if (status) *gen = undrawn, THTensor_restore(out, &before);
  THTensor_clear(&numbers);
  return status;
}

/* --- multinomial --- */

/* One row of weights: mass is what is left of each; sums are running sums divided by the total. */
typedef struct Weights {
  int64_t n;
  double *mass, *sums;
} Weights;

static void add_up(const Weights *w)
{
  double total = 0;
  for (int64_t k = 0; k < w->n; k++) w->sums[k] = total += w->mass[k];
  for (int64_t k = 0; k < w->n; k++) w->sums[k] /= total;
}

/*
** The first slot whose running sum is at least u. A slot without mass is never drawn: if rounding,
** or a u of 0, leads to one, the next slot that has some is taken, or else the one before.
*/
static int64_t slot_of(const Weights *w, double u)
{
  int64_t left = 0, right = w->n - 1;
  while (left < right) {
    int64_t middle = left + (right - left) / 2;
    if (w->sums[middle] < u) left = middle + 1;
    else right = middle;
  }
  while (left < w->n - 1 && w->mass[left] == 0) left++;
  while (left > 0 && w->mass[left] == 0) left--;
  return left;
}

/* Take the slot's share out of its own and all later sums, and divide all by what is left. */
static void take_out(const Weights *w, int64_t slot)
{
  double share = w->sums[slot] - (slot ? w->sums[slot - 1] : 0), left = 1 - share;
  w->mass[slot] = 0;
  if (left <= 0) {
    add_up(w); /* one slot held all but a rounding error of the mass */
    return;
  }
  for (int64_t k = 0; k < w->n; k++) w->sums[k] = (w->sums[k] - (k >= slot ? share : 0)) / left;
}

static void draw_row(const Weights *w, THGenerator *gen, int64_t count, int replacement,
                     int64_t *to)
{
  add_up(w);
  for (int64_t i = 0; i < count; i++) {
    w->sums[w->n - 1] = 1;
    int64_t slot = slot_of(w, THRandom_uniform(gen, 0, 1));
    to[i] = slot + 1;
    if (!replacement && i < count - 1) take_out(w, slot);
  }
}

static int check_row(const double *mass, int64_t n, int64_t count, int replacement)
{
  double total = 0;
  int64_t positive = 0;
  for (int64_t k = 0; k < n; k++) {
    if (!(mass[k] >= 0) || !isfinite(mass[k]))
      return th_fail(TH_EINVAL, "multinomial: weight %" PRId64 " is %.14g, must be a finite "
                     "number, at least 0", k + 1, th_withoutSign(mass[k]));
    positive += mass[k] > 0;
    total += mass[k];
  }
  if (!positive || !isfinite(total))
    return th_fail(TH_EINVAL, "multinomial: the weights add up to %.14g", total);
  if (!replacement && count > positive)
    return th_fail(TH_EINVAL, "multinomial: %" PRId64 " positions without replacement from %" PRId64
                   " positive weights", count, positive);
  return TH_OK;
}

static int check_weights(const THTensor *weights)
{
  TH_TRY(THTensor_operand("multinomial", weights));
  if (!THDtype_traits(weights->dtype)->floating)
    return th_fail(TH_EDTYPE, "multinomial: weights in a %s; expected a floating type",
                   THTensor_typeText(weights->dtype).text);
  if (weights->nDimension != 1 && weights->nDimension != 2)
    return th_fail(TH_ESHAPE, "multinomial: weights of size %s; expected a vector or a matrix",
                   THTensor_sizeText(weights).text);
  return TH_OK;
}

/* mass: the weights as doubles. sums: room for one row. drawn: rows x count. */
static int draw_rows(THTensor *out, int device, THGenerator *gen, const THTensor *mass,
                     const THTensor *sums, THTensor *drawn, int replacement)
{
  int64_t n = mass->size[mass->nDimension - 1], rows = mass->nDimension == 2 ? mass->size[0] : 1;
  int64_t count = drawn->size[drawn->nDimension - 1], *to = THTensor_data(drawn);
  Weights w = {n, THTensor_data(mass), THTensor_data(sums)};
  for (int64_t r = 0; r < rows; r++) TH_TRY(check_row(w.mass + r * n, n, count, replacement));
  TH_TRY(THTensor_result("multinomial", out, device, TH_LONG, drawn->nDimension, drawn->size));
  for (int64_t r = 0; r < rows; r++, w.mass += n, to += count)
    draw_row(&w, gen, count, replacement, to);
  return THTensor_copy(out, drawn);
}

int THTensor_multinomial(THTensor *out, THGenerator *gen, const THTensor *weights, int64_t count,
                         int replacement)
{
  THTensor mass = {0}, sums = {0}, drawn = {0};
  const THTensor before = *out;
  const THGenerator undrawn = *gen;
  if (count < 1)
    return th_fail(TH_EINVAL, "multinomial: %" PRId64 " positions asked for, at least 1 is needed",
                   count);
  TH_TRY(check_weights(weights));
  int d = weights->nDimension;
  int64_t size[2] = {d == 2 ? weights->size[0] : count, count};
  int status = th_hostCopy(&mass, weights, TH_DOUBLE);
  if (!status) status = THTensor_new(&sums, 0, TH_DOUBLE, 1, &weights->size[d - 1]);
  if (!status) status = THTensor_new(&drawn, 0, TH_LONG, d, size);
  if (!status)
    status = draw_rows(out, THTensor_device(weights), gen, &mass, &sums, &drawn, replacement);
  if (status) *gen = undrawn, THTensor_restore(out, &before);
  THTensor_clear(&mass);
  THTensor_clear(&sums);
  THTensor_clear(&drawn);
  return status;
}
