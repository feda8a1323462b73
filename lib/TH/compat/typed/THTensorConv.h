/*
** Convolutions of one element type, as in THCompatConv.h: of pictures (2D) and volumes (3D). form
** is "V" (valid) or "F" (full), kind is "X" (cross-correlation) or "C" (convolution); the steps s
** come in the order of the dimensions. Include it through TH.h.
*/
#define T7_CONV(n, form, flips, ...) \
  THCompatConv conv = {"conv" #n "D", n, form, flips, {__VA_ARGS__}}
#define T7_SIZES(...) (const int64_t[]){__VA_ARGS__}

/* --- by address: r += alpha product of packed elements. x has the sizes x1, x2 (and x3), k has
   k1, k2 (and k3). --- */

#define T7_POINTERS(name2, name3, form, flips)                                                     \
static inline void THTensor_(name2)(real *r, real alpha, real *x, long x1, long x2, real *k,       \
                                    long k1, long k2, long s1, long s2)                            \
{                                                                                                  \
  T7_CONV(2, form, flips, s1, s2);                                                                 \
  THCompat_convData(&conv, TH_DTYPE, r, T7_NUMBER(alpha), x, T7_SIZES(x1, x2), k,                  \
                    T7_SIZES(k1, k2));                                                             \
}                                                                                                  \
static inline void THTensor_(name3)(real *r, real alpha, real *x, long x1, long x2, long x3,       \
                                    real *k, long k1, long k2, long k3, long s1, long s2, long s3) \
{                                                                                                  \
  T7_CONV(3, form, flips, s1, s2, s3);                                                             \
  THCompat_convData(&conv, TH_DTYPE, r, T7_NUMBER(alpha), x, T7_SIZES(x1, x2, x3), k,              \
                    T7_SIZES(k1, k2, k3));                                                         \
}
T7_POINTERS(validXCorr2Dptr, validXCorr3Dptr, THCOMPAT_VALID, 0)
T7_POINTERS(validConv2Dptr, validConv3Dptr, THCOMPAT_VALID, 1)
T7_POINTERS(fullXCorr2Dptr, fullXCorr3Dptr, THCOMPAT_FULL, 0)
T7_POINTERS(fullConv2Dptr, fullConv3Dptr, THCOMPAT_FULL, 1)
T7_POINTERS(validXCorr2DRevptr, validXCorr3DRevptr, THCOMPAT_REVERSED, 0)
#undef T7_POINTERS

/* --- tensors: r = beta r + alpha product; planes as in THCompatPlanes --- */

#define T7_PRODUCT(name, n, planes, parameters, steps)                                      \
static inline void THTensor_(name)(THTensor *r, real beta, real alpha, THTensor *x,         \
                                   THTensor *k, T7_LIST parameters, const char *form,       \
                                   const char *kind)                                        \
{                                                                                           \
  T7_CONV(n, THCOMPAT_VALID, 0, T7_LIST steps);                                             \
  THCompat_convForm(&conv, form, kind, 6 + n);                                                \
  THCompat_conv(&conv, planes, TH_ANY(r), T7_NUMBER(beta), T7_NUMBER(alpha), TH_ANY(x),       \
                TH_ANY(k));                                                                 \
}
#define T7_REVERSED(name, n, planes, parameters, steps)                                     \
static inline void THTensor_(name)(THTensor *r, real beta, real alpha, THTensor *x,         \
                                   THTensor *k, T7_LIST parameters)                         \
{                                                                                           \
  T7_CONV(n, THCOMPAT_REVERSED, 0, T7_LIST steps);                                          \
  THCompat_conv(&conv, planes, TH_ANY(r), T7_NUMBER(beta), T7_NUMBER(alpha), TH_ANY(x),     \
                TH_ANY(k));                                                                 \
}
#define T7_MAPPED(name, n, parameters, steps)                                               \
static inline void THTensor_(name)(THTensor *r, real beta, real alpha, THTensor *x,         \
                                   THTensor *k, THTensor *map, T7_LIST parameters,          \
                                   const char *form, const char *kind)                      \
{                                                                                           \
  T7_CONV(n, THCOMPAT_VALID, 0, T7_LIST steps);                                             \
  THCompat_convForm(&conv, form, kind, 7 + n);                                                \
  THCompat_convMap(&conv, TH_ANY(r), T7_NUMBER(beta), T7_NUMBER(alpha), TH_ANY(x), TH_ANY(k), \
                   TH_ANY(map));                                                            \
}
T7_PRODUCT(conv2Dmul, 2, THCOMPAT_MUL, (long s1, long s2), (s1, s2))
T7_PRODUCT(conv2Dcmul, 2, THCOMPAT_CMUL, (long s1, long s2), (s1, s2))
T7_PRODUCT(conv2Dmv, 2, THCOMPAT_MV, (long s1, long s2), (s1, s2))
T7_PRODUCT(conv2Dmm, 2, THCOMPAT_MM, (long s1, long s2), (s1, s2))
T7_PRODUCT(conv2Dger, 2, THCOMPAT_GER, (long s1, long s2), (s1, s2))
T7_REVERSED(conv2DRevger, 2, THCOMPAT_GER, (long s1, long s2), (s1, s2))
T7_REVERSED(conv2DRevgerm, 2, THCOMPAT_GERM, (long s1, long s2), (s1, s2))
T7_MAPPED(conv2Dmap, 2, (long s1, long s2), (s1, s2))
T7_PRODUCT(conv3Dmul, 3, THCOMPAT_MUL, (long s1, long s2, long s3), (s1, s2, s3))
T7_PRODUCT(conv3Dcmul, 3, THCOMPAT_CMUL, (long s1, long s2, long s3), (s1, s2, s3))
T7_PRODUCT(conv3Dmv, 3, THCOMPAT_MV, (long s1, long s2, long s3), (s1, s2, s3))
T7_PRODUCT(conv3Dger, 3, THCOMPAT_GER, (long s1, long s2, long s3), (s1, s2, s3))
T7_REVERSED(conv3DRevger, 3, THCOMPAT_GER, (long s1, long s2, long s3), (s1, s2, s3))
T7_MAPPED(conv3Dmap, 3, (long s1, long s2, long s3), (s1, s2, s3))
#undef T7_PRODUCT
#undef T7_REVERSED
#undef T7_MAPPED
#undef T7_CONV
#undef T7_SIZES
