/* Histograms, as in THHistogram.h. Include it through TH.h. */
static inline void THTensor_(histc)(THTensor *r, THTensor *t, long bins, real low, real high)
{
  TH_RAISE(THTensor_histc(TH_ANY(r), TH_ANY(t), bins, low, high));
}

static inline void THTensor_(bhistc)(THTensor *r, THTensor *t, long bins, real low, real high)
{
  TH_RAISE(THTensor_bhistc(TH_ANY(r), TH_ANY(t), bins, low, high));
}
