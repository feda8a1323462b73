/*
** NumPy's files of one array (.npy), versions 1.0, 2.0 and 3.0. The header is the text of a Python
** dictionary, which is read as such and never run.
*/
#ifndef TH_NPY_H
#define TH_NPY_H

#include "TH/formats/THBytes.h"

/* What the header says; from is where the elements begin. They need not be there (THBytes_extent,
   THBytes_array). */
int THNpy_describe(THArray *array, const THBytes *bytes);

/* A header of version 1.0 for a row-major array, as NumPy writes it. Texts are shorter than
   TH_NPY_HEADER. TH_EDTYPE for types that NumPy lacks. */
enum { TH_NPY_HEADER = 512 };
int THNpy_header(char *text, int *length, const THTensor *t);

#endif
