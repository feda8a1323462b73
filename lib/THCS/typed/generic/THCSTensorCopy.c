/* The functions of THCSTensorCopy.h for one dtype. */
int THSTensor_(fromHost)(THSTensorT *r, const TH_CONCAT_3(THS, Real, Tensor) * t)
{
  TH_TRY(THS_checkSparse("fromHost", &t->base));
  return THTensor_to(&r->base, &t->base, THC_device(), TH_DTYPE);
}

int THSTensor_(toHost)(TH_CONCAT_3(THS, Real, Tensor) * r, const THSTensorT *t)
{
  TH_TRY(THS_checkSparse("toHost", &t->base));
  return THTensor_to(&r->base, &t->base, 0, TH_DTYPE);
}
