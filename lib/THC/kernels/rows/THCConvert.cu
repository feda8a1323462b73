/* Copies from every dtype to this one. A value is loaded and converted by TH's rules for the
   source's kind: TH_LOAD_<kind>, TH_FROM_<kind>. */
#define TH_FROM_BOOL(x) TH_FROM_INT(x)
#define TH_FROM_HALF(x) TH_FROM_FLOAT(x)
#define TH_FROM_BFLOAT16(x) TH_FROM_FLOAT(x)

#define X(Name, CODE, type, kind)                    \
  struct TH_CONCAT_4(Name, To, Real, Rule) {         \
    typedef type From;                               \
    typedef real To;                                 \
    static constexpr bool converts = true;           \
    static constexpr int to = TH_DTYPE, from = TH_##CODE; \
    static __device__ real value(type x)             \
    {                                                \
      return TH_FROM_##kind(TH_LOAD_##kind(x));      \
    }                                                \
  };
TH_FORALL_DTYPES(X)
#undef X

#define X(Name, CODE, type, kind) launch_conversion<TH_CONCAT_4(Name, To, Real, Rule)>(),
const THCCopyLaunch TH_CONCAT_2(thc_convertTo, Real)[TH_NUM_DTYPES] = {
  nullptr, /* TH_UNDEFINED */
  TH_FORALL_DTYPES(X)
};
#undef X

#undef TH_FROM_BOOL
#undef TH_FROM_HALF
#undef TH_FROM_BFLOAT16
