/*
** Work that can be stopped: as THParallel_for, but under a watch (THWatch.h) each thread takes its
** range in slices of about a millisecond and looks between them.
**
** What is stopped has not been done: who gets another status than TH_OK must return it before it
** reads anything that the work makes.
*/
#ifndef TH_SLICES_H
#define TH_SLICES_H

#include "TH/iteration/THParallel.h"

/* least: a slice has so many indices at least (but for the last), where smaller ones take more time
   than they save. */
__attribute__((warn_unused_result))
int th_inSlicesOf(int64_t least, int64_t count, int64_t grain, THRange work, void *context);

__attribute__((warn_unused_result))
static inline int th_inSlices(int64_t count, int64_t grain, THRange work, void *context)
{
  return th_inSlicesOf(grain, count, grain, work, context);
}

#endif
