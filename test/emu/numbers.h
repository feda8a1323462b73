/* Input for the sample kernels: a matrix of whole numbers, whose sums are exact in float. */
#ifndef EMU_NUMBERS_H
#define EMU_NUMBERS_H

#include <cstddef>
#include <vector>

static const int rows = 37, columns = 45;
static const size_t count = rows * columns;

static inline std::vector<float> numbers()
{
  std::vector<float> x(count);
  for (size_t i = 0; i < count; i++) x[i] = static_cast<float>(i * 7919 % 1000) - 500;
  return x;
}

#endif
