/* Sorting and running sums of lib/THC, which nvcc builds from CUB, by the host. */
#include "thc_sort.h"

#include "library.h"

#include <algorithm>
#include <numeric>

using namespace emu;

namespace {

const size_t work_bytes = 256; /* asked for, though not used */

/* What nvcc's function does when it is called for the size of the work space. */
bool is_question(void *work, size_t *bytes)
{
  if (!work) *bytes = work_bytes;
  return !work;
}

template <class Key>
void sort_row(const Key *keys, Key *sorted, const int64_t *values, int64_t *sorted_values,
              size_t n)
{
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [=](size_t a, size_t b) { return keys[a] < keys[b]; });
  for (size_t i = 0; i < n; i++) {
    sorted[i] = keys[order[i]];
    sorted_values[i] = values[order[i]];
  }
}

template <class Key>
void sort_rows(const void *keys, void *sorted, const int64_t *values, int64_t *sorted_values,
               int64_t n, int64_t rows)
{
  for (int64_t row = 0; row < rows; row++)
    sort_row(static_cast<const Key *>(view(keys)) + row * n,
             static_cast<Key *>(view(sorted)) + row * n, view(values) + row * n,
             view(sorted_values) + row * n, static_cast<size_t>(n));
}

using SortRows = void (*)(const void *, void *, const int64_t *, int64_t *, int64_t, int64_t);

SortRows sort_of(int width)
{
  switch (width) {
    case 1: return sort_rows<uint8_t>;
    case 2: return sort_rows<uint16_t>;
    case 4: return sort_rows<uint32_t>;
    case 8: return sort_rows<uint64_t>;
    default: return nullptr;
  }
}

} /* namespace */

cudaError_t thc_sort(void *work, size_t *bytes, int width, const void *keys, void *sorted,
                     const int64_t *values, int64_t *sorted_values, int64_t n, int64_t rows,
                     cudaStream_t stream)
{
  SortRows sort = sort_of(width);
  if (!sort) return cudaErrorInvalidValue;
  if (is_question(work, bytes)) return cudaSuccess;
  size_t count = static_cast<size_t>(n * rows), key_bytes = count * static_cast<size_t>(width);
  std::vector<Span> spans = {{work, work_bytes, true},
                             {keys, key_bytes, false},
                             {sorted, key_bytes, true},
                             {values, count * sizeof *values, false},
                             {sorted_values, count * sizeof *values, true}};
  return library_call("thc_sort", stream, spans,
                      [=] { sort(keys, sorted, values, sorted_values, n, rows); });
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
