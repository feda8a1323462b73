/* The emulator's thc_sort and thc_scan, on the host; nvcc builds them from CUB
   (lib/THC/kernels/thc_sort.cu). Every span that CUB may write counts as written, so that a wrong
   use shows. */
#include "THC/kernels/thc_sort.h"

#include "library.h"

#include <algorithm>
#include <numeric>

using namespace emu;

namespace {

const size_t work_bytes = 256; /* asked for, but not used */

/* Whether the call asks for the size of the work space; answer it. */
bool is_question(void *work, size_t *bytes)
{
  if (!work) *bytes = work_bytes;
  return !work;
}

/* The arrays before and after the sort. Results go to the other arrays, as after an odd number of
   passes. */
struct Pairs {
  void *keys[2];
  uint32_t *numbers[2];
};

template <class Key> void sort_pairs(const Pairs &pairs, size_t n, int low, int high)
{
  const Key *keys = static_cast<const Key *>(view(pairs.keys[0]));
  Key *sorted = static_cast<Key *>(view(pairs.keys[1]));
  const Key mask = static_cast<Key>(~Key(0) >> (sizeof(Key) * 8 - size_t(high - low)));
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), size_t(0));
  std::stable_sort(order.begin(), order.end(), [=](size_t a, size_t b) {
    return (keys[a] >> low & mask) < (keys[b] >> low & mask);
  });
  for (size_t i = 0; i < n; i++) {
    sorted[i] = keys[order[i]];
    view(pairs.numbers[1])[i] = view(pairs.numbers[0])[order[i]];
  }
}

using Sort = void (*)(const Pairs &, size_t, int, int);

Sort sort_of(int width)
{
  return width == 4 ? sort_pairs<uint32_t> : width == 8 ? sort_pairs<uint64_t> : nullptr;
}

} /* namespace */

cudaError_t thc_sort(void *work, size_t *bytes, int width, void *const keys[2],
                     uint32_t *const numbers[2], int *now, int64_t n, int low, int high,
                     cudaStream_t stream)
{
  Sort sort = sort_of(width);
  if (!sort) return cudaErrorInvalidValue;
  if (is_question(work, bytes)) return cudaSuccess;
  const int from = *now, to = 1 - from;
  size_t count = static_cast<size_t>(n), key_bytes = count * static_cast<size_t>(width);
  size_t number_bytes = count * sizeof(uint32_t);
  std::vector<Span> spans = {{work, work_bytes, true}};
  for (int k = 0; k < 2; k++) {
    spans.push_back({keys[k], key_bytes, true});
    spans.push_back({numbers[k], number_bytes, true});
  }
  const Pairs pairs = {{keys[from], keys[to]}, {numbers[from], numbers[to]}};
  *now = to;
  return library_call("thc_sort", stream, spans, [=] { sort(pairs, count, low, high); });
}

cudaError_t thc_scan(void *work, size_t *bytes, const int64_t *counts, int64_t *sums, int64_t n,
                     cudaStream_t stream)
{
  if (is_question(work, bytes)) return cudaSuccess;
  size_t span = static_cast<size_t>(n) * sizeof *counts;
  std::vector<Span> spans = {{work, work_bytes, true}, {counts, span, false}, {sums, span, true}};
  return library_call("thc_scan", stream, spans, [=] {
    std::exclusive_scan(view(counts), view(counts) + n, view(sums), int64_t(0));
  });
}
