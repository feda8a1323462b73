/* The entry for TH_OP_convert if the source is a number. Copies on one device are the same for all
   dtypes (THCCopy.h). */
struct ROW(number)
{
  typedef real In;
  typedef real Out;
  static __device__ Out of(const In *x)
  {
    return *x;
  }
};

static const THIterEntry *TABLE(entries)()
{
  static THIterEntry entry[TH_CONVERT_ROWS];
  entry[TH_OP_convert] = thc_runPoint<ROW(number), 2>;
  return entry;
}
