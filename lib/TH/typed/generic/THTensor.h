/* The tensor of one dtype: a THTensor with a typed storage. Include it through THTypes.h. */
struct THTensorT {
  union {
    THTensor base;
    __extension__ struct { TH_TENSOR_FIELDS(THStorageT) };
  };
};

/* --- making and dropping --- */

/* Give t a new storage for the sizes, row-major, with values not set. ndim 0 makes a tensor of one
   element. */
TH_API int THTensor_(new)(THTensorT *t, int ndim, const int64_t *size);

/* Release the storage. t becomes undefined, as {0} is. */
TH_API void THTensor_(clear)(THTensorT *t);

/* Make t the same window as src; a window on a storage, row-major if stride is NULL. */
TH_API int THTensor_(set)(THTensorT *t, const THTensorT *src);
TH_API int THTensor_(setStorageNd)(THTensorT *t, THStorageT *storage, int64_t offset, int ndim,
                                   const int64_t *size, const int64_t *stride);

/* t itself; NULL with TH_error() if its elements are of another type or it is of another family. */
TH_API THTensorT *THTensor_(cast)(THTensor *t);

/* As THTensor_resize: the same storage, which grows if it must. stride NULL is row-major. */
TH_API int THTensor_(resizeNd)(THTensorT *t, int ndim, const int64_t *size, const int64_t *stride);
TH_API int THTensor_(resizeAs)(THTensorT *t, const THTensorT *src);
TH_API int THTensor_(resize1d)(THTensorT *t, int64_t n0);
TH_API int THTensor_(resize2d)(THTensorT *t, int64_t n0, int64_t n1);
TH_API int THTensor_(resize3d)(THTensorT *t, int64_t n0, int64_t n1, int64_t n2);
TH_API int THTensor_(resize4d)(THTensorT *t, int64_t n0, int64_t n1, int64_t n2, int64_t n3);

/* --- asking --- */

/* The address of the first element, or NULL; valid as that of THTensor_data. */
TH_API real *THTensor_(data)(const THTensorT *t);
TH_API int THTensor_(nDimension)(const THTensorT *t);
TH_API int64_t THTensor_(nElement)(const THTensorT *t);
TH_API int THTensor_(isContiguous)(const THTensorT *t);
TH_API int THTensor_(isSameSizeAs)(const THTensorT *t, const THTensorT *other);
TH_API int THTensor_(isSetTo)(const THTensorT *t, const THTensorT *other);

/* The size or stride of dimension dim; -1 with TH_error() if there is no such dimension. */
TH_API int64_t THTensor_(size)(const THTensorT *t, int dim);
TH_API int64_t THTensor_(stride)(const THTensorT *t, int dim);

/* --- views: as in THView.h --- */

TH_API int THTensor_(narrow)(THTensorT *r, const THTensorT *t, int dim, int64_t first,
                             int64_t count);
TH_API int THTensor_(select)(THTensorT *r, const THTensorT *t, int dim, int64_t index);
TH_API int THTensor_(transpose)(THTensorT *r, const THTensorT *t, int dim1, int dim2);
TH_API int THTensor_(permute)(THTensorT *r, const THTensorT *t, int ndim, const int *order);
TH_API int THTensor_(unfold)(THTensorT *r, const THTensorT *t, int dim, int64_t size, int64_t step);
TH_API int THTensor_(expand)(THTensorT *r, const THTensorT *t, int ndim, const int64_t *size);
TH_API int THTensor_(diagonal)(THTensorT *r, const THTensorT *t, int64_t offset, int dim1,
                               int dim2);
TH_API int THTensor_(squeeze)(THTensorT *r, const THTensorT *t);
TH_API int THTensor_(squeeze1d)(THTensorT *r, const THTensorT *t, int dim);
TH_API int THTensor_(unsqueeze1d)(THTensorT *r, const THTensorT *t, int dim);
TH_API int THTensor_(view)(THTensorT *r, const THTensorT *t, int ndim, const int64_t *size);

/* --- elements and copies --- */

/* Read or change an element, by its position in row-major order or by indices. TH_EINVAL if there
   is no such element, or for another number of indices than dimensions. */
TH_API int THTensor_(get)(const THTensorT *t, int64_t position, accreal *value);
TH_API int THTensor_(put)(THTensorT *t, int64_t position, accreal value);
TH_API int THTensor_(get1d)(const THTensorT *t, int64_t i0, accreal *value);
TH_API int THTensor_(get2d)(const THTensorT *t, int64_t i0, int64_t i1, accreal *value);
TH_API int THTensor_(get3d)(const THTensorT *t, int64_t i0, int64_t i1, int64_t i2, accreal *value);
TH_API int THTensor_(get4d)(const THTensorT *t, int64_t i0, int64_t i1, int64_t i2, int64_t i3,
                            accreal *value);
TH_API int THTensor_(set1d)(THTensorT *t, int64_t i0, accreal value);
TH_API int THTensor_(set2d)(THTensorT *t, int64_t i0, int64_t i1, accreal value);
TH_API int THTensor_(set3d)(THTensorT *t, int64_t i0, int64_t i1, int64_t i2, accreal value);
TH_API int THTensor_(set4d)(THTensorT *t, int64_t i0, int64_t i1, int64_t i2, int64_t i3,
                            accreal value);

TH_API int THTensor_(fill)(THTensorT *r, accreal value);
TH_API int THTensor_(zero)(THTensorT *r);

/* As THTensor_copy, _clone, _contiguous and _reshape; copy<Name> converts from another dtype. */
TH_API int THTensor_(copy)(THTensorT *r, const THTensorT *src);
#define TH_COPY(Name, CODE, type, kind) \
TH_API int THTensor_(copy##Name)(THTensorT *r, const TH##Name##Tensor *src);
TH_FORALL_DTYPES(TH_COPY)
#undef TH_COPY
TH_API int THTensor_(clone)(THTensorT *r, const THTensorT *src);
TH_API int THTensor_(contiguous)(THTensorT *r, const THTensorT *src);
TH_API int THTensor_(reshape)(THTensorT *r, const THTensorT *src, int ndim, const int64_t *size);
