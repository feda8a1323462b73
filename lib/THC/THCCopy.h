/*
** Elements from one device to another.
*/
#ifndef THC_COPY_H
#define THC_COPY_H

#include "THTensor.h"

/*
** As THBackend.h describes transfer. What is not of the result's dtype, or not in row-major order
** without gaps, is made so first, where it is; what is not to lie so is put in its places where it
** is to be. A copy from or to the CPU is done on return; between devices no host waits: the streams
** that are current for both devices wait for each other.
*/
TH_API int THC_transfer(const THTensor *dst, const THTensor *src);

#endif
