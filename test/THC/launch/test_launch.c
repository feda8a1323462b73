/* Iterators that are launched in pieces: the pieces visit every position once, in order. */
#include "THC/launch/THCLaunch.h"
#include "check.h"

enum { MOST = 7 * 5 * 3 };

typedef struct Seen {
  int64_t most, count;
  ptrdiff_t at[MOST];
  cudaError_t error;
} Seen;

/* Note where operand 0 is at each position, as if it began at address 0. */
static cudaError_t look(const THIter *piece, void *context)
{
  Seen *seen = context;
  int64_t count = 1;
  for (int d = 0; d < piece->ndim; d++) count *= piece->size[d];
  CHECK(piece->count == count && count > 0 && count <= seen->most);
  CHECK(THIter_isNumber(piece, 1));
  for (int64_t i = 0; i < count; i++, seen->count++) {
    ptrdiff_t at = (intptr_t)piece->data[0];
    int64_t rest = i;
    for (int d = 0; d < piece->ndim; rest /= piece->size[d++])
      at += rest % piece->size[d] * piece->stride[d][0];
    seen->at[seen->count] = at;
  }
  return cudaSuccess;
}

static cudaError_t count(const THIter *piece, void *context)
{
  Seen *seen = context;
  seen->count += piece->count;
  return seen->error;
}

static void make(THIter *it, int64_t a, int64_t b, int64_t c)
{
  *it = (THIter){.op = "test", .ndim = 3, .nop = 1, .size = {a, b, c}, .count = a * b * c};
  it->stride[0][0] = 2, it->stride[1][0] = 100, it->stride[2][0] = 1000;
  THIter_addNumber(it, TH_LONG, TH_integer(1));
}

static void test_order(void)
{
  THIter it;
  Seen whole = {.most = MOST};
  make(&it, 7, 5, 3);
  CHECK(THCLaunch_pieces(&it, MOST, look, &whole) == cudaSuccess && whole.count == MOST);
  for (int64_t most = 1; most < MOST; most++) {
    Seen seen = {.most = most};
    CHECK(THCLaunch_pieces(&it, most, look, &seen) == cudaSuccess && seen.count == MOST);
    for (int i = 0; i < MOST; i++) CHECK(seen.at[i] == whole.at[i]);
  }
}

/* When the last dimension cannot be cut further, the one before it is cut. */
static void test_long_rows(void)
{
  THIter it;
  Seen seen = {0};
  make(&it, THC_LAUNCH_POSITIONS + 1, 1, 2);
  CHECK(THCLaunch_pieces(&it, THC_LAUNCH_POSITIONS, count, &seen) == cudaSuccess);
  CHECK(seen.count == it.count);
}

static void test_error(void)
{
  THIter it;
  Seen seen = {.error = cudaErrorInvalidValue};
  make(&it, 7, 5, 3);
  CHECK(THCLaunch_pieces(&it, 10, count, &seen) == cudaErrorInvalidValue);
  CHECK(seen.count <= 10);
}

int main(void)
{
  test_order();
  test_long_rows();
  test_error();
  return CHECK_RESULT();
}
