/* Copies from every dtype to this one on a device, fills with a number included. */
#ifndef THC_CONVERT_MACROS
#define THC_CONVERT_MACROS

#define THC_CONVERT(Name, CODE, type, kind)             \
  struct P(from##Name)                                  \
  {                                                     \
    typedef type In;                                    \
    typedef real Out;                                   \
    static __device__ Out of(const In *x)               \
    {                                                   \
      return TH_FROM_##kind(TH_LOAD_##kind(*x));        \
    }                                                   \
  };

#endif

#define TH_FROM_BOOL(x) TH_FROM_INT(x)
#define TH_FROM_HALF(x) TH_FROM_FLOAT(x)
#define TH_FROM_BFLOAT16(x) TH_FROM_FLOAT(x)
TH_FORALL_DTYPES(THC_CONVERT)
#undef TH_FROM_BOOL
#undef TH_FROM_HALF
#undef TH_FROM_BFLOAT16

/* What is of the same dtype already is moved, bit by bit: a conversion of NaN may change it. */
struct P(same)
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
  static const THEntry from[TH_NUM_BUILT] = {
    NULL,
#define X(Name, CODE, type, kind) thc_runPoint<P(from##Name), 2>,
    TH_FORALL_DTYPES(X)
#undef X
  };
  return it->dtype[1] == TH_DTYPE ? thc_runPoint<P(same), 2>(it) : from[it->dtype[1]](it);
}

static void T(entries)(THEntry *entry)
{
  entry[TH_OP_convert] = T(convert);
}
