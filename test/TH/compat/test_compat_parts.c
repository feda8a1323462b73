/*
** Smaller parts of Torch7's C API: allocators and mapped files, flags, sizes and their texts,
** unchecked elements, loops with positions, atomic integers, halves, generators, batches of
** factors.
*/
#include "TH.h"
#include "check.h"
#include "raises.h"

#include <unistd.h>

static char path[] = "/tmp/test_compat_parts_XXXXXX";

/* --- allocators --- */

static int living;

static void *count_alloc(void *context, ptrdiff_t bytes)
{
  ++*(int *)context;
  return malloc((size_t)bytes);
}

static void *count_realloc(void *context, void *data, ptrdiff_t bytes)
{
  (void)context;
  return realloc(data, (size_t)bytes);
}

static void count_free(void *context, void *data)
{
  --*(int *)context;
  free(data);
}

static THAllocator counting = {count_alloc, count_realloc, count_free};
static THFloatStorage *fixed;

static void grow_fixed(void)
{
  THFloatStorage_resize(fixed, 20);
}

static void test_allocators(void)
{
  fixed = THFloatStorage_newWithAllocator(10, &counting, &living);
  CHECK(living == 1 && fixed->size == 10);
  THFloatStorage_fill(fixed, 3);
  THFloatTensor *t = THFloatTensor_newWithStorage1d(fixed, 0, 10, 1);
  CHECK(raises(grow_fixed, "resize: a storage of 10 elements cannot become 20", 0));
  THFloatStorage_free(fixed);
  CHECK(living == 1 && THFloatTensor_sumall(t) == 30);
  THFloatTensor_free(t);
  CHECK(living == 0);
  THLongStorage *l = THLongStorage_newWithDataAndAllocator(count_alloc(&living, 8), 1, &counting,
                                                           &living);
  THLongStorage_free(l);
  CHECK(living == 0);
  THDoubleStorage *d = THDoubleStorage_newWithAllocator(2, &THDefaultAllocator, NULL);
  THDoubleStorage_resize(d, 5);
  CHECK(d->size == 5);
  THDoubleStorage_free(d);
  void *block = THDefaultAllocator.malloc(NULL, 10);
  THDefaultAllocator.free(NULL, THDefaultAllocator.realloc(NULL, block, 20));
}

/* --- mapped files --- */

static void map_too_much(void)
{
  THIntStorage_newWithMapping(path, 1000, 0);
}

static void map_exclusive(void)
{
  THIntStorage_newWithMapping(path, 4, TH_ALLOCATOR_MAPPED_SHARED | TH_ALLOCATOR_MAPPED_EXCLUSIVE);
}

static void test_mapping(void)
{
  THIntStorage *a = THIntStorage_newWithMapping(path, 4, TH_ALLOCATOR_MAPPED_SHARED);
  THIntStorage_fill(a, 7);
  THIntStorage *b = THIntStorage_newWithMapping(path, 0, 0);
  CHECK(b->size == 4 && b->data[3] == 7);
  b->data[0] = 8;
  CHECK(a->data[0] == 7);
  THIntStorage_free(a);
  THIntStorage_free(b);
  CHECK(raises(map_too_much, "map: <", 0) && raises(map_exclusive, "map: <", 0));
  CHECK(access(path, F_OK) == 0);
}

/* The file goes with the last of those who count in it. */
static void test_counted(void)
{
  char name[sizeof path + 8];
  snprintf(name, sizeof name, "%s.c", path);
  THAllocator *counted = &THRefcountedMapAllocator;
  THMapAllocatorContext *mine = THMapAllocatorContext_new(name, TH_ALLOCATOR_MAPPED_SHARED);
  THMapAllocatorContext *other =
      THMapAllocatorContext_new(name, TH_ALLOCATOR_MAPPED_SHARED | TH_ALLOCATOR_MAPPED_NOCREATE);
  THShortStorage *a = THShortStorage_newWithAllocator(3, counted, mine);
  THShortStorage *b = THShortStorage_newWithAllocator(3, counted, other);
  CHECK(strcmp(THMapAllocatorContext_filename(mine), name) == 0);
  CHECK(THMapAllocatorContext_size(mine) >= 6 && THMapAllocatorContext_fd(mine) == -1);
  a->data[2] = 5;
  CHECK(b->data[2] == 5);
  THRefcountedMapAllocator_incref(mine, a->data);
  CHECK(THRefcountedMapAllocator_decref(mine, a->data) == 0);
  THShortStorage_free(a);
  CHECK(access(name, F_OK) == 0 && b->data[2] == 5);
  THShortStorage_free(b);
  CHECK(access(name, F_OK) != 0);
}

static void test_descriptor(void)
{
  const int kept = TH_ALLOCATOR_MAPPED_KEEPFD | TH_ALLOCATOR_MAPPED_FROMFD;
  FILE *f = fopen(path, "r+b");
  THMapAllocatorContext *context =
      THMapAllocatorContext_newWithFd(path, dup(fileno(f)), TH_ALLOCATOR_MAPPED_SHARED | kept);
  THIntStorage *s = THIntStorage_newWithAllocator(2, &THMapAllocator, context);
  CHECK(THMapAllocatorContext_fd(context) >= 0 && s->data[1] == 7);
  THIntStorage_free(s);
  fclose(f);
  THMapAllocatorContext_free(THMapAllocatorContext_new(path, 0));
}

/* --- flags --- */

static void test_flags(void)
{
  float outside[3] = {1, 2, 3};
  THFloatStorage *s = THFloatStorage_newWithData(outside, 3);
  THFloatStorage_clearFlag(s, TH_STORAGE_FREEMEM);
  THFloatStorage_free(s); /* must leave the array alone */
  fixed = THFloatStorage_newWithSize(10);
  THFloatStorage_clearFlag(fixed, TH_STORAGE_RESIZABLE);
  CHECK(raises(grow_fixed, "resize: ", 0));
  THFloatStorage_setFlag(fixed, TH_STORAGE_RESIZABLE);
  CHECK(raises(grow_fixed, "", 0) && fixed->size == 20);
  THFloatStorage_clearFlag(fixed, TH_STORAGE_REFCOUNTED);
  THFloatStorage_free(fixed);
  THFloatStorage_retain(fixed);
  THFloatStorage_setFlag(fixed, TH_STORAGE_REFCOUNTED);
  CHECK(fixed->refcount == 1);
  THFloatStorage *other = THFloatStorage_newWithSize1(4);
  THFloatStorage_swap(fixed, other);
  CHECK(fixed->size == 1 && fixed->data[0] == 4 && other->size == 20);
  THFloatStorage_free(other);
  THFloatTensor *t = THFloatTensor_newWithStorage1d(fixed, 0, 1, 1);
  THFloatTensor_clearFlag(t, TH_TENSOR_REFCOUNTED);
  THFloatTensor_free(t);
  THFloatTensor_retain(t);
  THFloatTensor_setFlag(t, TH_TENSOR_REFCOUNTED);
  THFloatTensor_free(t);
  THFloatStorage_free(fixed);
}

/* --- sizes --- */

static void infer_wrong(void)
{
  THLongStorage_newInferSize(THLongStorage_newWithSize2(-1, 4), 6);
}

static void test_sizes(void)
{
  long a[] = {2, 1}, b[] = {5, 1, 3}, c[] = {4}, stride[] = {1, 7}, dims[] = {2, 3};
  long *lists[] = {a, b}, *size, *strides;
  char why[80];
  THLongStorage *r = THLongStorage_new(), *from = THLongStorage_newWithSize2(-1, 3), *inferred;
  CHECK(THLongStorage_inferSize2(r, a, 2, b, 3, why, 80) == 0);
  CHECK(r->size == 3 && r->data[0] == 5 && r->data[1] == 2 && r->data[2] == 3);
  CHECK(strcmp(THLongStorage_sizeDesc(r).str, "[5 x 2 x 3]") == 0);
  CHECK(THLongStorage_inferSize2(r, b, 3, c, 1, why, 80) == -1);
  CHECK(strcmp(why, "sizes 3 and 4 do not match at dimension 3") == 0);
  CHECK(THLongStorage_inferSizeN(r, 2, lists, dims, why, 80) == 0 && r->size == 3);
  CHECK(THLongStorage_inferExpandGeometry(a, stride, 2, r, &size, &strides, why, 80) == 0);
  CHECK(size[1] == 2 && size[2] == 3 && strides[0] == 0 && strides[1] == 1 && strides[2] == 0);
  THFree(size);
  THFree(strides);
  inferred = THLongStorage_newInferSize(from, 12);
  CHECK(inferred->data[0] == 4 && from->data[0] == -1);
  CHECK(raises(infer_wrong, "6 elements do not fit the sizes [-1 x 4]", 1));
  CHECK(THSize_isSameSizeAs(a, 2, a, 2) && !THSize_isSameSizeAs(a, 2, b, 2));
  CHECK(THSize_nElement(3, b) == 15 && THSize_nElement(0, b) == 0);
  THLongStorage_free(r);
  THLongStorage_free(from);
  THLongStorage_free(inferred);
}

static void test_texts(void)
{
  THIntTensor *t = THIntTensor_newWithSize2d(2, 3), *empty = THIntTensor_new();
  long many[20];
  for (int i = 0; i < 20; i++) many[i] = 100000;
  CHECK(strcmp(THIntTensor_desc(t).str, "torch.IntTensor of size 2x3") == 0);
  CHECK(strcmp(THIntTensor_sizeDesc(t).str, "[2 x 3]") == 0);
  CHECK(strcmp(THIntTensor_sizeDesc(empty).str, "[]") == 0);
  const THDescBuff cut = _THSizeDesc(many, 20);
  CHECK(strlen(cut.str) == TH_DESC_BUFF_LEN - 1 && strstr(cut.str, "...") != NULL);
  THIntTensor_free(t);
  THIntTensor_free(empty);
}

/* --- elements --- */

static void test_elements(void)
{
  THDoubleTensor *x = THDoubleTensor_newWithSize4d(2, 3, 4, 5), *y, *z, *v;
  double next = 0;
  TH_TENSOR_APPLY(double, x, *x_data = next++;);
  THDoubleTensor_transpose(x, NULL, 0, 3);
  CHECK(THTensor_fastGet4d(x, 4, 1, 2, 1) == THDoubleTensor_get4d(x, 4, 1, 2, 1));
  THTensor_fastSet4d(x, 4, 1, 2, 1, -1);
  CHECK(THDoubleTensor_get4d(x, 4, 1, 2, 1) == -1);
  y = THDoubleTensor_newSelect(x, 0, 4);
  z = THDoubleTensor_newSelect(y, 0, 1);
  v = THDoubleTensor_newSelect(z, 0, 2);
  CHECK(THTensor_fastGet3d(y, 1, 2, 1) == -1 && THTensor_fastGet2d(z, 2, 1) == -1);
  CHECK(THTensor_fastGet1d(v, 1) == -1);
  THTensor_fastSet3d(y, 0, 0, 0, 1), THTensor_fastSet2d(z, 0, 0, 2), THTensor_fastSet1d(v, 0, 3);
  CHECK(THDoubleTensor_get3d(y, 0, 0, 0) == 1 && THDoubleTensor_get2d(z, 0, 0) == 2);
  CHECK(TH_STORAGE_GET(v->storage, v->storageOffset) == 3);
  TH_STORAGE_SET(v->storage, v->storageOffset, 4);
  CHECK(THDoubleTensor_get1d(v, 0) == 4);
  THDoubleTensor_free(x), THDoubleTensor_free(y), THDoubleTensor_free(z), THDoubleTensor_free(v);
}

/* The largest element along a dimension, as extensions find it. */
static void test_loops(void)
{
  THFloatTensor *x = THFloatTensor_newWithSize2d(3, 4), *wide = THFloatTensor_new();
  THFloatTensor *most = THFloatTensor_newWithSize2d(1, 4);
  THLongTensor *place = THLongTensor_newWithSize2d(1, 4), *widePlace = THLongTensor_new();
  THLongStorage *size = THFloatTensor_newSizeOf(x);
  long n = 0, sum = 0;
  TH_TENSOR_APPLY(float, x, *x_data = (float)((n++ * 7) % 12););
  THFloatTensor_fill(most, -1);
  THLongTensor_zero(place);
  THFloatTensor_expand(wide, most, size);
  THLongTensor_expand(widePlace, place, size);
  TH_TENSOR_APPLY3_D(float, x, float, wide, long, widePlace, 0, if (*x_data > *wide_data) {
    *wide_data = *x_data;
    *widePlace_data = *x_dimOffset + TH_INDEX_BASE;
  });
  for (int j = 0; j < 4; j++) {
    const long i = THLongTensor_get2d(place, 0, j) - TH_INDEX_BASE;
    CHECK(THFloatTensor_get2d(x, i, j) == THFloatTensor_get2d(most, 0, j));
    for (int k = 0; k < 3; k++) CHECK(THFloatTensor_get2d(x, k, j) <= THFloatTensor_get2d(x, i, j));
  }
  TH_TENSOR_APPLY_D(float, x, 1, sum += *x_dimOffset;);
  CHECK(sum == 3 * (0 + 1 + 2 + 3));
  TH_TENSOR_APPLY2_D(float, x, float, wide, 1, sum -= *wide_dimOffset;);
  CHECK(sum == 0);
  TH_TENSOR_DIM_APPLY(float, x, 1, CHECK(x_size == 4); sum += (long)x_data[3 * x_stride];);
  CHECK(sum == (3 * 7) % 12 + (7 * 7) % 12 + (11 * 7) % 12);
  sum = 0;
  TH_TENSOR_APPLY(float, x, sum += x_i * 10 + x_stride;);
  CHECK(sum == 3 * 10 * (0 + 1 + 2 + 3) + 12);
  THFloatTensor_free(x), THFloatTensor_free(wide), THFloatTensor_free(most);
  THLongTensor_free(place), THLongTensor_free(widePlace);
  THLongStorage_free(size);
}

static void test_expandNd(void)
{
  THIntTensor *a = THIntTensor_newWithSize2d(3, 1), *b = THIntTensor_newWithSize1d(2);
  THIntTensor *in[] = {a, b}, *out[] = {THIntTensor_new(), THIntTensor_new()};
  THIntTensor_expandNd(out, in, 2);
  CHECK(out[0]->size[1] == 2 && out[1]->size[0] == 3 && out[1]->stride[0] == 0);
  THIntTensor_free(a), THIntTensor_free(b), THIntTensor_free(out[0]), THIntTensor_free(out[1]);
}

/* --- numbers --- */

static void test_numbers(void)
{
  int volatile i = 1;
  long volatile l = 5;
  ptrdiff_t volatile p = 7;
  float f = 1.5f, back;
  unsigned short bits;
  CHECK(THAtomicAdd(&i, 2) == 1 && THAtomicGet(&i) == 3 && THAtomicCompareAndSwap(&i, 3, 1));
  THAtomicIncrementRef(&i);
  CHECK(!THAtomicDecrementRef(&i) && THAtomicDecrementRef(&i));
  THAtomicSet(&i, 4), THAtomicSetLong(&l, 6), THAtomicSetPtrdiff(&p, 8);
  CHECK(i == 4 && THAtomicAddLong(&l, 1) == 6 && THAtomicGetLong(&l) == 7);
  CHECK(!THAtomicCompareAndSwapLong(&l, 6, 1) && THAtomicCompareAndSwapPtrdiff(&p, 8, 9));
  CHECK(THAtomicAddPtrdiff(&p, 1) == 9 && THAtomicGetPtrdiff(&p) == 10);
  TH_float2halfbits(&f, &bits);
  TH_halfbits2float(&bits, &back);
  CHECK(back == 1.5f && bits == 0x3e00);
  CHECK(TH_half2float((THHalf)TH_HALF_BITS_TO_LITERAL(TH_HALF_INF)) == HUGE_VALF);
  CHECK(THLogAdd(THLogZero, 2) == 2 && THLogOne == 0 && fabs(exp(THLog2Pi) - 6.2831853) < 1e-6);
  CHECK(THGetNumCores() >= 1);
}

static void test_random(void)
{
  THGenerator *gen = THGenerator_new();
  THByteTensor *state = THByteTensor_new();
  THDoubleTensor *means = THDoubleTensor_newWithSize1d(3), *stdvs = THDoubleTensor_newWithSize1d(3);
  THDoubleTensor *r = THDoubleTensor_new();
  CHECK(THGenerator_isValid(gen));
  THByteTensor_getRNGState(gen, state);
  const unsigned long first = THRandom_random(gen);
  THByteTensor_setRNGState(gen, state);
  CHECK(THRandom_random(gen) == first && THRandom_bernoulli(gen, 1) == 1);
  THDoubleTensor_fill(means, 5);
  THDoubleTensor_zero(stdvs);
  THDoubleTensor_normal_means(r, gen, means, 1e-9);
  CHECK(r->size[0] == 3 && fabs(THDoubleTensor_get1d(r, 2) - 5) < 1e-6);
  THDoubleTensor_normal_stddevs(r, gen, 4, stdvs);
  CHECK(THDoubleTensor_get1d(r, 1) == 4);
  THDoubleTensor_normal_means_stddevs(r, gen, means, stdvs);
  CHECK(THDoubleTensor_get1d(r, 0) == 5);
  THDoubleTensor_lgamma(r, means);
  CHECK(fabs(THDoubleTensor_get1d(r, 0) - log(24)) < 1e-12);
  TH_TENSOR_APPLY(double, means, *means_data = (double)(means_data - THDoubleTensor_data(means)););
  CHECK(THDoubleTensor_medianall(means) == 1);
  THDoubleTensor_free(means), THDoubleTensor_free(stdvs), THDoubleTensor_free(r);
  THByteTensor_free(state);
  THGenerator_free(gen);
}

/* Two systems at once: a x = b. */
static void test_batches(void)
{
  THDoubleTensor *a = THDoubleTensor_newWithSize3d(2, 3, 3);
  THDoubleTensor *b = THDoubleTensor_newWithSize2d(2, 3);
  THDoubleTensor *lu = THDoubleTensor_new(), *x = THDoubleTensor_new();
  THIntTensor *pivots = THIntTensor_new(), *info = THIntTensor_new();
  double next = 0;
  if (!THBlas_symbol("dgetrf_")) return;
  TH_TENSOR_APPLY(double, a, next += 1; *a_data = sin(next * next););
  TH_TENSOR_APPLY(double, b, *b_data = next -= 1;);
  THDoubleTensor_btrifact(lu, pivots, info, 1, a);
  THDoubleTensor_btrisolve(x, b, lu, pivots);
  CHECK(THIntTensor_get1d(info, 0) == 0 && lu->size[1] == 3 && x->size[1] == 3);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++) {
      double sum = 0;
      for (int j = 0; j < 3; j++)
        sum += THDoubleTensor_get3d(a, k, i, j) * THDoubleTensor_get2d(x, k, j);
      CHECK(fabs(sum - THDoubleTensor_get2d(b, k, i)) < 1e-9);
    }
  THDoubleTensor *u = THDoubleTensor_new(), *s = THDoubleTensor_new(), *v = THDoubleTensor_new();
  THDoubleTensor *m = THDoubleTensor_newSelect(a, 0, 0), *kept = THDoubleTensor_new();
  THDoubleTensor_gesvd2(u, s, v, kept, m, "A");
  CHECK(s->size[0] == 3 && THDoubleTensor_equal(kept, m));
  THDoubleTensor_free(u), THDoubleTensor_free(s), THDoubleTensor_free(v), THDoubleTensor_free(m);
  THDoubleTensor_free(kept), THDoubleTensor_free(a), THDoubleTensor_free(b);
  THDoubleTensor_free(lu), THDoubleTensor_free(x), THIntTensor_free(pivots), THIntTensor_free(info);
}

int main(void)
{
  const size_t live = TH_memoryStats().live;
  close(mkstemp(path));
  test_allocators();
  test_mapping();
  test_counted();
  test_descriptor();
  test_flags();
  test_sizes();
  test_texts();
  test_elements();
  test_loops();
  test_expandNd();
  test_numbers();
  test_random();
  test_batches();
  unlink(path);
  CHECK(TH_memoryStats().live == live);
  return CHECK_RESULT();
}
