/*
** Discrete Fourier transforms of any length, along one dimension or several. The CPU's are its own
** (cpu/THFfts.c); other devices have theirs.
**
** out is initialised, is resized, may be an operand, and is unchanged on failure; it becomes a
** contiguous tensor of the dtype that the transform gives. Half and BFloat16 count as Float.
*/
#ifndef TH_FFT_H
#define TH_FFT_H

#include "TH/geometry/THTensor.h"

enum THFftNorm { TH_FFT_BACKWARD, TH_FFT_ORTHO, TH_FFT_FORWARD };

/* X(k) = the sum over j of x(j) exp(-2 pi i j k / n), or with + where it is an inverse. */
typedef struct THFft {
  int kind;      /* THFftKind (THFftChapter.h) of the last dimension; the others are complex */
  int isInverse; /* its sign, and whether the norm 'backward' scales it by 1 / n */
  int isHermitian; /* hfft and ihfft: of conjugates, with the scale of the other direction */
} THFft;

TH_API const THFft TH_fft, TH_ifft, TH_rfft, TH_irfft, TH_hfft, TH_ihfft;

/*
** Transform x along ndims dimensions, counted from 0, each named once; the last one is transformed
** as the kind says, and if the result is complex and x is real, first.
**
** size[k] is the length of the transform along dims[k]: x is cut, or continued with zeros; NULL or
** -1 for the size of x, or, where a half becomes real numbers, 2 (size - 1). norm: the scale 1 / n
** belongs to the inverse (backward), to the other one (forward), or its root to both (ortho), where
** n is the product of the lengths.
**
** rfft: (.., n) -> (.., n / 2 + 1), of real x only. irfft: (.., m) -> (.., n); what would not be
** real is not read. hfft = irfft of conjugates, ihfft = conjugate of rfft, both with the scale of
** the other direction. TH_EDTYPE for integers, and for complex x where real ones are needed;
** TH_EINVAL for a length below 1, a dimension named twice or one that x does not have; TH_ENOMEM.
*/
TH_API int THTensor_fft(const char *op, const THFft *kind, THTensor *out, const THTensor *x,
                        int ndims, const int *dims, const int64_t *size, int norm);

#endif
