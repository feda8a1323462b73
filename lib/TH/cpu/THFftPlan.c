/*
** Plans of Fourier transforms, and the list of those that are kept.
**
** Factors are computed in long double, each from its own angle, and rounded once.
*/
#include "TH/cpu/THFftPlan.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "TH/base/THError.h"
#include "TH/base/THFloatMode.h"
#include "TH/cpu/THFfts.h"
#include "TH/platform/THPlatform.h"

static int64_t width_of(int dtype)
{
  return THDtype_traits(dtype)->size;
}

/* --- factors --- */

/* exp(-2 pi i k / n) for 0 <= k < n, by an angle of at most an eighth of a turn. */
static void turn(int64_t k, int64_t n, long double *c, long double *s)
{
  const long double circle = 6.283185307179586476925286766559005768L;
  const int lower = k > n - k; /* the sine is odd */
  if (lower) k = n - k;
  const int left = 4 * k > n;  /* cos(pi - a) = -cos(a); a counts half steps, as n may be odd */
  const int64_t a = left ? n - 2 * k : 2 * k;
  const int steep = 4 * a > n; /* cos(pi / 2 - a) = sin(a) */
  const int64_t quarters = steep ? n - 2 * a : 2 * a;
  const long double angle = circle * (long double)quarters / (4 * (long double)n);
  const long double x = cosl(angle), y = sinl(angle);
  *c = steep ? y : x;
  *s = steep ? x : y;
  if (left) *c = -*c;
  if (!lower) *s = -*s;
}

static void set_factor(const THFftPlan *p, void *re, void *im, int64_t at, int64_t k, int64_t n)
{
  long double c, s;
  turn(k, n, &c, &s);
  if (p->dtype == TH_FLOAT) ((float *)re)[at] = (float)c, ((float *)im)[at] = (float)s;
  else ((double *)re)[at] = (double)c, ((double *)im)[at] = (double)s;
}

/* Room for n factors; 0 if there is none. */
static int make_room(THFftPlan *p, int64_t n, void **re, void **im)
{
  const size_t bytes = (size_t)(n * width_of(p->dtype));
  *re = calloc(1, bytes);
  *im = calloc(1, bytes);
  p->bytes += 2 * bytes;
  return *re && *im;
}

/* --- lengths --- */

/* Cut n into radices: 16 first if enough is left then, and 8 or 16 last, as these read and write
   lines where they are; 8 and 4 between, which leaves whole vectors to later passes. Returns what
   is left of n. */
static int64_t cut(int64_t n, int *radix, int *count)
{
  static const int others[] = {3, 5, 7};
  int twos = 0, last = 0;
  *count = 0;
  for (; n % 2 == 0; n /= 2) twos++;
  if (twos >= 7) radix[(*count)++] = 16, twos -= 4;
  if (twos == 4 || (*count && twos % 3 == 1)) last = 16, twos -= 4;
  else if (*count || twos > 5) last = 8, twos -= 3;
  else if (twos == 5) last = 4, twos -= 2;
  for (; twos >= 3 && twos != 4; twos -= 3) radix[(*count)++] = 8;
  for (; twos >= 2; twos -= 2) radix[(*count)++] = 4;
  if (twos) radix[(*count)++] = 2;
  for (int k = 0; k < 3; k++)
    for (; n % others[k] == 0; n /= others[k]) radix[(*count)++] = others[k];
  if (last) radix[(*count)++] = last;
  return n;
}

static int is_smooth(int64_t n)
{
  int radix[64], count;
  return cut(n, radix, &count) == 1;
}

/* The divisor of n nearest to its root among those up to it; 1 if both parts would be too small. */
static int64_t divide(int64_t n, int64_t lanes)
{
  int64_t best = 1;
  for (int64_t d = lanes; d <= n / d; d++)
    if (n % d == 0) best = d;
  return best;
}

/* The length of a convolution that holds the lines of n: a multiple of 64, so that passes are
   long. */
static int64_t convolution_length(int64_t n)
{
  int64_t m = (2 * n - 1 + 63) / 64;
  while (!is_smooth(m)) m++;
  return m * 64;
}

/* --- plans --- */

static int build(THFftPlan **to, int dtype, int64_t n);

static void drop(THFftPlan *p)
{
  if (!p) return;
  for (int k = 0; k < p->passes; k++) free((void *)p->pass[k].w);
  free(p->wr), free(p->wi), free(p->vr), free(p->vi);
  drop(p->part[0]);
  drop(p->part[1]);
  free(p);
}

/* The factors of a pass over rest rows, in chunks (THButterflyChapter.h). */
static int build_factors(THFftPlan *p, THFftPass *pass, int64_t rest)
{
  const int64_t chunk = TH_FFT_CHUNK_BYTES / width_of(p->dtype), m = pass->m;
  const int64_t chunks = (m + chunk - 1) / chunk, count = 2 * (pass->radix - 1) * chunk;
  const size_t bytes = (size_t)(chunks * count * width_of(p->dtype));
  char *w = calloc(1, bytes);
  pass->w = w;
  if (!w) return TH_ENOMEM;
  p->bytes += bytes;
  for (int64_t c = 0; c < chunks; c++, w += count * width_of(p->dtype)) {
    const int64_t first = m > chunk && c == chunks - 1 ? m - chunk : c * chunk;
    for (int j = 1; j < pass->radix; j++)
      for (int64_t i = 0; i < chunk && first + i < m; i++)
        set_factor(p, w, w + chunk * width_of(p->dtype), (2 * j - 2) * chunk + i, (first + i) * j,
                   rest);
  }
  return TH_OK;
}

static int build_passes(THFftPlan *p)
{
  int radix[64];
  cut(p->n, radix, &p->passes);
  int64_t rest = p->n;
  for (int k = 0; k < p->passes; k++) {
    THFftPass *pass = &p->pass[k];
    *pass = (THFftPass){.radix = radix[k], .m = rest / radix[k]};
    if (pass->m > 1) TH_TRY(build_factors(p, pass, rest));
    rest = pass->m;
  }
  return TH_OK;
}

static int build_matrix(THFftPlan *p)
{
  const int64_t blocks = (p->columns + p->lanes - 1) / p->lanes;
  TH_TRY(build(&p->part[0], p->dtype, p->rows));
  TH_TRY(build(&p->part[1], p->dtype, p->columns));
  if (!make_room(p, p->rows * p->lanes, &p->wr, &p->wi)) return TH_ENOMEM;
  if (!make_room(p, p->rows * blocks, &p->vr, &p->vi)) return TH_ENOMEM;
  for (int64_t i = 0; i < p->rows; i++) {
    for (int64_t l = 0; l < p->lanes; l++)
      set_factor(p, p->wr, p->wi, i * p->lanes + l, i * l % p->n, p->n);
    for (int64_t b = 0; b < blocks; b++)
      set_factor(p, p->vr, p->vi, b * p->rows + i, i * b * p->lanes % p->n, p->n);
  }
  return TH_OK;
}

/* The chirp is exp(-pi i k k / n); k k is counted modulo 2 n, exactly. */
static int build_convolution(THFftPlan *p)
{
  p->m = convolution_length(p->n);
  TH_TRY(build(&p->part[0], p->dtype, p->m));
  if (!make_room(p, p->n, &p->wr, &p->wi) || !make_room(p, p->m, &p->vr, &p->vi))
    return TH_ENOMEM;
  for (int64_t k = 0, square = 0; k < p->n; k++) {
    set_factor(p, p->wr, p->wi, k, square, 2 * p->n);
    square = (square + 2 * k + 1) % (2 * p->n);
  }
  return THFfts_chirp(p);
}

static int build(THFftPlan **to, int dtype, int64_t n)
{
  THFftPlan *p = calloc(1, sizeof *p);
  *to = p;
  if (!p) return TH_ENOMEM;
  p->dtype = dtype;
  p->n = n;
  p->bytes = sizeof *p;
  p->lanes = TH_FFT_LANES_BYTES / width_of(dtype);
  if (!is_smooth(n)) p->method = TH_FFT_CONVOLUTION;
  else if (n >= TH_FFT_SQUARED && (p->rows = divide(n, p->lanes)) > 1) p->method = TH_FFT_MATRIX;
  if (p->method == TH_FFT_CONVOLUTION) return build_convolution(p);
  if (p->method == TH_FFT_PASSES) return build_passes(p);
  p->columns = n / p->rows;
  return build_matrix(p);
}

static int build_pairs(THFftPlan **to, int dtype, int64_t n)
{
  THFftPlan *p = calloc(1, sizeof *p);
  *to = p;
  if (!p) return TH_ENOMEM;
  p->dtype = dtype;
  p->method = TH_FFT_PAIRS;
  p->n = n / 2;
  p->bytes = sizeof *p;
  TH_TRY(build(&p->part[0], dtype, p->n));
  if (!make_room(p, p->n / 2 + 1, &p->wr, &p->wi)) return TH_ENOMEM;
  for (int64_t k = 0; k <= p->n / 2; k++) set_factor(p, p->wr, p->wi, k, k, n);
  return TH_OK;
}

static size_t bytes_of(const THFftPlan *p)
{
  return p ? p->bytes + bytes_of(p->part[0]) + bytes_of(p->part[1]) : 0;
}

int THFftPlan_isLong(const THFftPlan *p)
{
  return p->method == TH_FFT_MATRIX || (p->part[0] && THFftPlan_isLong(p->part[0]));
}

/* --- plans that are kept --- */

enum { KEPT = 32, KEPT_BYTES = 32 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static THFftPlan *kept[KEPT];
static int64_t uses;

/* All below but take and give hold the lock. The list is one user of a plan. */
static void leave(THFftPlan *p)
{
  if (--p->users == 0) drop(p);
}

static THFftPlan *find(int dtype, int64_t n, int isReal)
{
  for (int k = 0; k < KEPT; k++) {
    THFftPlan *p = kept[k];
    if (!p || p->dtype != dtype || p->n != n || (p->method == TH_FFT_PAIRS) != isReal) continue;
    p->users++;
    p->used = ++uses;
    return p;
  }
  return NULL;
}

/* The place of the plan not used for longest, or of none; *bytes: of all plans. */
static int oldest(size_t *bytes)
{
  int place = 0;
  *bytes = 0;
  for (int k = 0; k < KEPT; k++) {
    if (kept[k]) *bytes += bytes_of(kept[k]);
    if (kept[place] && (!kept[k] || kept[k]->used < kept[place]->used)) place = k;
  }
  return place;
}

/* Keep a plan, unless it alone is too large: then all others would go for it. */
static void keep(THFftPlan *p)
{
  const size_t own = bytes_of(p);
  size_t bytes;
  int place = oldest(&bytes);
  if (own > KEPT_BYTES) return;
  for (int k = place; bytes + own > KEPT_BYTES; k = (k + 1) % KEPT) {
    if (!kept[k]) continue;
    bytes -= bytes_of(kept[k]);
    leave(kept[k]);
    kept[k] = NULL;
  }
  if (kept[place]) leave(kept[place]);
  kept[place] = p;
  p->used = ++uses;
  p->users++;
}

int THFftPlan_take(const char *op, int dtype, int64_t n, int isReal, THFftPlan **plan)
{
  const int64_t length = isReal ? n / 2 : n;
  pthread_mutex_lock(&lock);
  *plan = find(dtype, length, isReal);
  pthread_mutex_unlock(&lock);
  if (*plan) return TH_OK;
  const uint64_t mode = th_setFloatMode(TH_USUAL_FLOAT_MODE); /* the plan is for all callers */
  const int status = isReal ? build_pairs(plan, dtype, n) : build(plan, dtype, n);
  th_setFloatMode(mode);
  if (status) {
    drop(*plan);
    *plan = NULL;
    return th_fail(status, "%s: not enough memory for a plan of length %" PRId64, op, n);
  }
  pthread_mutex_lock(&lock);
  (*plan)->users = 1;
  keep(*plan);
  pthread_mutex_unlock(&lock);
  return TH_OK;
}

void THFftPlan_give(THFftPlan *plan)
{
  pthread_mutex_lock(&lock);
  leave(plan);
  pthread_mutex_unlock(&lock);
}

/* Plans that a thread still uses are freed when it gives them back. */
void th_dropPlans(void)
{
  pthread_mutex_lock(&lock);
  for (int k = 0; k < KEPT; k++) {
    if (kept[k]) leave(kept[k]);
    kept[k] = NULL;
  }
  pthread_mutex_unlock(&lock);
}

/* --- fork: the lock of the child is free --- */

static void lock_plans(void)
{
  pthread_mutex_lock(&lock);
}

static void unlock_plans(void)
{
  pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void guard_fork(void)
{
  th_atFork(lock_plans, unlock_plans, unlock_plans);
}
