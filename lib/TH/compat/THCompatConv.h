/*
** Convolutions of Torch7's C API, with the dtype as data. Pictures have two dimensions, volumes
** three; steps are positive. All raise.
**
** The product of an input x and a kernel k is, in one dimension with a step s,
**   valid      r[i] = sum over j of x[i s + j] k[j]               n -> (n - m) / s + 1
**   full       r[i s + j] = sum over i, j of x[i] k[m - 1 - j]    n -> (n - 1) s + m
**   reversed   r[i] = sum over j of x[i + j s] k[j]               n -> n - (m - 1) s
** A convolution flips the kernel, a cross-correlation does not; reversed ones never do.
*/
#ifndef TH_COMPAT_CONV_H
#define TH_COMPAT_CONV_H

#include "TH/geometry/THTensor.h"
#include "THCompat.h"

typedef struct THCompatConv {
  const char *name;        /* for errors */
  int dims;                /* 2 or 3 */
  enum { THCOMPAT_VALID, THCOMPAT_FULL, THCOMPAT_REVERSED } form;
  int flips;               /* 1: convolution, 0: cross-correlation */
  int64_t step[3];         /* the first dims of them */
} THCompatConv;

/* Sets form and flips by Torch7's letters, "V" or "F" and "X" or "C", which are arguments number
   and number + 1. */
TH_API void THCompat_convForm(THCompatConv *conv, const char *form, const char *kind, int number);

/* How an operation puts planes together; each dot stands for the dimensions of a picture. */
typedef enum THCompatPlanes {
  THCOMPAT_MUL,  /* x .,      k .      -> .      */
  THCOMPAT_CMUL, /* x (p, .), k (p, .) -> (p, .)        one each */
  THCOMPAT_MV,   /* x (p, .), k (q, p, .) -> (q, .)     summed over p */
  THCOMPAT_MM,   /* x (b, p, .), k (q, p, .) -> (b, q, .)   the same for each of b */
  THCOMPAT_GER,  /* x (p, .), k (q, .) -> (q, p, .)     each with each */
  THCOMPAT_GERM  /* x (b, p, .), k (b, q, .) -> (q, p, .)   summed over b */
} THCompatPlanes;

/* r = beta r + alpha product. r is resized, and starts at 0 if it had another number of elements or
   beta is 0. */
TH_API void THCompat_conv(const THCompatConv *conv, THCompatPlanes planes, THTensor *r,
                          THNumber beta, THNumber alpha, const THTensor *x, const THTensor *k);

/* The same where row i of map, with two columns, says from which plane of x (p, .) kernel i goes to
   which of r (p, .), counted from 1. There are as many kernels as planes of x, or rows of map. */
TH_API void THCompat_convMap(const THCompatConv *conv, THTensor *r, THNumber beta, THNumber alpha,
                             const THTensor *x, const THTensor *k, const THTensor *map);

/* r += alpha product, of packed elements of a dtype. Nothing happens if there is no product. */
TH_API void THCompat_convData(const THCompatConv *conv, int dtype, void *r, THNumber alpha, void *x,
                              const int64_t *xSize, void *k, const int64_t *kSize);

#endif
