/*
** What is made of Fourier transforms and other operations: frequencies, shifts, windows, short-time
** transforms, convolutions.
**
** out is initialised, is resized, may be an operand, and is unchanged on failure. Dimensions count
** from 0. TH_EDTYPE for types that the function is not defined for, TH_EINVAL, TH_ESHAPE,
** TH_ENOMEM.
*/
#ifndef TH_SPECTRUM_H
#define TH_SPECTRUM_H

#include "TH/geometry/THTensor.h"

/* out, a vector of a floating dtype: the frequencies of n elements that are step apart, which are
   0, 1, .., then those below 0, up to -1, divided by n * step; half: the n / 2 + 1 that are not
   negative. out keeps its device. TH_EINVAL for n below 1 and a step that is 0, infinite or NaN. */
TH_API int THTensor_fftFrequencies(const char *op, THTensor *out, int dtype, int64_t n, double step,
                                   int half);

/* x with every dimension of dims turned so that position 0 comes to n / 2, rounded down; reverse:
   so that this one comes to position 0. All dtypes. */
TH_API int THTensor_fftShift(const char *op, THTensor *out, const THTensor *x, int ndims,
                             const int *dims, int reverse);

enum THWindow { TH_WINDOW_HANN, TH_WINDOW_HAMMING, TH_WINDOW_BLACKMAN, TH_WINDOW_BARTLETT };

/* out, a vector of n elements of a floating dtype: a window, symmetric or (periodic) the first
   elements of one that has one more. A single element is 1. out keeps its device. */
TH_API int THTensor_window(const char *op, THTensor *out, int dtype, int64_t n,
                           enum THWindow window, int periodic);

/*
** How a signal is cut into frames of n elements: one every hop. The window has at most n elements
** and stands in the middle of a frame; NULL: all 1. centred: the signal is continued at both ends
** by n / 2 elements, reflected. normalized: scaled by 1 / sqrt(n). half: the n / 2 + 1 frequencies
** that are not negative; else all n.
*/
typedef struct THFrames {
  int64_t n, hop;
  const THTensor *window;
  int centred, normalized, half;
} THFrames;

/* The transforms of the frames along the last dimension. Floating types.
   (.., t) -> (.., n / 2 + 1, frames), frames = (t - n) / hop + 1, or t / hop + 1 if centred */
TH_API int THTensor_stft(THTensor *out, const THTensor *x, const THFrames *frames);

enum THConvolved { TH_CONVOLVED_FULL, TH_CONVOLVED_SAME, TH_CONVOLVED_VALID };

/* The convolution along the last dimension, by transforms. Leading dimensions broadcast. Floating
   types, the same for both. full: (.., m), (.., n) -> (.., m + n - 1); same: its middle, of size m;
   valid: where one is inside the other, max(m, n) - min(m, n) + 1. */
TH_API int THTensor_fftconvolve(THTensor *out, const THTensor *a, const THTensor *b,
                                enum THConvolved part);

#endif
