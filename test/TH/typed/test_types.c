/*
** The typed API (THFloatTensor_... and the like): layouts, elements, copies, and the dtype that an
** undefined header takes from its first use.
*/
#include "TH.h"
#include "check.h"

#include <string.h>

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

static void test_elements(void)
{
  THFloatTensor t = {0}, row = {0};
  double x = 0;
  CHECK(!THFloatTensor_resize2d(&t, 2, 3) && !THFloatTensor_zero(&t));
  CHECK(t.dtype == TH_FLOAT && t.nDimension == 2 && t.size[1] == 3 && t.stride[0] == 3);
  CHECK(!THFloatTensor_set2d(&t, 1, 2, 2.5) && t.storage->data[5] == 2.5f);
  CHECK(!THFloatTensor_get2d(&t, 1, 2, &x) && x == 2.5);
  CHECK(THFloatTensor_get2d(&t, 1, 3, &x) == TH_EINVAL &&
        says("no position 4 in dimension 2 of size 3"));
  CHECK(THFloatTensor_set2d(&t, -1, 0, 0) == TH_EINVAL && says("no position 0 in dimension 1"));
  CHECK(THFloatTensor_get1d(&t, 0, &x) == TH_EINVAL && says("1 indices for a 2-dimensional"));
  CHECK(!THFloatTensor_select(&row, &t, 0, 1) && row.storage == t.storage &&
        row.storageOffset == 3);
  CHECK(!THFloatTensor_get(&row, 2, &x) && x == 2.5 &&
        THFloatTensor_data(&row) == t.storage->data + 3);
  CHECK(THFloatTensor_get(&row, 3, &x) == TH_EINVAL);
  CHECK(!THFloatTensor_transpose(&t, &t, 0, 1) && !THFloatTensor_get2d(&t, 2, 1, &x) && x == 2.5);
  CHECK(THFloatTensor_size(&t, 0) == 3 && THFloatTensor_stride(&t, 1) == 3 &&
        THFloatTensor_size(&t, 2) == -1);
  THFloatTensor_clear(&t), THFloatTensor_clear(&row);
  CHECK(THFloatTensor_nElement(&t) == 0 && t.dtype == TH_FLOAT);
}

static void test_more_dims(void)
{
  THLongTensor t = {0};
  int64_t i = 0;
  CHECK(!THLongTensor_resize4d(&t, 2, 3, 4, 5));
  CHECK(!THLongTensor_set4d(&t, 1, 2, 3, 4, INT64_MIN + 1) &&
        t.storage->data[119] == INT64_MIN + 1);
  CHECK(!THLongTensor_get4d(&t, 1, 2, 3, 4, &i) && i == INT64_MIN + 1);
  CHECK(!THLongTensor_resize3d(&t, 4, 5, 6) && !THLongTensor_set3d(&t, 3, 4, 5, 7) &&
        t.storage->data[119] == 7);
  CHECK(!THLongTensor_get3d(&t, 3, 4, 5, &i) && i == 7);
  CHECK(!THLongTensor_resize1d(&t, 120) && !THLongTensor_set1d(&t, 118, 8) &&
        !THLongTensor_get1d(&t, 119, &i) && i == 7);
  CHECK(THLongTensor_resize2d(&t, -1, 2) == TH_EINVAL && t.size[0] == 120);
  THLongTensor_clear(&t);
}

/* For each dtype: fill, compare, copy to Double and back, cast. */
#define EVERY(Name, CODE, type, kind)                                                        \
static void test_##Name(void)                                                                \
{                                                                                            \
  TH##Name##Tensor t = {0}, r = {0}, u = {0};                                                \
  THByteTensor mask = {0};                                                                   \
  THDoubleTensor d = {0};                                                                    \
  CHECK(sizeof(type) == (size_t)THDtype_traits(TH_##CODE)->size);                            \
  CHECK(!TH##Name##Tensor_new(&t, 1, (const int64_t[]){3}) && t.dtype == TH_##CODE);         \
  CHECK(!TH##Name##Tensor_fill(&t, 1) && !THDoubleTensor_resize1d(&d, 3));                   \
  CHECK(!THDoubleTensor_copy##Name(&d, &t) && d.storage->data[2] == 1);                      \
  CHECK(!TH##Name##Tensor_resizeAs(&u, &t) && !TH##Name##Tensor_copyDouble(&u, &d));         \
  CHECK(!TH##Name##Tensor_eqTensor(&mask, &t, &u) && mask.dtype == TH_BYTE);                 \
  CHECK(mask.size[0] == 3 && mask.storage->data[0] == 1);                                    \
  CHECK(!TH##Name##Tensor_eqTensorT(&r, &t, &u) && r.dtype == TH_##CODE);                    \
  CHECK(!THDoubleTensor_copy##Name(&d, &r) && d.storage->data[1] == 1);                      \
  CHECK(TH##Name##Tensor_cast(&t.base) == &t);                                               \
  CHECK(!(TH_##CODE == TH_INT ? (void *)THByteTensor_cast(&t.base) : THIntTensor_cast(&t.base))); \
  CHECK(says("of element type"));                                                            \
  TH##Name##Tensor_clear(&t);                                                                \
  CHECK(!TH##Name##Tensor_resizeAs(&u, &t) && THTensor_isUndefined(&u.base));                \
  TH##Name##Tensor_clear(&r), TH##Name##Tensor_clear(&u);                                    \
  THByteTensor_clear(&mask), THDoubleTensor_clear(&d);                                       \
}
TH_FORALL_DTYPES(EVERY)

static void test_storages(void)
{
  float mine[3] = {1, 2, 3};
  double x = 0;
  THFloatStorage *s = THFloatStorage_newWithSize(3),
                 *b = THFloatStorage_borrow(mine, 3, NULL, NULL);
  CHECK(s && b && !THFloatStorage_fill(s, 7) && !THFloatStorage_get(s, 2, &x) && x == 7);
  CHECK(!THFloatStorage_copy(s, b) && s->data[1] == 2 && !THFloatStorage_set(b, 1, 9) &&
        mine[1] == 9);
  CHECK(THFloatStorage_set(b, 3, 9) == TH_EINVAL && THFloatStorage_get(b, -1, &x) == TH_EINVAL);
  CHECK(!THFloatStorage_resize(s, 4) && THFloatStorage_size(s) == 4 &&
        THFloatStorage_data(s)[1] == 2);
  CHECK(THFloatStorage_copy(s, b) == TH_EINVAL && says("3 elements into 4"));
  THFloatStorage *v = THFloatStorage_view(s, 1, 2), *none = THFloatStorage_new();
  CHECK(v && v->data == s->data + 1 && none && none->size == 0);
  CHECK(THFloatStorage_cast(&s->base) == s && !THIntStorage_cast(&s->base) &&
        says("Float, not Int"));
  THFloatStorage_retain(s);
  THFloatTensor t = {0};
  CHECK(!THFloatTensor_setStorageNd(&t, v, 1, 1, (const int64_t[]){1}, NULL) &&
        t.storage->data == s->data + 1);
  CHECK(THFloatTensor_setStorageNd(&t, v, 1, 1, (const int64_t[]){2}, NULL) == TH_EINVAL &&
        t.size[0] == 1);
  THFloatTensor_clear(&t);
  THFloatStorage_free(s), THFloatStorage_free(s), THFloatStorage_free(b), THFloatStorage_free(v),
      THFloatStorage_free(none);
  THFloatStorage_free(NULL), THFloatStorage_retain(NULL);
}

/* The numbers 1 .. 6 as a 2x3 tensor. */
static THIntTensor counted(void)
{
  THIntTensor t = {0};
  CHECK(!THIntTensor_resize2d(&t, 2, 3));
  for (int i = 0; i < 6; i++) t.storage->data[i] = i + 1;
  return t;
}

static void test_reductions(void)
{
  THIntTensor t = counted(), r = {0};
  THLongTensor at = {0};
  THByteTensor mask = {0};
  THFloatTensor f = {0}, v = {0};
  int64_t sum = 0;
  double norm = 0;
  int truth = 0;
  CHECK(!THIntTensor_sum(&r, &t, 0, 1) && r.nDimension == 2 && r.storage->data[2] == 9);
  CHECK(!THIntTensor_sum(&r, &t, 1, 0) && r.nDimension == 1 && r.storage->data[1] == 15);
  CHECK(!THIntTensor_sumall(&sum, &t) && sum == 21 && !THIntTensor_maxall(&sum, &t) && sum == 6);
  CHECK(!THIntTensor_max(&r, &at, &t, 1, 0) && r.storage->data[1] == 6 && at.storage->data[1] == 3);
  CHECK(at.nDimension == 1 && at.dtype == TH_LONG);
  CHECK(THIntTensor_max(&r, &at, &t, 2, 0) == TH_EINVAL && r.nDimension == 1);
  CHECK(!THIntTensor_cumsum(&r, &t, 1) && r.storage->data[5] == 15);
  CHECK(!THIntTensor_all(&mask, &t, 0, 0) && mask.size[0] == 3 && mask.storage->data[0] == 1);
  CHECK(!THIntTensor_logicalall(&truth, &t) && truth == 1);
  CHECK(!THFloatTensor_resize2d(&f, 2, 3) && !THFloatTensor_copyInt(&f, &t));
  CHECK(!THFloatTensor_normall(&norm, &f, 1) && norm == 21);
  CHECK(!THFloatTensor_norm(&v, &f, 1, 0, 0) && v.storage->data[2] == 9);
  CHECK(!THFloatTensor_var(&v, &f, 1, 0, 1) && v.storage->data[0] == 1 && v.nDimension == 2);
  CHECK(!THFloatTensor_varall(&norm, &f, 0) && norm == 3.5);
  CHECK(!THFloatTensor_meanall(&norm, &f) && norm == 3.5);
  THIntTensor_clear(&t), THIntTensor_clear(&r), THLongTensor_clear(&at), THByteTensor_clear(&mask);
  THFloatTensor_clear(&f), THFloatTensor_clear(&v);
}

static void test_search(void)
{
  THIntTensor t = counted(), r = {0}, most = {0};
  THLongTensor at = {0}, counts = {0};
  THFloatTensor f = {0}, v = {0};
  CHECK(!THIntTensor_amax(&r, &t, 0, 0) && r.nDimension == 1 && r.storage->data[2] == 6);
  CHECK(!THIntTensor_amin(&r, &t, 1, 1) && r.nDimension == 2 && r.storage->data[1] == 4);
  CHECK(!THIntTensor_nansum(&r, &t, 1, 0) && r.storage->data[0] == 6);
  CHECK(!THIntTensor_cummax(&most, &at, &t, 0) && at.storage->data[3] == 2);
  CHECK(!THIntTensor_cummin(&most, &at, &t, 0) && most.storage->data[3] == 1);
  CHECK(!THIntTensor_diff(&r, &t, 1, 1) && r.size[1] == 2 && r.storage->data[3] == 1);
  CHECK(!THIntTensor_unique(&r, &at, &counts, &t, -1) && r.size[0] == 6 &&
        at.nDimension == 2 && counts.storage->data[5] == 1);
  CHECK(!THIntTensor_unique(&r, NULL, NULL, &t, 0) && r.size[0] == 2);
  CHECK(THIntTensor_unique(&r, &at, &at, &t, 0) == TH_EINVAL);
  CHECK(!THIntTensor_resize1d(&r, 2) && !THIntTensor_searchsorted(&at, &r, &r, 0));
  CHECK(!THFloatTensor_resize2d(&f, 2, 3) && !THFloatTensor_copyInt(&f, &t));
  CHECK(!THFloatTensor_softmax(&v, &f, 0) && v.storage->data[3] > 0.95f);
  CHECK(!THFloatTensor_logSoftmax(&v, &f, 0) && v.storage->data[0] < -3);
  CHECK(!THFloatTensor_logsumexp(&v, &f, 1, 0) && v.nDimension == 1 && v.storage->data[1] > 6);
  CHECK(!THFloatTensor_nanmean(&v, &f, 1, 1) && v.storage->data[1] == 5);
  CHECK(!THFloatTensor_cov(&v, &f, 1) && v.storage->data[1] == 1);
  CHECK(!THFloatTensor_logcumsumexp(&v, &f, 1));
  THIntTensor_clear(&t), THIntTensor_clear(&r), THIntTensor_clear(&most);
  THLongTensor_clear(&at), THLongTensor_clear(&counts);
  THFloatTensor_clear(&f), THFloatTensor_clear(&v);
}

static void test_positions(void)
{
  THIntTensor t = counted(), r = {0}, s = {0};
  THLongTensor at = {0};
  THByteTensor mask = {0};
  CHECK(!THLongTensor_resize1d(&at, 2) && !THLongTensor_fill(&at, 3) &&
        !THLongTensor_set1d(&at, 1, 1));
  CHECK(!THIntTensor_indexSelect(&r, &t, 1, &at) && r.storage->data[0] == 3 &&
        r.storage->data[1] == 1);
  CHECK(!THIntTensor_indexFill(&t, 1, &at, 9) && t.storage->data[0] == 9 &&
        t.storage->data[1] == 2);
  CHECK(!THIntTensor_indexAdd(&t, 1, &at, &r) && t.storage->data[2] == 12);
  CHECK(!THIntTensor_indexCopy(&t, 1, &at, &r) && t.storage->data[0] == 1);
  CHECK(!THIntTensor_gtValue(&mask, &t, 3) && !THIntTensor_maskedSelect(&r, &t, &mask));
  CHECK(r.nDimension == 1 && r.size[0] == 3 && !THIntTensor_maskedFill(&t, &mask, 0));
  CHECK(t.storage->data[3] == 0 && !THIntTensor_nonzero(&at, &t) && at.size[0] == 3);
  CHECK(!THIntTensor_maskedCopy(&t, &mask, &r) && t.storage->data[3] == 4);
  CHECK(!THIntTensor_cat(&r, &t, &t, 0) && r.size[0] == 4);
  CHECK(!THIntTensor_catArray(&s, (THIntTensor *const[]){&t, &r, &t}, 3, 0) && s.size[0] == 8);
  CHECK(!THIntTensor_tril(&r, &t, 0) && r.storage->data[1] == 0 && r.storage->data[3] == 4);
  CHECK(!THIntTensor_diag(&s, &t, 0) && s.size[0] == 2 && s.storage->data[1] == 5);
  THIntTensor_clear(&t), THIntTensor_clear(&r), THIntTensor_clear(&s);
  THLongTensor_clear(&at), THByteTensor_clear(&mask);
}

int main(void)
{
  test_elements();
  test_more_dims();
#define CALL(Name, CODE, type, kind) test_##Name();
  TH_FORALL_DTYPES(CALL)
  test_storages();
  test_reductions();
  test_search();
  test_positions();
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
