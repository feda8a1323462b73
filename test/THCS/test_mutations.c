/*
** The mutation test of THCS's kernels: each bound is left out in turn (mutants_of_places.h). Lists
** fill their blocks of memory (multiples of 512 bytes) but not the last block of threads, so that a
** thread without a number of its own is trapped.
*/
#include "mutants_of_places.h"

#include "THCS/kernels/THCSKernels.h"

enum { N = 320 };

/* --- lists on the device --- */

static void *list(const void *here, size_t bytes)
{
  void *data = NULL;
  CHECK(!cudaMalloc(&data, bytes) && !cudaMemcpy(data, here, bytes, cudaMemcpyHostToDevice));
  return data;
}

/* step * i + first */
static int64_t *longs(int64_t first, int64_t step)
{
  int64_t here[N];
  for (int64_t i = 0; i < N; i++) here[i] = first + i * step;
  return list(here, sizeof here);
}

/* Whether the list is step * i + first. Frees it. */
static int are(int64_t *data, int64_t first, int64_t step)
{
  int64_t here[N];
  int same = !cudaMemcpy(here, data, sizeof here, cudaMemcpyDeviceToHost);
  for (int64_t i = 0; i < N; i++) same = same && here[i] == first + i * step;
  return !cudaFree(data) && same;
}

/* --- programs --- */

/* The places of a matrix of 1000 columns, counted down the columns of one of 2000 rows. */
static int changes_steps(void)
{
  int64_t *keys = longs(1, 1000), *made = longs(0, 0);
  const THSDigits digits = {.n = 2, .size = {2000, 1000}, .step = {1, 2000}};
  const THSCall call = {.key = {keys}, .keys = {N}, .made = made, .digits = &digits};
  const int good = !thcs_digits(&call, NULL);
  return are(made, 1, 1) && are(keys, 1, 1000) && good;
}

static int searches(void)
{
  int64_t *sorted = longs(0, 2), *wanted = longs(1, 2), *made = longs(0, 0);
  const THSCall call = {.key = {sorted, wanted}, .keys = {N, N}, .made = made};
  const int good = !thcs_search(&call, NULL);
  return are(made, 1, 1) && are(wanted, 1, 2) && are(sorted, 0, 2) && good;
}

static int widens(void)
{
  int32_t here[N], *from;
  for (int i = 0; i < N; i++) here[i] = 3 * i;
  from = list(here, sizeof here);
  int64_t *to = longs(0, 0);
  const int good = !thcs_widen(to, from, N, NULL);
  return are(to, 0, 3) && !cudaFree(from) && good;
}

/* Groups of one entry, which are taken from the last on. */
static int folds(void)
{
  int64_t first[N + 64];
  for (int64_t i = 0; i < N + 64; i++) first[i] = i;
  int64_t *in = longs(5, 7), *order = longs(N, -1), *out = longs(0, 0);
  int64_t *start = list(first, sizeof first);
  const THSCall call = {.count = N, .width = 1, .start = start, .order = order, .in = (char *)in,
                        .out = (char *)out};
  const int good = !thcs_fold(TH_LONG, &call, NULL);
  return are(out, 5 + 7 * (N - 1), -7) && are(order, N, -1) && are(in, 5, 7) &&
         !cudaFree(start) && good;
}

static const Program programs[] = {
  {"changes_steps", changes_steps}, {"searches", searches}, {"widens", widens}, {"folds", folds},
};

int main(void)
{
  test_places(programs, COUNT(programs), "kernels/*.cu*", NULL);
  return CHECK_RESULT();
}
