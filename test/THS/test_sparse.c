/*
** Sparse tensors in C: the typed functions give what strided ones give; and whatever allocation
** fails, a call reports TH_ENOMEM, leaves its result unchanged and frees everything.
*/
#include "THS.h"
#include "check.h"
#include "failing.h"

#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

/* --- operands, made before failures begin --- */

/* s is a 3 x 4 matrix with an entry twice, c the same in compressed rows, d strided. */
typedef struct Fixture {
  THSFloatTensor s, c;
  THFloatTensor d, wide, tall, x, values, three;
  THLongTensor indices, crow, col;
} Fixture;

static void fill(THTensor *t, int ndim, const int64_t *size, int dtype, const int64_t *element)
{
  CHECK(!THTensor_new(t, 0, dtype, ndim, size));
  for (int64_t k = 0; k < THTensor_nElement(t); k++)
    CHECK(!THTensor_put(t, k, TH_integer(element[k])));
}

static void set_up(Fixture *f)
{
  memset(f, 0, sizeof *f);
  fill(&f->indices.base, 2, LIST(2, 4), TH_LONG, LIST(3, 1, 2, 1, 4, 2, 1, 2));
  fill(&f->values.base, 1, LIST(4), TH_FLOAT, LIST(1, 2, 3, 4));
  fill(&f->x.base, 1, LIST(4), TH_FLOAT, LIST(1, 10, 100, 1000));
  fill(&f->crow.base, 1, LIST(4), TH_LONG, LIST(1, 2, 3, 4));
  fill(&f->col.base, 1, LIST(3), TH_LONG, LIST(2, 1, 4));
  fill(&f->three.base, 1, LIST(3), TH_FLOAT, LIST(6, 3, 1));
  CHECK(!THFloatTensor_resize2d(&f->wide, 4, 5) && !THFloatTensor_fill(&f->wide, 2));
  CHECK(!THFloatTensor_resize2d(&f->tall, 3, 5) && !THFloatTensor_fill(&f->tall, 1));
  CHECK(!THSFloatTensor_new(&f->s, &f->indices, &f->values, 2, LIST(3, 4)));
  CHECK(!THSFloatTensor_toCSR(&f->c, &f->s) && !THSFloatTensor_toDense(&f->d, &f->s));
}

static void tear_down(Fixture *f)
{
  THSFloatTensor_clear(&f->s), THSFloatTensor_clear(&f->c);
  THFloatTensor_clear(&f->d), THFloatTensor_clear(&f->wide), THFloatTensor_clear(&f->x);
  THFloatTensor_clear(&f->tall), THFloatTensor_clear(&f->three);
  THFloatTensor_clear(&f->values), THLongTensor_clear(&f->indices);
  THLongTensor_clear(&f->crow), THLongTensor_clear(&f->col);
}

/* --- calls, which write to an undefined r --- */

#define CALL(name, ...) \
static int name(THTensor *r, const Fixture *f) { return (void)f, (__VA_ARGS__); }
CALL(new, THS_new(r, &f->indices.base, &f->values.base, 2, LIST(3, 4)))
CALL(new_csr, THS_newCSR(r, &f->crow.base, &f->col.base, &f->three.base, 2, LIST(3, 4)))
CALL(coalesce, THS_coalesce("coalesce", r, &f->s.base))
CALL(to_csr, THTensor_toLayout("toCSR", r, &f->s.base, THS_csr()))
CALL(from_dense, THTensor_toLayout("toCSR", r, &f->d.base, THS_csr()))
CALL(to_dense, THTensor_toLayout("toDense", r, &f->c.base, 0))
CALL(indices, THS_indices(r, &f->c.base))
CALL(columns, THS_colIndices(r, &f->c.base))
CALL(convert, THTensor_clone(r, &f->s.base, TH_DOUBLE))
CALL(move, THTensor_to(r, &f->c.base, 0, TH_HALF))
CALL(turn, THTensor_transpose(r, &f->c.base, 0, 1))
CALL(narrow, THTensor_narrow(r, &f->s.base, 1, 1, 2))
CALL(pick_row, THTensor_select(r, &f->s.base, 0, 1))
CALL(pick, THTensor_index(r, &f->s.base, 1, &f->col.base))
CALL(join, THTensor_cat(r, 2, (const THTensor *[]){&f->s.base, &f->c.base}, 0))
CALL(mask, THS_mask(r, &f->d.base, &f->c.base))
CALL(sum, THTensor_reduce(TH_OP_sum, r, &f->s.base, 0))
CALL(mv, THTensor_mv(r, &f->s.base, &f->x.base))
CALL(mm, THTensor_mm(r, &f->s.base, &f->wide.base))
CALL(addmm, THTensor_addmm(r, TH_integer(2), &f->tall.base, TH_integer(3), &f->c.base,
                           &f->wide.base))

static int turned_product(THTensor *r, const Fixture *f)
{
  THTensor turned = {0};
  int status = THTensor_transpose(&turned, &f->s.base, 0, 1);
  if (!status) status = THTensor_mm(r, &f->c.base, &turned);
  THTensor_clear(&turned);
  return status;
}

static int op(THTensor *r, int row, const THTensor *a, const THTensor *b)
{
  return THOp_apply(&TH_ops[row], r, (THOperand[]){TH_tensorOperand(a), TH_tensorOperand(b),
                                                   TH_numberOperand(TH_integer(1))});
}
CALL(add, op(r, TH_OP_cadd, &f->s.base, &f->c.base))
CALL(cmul, op(r, TH_OP_cmul, &f->c.base, &f->s.base))
CALL(add_strided, op(r, TH_OP_cadd, &f->d.base, &f->s.base))
CALL(cmul_strided, op(r, TH_OP_cmul, &f->s.base, &f->d.base))
CALL(neg, op(r, TH_OP_neg, &f->s.base, NULL))
CALL(absolute, op(r, TH_OP_abs, &f->s.base, NULL))

static int (*const calls[])(THTensor *, const Fixture *) = {
  new, new_csr, coalesce, to_csr, from_dense, to_dense, indices, columns, convert, move, turn,
  narrow, pick_row, pick, join, mask, sum, mv, mm, addmm, turned_product, add, cmul,
  add_strided, cmul_strided, neg, absolute};

/* Allocations of a call fail in turn, from the first on, until none is left. */
static void fail_each(const Fixture *f, int k)
{
  for (int n = 0;; n++) {
    THTensor r = {0};
    TH_emptyCache();
    const int before = live;
    until_failure = n;
    failed = 0;
    const int status = calls[k](&r, f);
    until_failure = -1;
    if (status) CHECK(!r.storage && !r.layout && !r.nDimension);
    THTensor_clear(&r);
    TH_emptyCache();
    if (!CHECK(live == before)) fprintf(stderr, "call %d, allocation %d\n", k, n);
    if (!CHECK(status == (failed ? TH_ENOMEM : TH_OK)))
      fprintf(stderr, "call %d, allocation %d: %d %s\n", k, n, status, TH_error());
    if (!failed || !CHECK(n < 1000)) return;
  }
}

/* --- the typed functions --- */

static int has(const THFloatTensor *t, int n, const float *expected)
{
  return THFloatTensor_nElement(t) == n &&
         !memcmp(THFloatTensor_data(t), expected, (size_t)n * sizeof *expected);
}
#define HAS(t, ...) \
  CHECK(has(t, (int)(sizeof (float[]){__VA_ARGS__} / sizeof(float)), (float[]){__VA_ARGS__}))

static void check_typed(const Fixture *f)
{
  THSFloatTensor r = {0};
  THFloatTensor y = {0}, v = {0};
  THLongTensor at = {0};
  double total;
  CHECK(THSFloatTensor_nnz(&f->s) == 4 && !THSFloatTensor_isCoalesced(&f->s));
  CHECK(THSFloatTensor_nnz(&f->c) == 3 && THSFloatTensor_isCoalesced(&f->c));
  CHECK(!THSFloatTensor_toDense(&y, &f->c));
  HAS(&y, 0, 6, 0, 0, 3, 0, 0, 0, 0, 0, 0, 1);
  CHECK(!THSFloatTensor_cadd(&r, &f->s, 2, &f->c) && THSFloatTensor_nnz(&r) == 3);
  CHECK(!THSFloatTensor_values(&v, &r));
  HAS(&v, 18, 9, 3);
  CHECK(!THSFloatTensor_mul(&r, &f->c, 0.5) && !THSFloatTensor_values(&v, &r));
  HAS(&v, 3, 1.5, 0.5);
  CHECK(!THSFloatTensor_mv(&y, &f->c, &f->x));
  HAS(&y, 60, 3, 1000);
  CHECK(!THSFloatTensor_spcadd(&y, &f->d, -1, &f->s));
  HAS(&y, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  CHECK(!THSFloatTensor_transpose(&r, &f->c, 0, 1) && !THSFloatTensor_spmm(&r, &f->c, &r));
  THFloatTensor_clear(&y);
  CHECK(!THSFloatTensor_toDense(&y, &r));
  HAS(&y, 36, 0, 0, 0, 9, 0, 0, 0, 1);
  CHECK(!THSFloatTensor_sumall(&total, &f->s) && total == 10);
  CHECK(!THSFloatTensor_indices(&at, &f->c) && at.size[1] == 3 && at.storage->data[5] == 4);
  CHECK(THSFloatTensor_cadd(&r, &f->s, 1, &(THSFloatTensor){{.dtype = TH_FLOAT}}) ==
        TH_EUNSUPPORTED);
  CHECK(THSFloatTensor_newCSR(&r, &f->crow, &f->col, &f->x, LIST(3, 4)) == TH_ESHAPE);
  THSFloatTensor_clear(&r), THFloatTensor_clear(&y), THFloatTensor_clear(&v);
  THLongTensor_clear(&at);
}

int main(void)
{
  Fixture f;
  TH_setNumThreads(1);
  set_up(&f);
  check_typed(&f);
  for (int k = 0; k < (int)(sizeof calls / sizeof *calls); k++) {
    THTensor r = {0};
    CHECK(!calls[k](&r, &f)); /* chapters and layouts are registered */
    THTensor_clear(&r);
    fail_each(&f, k);
  }
  tear_down(&f);
  return CHECK_RESULT();
}
