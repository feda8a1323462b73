/* The entry for TH_OP_convert: fills with a number here, and copies on one device by THCCopy.h,
   which serves all dtypes. */
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
