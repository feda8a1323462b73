/* Memory from the system, for THAllocator.c. */
#ifndef TH_PAGES_H
#define TH_PAGES_H

#include "TH/base/THBase.h"

/* What a kept block holds in its first bytes. */
typedef struct THBlock {
  struct THBlock *next;
  size_t bytes;
} THBlock;

/* Bytes of memory that the machine has. */
size_t th_machineMemory(void);

/* Aligned as allocators promise (THAllocator.h), from 2 MB on to 2 MB; NULL where there is none. */
void *th_newPages(size_t bytes);

/* Give every block of a list back, each with the bytes that it was asked for. */
void th_freeBlocks(THBlock *list);

#endif
