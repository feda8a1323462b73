/* The copy kernels give the same elements as TH's copies, in whatever order threads run. */
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "THC/copy/THCCopyLaunch.h"
#include "check.h"
#include "emu.h"

#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}
#define GOOD(call) CHECK((call) == cudaSuccess)

static uint64_t seed = 1;

static int64_t random_below(int64_t n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)n);
}

static void count_up(THTensor *t)
{
  for (int64_t i = 0; i < t->storage->size; i++)
    THTensor_put(t, i, TH_real((double)(i % 251) * 1.25 - 100));
}

/* Fill with numbers near 0 and with random bits; NaNs become the one that conversions make. */
static void fill(THTensor *whole)
{
  uint8_t *bytes = whole->storage->data;
  int width = THDtype_traits(whole->dtype)->size;
  count_up(whole);
  for (int64_t i = 0; i < whole->storage->size; i++) {
    if (whole->dtype == TH_BOOL) bytes[i] = (uint8_t)random_below(2);
    else if (random_below(2))
      for (int b = 0; b < width; b++) bytes[i * width + b] = (uint8_t)random_below(256);
    THNumber x = THDtype_load(whole->dtype, bytes + i * width);
    if (!TH_isInteger(x) && x.real != x.real) THDtype_store(whole->dtype, bytes + i * width, x);
  }
}

/* A copy of t's storage in memory of the device. */
static char *upload(const THTensor *t)
{
  size_t bytes = (size_t)t->storage->size * (size_t)THStorage_elementSize(t->storage);
  void *data = NULL;
  GOOD(cudaMalloc(&data, bytes));
  GOOD(cudaMemcpy(data, t->storage->data, bytes, cudaMemcpyHostToDevice));
  return data;
}

/* Whether a storage on the device holds the same bytes as t's. */
static int same(const THTensor *t, const char *data)
{
  size_t bytes = (size_t)t->storage->size * (size_t)THStorage_elementSize(t->storage);
  char *back = malloc(bytes);
  GOOD(cudaMemcpy(back, data, bytes, cudaMemcpyDeviceToHost));
  int equal = !memcmp(back, t->storage->data, bytes);
  free(back);
  return equal;
}

/* Copy from `from` to `to` on the device and by TH; returns the kernel that was used. */
static int check_copy(THTensor *to, THTensor *from, int64_t most)
{
  THIter pair;
  THCCopyShape shape;
  char *device[2] = {upload(to), upload(from)};
  const THTensor *t[2] = {to, from};
  CHECK(!THIter_begin(&pair, "copy", to->nDimension, to->size));
  CHECK(!THIter_add(&pair, to) && !THIter_add(&pair, from));
  THIter_finish(&pair);
  for (int k = 0; k < 2; k++)
    pair.data[k] = device[k] + t[k]->storageOffset * THStorage_elementSize(t[k]->storage);
  THCCopyShape_of(&shape, &pair);
  GOOD(thc_copyShape(&shape, most, NULL));
  CHECK(!THTensor_copy(to, from));
  if (!CHECK(same(to, device[0])))
    fprintf(stderr, "  %s to %s, kernel %d, unit %d, pack %d, %d dims, sizes %d %d\n",
            THDtype_traits(from->dtype)->name, THDtype_traits(to->dtype)->name, shape.kernel,
            shape.unit, shape.pack, shape.ndim, (int)shape.size[0], (int)shape.size[1]);
  for (int k = 0; k < 2; k++) GOOD(cudaFree(device[k]));
  return shape.kernel;
}

/* Windows of 40 x 68 elements: plain, transposed, every second column, rows with gaps between them,
   starting at the second element, one row repeated. */
enum { PLAIN, TURNED, GAPS, ROWS, ODD_START, REPEATED, WINDOWS };

static THTensor window(int dtype, int kind)
{
  static const struct { int64_t rows, columns; } whole[WINDOWS] = {
    {40, 68}, {68, 40}, {40, 136}, {40, 80}, {41, 68}, {1, 68}};
  THTensor t = {0};
  if (!CHECK(!THTensor_new(&t, 0, dtype, 2, LIST(whole[kind].rows, whole[kind].columns)))) exit(1);
  fill(&t);
  if (kind == TURNED) CHECK(!THTensor_transpose(&t, &t, 0, 1));
  if (kind == REPEATED) CHECK(!THTensor_expand(&t, &t, 2, LIST(40, 68)));
  if (kind == GAPS) t.stride[1] = 2;
  if (kind == ODD_START) t.storageOffset = 1;
  t.size[0] = 40;
  t.size[1] = 68;
  return t;
}

/* Every pair of dtypes, with each of the destination's windows against each of the source's. Each
   order of threads gets a third of them. */
static void test_pairs(int order)
{
  int seen[3] = {0};
  for (int to = TH_UNDEFINED + 1; to < TH_NUM_REAL; to++)
    for (int from = TH_UNDEFINED + 1; from < TH_NUM_REAL; from++)
      for (int a = 0; a < REPEATED; a++)
        for (int b = 0; b < WINDOWS; b++) {
          if ((to + from + a + b) % 3 != order) continue; /* the three orders together do all */
          THTensor x = window(to, a), y = window(from, b);
          seen[check_copy(&x, &y, THC_MAX_POSITIONS)]++;
          THTensor_clear(&x), THTensor_clear(&y);
        }
  for (int k = 0; k < 3; k++) CHECK(seen[k] > 0);
}

/* Random strides for the sizes, with dimensions in any order and some gaps. Returns how many
   elements they span. */
static int64_t random_strides(int ndim, const int64_t *size, int64_t *stride)
{
  int order[TH_MAX_DIM];
  int64_t next = 1 + (random_below(4) == 0), last = 0;
  for (int d = 0; d < ndim; d++) order[d] = d;
  for (int d = ndim - 1; d > 0; d--) {
    int other = random_below(2) ? (int)random_below(d + 1) : d, kept = order[d];
    order[d] = order[other], order[other] = kept;
  }
  for (int k = ndim - 1; k >= 0; k--) {
    stride[order[k]] = next;
    last += (size[order[k]] - 1) * next;
    next = next * size[order[k]] + (random_below(4) == 0 ? random_below(5) : 0);
  }
  return last + 1;
}

static THTensor random_window(int dtype, int ndim, const int64_t *size)
{
  THTensor t = {0};
  int64_t stride[TH_MAX_DIM], offset = random_below(2) ? random_below(9) : 0;
  int64_t span = random_strides(ndim, size, stride);
  if (!CHECK(!THTensor_new(&t, 0, dtype, 1, LIST(offset + span)))) exit(1);
  fill(&t);
  CHECK(!THTensor_setStorage(&t, t.storage, offset, ndim, size, stride));
  return t;
}

/* Random strides in 1 to 6 dimensions, some with a repeated source, some launched in pieces. */
static void test_any_strides(int cases)
{
  for (int i = 0; i < cases; i++) {
    int ndim = 1 + (int)random_below(6), repeated = (int)random_below(2 * ndim);
    int64_t size[TH_MAX_DIM], part[TH_MAX_DIM], count = 1;
    for (int d = 0; d < ndim; d++) {
      size[d] = 1 + random_below(count > 4000 ? 2 : random_below(3) ? 40 : 6);
      part[d] = d == repeated ? 1 : size[d];
      count *= size[d];
    }
    int dtype = 1 + (int)random_below(TH_NUM_REAL - 1);
    int other = random_below(2) ? dtype : 1 + (int)random_below(TH_NUM_REAL - 1);
    THTensor to = random_window(dtype, ndim, size), from = random_window(other, ndim, part);
    check_copy(&to, &from, random_below(4) ? THC_MAX_POSITIONS : 1024);
    THTensor_clear(&to), THTensor_clear(&from);
  }
}

int main(void)
{
  for (int order = EMU_FORWARD; order <= EMU_SHUFFLED; order++) {
    emu_reset(1, 0, 64 << 20);
    emu_order(order, 1);
    test_pairs(order);
    test_any_strides(150);
    CHECK(emu_live(EMU_DEVICE_BLOCKS) == 0);
    if (!CHECK(emu_findings() == 0)) fprintf(stderr, "%s\n", emu_finding());
  }
  return CHECK_RESULT();
}
