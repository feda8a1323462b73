/*
** Functions of rows that have a kernel which walks each row while it is in the caches
** (THRowChapter.h). Such a kernel makes the numbers of the chain that it stands for: whoever asks
** for it has that chain too.
*/
#ifndef TH_ROWS_H
#define TH_ROWS_H

#include "TH/backend/THRowChapter.h"
#include "TH/geometry/THTensor.h"

/* Run a row of the chapter on the slices of x along dim, into y, which has its sizes already and is
   other memory. *ran says whether there is such a kernel for x, its elements in a slice are
   adjacent, and there are slices enough for the threads; if not, nothing was done. */
int THRows_run(int row, const THTensor *y, const THTensor *x, int dim, int *ran);

#endif
