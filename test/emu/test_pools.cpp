/* Memory in stream order: reuse, access by other devices, and misuse. */
#include "sample.h"
#include "support.h"

static const size_t count = 1000;

static float *take(cudaStream_t stream)
{
  void *data = nullptr;
  GOOD(cudaMallocAsync(&data, count * sizeof(float), stream));
  return static_cast<float *>(data);
}

/* Another stream may get the block; it is ordered after the stream that freed it. */
static void test_reuse()
{
  emu_reset(1, 0, 16 * megabyte);
  cudaStream_t a = stream(), b = stream();
  float *x = take(a);
  GOOD(cudaMemsetAsync(x, 0, 4 * count, a));
  GOOD(cudaFreeAsync(x, a));
  float *y = take(b);
  CHECK(y == x);
  GOOD(cudaMemsetAsync(y, 0, 4 * count, b));
  CHECK(emu_races() == 0 && emu_findings() == 0);
  CHECK(emu_live(EMU_DEVICE_BLOCKS) == 1);
  GOOD(cudaFreeAsync(y, b));
  CHECK(cudaFreeAsync(y, b) == cudaErrorInvalidValue);
  GOOD(cudaDeviceSynchronize());
  CHECK(emu_live(EMU_DEVICE_BLOCKS) == 0);
}

/* Using a block in another stream before it is allocated, or after it is freed, is a race. */
static void test_unordered_use()
{
  for (bool after : {false, true}) {
    emu_reset(1, 0, 16 * megabyte);
    cudaStream_t a = stream(), b = stream();
    float *x = take(a);
    if (after) {
      GOOD(cudaStreamSynchronize(a));
      GOOD(cudaFreeAsync(x, a));
    }
    GOOD(cudaMemsetAsync(x, 0, 4, b));
    CHECK(emu_races() == 1);
  }
}

static void test_guests()
{
  emu_reset(2, 1, 16 * megabyte);
  cudaMemPool_t pool;
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = 1;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  float *x = take(nullptr);
  GOOD(cudaDeviceSynchronize());
  GOOD(cudaDeviceGetDefaultMemPool(&pool, 0));
  GOOD(cudaMemPoolSetAccess(pool, &access, 1));
  GOOD(cudaSetDevice(1));
  GOOD(sample_copy(x, x, count, nullptr));
  GOOD(cudaDeviceSynchronize());
  access.flags = cudaMemAccessFlagsProtNone;
  GOOD(cudaMemPoolSetAccess(pool, &access, 1));
  GOOD(cudaDeviceEnablePeerAccess(0, 0));
  GOOD(sample_copy(x, x, count, nullptr));
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}

static void test_own_pool()
{
  emu_reset(1, 0, 16 * megabyte);
  cudaMemPool_t pool;
  cudaMemPoolProps properties = {};
  uint64_t most = UINT64_MAX, figure = 0;
  void *x, *none;
  properties.location.type = cudaMemLocationTypeDevice;
  GOOD(cudaMemPoolCreate(&pool, &properties));
  GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most));
  GOOD(cudaDeviceSetMemPool(0, pool));
  GOOD(cudaMallocAsync(&x, 5000, nullptr));
  GOOD(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &figure));
  CHECK(figure == 5000);
  GOOD(cudaFree(x));
  GOOD(cudaDeviceSynchronize());
  CHECK(emu_live(EMU_DEVICE_BLOCKS) == 1);
  GOOD(cudaMallocAsync(&x, 12 * megabyte, nullptr));
  GOOD(cudaFreeAsync(x, nullptr));
  GOOD(cudaMallocAsync(&x, 13 * megabyte, nullptr)); /* the free blocks make room */
  CHECK(cudaMallocAsync(&none, 13 * megabyte, nullptr) == cudaErrorMemoryAllocation);
  GOOD(cudaFreeAsync(x, nullptr));
  GOOD(cudaDeviceSynchronize());
  GOOD(cudaMemPoolTrimTo(pool, 0));
  GOOD(cudaMemPoolDestroy(pool));
  CHECK(emu_live(EMU_DEVICE_BLOCKS) == 0);
}

int main()
{
  test_reuse();
  test_unordered_use();
  test_guests();
  test_own_pool();
  return CHECK_RESULT();
}
