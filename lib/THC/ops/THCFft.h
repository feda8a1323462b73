/*
** Fourier transforms on the devices, by cuFFT: the entries of the chapter Fft.
*/
#ifndef THC_FFT_H
#define THC_FFT_H

#include "TH/backend/THFftChapter.h"

/* Put the entries into the devices' tables. */
void thc_fillFft(THTables *tables);

#endif
