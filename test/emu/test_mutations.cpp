/*
** Correct programs from which each barrier, warp primitive, bound, wait, record and synchronisation
** is left out in turn. Every removal must show, as a wrong result or a finding, in at least one of
** the orders and schedules, or be listed with the reason why it does not.
*/
#include "sample.h"
#include "numbers.h"
#include "support.h"

#include <sys/wait.h>
#include <unistd.h>

static bool copies()
{
  std::vector<float> from = numbers();
  Device<float> x(from), y(std::vector<float>{from.begin(), from.end() - 1});
  GOOD(sample_copy(y.data, x.data, count - 1, nullptr));
  from.pop_back();
  return y.read() == from;
}

static bool converts()
{
  std::vector<float> from = numbers();
  Device<float> x(from);
  Device<__half> y(std::vector<__half>(count / 2));
  GOOD(sample_convert(y.data, x.data, count / 2, 2, nullptr));
  std::vector<__half> half = y.read();
  bool same = true;
  for (size_t i = 0; i < count / 2; i++) same &= __half2float(half[i]) == from[2 * i];
  return same;
}

static bool transposes()
{
  std::vector<float> from = numbers();
  Device<float> x(from), y(from);
  GOOD(sample_transpose(y.data, x.data, rows, columns, nullptr));
  std::vector<float> result = y.read();
  bool same = true;
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) same &= result[c * rows + r] == from[r * columns + c];
  return same;
}

static bool sums()
{
  std::vector<float> from = numbers();
  float sum = 0;
  for (float x : from) sum += x;
  Device<float> x(from), results(std::vector<float>(2));
  GOOD(sample_sum(results.data, x.data, count, nullptr));
  GOOD(sample_sum_shuffled(results.data + 1, x.data, count, nullptr));
  return results.read() == std::vector<float>({sum, sum});
}

static bool counts()
{
  std::vector<unsigned char> bytes(count);
  std::vector<unsigned> expected(256);
  for (size_t i = 0; i < count; i++) {
    bytes[i] = static_cast<unsigned char>(i * i);
    expected[bytes[i]]++;
  }
  Device<unsigned char> x(bytes);
  Device<unsigned> y(std::vector<unsigned>(256));
  GOOD(sample_histogram(y.data, x.data, count, nullptr));
  return y.read() == expected;
}

/* Device 0 writes x and sends it to y on device 1, where other operations use y before and
   after. */
static bool crosses()
{
  float *x = memory(count);
  cudaStream_t near = stream();
  cudaEvent_t sent = event();
  GOOD(cudaSetDevice(1));
  float *y = memory(count), *z = memory(count);
  cudaStream_t far = stream();
  cudaEvent_t ready = event();
  GOOD(cudaMemsetAsync(y, 2, 4 * count, far));
  GOOD(sample_copy(z, y, count, far));
  GOOD(cudaEventRecord(ready, far));
  GOOD(cudaSetDevice(0));
  GOOD(cudaMemsetAsync(x, 1, 4 * count, near));
  GOOD(cudaStreamWaitEvent(near, ready, 0));
  GOOD(cudaMemcpyPeerAsync(y, 1, x, 0, 4 * count, near));
  GOOD(cudaEventRecord(sent, near));
  GOOD(cudaSetDevice(1));
  GOOD(cudaStreamWaitEvent(far, sent, 0));
  GOOD(sample_copy(z, y, count, far));
  std::vector<unsigned char> result(4 * count);
  GOOD(cudaMemcpyAsync(result.data(), z, 4 * count, cudaMemcpyDeviceToHost, far));
  GOOD(cudaStreamSynchronize(far));
  return result == std::vector<unsigned char>(4 * count, 1);
}

/* The host reads and refills pinned memory after the copies are done. */
static bool downloads()
{
  unsigned char *pinned, *data = reinterpret_cast<unsigned char *>(memory(256));
  cudaStream_t own = stream();
  cudaEvent_t done = event();
  GOOD(cudaMallocHost(reinterpret_cast<void **>(&pinned), 1024));
  memset(pinned, 5, 1024);
  GOOD(cudaMemcpyAsync(data, pinned, 1024, cudaMemcpyHostToDevice, own));
  GOOD(cudaEventRecord(done, own));
  GOOD(cudaEventSynchronize(done));
  memset(pinned, 6, 1024);
  GOOD(cudaMemcpyAsync(pinned, data, 1024, cudaMemcpyDeviceToHost, own));
  GOOD(cudaStreamSynchronize(own));
  bool right = pinned[0] == 5 && pinned[1023] == 5;
  GOOD(cudaFreeHost(pinned));
  return right;
}

struct Program {
  const char *name;
  bool (*run)();
  int hidden;      /* removals that do not show without a sanitizer, */
  const char *why; /* and why */
};

static const Program programs[] = {
  {"copies", copies, 0, ""},
  {"converts", converts, 0, ""},
  {"transposes", transposes, 2, "elements behind a row or the last row are loaded but not stored"},
  {"sums", sums, 0, ""},
  {"counts", counts, 0, ""},
  {"crosses", crosses, 0, ""},
  {"downloads", downloads, 0, ""},
};

/* Whether the program goes wrong in any order and schedule. Runs in a process of its own. */
static bool shows(const Program &program, int kind, long n)
{
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    bool wrong = false;
    check_failed = 0;
    if (!freopen("/dev/null", "w", stderr)) _exit(2);
    for (int schedule : {EMU_EAGER, EMU_LAZY, EMU_RANDOM})
      for (int order : {EMU_FORWARD, EMU_REVERSE, EMU_SHUFFLED}) {
        start(2, 0, schedule);
        emu_order(order, 1);
        emu_mutate(kind, n);
        wrong |= !program.run() || emu_findings();
      }
    _exit(wrong || check_failed);
  }
  return waitpid(child, &status, 0) == child && status != 0;
}

/* Whether the program is right as it is. This also makes its places known. */
static bool is_right(const Program &program)
{
  start(2, 0, EMU_EAGER);
  emu_mutate(EMU_BARRIER, 0);
  return program.run() && !emu_findings() && !shows(program, EMU_BARRIER, 0);
}

static void test(const Program &program)
{
  long before[EMU_KINDS], removed = 0, hidden = 0;
  for (int kind = 0; kind < EMU_KINDS; kind++) before[kind] = kind < EMU_WAIT ? emu_sites(kind) : 0;
  if (!CHECK(is_right(program))) fprintf(stderr, "%s: %s\n", program.name, emu_finding());
  for (int kind = 0; kind < EMU_KINDS; kind++)
    for (long n = before[kind] + 1; n <= emu_sites(kind); n++) {
      removed++;
      if (shows(program, kind, n)) continue;
      hidden++;
      if (hidden > program.hidden)
        fprintf(stderr, "%s without %s %ld of kind %d: nothing shows\n", program.name,
                emu_site(kind, n), n, kind);
    }
  CHECK(removed > 0);
#ifdef TH_SANITIZE
  CHECK(hidden == 0);
#else
  CHECK(hidden == program.hidden);
#endif
}

int main()
{
  for (const Program &program : programs) test(program);
  return CHECK_RESULT();
}
