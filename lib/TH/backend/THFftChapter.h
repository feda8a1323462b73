/*
** The chapter Fft: discrete Fourier transforms of many lines along one dimension. Entries stand
** under the dtype of the parts, TH_FLOAT and TH_DOUBLE.
**
** Line (o, i) has its element k at o * next + k * inner + i, in elements of its own type; in and
** out have a next each. A line of n complex numbers becomes n others; a half has n / 2 + 1, which
** stand for n of a signal whose transform is real. in and out overlap only where both are complex
** and the same. Where a half becomes real numbers, devices other than the CPU may change in.
*/
#ifndef TH_FFT_CHAPTER_H
#define TH_FFT_CHAPTER_H

#include "TH/backend/THChapter.h"

enum { TH_OP_fft, TH_FFT_ROWS };

enum THFftKind {
  TH_FFT_COMPLEX, /* n complex -> n complex */
  TH_FFT_HALF,    /* n real -> half, forward */
  TH_FFT_REAL     /* half -> n real, backward; imaginary parts that must be 0 are not read */
};

typedef struct THFftCall {
  const char *op;
  int device, dtype, kind, backward;
  int64_t n, outer, inner, nextIn, nextOut; /* none is 0 */
  const void *in;
  void *out;
  double scale; /* of the result, on the CPU; other devices multiply afterwards */
} THFftCall;

typedef int (*THFftEntry)(const THFftCall *call);

#endif
