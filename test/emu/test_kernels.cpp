/* Correct kernels give correct results, in every order of threads and every schedule, without a
   finding. */
#include "sample.h"
#include "numbers.h"
#include "support.h"

static void test_moves()
{
  std::vector<float> from = numbers(), none(count);
  Device<float> x(from), copied(none), turned(none);
  Device<__half> halves(std::vector<__half>(count / 2));
  GOOD(sample_copy(copied.data, x.data, count, nullptr));
  GOOD(sample_transpose(turned.data, x.data, rows, columns, nullptr));
  GOOD(sample_convert(halves.data, x.data, count / 2, 2, nullptr));
  CHECK(copied.read() == from);
  std::vector<float> result = turned.read();
  std::vector<__half> half = halves.read();
  bool same = true;
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) same &= result[c * rows + r] == from[r * columns + c];
  for (size_t i = 0; i < count / 2; i++) same &= __half2float(half[i]) == from[2 * i];
  CHECK(same);
}

/* Sums of integers below 2^24 are exact in every order. */
static void test_sums()
{
  std::vector<float> from = numbers();
  std::vector<unsigned char> bytes(count);
  std::vector<unsigned> expected(256);
  float sum = 0;
  for (size_t i = 0; i < count; i++) {
    sum += from[i];
    bytes[i] = static_cast<unsigned char>(i * i);
    expected[bytes[i]]++;
  }
  Device<float> x(from), sums(std::vector<float>(2));
  Device<unsigned char> b(bytes);
  Device<unsigned> counts(std::vector<unsigned>(256));
  GOOD(sample_sum(sums.data, x.data, count, nullptr));
  GOOD(sample_sum_shuffled(sums.data + 1, x.data, count, nullptr));
  GOOD(sample_histogram(counts.data, b.data, count, nullptr));
  CHECK(sums.read() == std::vector<float>({sum, sum}));
  CHECK(counts.read() == expected);
}

int main()
{
  for (int schedule : {EMU_EAGER, EMU_LAZY, EMU_RANDOM})
    for (int order : {EMU_FORWARD, EMU_REVERSE, EMU_SHUFFLED}) {
      emu_reset(1, 0, 16 << 20);
      emu_schedule(schedule, 1);
      emu_order(order, 1);
      test_moves();
      test_sums();
      CHECK(emu_live(EMU_DEVICE_BLOCKS) == 0);
      if (!CHECK(emu_findings() == 0)) fprintf(stderr, "%s\n", emu_finding());
    }
  return CHECK_RESULT();
}
