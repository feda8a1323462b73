/*
** Tests layouts: the registry, which threads share; the references that tensors own; and the gate
** (THGate.h), which refuses every tensor with a layout. The layout of this test has no storage and
** counts how often it was freed.
*/
#include <pthread.h>
#include <string.h>

#include "TH/TH.h"
#include "check.h"

static int freed;

static void free_mock(THLayout *layout)
{
  (void)layout;
  freed++;
}

static THLayoutType mock = {.name = "mock", .hint = "dense() makes it strided", .free = free_mock};

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

static void *register_mock(void *unused)
{
  (void)unused;
  for (int k = 0; k < 100; k++) CHECK(!THLayout_register(&mock));
  return NULL;
}

static void test_registry(void)
{
  static THLayoutType more[TH_MAX_LAYOUTS], other = {.name = "mock"}, first = {.name = "strided"};
  static THLayoutType unnamed, endless = {.name = "endless"};
  static char names[TH_MAX_LAYOUTS][16];
  pthread_t threads[8];
  CHECK(!THLayout_named("mock") && !THLayout_numbered(1));
  for (int k = 0; k < 8; k++) CHECK(!pthread_create(&threads[k], NULL, register_mock, NULL));
  for (int k = 0; k < 8; k++) CHECK(!pthread_join(threads[k], NULL));
  CHECK(mock.number == 1 && THLayout_named("mock") == &mock && THLayout_numbered(1) == &mock);
  other.free = first.free = unnamed.free = mock.free;
  CHECK(THLayout_register(&unnamed) == TH_EINVAL && says("needs a name"));
  CHECK(THLayout_register(&endless) == TH_EINVAL && says("a function free"));
  CHECK(THLayout_register(&other) == TH_EINVAL && says("'mock'"));
  CHECK(THLayout_register(&first) == TH_EINVAL && says("'strided'"));
  for (int k = 2; k <= TH_MAX_LAYOUTS; k++) {
    THLayoutType *type = &more[k - 1];
    snprintf(names[k - 1], sizeof names[k - 1], "m%d", k);
    type->name = names[k - 1];
    type->free = mock.free;
    CHECK(THLayout_register(type) == (k < TH_MAX_LAYOUTS ? TH_OK : TH_ENOMEM));
    CHECK(THLayout_numbered(k) == (k < TH_MAX_LAYOUTS ? type : NULL));
  }
  CHECK(says("no place for 'm8'") && !THLayout_named("m8") && !THLayout_numbered(0));
}

/* Sets t to a 2 x 3 tensor that owns the only reference to the layout. */
static void make(THTensor *t, THLayout *layout)
{
  *layout = (THLayout){.type = &mock, .refcount = 1};
  *t = (THTensor){.size = {2, 3}, .nDimension = 2, .dtype = TH_FLOAT, .layout = layout};
  freed = 0;
}

static void test_references(void)
{
  THLayout layout, second;
  THTensor t, other = {0}, with = {0};
  make(&t, &layout);
  CHECK(THLayout_number(t.layout) == 1 && THLayout_number(other.layout) == 0);
  THTensor_set(&other, &t);
  THTensor_set(&other, &other);
  const THTensor borrowed = other;
  THTensor_set(&other, &borrowed);
  CHECK(layout.refcount == 2 && THTensor_isSetTo(&t, &other) && !THTensor_isUndefined(&other));
  CHECK(!THTensor_new(&other, 0, TH_FLOAT, 2, t.size) && layout.refcount == 1 && !other.layout);
  CHECK(!THTensor_isSetTo(&t, &with));
  THTensor_set(&with, &t);
  THTensor_set(&with, &other);
  CHECK(layout.refcount == 1 && other.storage->refcount == 2);
  second = (THLayout){.type = &mock, .refcount = 1};
  THTensor_clear(&with);
  with.layout = &second;
  THTensor_set(&with, &t);
  CHECK(freed == 1 && layout.refcount == 2);
  CHECK(!THTensor_setStorage(&with, other.storage, 0, 1, (const int64_t[]){6}, NULL));
  CHECK(layout.refcount == 1 && !with.layout);
  THTensor_clear(&t);
  CHECK(freed == 2 && !t.layout && !t.nDimension);
  THTensor_clear(&other), THTensor_clear(&with);
}

#define REFUSES(call) CHECK((call) == TH_EUNSUPPORTED && says("a mock tensor") && says("dense()"))

static void test_views(void)
{
  const int order[] = {1, 0};
  const int64_t size[] = {3, 2};
  THLayout layout;
  THTensor t, v = {0};
  make(&t, &layout);
  REFUSES(THTensor_narrow(&v, &t, 0, 0, 1));
  REFUSES(THTensor_select(&v, &t, 0, 0));
  REFUSES(THTensor_transpose(&v, &t, 0, 1));
  REFUSES(THTensor_permute(&v, &t, 2, order));
  REFUSES(THTensor_unfold(&v, &t, 0, 1, 1));
  REFUSES(THTensor_expand(&v, &t, 2, t.size));
  REFUSES(THTensor_diagonal(&v, &t, 0, 0, 1));
  REFUSES(THTensor_squeeze(&v, &t));
  REFUSES(THTensor_squeezeDim(&v, &t, 0));
  REFUSES(THTensor_unsqueeze(&v, &t, 0));
  REFUSES(THTensor_view(&v, &t, 2, size));
  REFUSES(THTensor_asStrided(&v, &t, 2, size, size, 0));
  REFUSES(THTensor_resize("resize", &t, 2, size, NULL));
  CHECK(layout.refcount == 1 && !v.nDimension && !v.layout);
  THTensor_clear(&t);
}

static void test_operations(void)
{
  THLayout layout;
  THTensor t, x = {0}, y = {0}, positions = {0};
  make(&t, &layout);
  CHECK(!THTensor_new(&x, 0, TH_FLOAT, 2, t.size));
  const THOperand x_ = TH_tensorOperand(&x), t_ = TH_tensorOperand(&t);
  const THOperand once = TH_numberOperand(TH_integer(1));
  REFUSES(THTensor_operand("test", &t));
  REFUSES(THTensor_operandKnown("test", &t, ~0u, ~0u));
  REFUSES(THTensor_target("test", &t));
  REFUSES(THTensor_targetKnown("test", &t, ~0u, ~0u));
  REFUSES(THTensor_result("test", &t, 0, TH_FLOAT, 2, x.size));
  REFUSES(THOp_apply(THOp_find("cadd"), &y, (THOperand[]){x_, t_, once}));
  REFUSES(THOp_apply(THOp_find("cadd"), &t, (THOperand[]){x_, x_, once}));
  REFUSES(THTensor_copy(&x, &t));
  REFUSES(THTensor_copy(&t, &x));
  REFUSES(THTensor_clone(&y, &t, 0));
  REFUSES(THTensor_sort(&y, &positions, &t, 1, 0));
  REFUSES(THTensor_mm(&y, &t, &x));
  CHECK(layout.refcount == 1 && t.layout == &layout && t.nDimension == 2);
  CHECK(!THTensor_run(&t) && !THTensor_isRunLike(&t, TH_FLOAT, &x));
  x.flags = TH_FLAG_NEGATED;
  CHECK(THTensor_operand("test", &x) == TH_EUNSUPPORTED && says("a view that is negated"));
  CHECK(!THTensor_operandKnown("test", &x, TH_FLAG_NEGATED, 0));
  CHECK(THTensor_operandKnown("test", &x, TH_FLAG_CONJUGATED, 0) == TH_EUNSUPPORTED);
  CHECK(THTensor_target("test", &x) == TH_EUNSUPPORTED);
  CHECK(!THTensor_targetKnown("test", &x, TH_FLAG_NEGATED, 0));
  THTensor_clear(&t), THTensor_clear(&x), THTensor_clear(&y), THTensor_clear(&positions);
  CHECK(freed == 1);
}

int main(void)
{
  test_registry();
  test_references();
  test_views();
  test_operations();
  return CHECK_RESULT();
}
