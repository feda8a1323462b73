/*
** Point-wise loops over blocks, for what is more than a kernel's loop.
*/
#ifndef TH_BLOCKS_H
#define TH_BLOCKS_H

#include "TH/iteration/THIter.h"

/*
** As THIter_map, for a loop that writes the first results operands and reads the others; it may
** read results too where they are operands once more. bytes of work per position say whether
** threads are worth waking.
*/
void th_blocks(const THIter *it, int results, int64_t bytes, THContextLoop loop, void *context);

#endif
