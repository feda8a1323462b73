/* What devices, streams, events and addresses report about themselves, also to several threads. */
#include "sample.h"
#include "support.h"

#include <thread>

static void test_properties()
{
  cudaDeviceProp properties;
  int value = 0, least = 1, greatest = 1, priority = 0, device = -1;
  unsigned flags = 0;
  cudaStream_t urgent;
  start(2, 0, EMU_EAGER);
  GOOD(cudaGetDeviceProperties(&properties, 1));
  GOOD(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 1));
  CHECK(value > 0 && value == properties.multiProcessorCount);
  CHECK(properties.maxGridSize[1] == 65535 && properties.totalGlobalMem == 16 * megabyte);
  CHECK(cudaGetDeviceProperties(&properties, 2) == cudaErrorInvalidDevice);
  CHECK(cudaSetDevice(2) == cudaErrorInvalidDevice);
  GOOD(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  GOOD(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest - 10));
  GOOD(cudaStreamGetPriority(urgent, &priority));
  GOOD(cudaStreamGetFlags(urgent, &flags));
  GOOD(cudaStreamGetDevice(urgent, &device));
  CHECK(least > greatest && priority == greatest && flags == cudaStreamNonBlocking && !device);
  CHECK(emu_live(EMU_STREAMS) == 1);
  GOOD(cudaStreamDestroy(urgent));
  CHECK(cudaStreamSynchronize(urgent) == cudaErrorInvalidResourceHandle);
  CHECK(emu_live(EMU_STREAMS) == 0);
}

static void test_addresses()
{
  cudaPointerAttributes what;
  size_t available = 0, total = 0, before;
  char here[16], *pinned, *moved;
  start(2, 0, EMU_EAGER);
  GOOD(cudaSetDevice(1));
  GOOD(cudaMemGetInfo(&before, &total));
  float *x = memory(1000);
  GOOD(cudaMemGetInfo(&available, &total));
  CHECK(available + 4000 <= before && total == 16 * megabyte);
  GOOD(cudaMallocHost(reinterpret_cast<void **>(&pinned), 100));
  GOOD(cudaPointerGetAttributes(&what, x + 999));
  CHECK(what.type == cudaMemoryTypeDevice && what.device == 1 && what.devicePointer == x + 999);
  GOOD(cudaPointerGetAttributes(&what, pinned + 99));
  CHECK(what.type == cudaMemoryTypeHost && what.hostPointer == pinned + 99);
  GOOD(cudaPointerGetAttributes(&what, here));
  CHECK(what.type == cudaMemoryTypeUnregistered);
  GOOD(cudaHostRegister(here, sizeof here, cudaHostRegisterDefault));
  CHECK(cudaHostRegister(here, 4, 0) == cudaErrorHostMemoryAlreadyRegistered);
  GOOD(cudaHostGetDevicePointer(reinterpret_cast<void **>(&moved), here + 1, 0));
  CHECK(moved == here + 1);
  CHECK(emu_live(EMU_PINNED_BLOCKS) == 2);
  GOOD(cudaHostUnregister(here));
  CHECK(cudaFreeHost(here) == cudaErrorInvalidValue);
  GOOD(cudaFreeHost(pinned));
  CHECK(emu_live(EMU_PINNED_BLOCKS) == 0);
}

/* Device time advances with operations. Events without timing, or not recorded, give no time. */
static void test_time()
{
  cudaEvent_t begin, end, without = nullptr;
  float ms = 0;
  start(1, 0, EMU_LAZY);
  float *x = memory(10);
  without = event();
  GOOD(cudaEventCreate(&begin));
  GOOD(cudaEventCreate(&end));
  GOOD(cudaEventRecord(begin, nullptr));
  GOOD(cudaMemsetAsync(x, 0, 40, nullptr));
  GOOD(cudaEventRecord(end, nullptr));
  CHECK(cudaEventQuery(end) == cudaErrorNotReady);
  CHECK(cudaEventElapsedTime(&ms, begin, end) == cudaErrorNotReady);
  GOOD(cudaEventSynchronize(end));
  GOOD(cudaEventElapsedTime(&ms, begin, end));
  CHECK(ms > 0);
  GOOD(cudaEventQuery(without));
  CHECK(cudaEventElapsedTime(&ms, begin, without) == cudaErrorInvalidResourceHandle);
  for (cudaEvent_t handle : {begin, end, without}) GOOD(cudaEventDestroy(handle));
  CHECK(cudaEventDestroy(end) == cudaErrorInvalidResourceHandle);
  CHECK(emu_live(EMU_EVENTS) == 0);
}

/* With the lazy schedule, work gets done in the end if the host only asks often enough. */
static void test_polling()
{
  start(1, 0, EMU_LAZY);
  float *x = memory(10);
  int polls = 0;
  GOOD(cudaMemsetAsync(x, 0, 40, nullptr));
  CHECK(cudaStreamQuery(nullptr) == cudaErrorNotReady);
  while (cudaStreamQuery(nullptr) == cudaErrorNotReady && polls < 100000) polls++;
  GOOD(cudaStreamQuery(nullptr));
}

static void test_rows()
{
  const size_t pitch = 16, width = 5, height = 3;
  std::vector<char> from(pitch * height), to(width * height);
  start(1, 0, EMU_RANDOM);
  for (size_t i = 0; i < from.size(); i++) from[i] = static_cast<char>(i);
  char *x = reinterpret_cast<char *>(memory(100));
  GOOD(cudaMemset2DAsync(x, 32, 7, 9, height, nullptr));
  GOOD(cudaMemcpy2DAsync(x, 32, from.data(), pitch, width, height, cudaMemcpyDefault, nullptr));
  GOOD(cudaMemcpy2D(to.data(), width, x, 32, width, height, cudaMemcpyDeviceToHost));
  bool same = true;
  for (size_t i = 0; i < to.size(); i++)
    same &= to[i] == from[i / width * pitch + i % width];
  CHECK(same);
  GOOD(cudaMemcpy(to.data(), x + 32, 9, cudaMemcpyDeviceToHost));
  CHECK(to[4] == 20 && to[5] == 7 && to[8] == 7);
}

/* Each thread has its own current device and last error; all threads share the devices. */
static void work(int device)
{
  const size_t count = 5000;
  std::vector<float> from(count, static_cast<float>(device));
  GOOD(cudaSetDevice(device));
  for (int i = 0; i < 20; i++) {
    Device<float> x(from), y(std::vector<float>(count, -1.0f));
    cudaStream_t own = stream();
    GOOD(cudaDeviceSynchronize());
    GOOD(sample_copy(y.data, x.data, count, own));
    GOOD(cudaStreamSynchronize(own));
    CHECK(y.read() == from);
    CHECK(cudaFree(x.data + 1) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    GOOD(cudaStreamDestroy(own));
  }
}

static void test_threads()
{
  start(2, 0, EMU_RANDOM);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) threads.emplace_back(work, i % 2);
  for (std::thread &thread : threads) thread.join();
  CHECK(emu_races() == 0 && emu_live(EMU_DEVICE_BLOCKS) == 0);
}

int main()
{
  test_properties();
  test_addresses();
  test_time();
  test_polling();
  test_rows();
  test_threads();
  return CHECK_RESULT();
}
