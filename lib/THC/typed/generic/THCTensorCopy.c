/* Copies from a device's tensor of any dtype to this dtype, on a device or on the CPU. */
#define TH_COPY(Name, CODE, type, kind)                                                     \
int THCTensor_(copyCuda##Name)(THCTensorT *r, const THC##Name##Tensor *src)                 \
{                                                                                           \
  return THTensor_copy(typed(&r->base, TH_DTYPE), &src->base);                              \
}                                                                                           \
int TH_CONCAT_4(TH, Real, Tensor_copyCuda, Name)(TH_CONCAT_3(TH, Real, Tensor) *r,          \
                                                 const THC##Name##Tensor *src)              \
{                                                                                           \
  return THTensor_copy(typed(&r->base, TH_DTYPE), &src->base);                              \
}
TH_FORALL_DTYPES(TH_COPY)
#undef TH_COPY
