/* Shared by the emulator's own tests: checks of calls and findings, and shorthands for making
   things. */
#ifndef EMU_SUPPORT_H
#define EMU_SUPPORT_H

#include "check.h"
#include "emu.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstring>
#include <vector>

#define GOOD(call) CHECK((call) == cudaSuccess)

/* The last finding contains these words. */
#define SAYS(text)                                                                          \
  do {                                                                                      \
    if (!CHECK(strstr(emu_finding(), text))) fprintf(stderr, "found: %s\n", emu_finding()); \
  } while (0)

static const size_t megabyte = 1 << 20;

static inline void start(int devices, int peers, int schedule)
{
  emu_reset(devices, peers, 16 * megabyte);
  emu_schedule(schedule, 1);
}

static inline float *memory(size_t n)
{
  void *data = nullptr;
  GOOD(cudaMalloc(&data, n * sizeof(float)));
  return static_cast<float *>(data);
}

static inline cudaStream_t stream()
{
  cudaStream_t handle = nullptr;
  GOOD(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking));
  return handle;
}

static inline cudaEvent_t event()
{
  cudaEvent_t handle = nullptr;
  GOOD(cudaEventCreateWithFlags(&handle, cudaEventDisableTiming));
  return handle;
}

/* Memory of the current device, filled from a vector. */
template <class T> struct Device {
  explicit Device(const std::vector<T> &from) : count(from.size())
  {
    GOOD(cudaMalloc(reinterpret_cast<void **>(&data), count * sizeof(T)));
    GOOD(cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Device() { GOOD(cudaFree(data)); }
  Device(const Device &) = delete;
  std::vector<T> read() const
  {
    std::vector<T> to(count);
    GOOD(cudaMemcpy(to.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
  }
  T *data = nullptr;
  size_t count;
};

#endif
