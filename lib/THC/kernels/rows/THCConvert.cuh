/* Fills with a number, and copies on one device, which are the same for all dtypes (THCCopy.h). */
struct P(number)
{
  typedef real In;
  typedef real Out;
  static __device__ Out of(const In *x)
  {
    return *x;
  }
};

static int T(convert)(const THIter *it)
{
  return THIter_isNumber(it, 1) ? thc_runPoint<P(number), 2>(it) : THC_convert(it);
}

static void T(entries)(THEntry *entry)
{
  entry[TH_OP_convert] = T(convert);
}
