/* How elements of one dtype are added: the TH_GENERIC_FILE of sparse.cu. */
struct TH_CONCAT_2(Rule, Real)
{
  typedef real Element;
  typedef TH_COMPUTE Sum;
  static __device__ TH_COMPUTE load(real x)
  {
    return TH_LOAD(x);
  }
  static __device__ real store(TH_COMPUTE sum)
  {
    return TH_STORE(sum);
  }
};
