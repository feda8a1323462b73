/* Mistakes of a program are found, even where its results would be right. */
#include "sample.h"
#include "support.h"

static void test_host_access()
{
  start(1, 0, EMU_EAGER);
  float *x = memory(100), here = 0;
  CHECK(emu_traps(x) == 1);
  CHECK(emu_traps(&here) == 0);
}

/* The error of an illegal access is sticky. */
static void test_foreign_access()
{
  start(2, 0, EMU_EAGER);
  float *x = memory(100);
  GOOD(cudaSetDevice(1));
  float *y = memory(100);
  GOOD(sample_copy(y, y, 100, nullptr));
  GOOD(cudaDeviceSynchronize());
  GOOD(sample_copy(y, x, 100, nullptr));
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  CHECK(cudaMemsetAsync(y, 0, 4, nullptr) == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  emu_reset(2, 1, 16 * megabyte);
  x = memory(100);
  GOOD(cudaSetDevice(1));
  y = memory(100);
  GOOD(cudaDeviceEnablePeerAccess(0, 0));
  CHECK(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessAlreadyEnabled);
  GOOD(sample_copy(y, x, 100, nullptr));
  GOOD(cudaDeviceSynchronize());
  CHECK(emu_findings() == 0);
}

/* Under a sanitizer a stray access within a page ends the program, so that case is left out. */
static void test_stray_access()
{
  start(1, 0, EMU_EAGER);
  float *x = memory(1000);
#ifndef TH_SANITIZE
  GOOD(sample_stray(x, 1000, nullptr));
  SAYS("bytes behind the block of 4000 bytes");
#endif
  GOOD(sample_stray(x, 5000, nullptr));
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}

static void test_wrong_kernels()
{
  start(1, 0, EMU_EAGER);
  float *x = memory(100), here[100];
  CHECK(sample_wide(x, nullptr) == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  GOOD(cudaGetLastError());
  CHECK(sample_copy(x, here, 100, nullptr) == cudaErrorInvalidValue);
  SAYS("argument 2 is an address of the host");
  float *gone = memory(100);
  GOOD(cudaFree(gone));
  CHECK(sample_copy(x, gone, 100, nullptr) == cudaErrorInvalidValue);
  SAYS("argument 2 is an address of freed memory");
  GOOD(sample_divergent(x, nullptr));
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  SAYS("16 of 64 threads of a block came to the barrier at ");
}

static void test_wrong_copies()
{
  start(2, 0, EMU_EAGER);
  float *x = memory(100), here[100] = {0};
  CHECK(cudaMemcpy(here, x + 1, 400, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  SAYS("are not inside one block");
  CHECK(cudaMemcpy(here, x, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyPeerAsync(x, 1, x + 4, 0, 4, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaMemset(here, 0, 4) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy2D(x, 8, here, 16, 12, 2, cudaMemcpyDefault) == cudaErrorInvalidPitchValue);
  CHECK(cudaFree(x + 1) == cudaErrorInvalidValue);
  GOOD(cudaFree(x));
  CHECK(cudaFree(x) == cudaErrorInvalidValue);
  SAYS("which is no block any more");
}

/* Pinned memory is read when the copy runs, pageable memory at the call. Both are written when the
   copy runs. */
static void test_pinned_is_late()
{
  float *x, late = 0, pageable = 1, *pinned;
  start(1, 0, EMU_LAZY);
  x = memory(2);
  GOOD(cudaMallocHost(reinterpret_cast<void **>(&pinned), 8));
  cudaStream_t s = stream();
  *pinned = 1;
  GOOD(cudaMemcpyAsync(x, pinned, 4, cudaMemcpyHostToDevice, s));
  GOOD(cudaMemcpyAsync(x + 1, &pageable, 4, cudaMemcpyHostToDevice, s));
  *pinned = pageable = 2;
  GOOD(cudaMemcpyAsync(pinned + 1, x, 4, cudaMemcpyDeviceToHost, s));
  CHECK(pinned[1] != 2);
  CHECK(cudaStreamQuery(s) == cudaErrorNotReady);
  GOOD(cudaStreamSynchronize(s));
  CHECK(pinned[1] == 2);
  GOOD(cudaMemcpyAsync(&late, x + 1, 4, cudaMemcpyDeviceToHost, s));
  CHECK(late == 0);
  GOOD(cudaStreamSynchronize(s));
  CHECK(late == 1);
  GOOD(cudaFreeHost(pinned));
  CHECK(emu_live(EMU_PINNED_BLOCKS) == 0);
}

/* Once a copy from pageable memory has returned, others may write there; before a copy to pageable
   memory is waited for, nobody may read there. */
static void test_pageable()
{
  float *x[2], host = 1;
  start(2, 0, EMU_LAZY);
  for (int device = 0; device < 2; device++) {
    GOOD(cudaSetDevice(device));
    x[device] = memory(1);
  }
  GOOD(cudaMemcpyAsync(x[1], &host, 4, cudaMemcpyHostToDevice, nullptr));
  GOOD(cudaSetDevice(0));
  GOOD(cudaMemsetAsync(x[0], 0, 4, nullptr));
  GOOD(cudaMemcpyAsync(&host, x[0], 4, cudaMemcpyDeviceToHost, nullptr));
  GOOD(cudaDeviceSynchronize());
  GOOD(cudaMemcpyAsync(&host, x[0], 4, cudaMemcpyDeviceToHost, nullptr));
  GOOD(cudaDeviceSynchronize());
  CHECK(emu_races() == 0);
  GOOD(cudaMemcpyAsync(&host, x[0], 4, cudaMemcpyDeviceToHost, nullptr));
  GOOD(cudaMemcpyAsync(x[0], &host, 4, cudaMemcpyHostToDevice, nullptr));
  GOOD(cudaDeviceSynchronize());
  CHECK(emu_races() == 1);
}

/* y is written in one stream and read in another, which waits for it or does not. Returns the
   number of races. */
static long races(bool waits, int schedule)
{
  start(1, 0, schedule);
  float *x = memory(1000), *y = memory(1000), *z = memory(1000);
  cudaStream_t a = stream(), b = stream();
  cudaEvent_t written = event();
  GOOD(cudaMemset(x, 0, 4000));
  GOOD(cudaDeviceSynchronize());
  GOOD(sample_copy(y, x, 1000, a));
  GOOD(cudaEventRecord(written, a));
  if (waits) GOOD(cudaStreamWaitEvent(b, written, 0));
  GOOD(sample_copy(z, y, 1000, b));
  GOOD(cudaDeviceSynchronize());
  return emu_races();
}

static void test_races()
{
  for (int schedule : {EMU_EAGER, EMU_LAZY, EMU_RANDOM}) {
    CHECK(races(true, schedule) == 0);
    CHECK(races(false, schedule) > 0);
    SAYS("unordered with");
  }
}

static void test_default_stream()
{
  start(1, 0, EMU_LAZY);
  float *x = memory(100);
  cudaStream_t s = nullptr, apart = stream();
  GOOD(cudaStreamCreate(&s));
  GOOD(cudaMemsetAsync(x, 1, 400, s));
  GOOD(cudaMemset(x, 2, 400));
  GOOD(cudaMemsetAsync(x, 3, 400, s));
  GOOD(cudaDeviceSynchronize());
  CHECK(emu_races() == 0);
  GOOD(cudaMemsetAsync(x, 4, 400, nullptr));
  GOOD(cudaMemsetAsync(x, 5, 400, apart));
  GOOD(cudaDeviceSynchronize());
  CHECK(emu_races() > 0);
}

static void nothing(void *) {}

static void calls_cuda(void *result)
{
  *static_cast<cudaError_t *>(result) = cudaDeviceSynchronize();
}

static void test_host_functions()
{
  cudaError_t result = cudaSuccess;
  start(1, 0, EMU_LAZY);
  GOOD(cudaLaunchHostFunc(nullptr, nothing, nullptr));
  GOOD(cudaDeviceSynchronize());
  CHECK(emu_findings() == 0);
  GOOD(cudaLaunchHostFunc(nullptr, calls_cuda, &result));
  GOOD(cudaDeviceSynchronize());
  CHECK(result == cudaErrorNotPermitted);
  SAYS("cudaDeviceSynchronize is called from a function of the host");
}

static void test_failures()
{
  void *data;
  start(1, 0, EMU_EAGER);
  emu_fail("cudaMalloc", 2, cudaErrorMemoryAllocation);
  GOOD(cudaMalloc(&data, 4));
  CHECK(cudaMalloc(&data, 4) == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  GOOD(cudaMalloc(&data, 4));
  CHECK(emu_calls("cudaMalloc") == 3);
  emu_fail(nullptr, 1, cudaErrorUnknown);
  CHECK(cudaFree(data) == cudaErrorUnknown);
  CHECK(emu_live(EMU_DEVICE_BLOCKS) == 1);
  CHECK(cudaMalloc(&data, 32 * megabyte) == cudaErrorMemoryAllocation);
  emu_fail("operation", 1, cudaErrorECCUncorrectable);
  float *x = memory(10);
  cudaMemsetAsync(x, 0, 40, nullptr);
  CHECK(cudaDeviceSynchronize() == cudaErrorECCUncorrectable);
  CHECK(cudaFree(x) == cudaErrorECCUncorrectable);
}

int main()
{
  test_host_access();
  test_foreign_access();
  test_stray_access();
  test_wrong_kernels();
  test_wrong_copies();
  test_pinned_is_late();
  test_races();
  test_default_stream();
  test_host_functions();
  test_pageable();
  test_failures();
  return CHECK_RESULT();
}
