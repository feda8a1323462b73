/*
** Point-wise loops over blocks, for loops that need a context or write several results, as chains
** do (THFuse.c). A kernel's loop uses THIter_map.
*/
#ifndef TH_BLOCKS_H
#define TH_BLOCKS_H

#include "TH/iteration/THIter.h"

/*
** As THIter_map, for a loop that writes the first results operands and reads the others. It may
** also read results that are operands as well. bytes is the work per position, which decides
** whether threads are worth waking. TH_ECANCELLED if it was stopped.
*/
int th_blocks(const THIter *it, int results, int64_t bytes, THContextLoop loop, void *context);

#endif
