/* Copies from every dtype to this one. */

#define TH_CONVERT(Name, CODE, type, kind)                                                         \
static void K(from##Name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                         \
{                                                                                                  \
  real *r = (real *)p[0];                                                                          \
  const type *x = (const type *)p[1];                                                              \
  if (TH_DTYPE == TH_##CODE && s[0] == sizeof *r && s[1] == sizeof *x)                             \
    memcpy(r, x, (size_t)n * sizeof *r);                                                           \
  else if (s[0] == sizeof *r && s[1] == sizeof *x)                                                 \
    _Pragma("omp simd")                                                                            \
    for (ptrdiff_t i = 0; i < n; i++) r[i] = TH_FROM_##kind(TH_LOAD_##kind(x[i]));                 \
  else if (s[0] == sizeof *r && s[1] == 0) {                                                       \
    const real value = TH_FROM_##kind(TH_LOAD_##kind(*x));                                         \
    for (ptrdiff_t i = 0; i < n; i++) r[i] = value;                                                \
  } else for (ptrdiff_t i = 0; i < n; i++)                                                         \
    *(real *)(p[0] + i * s[0]) = TH_FROM_##kind(TH_LOAD_##kind(*(const type *)(p[1] + i * s[1]))); \
}
#define TH_FROM_BOOL(x) TH_FROM_INT(x)
#define TH_FROM_HALF(x) TH_FROM_FLOAT(x)
#define TH_FROM_BFLOAT16(x) TH_FROM_FLOAT(x)
TH_FORALL_DTYPES(TH_CONVERT)
#undef TH_FROM_BOOL
#undef TH_FROM_HALF
#undef TH_FROM_BFLOAT16
#undef TH_CONVERT

static int E(convert)(const THIter *it)
{
#define X(Name, CODE, type, kind) [TH_##CODE] = K(from##Name),
  static const THLoop loops[TH_NUM_DTYPES] = {TH_FORALL_DTYPES(X)};
#undef X
  return THIter_map(it, loops[it->dtype[1]]);
}

static const THEntry TH_ENTRIES[TH_NUM_OPS] = {
  [TH_OP_convert] = E(convert),
};
