/*
** Einstein's summation: reads the equation into labels, takes diagonals as views, sums labels that
** come in one operand alone, and contracts pairs in the cheapest order.
**
** Labels are 0 to 51 for letters and, for the dimensions of "...", counted from the last, 52 and
** on.
*/
#include <ctype.h>
#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THContract.h"
#include "TH/ops/linear/THScratch.h"
#include "TH/ops/reduce/THReduce.h"

enum {
  LETTERS = 52, LABELS = LETTERS + TH_MAX_DIM,
  MOST_OPERANDS = TH_SCRATCH_MAX / 2, PLANNED = 8
};
_Static_assert(LABELS <= 64, "a set of labels is one word");

typedef THLabelled Operand;

typedef struct Sum {
  const char *equation;
  int n, nout, has_arrow;
  int out[TH_MAX_DIM];
  int64_t size[LABELS]; /* -1: the label does not come */
  int times[LABELS];    /* how often it comes in the operands */
  int ellipsis;         /* the most dimensions that "..." stands for */
  Operand x[MOST_OPERANDS];
} Sum;

static uint64_t bit(int label)
{
  return UINT64_C(1) << label;
}

static int fail(const Sum *s, const char *reason)
{
  return th_fail(TH_EINVAL, "einsum: '%.60s': %s", s->equation, reason);
}

/* --- reading --- */

/* The labels of one operand or of the result, up to a comma, an arrow or the end. ellipsis is the
   number of dimensions for "...", or -1 where it may not come. */
static int read_term(const Sum *s, const char **at, int ellipsis, int *labels, int *n)
{
  int has_ellipsis = 0;
  for (*n = 0; **at && **at != ',' && **at != '-'; ++*at) {
    const char c = **at;
    if (c == ' ') continue;
    if (c == '.') {
      if (has_ellipsis++ || strncmp(*at, "...", 3)) return fail(s, "expected '...' once a term");
      for (int k = ellipsis; k-- > 0;) {
        if (*n == TH_MAX_DIM) return fail(s, "a term has too many dimensions");
        labels[(*n)++] = LETTERS + k;
      }
      *at += 2;
      continue;
    }
    const int is_lower = c >= 'a' && c <= 'z';
    if (!is_lower && !(c >= 'A' && c <= 'Z')) return fail(s, "expected letters");
    if (*n == TH_MAX_DIM) return fail(s, "a term has too many dimensions");
    labels[(*n)++] = is_lower ? c - 'a' : c - 'A' + 26;
  }
  return TH_OK;
}

static int count_letters(const char *term)
{
  int n = 0;
  for (; *term && *term != ',' && *term != '-'; term++) n += isalpha((unsigned char)*term) != 0;
  return n;
}

static int has_dots(const char *term)
{
  for (; *term && *term != ',' && *term != '-'; term++)
    if (*term == '.') return 1;
  return 0;
}

/* Join a dimension to the operand: a new one, or part of the diagonal of one with the same
   label. */
static int join_dim(Operand *x, int label, int64_t size, int64_t stride)
{
  THTensor *t = &x->t;
  for (int d = 0; d < t->nDimension; d++)
    if (x->label[d] == label) {
      if (t->size[d] != size)
        return th_fail(TH_ESHAPE, "einsum: a diagonal of sizes %" PRId64 " and %" PRId64,
                       t->size[d], size);
      t->stride[d] += stride;
      return TH_OK;
    }
  x->label[t->nDimension] = label;
  t->size[t->nDimension] = size;
  t->stride[t->nDimension++] = stride;
  return TH_OK;
}

static int note_size(Sum *s, int label, int64_t size)
{
  if (s->size[label] == -1 || s->size[label] == 1) s->size[label] = size;
  if (size == 1 || size == s->size[label]) return TH_OK;
  return th_fail(TH_ESHAPE, "einsum: '%.60s': sizes %" PRId64 " and %" PRId64 " for one label",
                 s->equation, s->size[label], size);
}

/* Operand k as a view of the tensor t with a label for each dimension. */
static int read_operand(Sum *s, const char **at, int k, const THTensor *t)
{
  int labels[TH_MAX_DIM], n;
  const int hidden = t->nDimension - count_letters(*at), dots = has_dots(*at);
  if (hidden < 0 || (hidden && !dots))
    return th_fail(TH_ESHAPE, "einsum: '%.60s': operand %d of size %s does not have as many "
                   "dimensions as its letters", s->equation, k + 1, THTensor_sizeText(t).text);
  if (dots && hidden > s->ellipsis) s->ellipsis = hidden;
  TH_TRY(read_term(s, at, hidden, labels, &n));
  THTensor view = *t;
  view.nDimension = 0;
  s->x[k].t = view; /* borrowed */
  for (int d = 0; d < n; d++) {
    TH_TRY(join_dim(&s->x[k], labels[d], t->size[d], t->stride[d]));
    TH_TRY(note_size(s, labels[d], t->size[d]));
    s->times[labels[d]]++;
  }
  return TH_OK;
}

/* Without an arrow: the dimensions of "...", then the letters that come once, capitals first. */
static int imply_result(Sum *s)
{
  for (int k = s->ellipsis; k-- > 0;) s->out[s->nout++] = LETTERS + k;
  for (int k = 0; k < LETTERS; k++) {
    const int label = (k + 26) % LETTERS;
    if (s->times[label] != 1) continue;
    if (s->nout == TH_MAX_DIM) return fail(s, "the result has too many dimensions");
    s->out[s->nout++] = label;
  }
  return TH_OK;
}

static int read_result(Sum *s, const char *at)
{
  uint64_t seen = 0;
  if (!*at) return imply_result(s);
  if (at[0] != '-' || at[1] != '>') return fail(s, "expected '->'");
  at += 2;
  TH_TRY(read_term(s, &at, s->ellipsis, s->out, &s->nout));
  if (*at) return fail(s, "expected the end behind the result");
  for (int d = 0; d < s->nout; d++) {
    if (seen & bit(s->out[d])) return fail(s, "a letter comes twice in the result");
    if (s->size[s->out[d]] < 0) return fail(s, "a letter of the result is in no operand");
    seen |= bit(s->out[d]);
  }
  return TH_OK;
}

static int is_legible(const Sum *s)
{
  for (const char *at = s->equation; *at; at++)
    if (!isalpha((unsigned char)*at) && !strchr(" .,->", *at))
      return 0;
  return 1;
}

static int read_equation(Sum *s, const THTensor *const *operands)
{
  const char *at = s->equation;
  if (!is_legible(s)) return fail(s, "expected letters, '...', commas and '->'");
  for (int k = 0; k < LABELS; k++) s->size[k] = -1;
  for (int k = 0; k < s->n; k++) {
    TH_TRY(THTensor_operand("einsum", operands[k]));
    TH_TRY(TH_checkSameDevice("einsum", (THPlaced){"operand", 1, THTensor_device(operands[0])},
                              (THPlaced){"operand", k + 1, THTensor_device(operands[k])}));
    TH_TRY(TH_checkSameType("einsum", THTensor_device(operands[0]), operands[0]->dtype,
                            operands[k]->dtype));
    TH_TRY(read_operand(s, &at, k, operands[k]));
    if (*at == ',' ? k + 1 == s->n : k + 1 < s->n)
      return th_fail(TH_EINVAL, "einsum: '%.60s' does not name %d operands", s->equation, s->n);
    at += *at == ',';
  }
  return read_result(s, at);
}

/* --- operands alone --- */

static uint64_t mask_of_result(const Sum *s)
{
  uint64_t mask = 0;
  for (int d = 0; d < s->nout; d++) mask |= bit(s->out[d]);
  return mask;
}

static void drop_dim(Operand *x, int d)
{
  x->t = THScratch_without(&x->t, d);
  memmove(x->label + d, x->label + d + 1, (size_t)(TH_MAX_DIM - d - 1) * sizeof *x->label);
}

/* Drop dimensions of size 1 that broadcast, and sum those whose label nothing else needs. */
static int reduce_operand(THScratch *work, const Sum *s, Operand *x, uint64_t needed)
{
  for (int d = x->t.nDimension - 1; d >= 0; d--) {
    const int label = x->label[d];
    const int broadcasts = x->t.size[d] == 1 && s->size[label] != 1;
    if (!broadcasts && needed & bit(label)) continue;
    if (!broadcasts && x->t.size[d] != 1) {
      THTensor *sum = THScratch_new(work);
      TH_TRY(THTensor_reduce(TH_OP_sum, sum, &x->t, d));
      x->t = *sum; /* borrowed */
    }
    drop_dim(x, d);
  }
  return TH_OK;
}

static int reduce_operands(THScratch *work, Sum *s)
{
  for (int k = 0; k < s->n; k++) {
    THScratch own = {.count = 0};
    uint64_t needed = mask_of_result(s);
    for (int i = 0; i < s->n; i++)
      for (int d = 0; d < s->x[i].t.nDimension && i != k; d++)
        if (s->x[i].t.size[d] != 1 || s->size[s->x[i].label[d]] == 1)
          needed |= bit(s->x[i].label[d]);
    int status = reduce_operand(&own, s, &s->x[k], needed);
    if (!status && own.count) { /* keep the last sum only */
      THTensor *kept = THScratch_new(work);
      THTensor_set(kept, &s->x[k].t);
    }
    TH_TRY(THScratch_end(&own, status));
  }
  return TH_OK;
}

/* --- the order of products --- */

typedef struct Order {
  const Sum *s;
  uint64_t labels[1 << PLANNED]; /* of the product of each set of operands */
  uint8_t left[1 << PLANNED];    /* the set on the left of the last product */
  double cost[1 << PLANNED];
} Order;

static double volume(const Sum *s, uint64_t labels)
{
  double v = 1;
  for (int k = 0; k < LABELS; k++)
    if (labels >> k & 1) v *= (double)s->size[k];
  return v;
}

/* The labels of a set of operands that the result or the others need. */
static uint64_t labels_of(const Sum *s, int set)
{
  uint64_t of_set = 0, of_others = mask_of_result(s);
  for (int k = 0; k < s->n; k++)
    *(set >> k & 1 ? &of_set : &of_others) |= THLabelled_mask(&s->x[k]);
  return of_set & of_others;
}

/* The cheapest last product for each set, from smaller sets on. */
static void find_order(Order *o, const Sum *s)
{
  o->s = s;
  for (int set = 1; set < 1 << s->n; set++) {
    o->labels[set] = labels_of(s, set);
    o->cost[set] = -1;
    for (int left = (set - 1) & set; left; left = (left - 1) & set) {
      const int right = set & ~left;
      if (left < right) continue;
      const double all = volume(s, o->labels[left] | o->labels[right]);
      const double c = o->cost[left] + o->cost[right] + all;
      if (o->cost[set] >= 0 && c >= o->cost[set]) continue;
      o->cost[set] = c;
      o->left[set] = (uint8_t)left;
    }
    if (o->cost[set] < 0) o->cost[set] = 0; /* one operand */
  }
}

/* Whether y's own labels come before x's in the result: then y x has them in its order. */
static int is_turned(const Sum *s, const Operand *x, const Operand *y)
{
  const uint64_t of_x = THLabelled_mask(x), of_y = THLabelled_mask(y), own = of_x ^ of_y;
  int d = 0;
  while (d < s->nout && !(own & bit(s->out[d]))) d++;
  return d < s->nout && (of_y & bit(s->out[d]));
}

/* r = the product of a set of operands; owned. */
static int multiply_set(const Order *o, Operand *r, int set)
{
  if (!(set & (set - 1))) {
    int k = 0;
    while (!(set >> k & 1)) k++;
    *r = o->s->x[k];
    r->t = (THTensor){.nDimension = 0};
    THTensor_set(&r->t, &o->s->x[k].t);
    return TH_OK;
  }
  Operand a = {.label = {0}}, b = {.label = {0}};
  int status = multiply_set(o, &a, o->left[set]);
  if (!status) status = multiply_set(o, &b, set & ~o->left[set]);
  const int turned = !status && is_turned(o->s, &a, &b);
  if (!status)
    status = THLabelled_contract("einsum", r, turned ? &b : &a, turned ? &a : &b, o->labels[set]);
  THTensor_clear(&a.t);
  THTensor_clear(&b.t);
  return status;
}

/* More operands than are planned for: one after the other. */
static int multiply_all(const Sum *s, Operand *r)
{
  *r = s->x[0];
  r->t = (THTensor){.nDimension = 0};
  THTensor_set(&r->t, &s->x[0].t);
  for (int k = 1; k < s->n; k++) {
    Operand product = {.label = {0}};
    uint64_t kept = mask_of_result(s);
    for (int i = k + 1; i < s->n; i++) kept |= THLabelled_mask(&s->x[i]);
    const int status = THLabelled_contract("einsum", &product, r, &s->x[k], kept);
    THTensor_clear(&r->t);
    *r = product;
    TH_TRY(status);
  }
  return TH_OK;
}

/* --- all --- */

/* Put the labels of x into the order of the result, and give it, as a tensor of its own: a product
   is one already. */
static int give(const Sum *s, THTensor *out, const Operand *x)
{
  THTensor made = {0}, view = x->t; /* view is borrowed */
  for (int d = 0; d < s->nout; d++)
    for (int i = 0; i < x->t.nDimension; i++)
      if (x->label[i] == s->out[d]) {
        view.size[d] = x->t.size[i];
        view.stride[d] = x->t.stride[i];
      }
  if (s->n > 1) return THScratch_give("einsum", out, &view);
  int status = THTensor_clone(&made, &view, TH_UNDEFINED);
  if (!status) status = THScratch_give("einsum", out, &made);
  THTensor_clear(&made);
  return status;
}

/* Operands with flags (conjugated views) as copies of their values. */
static int resolve(THScratch *work, int n, const THTensor *const *operands, const THTensor **plain)
{
  for (int k = 0; k < n; k++) {
    plain[k] = operands[k];
    if (!operands[k]->flags) continue;
    THTensor *copy = THScratch_new(work);
    TH_TRY(THTensor_clone(copy, operands[k], TH_UNDEFINED));
    plain[k] = copy;
  }
  return TH_OK;
}

static int run(THScratch *work, Sum *s, THTensor *out, const THTensor *const *operands)
{
  const THTensor *plain[MOST_OPERANDS];
  Operand r = {.label = {0}};
  Order order;
  int status = TH_OK;
  TH_TRY(resolve(work, s->n, operands, plain));
  TH_TRY(read_equation(s, plain));
  TH_TRY(reduce_operands(work, s));
  if (s->n <= PLANNED) {
    find_order(&order, s);
    status = multiply_set(&order, &r, (1 << s->n) - 1);
  } else {
    status = multiply_all(s, &r);
  }
  if (!status) status = give(s, out, &r);
  THTensor_clear(&r.t);
  return status;
}

int THTensor_einsum(THTensor *out, const char *equation, int n, const THTensor *const *operands)
{
  THScratch work = {.count = 0};
  if (n < 1 || n > MOST_OPERANDS)
    return th_fail(TH_EINVAL, "einsum: %d operands; expected 1 to %d", n, MOST_OPERANDS);
  Sum s = {.equation = equation, .n = n};
  return THScratch_end(&work, run(&work, &s, out, operands));
}
