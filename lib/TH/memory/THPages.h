/* Memory from the system, for THAllocator.c. */
#ifndef TH_PAGES_H
#define TH_PAGES_H

#include "TH/base/THBase.h"

/* The first bytes of a block while it is kept for reuse. */
typedef struct THBlock {
  struct THBlock *next;
  size_t bytes;
} THBlock;

/* Fresh memory, aligned as THAllocator.h promises, and to 2 MB from 2 MB up; NULL if there is
   none. */
void *th_newPages(size_t bytes);

/* Give every block of a list back to the system. Each has in bytes what th_newPages was asked
   for. */
void th_freeBlocks(THBlock *list);

#endif
