/* From the CPU to the current device, and back. Include it through THCSTypes.h. */
TH_API int THSTensor_(fromHost)(THSTensorT *r, const TH_CONCAT_3(THS, Real, Tensor) * t);
TH_API int THSTensor_(toHost)(TH_CONCAT_3(THS, Real, Tensor) * r, const THSTensorT *t);
