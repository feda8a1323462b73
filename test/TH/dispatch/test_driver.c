/* The driver of point-wise operations: broadcasting, operands of equal count, results that overlap
   their operands, and errors, which must leave the result unchanged. */
#include "TH.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

/* The numbers 1, 2, 3 .. in row-major order. */
static THIntTensor counted(int ndim, const int64_t *size)
{
  THIntTensor t = {0};
  if (!CHECK(!THIntTensor_new(&t, ndim, size))) exit(1);
  for (int64_t i = 0; i < t.storage->size; i++) t.storage->data[i] = (int32_t)i + 1;
  return t;
}

static int holds(const THIntTensor *t, int64_t n, const int64_t *values)
{
  int64_t wrong = THIntTensor_nElement(t) != n, x = 0;
  for (int64_t i = 0; i < n && !wrong; i++) wrong = THIntTensor_get(t, i, &x) || x != values[i];
  return !wrong;
}

#define HOLDS(t, ...) \
  holds(t, (int64_t)(sizeof(LIST(__VA_ARGS__)) / sizeof(int64_t)), LIST(__VA_ARGS__))

static void test_broadcast(void)
{
  THIntTensor a = counted(2, LIST(2, 1)), b = counted(1, LIST(3)), r = {0}, s = {0};
  CHECK(!THIntTensor_cadd(&r, &a, 10, &b) && r.nDimension == 2 && r.size[0] == 2 && r.size[1] == 3);
  CHECK(HOLDS(&r, 11, 21, 31, 12, 22, 32));
  CHECK(!THIntTensor_cmul(&a, &a, &b) && HOLDS(&a, 1, 2, 3, 2, 4, 6));
  CHECK(!THIntTensor_new(&s, 0, NULL) && !THIntTensor_fill(&s, 5));
  CHECK(!THIntTensor_csub(&r, &s, 1, &b) && HOLDS(&r, 4, 3, 2) && r.nDimension == 1);
  CHECK(!THIntTensor_cmul(&r, &s, &s) && HOLDS(&r, 25) && r.nDimension == 0);
  THIntTensor_clear(&a), THIntTensor_clear(&b), THIntTensor_clear(&r), THIntTensor_clear(&s);
}

static void test_equal_counts(void)
{
  THIntTensor a = counted(2, LIST(2, 3)), b = counted(2, LIST(3, 2)), r = {0};
  CHECK(!THIntTensor_transpose(&b, &b, 0, 1) && !THIntTensor_cadd(&r, &a, 1, &b));
  CHECK(HOLDS(&r, 2, 5, 8, 6, 9, 12));
  CHECK(!THIntTensor_view(&b, &a, 2, LIST(3, 2)) && !THIntTensor_csub(&r, &a, 1, &b));
  CHECK(HOLDS(&r, 0, 0, 0, 0, 0, 0) && r.size[0] == 2);
  THIntTensor flat = counted(1, LIST(6));
  CHECK(!THIntTensor_addcmul(&r, &flat, 1, &a, &b) && r.nDimension == 1);
  CHECK(HOLDS(&r, 2, 6, 12, 20, 30, 42));
  THIntTensor_clear(&a), THIntTensor_clear(&b), THIntTensor_clear(&r), THIntTensor_clear(&flat);
}

/* Whatever overlaps, the result must be that of operands copied first. */
static void test_overlap(void)
{
  THIntTensor t = counted(1, LIST(6)), head = {0}, tail = {0}, square = counted(2, LIST(2, 2)),
              turned = {0};
  THIntTensor_narrow(&head, &t, 0, 0, 5), THIntTensor_narrow(&tail, &t, 0, 1, 5);
  CHECK(!THIntTensor_cadd(&tail, &head, 10, &tail) && HOLDS(&t, 1, 21, 32, 43, 54, 65));
  CHECK(!THIntTensor_sub(&head, &tail, 1) && HOLDS(&t, 20, 31, 42, 53, 64, 65));
  THIntTensor_transpose(&turned, &square, 0, 1);
  CHECK(!THIntTensor_cadd(&square, &square, 1, &turned) && HOLDS(&square, 2, 5, 5, 8));
  CHECK(!THIntTensor_neg(&turned, &square) && HOLDS(&square, -2, -5, -5, -8));
  CHECK(!THIntTensor_cadd(&square, &square, 1, &square) && HOLDS(&square, -4, -10, -10, -16));
  CHECK(!THIntTensor_select(&head, &square, 0, 1) && !THIntTensor_cmul(&square, &square, &head));
  CHECK(HOLDS(&square, 40, 160, 100, 256));
  THIntTensor_clear(&t), THIntTensor_clear(&head), THIntTensor_clear(&tail);
  THIntTensor_clear(&square), THIntTensor_clear(&turned);
}

static void unchanged(int status, int got, const THIntTensor *r, const THIntTensor *before,
                      const char *text)
{
  CHECK(got == status);
  CHECK(memcmp(r, before, sizeof *r) == 0 && r->storage->data[0] == 1 && r->storage->data[1] == 2);
  if (!CHECK(says(text))) fprintf(stderr, "  in: %s\n", TH_error());
}

#define REFUSES(status, text, call) unchanged(status, call, &r, &before, text)

static void test_shapes_refused(void)
{
  THIntTensor r = counted(1, LIST(2)), before = r, a = counted(2, LIST(2, 3)),
              b = counted(1, LIST(4)), empty = counted(1, LIST(0)), none = {0}, wide = {0};
  REFUSES(TH_ESHAPE, "2x3 and 4 do not broadcast", THIntTensor_cadd(&r, &a, 1, &b));
  REFUSES(TH_ESHAPE, "2x3 and 0 do not broadcast", THIntTensor_cadd(&r, &a, 1, &empty));
  REFUSES(TH_ESHAPE, "0 and 2x3 do not broadcast", THIntTensor_cadd(&r, &empty, 1, &a));
  REFUSES(TH_EDTYPE, "Undefined", THIntTensor_cadd(&r, &a, 1, &none));
  none.dtype = TH_INT;
  REFUSES(TH_ESHAPE, "operand 2 has no elements", THIntTensor_cadd(&r, &a, 1, &none));
  CHECK(!THIntTensor_expand(&wide, &b, 2, LIST(3, 4)));
  CHECK(THIntTensor_add(&wide, &wide, 1) == TH_EINVAL && says("share memory") &&
        HOLDS(&b, 1, 2, 3, 4));
  THIntTensor part = {0};
  CHECK(!THIntTensor_narrow(&part, &a, 0, 0, 1));
  CHECK(THIntTensor_cadd(&part, &b, 1, &b) == TH_ESHARED && says("only other tensors"));
  CHECK(part.nDimension == 2 && HOLDS(&a, 1, 2, 3, 4, 5, 6));
  THIntTensor_clear(&r), THIntTensor_clear(&a), THIntTensor_clear(&b), THIntTensor_clear(&wide);
  THIntTensor_clear(&part), THIntTensor_clear(&empty);
}

/* By Torch7's rules the dtype of the third operand is checked even though the first two differ in
   shape. */
static void test_dtypes_refused(void)
{
  THIntTensor r = counted(1, LIST(2)), before = r, a = counted(2, LIST(2, 3)),
              b = counted(2, LIST(3, 2));
  THByteTensor c = {0};
  THFloatTensor f = {0};
  CHECK(!THByteTensor_resize1d(&c, 6) && !THByteTensor_fill(&c, 1) &&
        !THFloatTensor_resize1d(&f, 6));
  const THOp *op = THOp_find("addcmul");
  const THOperand in[] = {TH_tensorOperand(&a.base), TH_tensorOperand(&b.base),
                          TH_tensorOperand(&c.base), TH_numberOperand(TH_integer(1))};
  REFUSES(TH_EDTYPE, "torch.IntTensor and a torch.ByteTensor",
          THOp_applyInOrder("addcmul", op, &r.base, in));
  const THOperand mixed[] = {TH_tensorOperand(&f.base), TH_tensorOperand(&f.base),
                             TH_numberOperand(TH_integer(1))};
  REFUSES(TH_EDTYPE, "the result is a torch.IntTensor",
          THOp_apply(THOp_find("cadd"), &r.base, mixed));
  const THOperand whole[] = {TH_tensorOperand(&a.base)};
  REFUSES(TH_EDTYPE, "sqrt: not defined for torch.IntTensor",
          THOp_apply(THOp_find("sqrt"), &r.base, whole));
  CHECK(!THOp_find("nonsense") && THOp_find("subtract") == THOp_find("csub"));
  THIntTensor_clear(&r), THIntTensor_clear(&a), THIntTensor_clear(&b);
  THByteTensor_clear(&c), THFloatTensor_clear(&f);
}

static void test_division(void)
{
  THIntTensor r = counted(1, LIST(2)), before = r, a = counted(1, LIST(4)), b = counted(1, LIST(4));
  REFUSES(TH_EINVAL, "div: division of a torch.IntTensor by zero", THIntTensor_div(&r, &a, 0));
  REFUSES(TH_EINVAL, "by zero", THIntTensor_fmod(&r, &a, 0));
  b.storage->data[3] = 0;
  REFUSES(TH_EINVAL, "by zero", THIntTensor_cdiv(&r, &a, &b));
  REFUSES(TH_EINVAL, "by zero", THIntTensor_cremainder(&r, &a, &b));
  REFUSES(TH_EINVAL, "by zero", THIntTensor_addcdiv(&r, &a, 1, &a, &b));
  a.storage->data[0] = INT32_MIN, b.storage->data[3] = b.storage->data[0] = -1;
  CHECK(!THIntTensor_cdiv(&r, &a, &b) && HOLDS(&r, INT32_MIN, 1, 1, -4));
  CHECK(!THIntTensor_cfmod(&r, &a, &b) && HOLDS(&r, 0, 0, 0, 0));
  CHECK(!THIntTensor_abs(&r, &a) && HOLDS(&r, INT32_MIN, 2, 3, 4));
  THIntTensor_clear(&r), THIntTensor_clear(&a), THIntTensor_clear(&b);
}

static void test_masks(void)
{
  THIntTensor a = counted(1, LIST(3));
  THByteTensor m = {0};
  THTensor bools = {.dtype = TH_BOOL}, floats = {.dtype = TH_FLOAT};
  const THOperand in[] = {TH_tensorOperand(&a.base), TH_numberOperand(TH_integer(2))};
  CHECK(!THIntTensor_gtValue(&m, &a, 1) && m.storage->data[0] == 0 && m.storage->data[2] == 1);
  CHECK(!THOp_apply(THOp_find("ge"), &bools, in) && ((uint8_t *)bools.storage->data)[1] == 1);
  CHECK(!THOp_apply(THOp_find("ge"), &floats, in) && ((float *)floats.storage->data)[1] == 1);
  CHECK(floats.dtype == TH_FLOAT && floats.size[0] == 3);
  CHECK(!THIntTensor_ltValueT(&a, &a, 3) && HOLDS(&a, 1, 1, 0));
  THIntTensor_clear(&a), THByteTensor_clear(&m), THTensor_clear(&bools), THTensor_clear(&floats);
}

/* A result grows again over what it held, also if others see it; not once windows were made on the
   storage by hand, by a smaller storage, by a resize into what another tensor gave up, or as a view
   of another tensor than itself, if it is the only one that was made smaller. */
static void test_growing_again(void)
{
  for (int how = 0; how < 8; how++) {
    THIntTensor r = counted(2, LIST(4, 3)), view = {0}, part = {0}, all = counted(2, LIST(4, 3)),
                few = counted(2, LIST(1, 3));
    THIntTensor_set(&view, &r);
    CHECK(!THIntTensor_cadd(&r, &few, 1, &few) && r.size[0] == 1);
    CHECK(!THIntTensor_narrow(&part, &r, 1, 0, 2));
    CHECK(THIntTensor_cadd(&part, &all, 1, &all) == TH_ESHARED);
    if (how == 1) CHECK(!THIntTensor_setStorageNd(&part, r.storage, 6, 1, LIST(6), NULL));
    if (how == 2) CHECK(!THIntTensor_resize1d(&part, 12));
    if (how == 3) CHECK(!THStorage_resize((THStorage *)r.storage, 3) &&
                        !THIntTensor_resize1d(&view, 12));
    if (how == 4) CHECK(!THIntTensor_resize1d(&view, 40) && !THIntTensor_resize1d(&all, 13));
    if (how == 5) CHECK(!THIntTensor_narrow(&part, &view, 0, 2, 2));
    if (how == 6) CHECK(!THIntTensor_resize1d(&view, 9) &&
                        !THIntTensor_narrow(&part, &view, 0, 5, 2));
    if (how == 7) CHECK(!THIntTensor_narrow(&part, &r, 1, 0, 1));
    const int status = THIntTensor_cadd(&r, &all, 1, &all);
    if (how == 7) CHECK(!status && r.size[0] == 4);
    else if (how == 0) CHECK(!status && view.storage == r.storage &&
                                HOLDS(&view, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24));
    else CHECK(status == TH_ESHARED && r.nDimension == 2 && r.size[0] == 1);
    THIntTensor_clear(&r), THIntTensor_clear(&view), THIntTensor_clear(&part);
    THIntTensor_clear(&all), THIntTensor_clear(&few);
  }
}

/* One by one, by definition: r[i] = r[i] + 2 x[i] on any window. */
static void one_by_one(THIntTensor *r, const THIntTensor *x)
{
  for (int64_t i = 0; i < THTensor_nElement(&r->base); i++) {
    THNumber a, b;
    THTensor_get(&r->base, i, &a), THTensor_get(&x->base, i, &b);
    THTensor_put(&r->base, i, TH_integer(a.integer + 2 * b.integer));
  }
}

/* By Torch7's rules elements that share memory are written one after the other. */
static void test_in_order(void)
{
  static const int64_t strides[][3] = {{0, 4, 1}, {4, 0, 1}, {4, 1, 0}, {0, 0, 1},
                                       {0, 0, 0}, {1, 1, 1}, {1, 2, 1}, {2, 1, 1},
                                       {1, 0, 2}, {0, 1, 1}, {12, 4, 1}};
  const THOp *op = THOp_find("cadd");
  for (size_t k = 0; k < sizeof strides / sizeof *strides; k++) {
    THIntTensor x = counted(3, LIST(2, 3, 4)), s = counted(1, LIST(30)), e = counted(1, LIST(30)),
                r = {0}, expected = {0};
    CHECK(!THIntTensor_setStorageNd(&r, s.storage, 1, 3, x.size, strides[k]));
    CHECK(!THIntTensor_setStorageNd(&expected, e.storage, 1, 3, x.size, strides[k]));
    one_by_one(&expected, &x);
    const THOperand in[] = {TH_tensorOperand(&r.base), TH_tensorOperand(&x.base),
                            TH_numberOperand(TH_integer(2))};
    CHECK(!THOp_applyInOrder("add", op, &r.base, in));
    CHECK(memcmp(s.storage->data, e.storage->data, 30 * sizeof(int)) == 0);
    CHECK(!THTensor_copyInOrder(&r.base, &x.base));
    for (int64_t i = 0; i < 24; i++)
      THTensor_put(&expected.base, i, TH_integer(x.storage->data[i]));
    CHECK(memcmp(s.storage->data, e.storage->data, 30 * sizeof(int)) == 0);
    CHECK(!THTensor_fillInOrder(&r.base, TH_integer(-1)));
    for (int64_t i = 0; i < 24; i++) THTensor_put(&expected.base, i, TH_integer(-1));
    CHECK(memcmp(s.storage->data, e.storage->data, 30 * sizeof(int)) == 0);
    THIntTensor_clear(&x), THIntTensor_clear(&s), THIntTensor_clear(&e);
    THIntTensor_clear(&r), THIntTensor_clear(&expected);
  }
}

int main(void)
{
  test_growing_again();
  test_in_order();
  test_broadcast();
  test_equal_counts();
  test_overlap();
  test_shapes_refused();
  test_dtypes_refused();
  test_division();
  test_masks();
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
