/* Copies from a device's tensor of any dtype to this dtype, on a device or on the CPU. Included by
   THCTypes.h. */
#define TH_COPY(Name, CODE, type, kind)                                                     \
TH_API int THCTensor_(copyCuda##Name)(THCTensorT *r, const THC##Name##Tensor *src);         \
TH_API int TH_CONCAT_4(TH, Real, Tensor_copyCuda, Name)(TH_CONCAT_3(TH, Real, Tensor) *r,   \
                                                        const THC##Name##Tensor *src);
TH_FORALL_DTYPES(TH_COPY)
#undef TH_COPY
