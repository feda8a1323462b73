/*
** Sorting pairs of keys and numbers with thc_sort. Keys, numbers and work space are parts of one
** block of memory, each aligned to ALIGN bytes.
*/
#include "THC/ops/THCSort.h"

#include <inttypes.h>

#include "THC/kernels/thc_sort.h"

enum { ALIGN = 256 };

static int64_t aligned(int64_t bytes)
{
  return (bytes + ALIGN - 1) & -ALIGN;
}

static int64_t bytes_of_pairs(int64_t n, int width)
{
  return 2 * (aligned(n * width) + aligned(n * (int64_t)sizeof(uint32_t)));
}

int THCPairs_bytes(const char *op, int64_t n, int width, int64_t *bytes)
{
  size_t work = 0, most = 0;
  int now = 0;
  if (n > INT32_MAX)
    return th_fail(TH_EUNSUPPORTED, "%s: a device sorts up to %d elements at once, not %" PRId64,
                   op, INT32_MAX, n);
  for (int w = 4; w <= width; w *= 2) {
    THC_TRY(op, thc_sort(NULL, &work, w, (void *[2]){0}, (uint32_t *[2]){0}, &now, n, 0, 8 * w, 0));
    if (work > most) most = work;
  }
  *bytes = bytes_of_pairs(n, width) + aligned((int64_t)most);
  return TH_OK;
}

void THCPairs_place(THCPairs *pairs, const char *op, int64_t n, int width, void *memory,
                    int64_t bytes)
{
  char *at = memory;
  *pairs = (THCPairs){.op = op, .width = width, .n = n};
  for (int k = 0; k < 2; k++, at += aligned(n * width)) pairs->keys[k] = at;
  for (int k = 0; k < 2; k++, at += aligned(n * (int64_t)sizeof(uint32_t)))
    pairs->numbers[k] = (uint32_t *)(void *)at;
  pairs->work = at;
  pairs->bytes = (size_t)(bytes - bytes_of_pairs(n, width));
}

int THCPairs_sort(THCPairs *pairs, int width, int low, int high, cudaStream_t stream)
{
  if (low >= high || pairs->n < 2) return TH_OK;
  THC_TRY(pairs->op, thc_sort(pairs->work, &pairs->bytes, width, pairs->keys, pairs->numbers,
                              &pairs->now, pairs->n, low, high, stream));
  return TH_OK;
}

int thc_bitsOf(int64_t n)
{
  return n > 1 ? 64 - __builtin_clzll((unsigned long long)n - 1) : 0;
}
