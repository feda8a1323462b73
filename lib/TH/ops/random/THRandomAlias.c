/*
** Draws from fixed weights in constant time, by Walker's tables (THRandomTensor.h).
**
** Slot i stands for i with probability share[i], and otherwise for alias[i] (from 1). A slot
** without another has share 1, and the alias 1, which is never drawn, as in Torch7.
*/
#include "TH/geometry/THGate.h"
#include "TH/ops/random/THRandomTensor.h"

#include <math.h>
#include <stdlib.h>

#include "TH/geometry/THCheck.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/random/THRandomFill.h"

/* --- tables --- */

/*
** The tables while they are made. A slot whose share is below the mean, 1, takes the rest from one
** whose share is not.
*/
typedef struct Tables {
  int64_t n, *alias;
  double *share;
  int64_t *slots; /* slots below the mean, from the front; the others, from the back */
} Tables;

static void balance(const Tables *t)
{
  int64_t below = 0, above = t->n, *slots = t->slots;
  for (int64_t i = 0; i < t->n; i++) {
    t->alias[i] = 0;
    slots[t->share[i] < 1 ? below++ : --above] = i;
  }
  int64_t *large = slots + above, *end = slots + t->n;
  while (below > 0 && large < end) {
    const int64_t from = *large, to = slots[below - 1];
    t->alias[to] = from + 1;
    t->share[from] -= 1 - t->share[to];
    if (t->share[from] < 1) {
      slots[below - 1] = from;
      large++;
    } else {
      below--;
    }
  }
  for (int64_t i = 0; i < t->n; i++)
    if (!t->alias[i]) t->alias[i] = 1, t->share[i] = 1; /* it was 1 up to a rounding error */
}

/* Scale the weights in share to a mean of 1. */
static int scale(double *share, int64_t n)
{
  double total = 0;
  for (int64_t i = 0; i < n; i++) {
    if (!(share[i] >= 0) || !isfinite(share[i]))
      return th_fail(TH_EINVAL, "multinomialAliasSetup_: weight %" PRId64 " is %.14g, must be a "
                     "finite number, at least 0", i + 1, th_withoutSign(share[i]));
    total += share[i];
  }
  if (!(total > 0) || !isfinite(total))
    return th_fail(TH_EINVAL, "multinomialAliasSetup_: the weights add up to %.14g", total);
  for (int64_t i = 0; i < n; i++) share[i] = share[i] / total * (double)n;
  return TH_OK;
}

static int check_weights(const THTensor *weights)
{
  TH_TRY(THTensor_operand("multinomialAliasSetup_", weights));
  TH_TRY(TH_checkOnCpu("multinomialAliasSetup_", weights));
  if (!THDtype_traits(weights->dtype)->floating)
    return th_fail(TH_EDTYPE, "multinomialAliasSetup_: weights in a %s; expected a floating type",
                   THTensor_typeText(weights->dtype).text);
  if (weights->nDimension == 1) return TH_OK;
  return th_fail(TH_ESHAPE, "multinomialAliasSetup_: weights of size %s; expected a vector",
                 THTensor_sizeText(weights).text);
}

/* both becomes two rows: the aliases, and room for slots. */
static int set_up(THTensor *alias, THTensor *share, const THTensor *weights, THTensor *both,
                  THTensor *doubles)
{
  const int64_t n = weights->size[0], rows[2] = {2, n};
  TH_TRY(THTensor_new(both, 0, TH_LONG, 2, rows));
  TH_TRY(th_hostCopy(doubles, weights, TH_DOUBLE));
  const Tables t = {n, THTensor_data(both), THTensor_data(doubles),
                    (int64_t *)THTensor_data(both) + n};
  TH_TRY(scale(t.share, n));
  balance(&t);
  THTensor aliases = *both;
  aliases.nDimension = 1;
  aliases.size[0] = n;
  aliases.stride[0] = 1;
  TH_TRY(THTensor_result("multinomialAliasSetup_", alias, 0, TH_LONG, 1, &n));
  TH_TRY(THTensor_result("multinomialAliasSetup_", share, 0, weights->dtype, 1, &n));
  TH_TRY(THTensor_copy(alias, &aliases));
  return THTensor_copy(share, doubles);
}

int THTensor_multinomialAliasSetup(THTensor *alias, THTensor *share, const THTensor *weights)
{
  THTensor both = {0}, doubles = {0};
  TH_TRY(check_weights(weights));
  int status = set_up(alias, share, weights, &both, &doubles);
  THTensor_clear(&both);
  THTensor_clear(&doubles);
  return status;
}

/* --- draws --- */

static int check_tables(const THTensor *alias, const THTensor *share)
{
  TH_TRY(THTensor_operand("multinomialAlias_", alias));
  TH_TRY(THTensor_operand("multinomialAlias_", share));
  TH_TRY(TH_checkOnCpu("multinomialAlias_", alias));
  TH_TRY(TH_checkOnCpu("multinomialAlias_", share));
  if (alias->dtype != TH_LONG || !THDtype_traits(share->dtype)->floating)
    return th_fail(TH_EDTYPE, "multinomialAlias_: tables in a %s and a %s; expected a "
                   "torch.LongTensor and a floating type", THTensor_typeText(alias->dtype).text,
                   THTensor_typeText(share->dtype).text);
  const int64_t n = THTensor_nElement(alias);
  if (n && THTensor_nElement(share) == n) return TH_OK;
  return th_fail(TH_ESHAPE, "multinomialAlias_: tables of sizes %s and %s; expected as many "
                 "elements in both, at least one", THTensor_sizeText(alias).text,
                 THTensor_sizeText(share).text);
}

static int check_entries(const int64_t *alias, const double *share, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    if (alias[i] > n || alias[i] < 1 || !(share[i] >= 0 && share[i] <= 1))
      return th_fail(TH_EINVAL, "multinomialAlias_: entries %" PRId64 " of the tables are %" PRId64
                     " and %.14g: not of multinomialAliasSetup", i + 1, alias[i], share[i]);
  return TH_OK;
}

/* positions has the sizes of out. */
static int draw(THTensor *out, THGenerator *gen, const THTensor *alias, const THTensor *share,
                THTensor *positions)
{
  const int64_t n = THTensor_nElement(alias), *other = THTensor_data(alias);
  const double *own = THTensor_data(share);
  int64_t *to = THTensor_data(positions), count = THTensor_nElement(positions);
  TH_TRY(check_entries(other, own, n));
  TH_TRY(THTensor_result("multinomialAlias_", out, THTensor_device(out), TH_LONG, out->nDimension,
                         out->size));
  for (int64_t i = 0; i < count; i++) {
    const int64_t slot = (int64_t)THRandom_uniform(gen, 0, (double)n);
    const int keep = THRandom_bernoulli(gen, own[slot]) != 0;
    to[i] = keep && own[slot] > 0 ? slot + 1 : other[slot];
  }
  return THTensor_copy(out, positions);
}

int THTensor_multinomialAlias(THTensor *out, THGenerator *gen, const THTensor *alias,
                              const THTensor *share)
{
  THTensor aliases = {0}, shares = {0}, positions = {0};
  TH_TRY(THTensor_operand("multinomialAlias_", out));
  TH_TRY(TH_checkOnCpu("multinomialAlias_", out));
  if (THTensor_isUndefined(out)) return TH_OK;
  TH_TRY(check_tables(alias, share));
  int status = th_hostCopy(&aliases, alias, TH_LONG);
  if (!status) status = th_hostCopy(&shares, share, TH_DOUBLE);
  if (!status) status = THTensor_new(&positions, 0, TH_LONG, out->nDimension, out->size);
  if (!status) status = draw(out, gen, &aliases, &shares, &positions);
  THTensor_clear(&aliases);
  THTensor_clear(&shares);
  THTensor_clear(&positions);
  return status;
}
