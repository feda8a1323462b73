/* The sparse tensor of one dtype. Include it through THSTypes.h, or THCSTypes.h. */
typedef struct THSTensorT { THTensor base; } THSTensorT;

/* --- making and dropping: as THS_new and THS_newCSR --- */
TH_API int THSTensor_(new)(THSTensorT *t, const TH_TENSOR(Long) *indices, const THTensorT *values,
                           int ndim, const int64_t *size);
TH_API int THSTensor_(newCSR)(THSTensorT *t, const TH_TENSOR(Long) *crow,
                              const TH_TENSOR(Long) *col, const THTensorT *values,
                              const int64_t *size);
TH_API void THSTensor_(clear)(THSTensorT *t);
TH_API int THSTensor_(set)(THSTensorT *r, const THSTensorT *t);
TH_API int THSTensor_(clone)(THSTensorT *r, const THSTensorT *t);

/* --- parts --- */

/* The number of entries; 0 for {0}. */
TH_API int64_t THSTensor_(nnz)(const THSTensorT *t);
TH_API int THSTensor_(isCoalesced)(const THSTensorT *t);
TH_API int THSTensor_(indices)(TH_TENSOR(Long) *r, const THSTensorT *t);
TH_API int THSTensor_(values)(THTensorT *r, const THSTensorT *t);

/* --- conversions --- */
TH_API int THSTensor_(coalesce)(THSTensorT *r, const THSTensorT *t);
TH_API int THSTensor_(toCSR)(THSTensorT *r, const THSTensorT *t);
TH_API int THSTensor_(toSparse)(THSTensorT *r, const THSTensorT *t);
TH_API int THSTensor_(toDense)(THTensorT *r, const THSTensorT *t);
TH_API int THSTensor_(fromDense)(THSTensorT *r, const THTensorT *t);
TH_API int THSTensor_(transpose)(THSTensorT *r, const THSTensorT *t, int dim1, int dim2);

/* --- element by element: r = a + factor * b and so on; spcadd adds to a strided tensor --- */
TH_API int THSTensor_(cadd)(THSTensorT *r, const THSTensorT *a, accreal factor,
                            const THSTensorT *b);
TH_API int THSTensor_(spcadd)(THTensorT *r, const THTensorT *a, accreal factor,
                              const THSTensorT *b);
TH_API int THSTensor_(mul)(THSTensorT *r, const THSTensorT *t, accreal factor);
TH_API int THSTensor_(cmul)(THSTensorT *r, const THSTensorT *a, const THSTensorT *b);
TH_API int THSTensor_(mask)(THSTensorT *r, const THTensorT *t, const THSTensorT *mask);
TH_API int THSTensor_(sumall)(accreal *sum, const THSTensorT *t);

/* --- products; mm of two sparse ones is spmm --- */
TH_API int THSTensor_(mv)(THTensorT *r, const THSTensorT *a, const THTensorT *x);
TH_API int THSTensor_(mm)(THTensorT *r, const THSTensorT *a, const THTensorT *b);
TH_API int THSTensor_(spmm)(THSTensorT *r, const THSTensorT *a, const THSTensorT *b);
