/* Copies that keep the bits, whatever the dtype: units of 1 to 16 bytes. Fills of 16-byte elements
   with a number. */
#include "THC/kernels/thc_copy.cuh"
#include "THC/kernels/thc_point.cuh"

template <class T> struct Unit {
  typedef T From, To;
  static constexpr bool converts = false;
  static __device__ T value(T x)
  {
    return x;
  }
};

const THCCopyLaunch thc_copyUnits[5] = {launch_copy<Unit<uint8_t>>, launch_copy<Unit<uint16_t>>,
                                        launch_copy<Unit<uint32_t>>, launch_copy<Unit<uint2>>,
                                        launch_copy<Unit<uint4>>};

struct Number {
  typedef ThcWord16 In, Out;
  static __device__ Out of(const In *x)
  {
    return *x;
  }
};

int thc_fillWord16(const THIter *it)
{
  return thc_runPoint<Number, 2>(it);
}
