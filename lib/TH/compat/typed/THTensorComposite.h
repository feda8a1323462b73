/* Composed functions, as in THComposite.h. Include it through TH.h. */
#define T7_IS(set, name, parameters, call)                \
TH_IF_##set(static inline void THTensor_(name) parameters \
{                                                         \
  TH_RAISE(call);                                         \
})
T7_IS(FLOATING, lerp, (THTensor *r, THTensor *a, THTensor *b, real weight),
      THTensor_lerp(TH_ANY(r), TH_ANY(a), TH_ANY(b), weight))
T7_IS(FLOATING, renorm, (THTensor *r, THTensor *t, real value, int dim, real maxnorm),
      THTensor_renorm(TH_ANY(r), TH_ANY(t), value, dim, maxnorm))
T7_IS(ALL, cross, (THTensor *r, THTensor *a, THTensor *b, int dim),
      THTensor_cross(TH_ANY(r), TH_ANY(a), TH_ANY(b), dim))
T7_IS(ALL, match, (THTensor *r, THTensor *a, THTensor *b, real gain),
      THTensor_match(TH_ANY(r), TH_ANY(a), TH_ANY(b), T7_NUMBER(gain)))

TH_IF_FLOATING(static inline accreal THTensor_(dist)(THTensor *a, THTensor *b, real value)
{
  double distance;
  TH_RAISE(THTensor_dist(&distance, TH_ANY(a), TH_ANY(b), value));
  return distance;
})

/* Whether sizes and all elements are equal. */
static inline int THTensor_(equal)(THTensor *a, THTensor *b)
{
  int same;
  TH_RAISE(THTensor_equal(&same, TH_ANY(a), TH_ANY(b)));
  return same;
}
#undef T7_IS
