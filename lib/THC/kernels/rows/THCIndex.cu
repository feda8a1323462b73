/* The rule for one dtype: how scatterAdd adds its elements and which keys sort them, as TH does. */
struct TH_CONCAT_2(Rule, Real)
{
  typedef real Element;
  typedef decltype(key_of(TH_COMPUTE())) Key;
  static constexpr bool takesLast = false;
  static __device__ real of(real r, real x)
  {
    const TH_COMPUTE a = TH_LOAD(r), b = TH_LOAD(x);
    return TH_STORE(a + b);
  }
  static __device__ Key key(real x)
  {
    return key_of(TH_LOAD(x));
  }
};

cudaError_t TH_CONCAT_2(thc_addRuns, Real)(const THIter *free, const THIter *named,
                                           const THCRuns *runs, cudaStream_t stream)
{
  return thc_launchRuns<TH_CONCAT_2(Rule, Real)>(free, named, runs, stream);
}

cudaError_t TH_CONCAT_2(thc_keysOf, Real)(const THIter *x, int operand, int descending, void *keys,
                                          uint32_t *numbers, int made, cudaStream_t stream)
{
  return launch_keys<TH_CONCAT_2(Rule, Real)>(x, operand, descending, keys, numbers, made, stream);
}
