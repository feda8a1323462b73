/* Rows of elements of 16 bytes: sums of one to four operands, number by number. */
#include "THC/kernels/thc_point.cuh"

template <int N> struct Sum {
  typedef ThcWord16 In, Out;
  static __device__ Out of(const In *x)
  {
    Out sum = x[0];
    for (int k = 1; k < N - 1; k++)
      for (int i = 0; i < 2; i++) sum.x[i] += x[k].x[i];
    return sum;
  }
};

extern "C" int run_sum(const THIter *it)
{
  switch (it->nop) {
    case 2: return thc_runPoint<Sum<2>, 2>(it);
    case 3: return thc_runPoint<Sum<3>, 3>(it);
    case 4: return thc_runPoint<Sum<4>, 4>(it);
    default: return thc_runPoint<Sum<5>, 5>(it);
  }
}
