/*
** The chapter Special: the rows of THSpecial.def, which gain nothing from SIMD levels and have one
** kernel for all of them. Everything else about them is as for the other point-wise rows, among
** which they are numbered.
*/
#ifndef TH_SPECIAL_CHAPTER_H
#define TH_SPECIAL_CHAPTER_H

#include "TH/backend/THPointwiseChapter.h"

#endif
