/*
** Blocks of the device and pinned-memory allocators, and the back ends that supply the device
** allocator's segments.
*/
#ifndef THC_BLOCK_H
#define THC_BLOCK_H

#include "THC/memory/THCPending.h"
#include "THC/memory/THCTreap.h"

typedef struct THCBlock {
  THCNode byAddress, bySize; /* bySize: only while free */
  char *data;
  size_t size;
  const THCStream *stream;         /* its stream; NULL for pinned memory */
  struct THCBlock *before, *after; /* neighbours in the segment; pinned: by age */
  struct THCBlock *next;           /* in a list of segments to give back */
  int small, taken;
  THCPending uses;
} THCBlock;

int thc_byAddress(const THCNode *a, const THCNode *b);
int thc_bySize(const THCNode *a, const THCNode *b); /* by stream, small, size, address */

/* The block in use that contains an address, from a set ordered by address; NULL if there is
   none. */
THCBlock *thc_blockAround(THCNode *blocks, const void *data);

/* A back end. get sets block->data to block->size bytes on the stream's device, which is the
   current one; put gives them back. keeps: the allocator keeps freed memory for reuse. */
typedef struct THCSource {
  const char *name;
  int keeps;
  int (*get)(THCBlock *block);
  void (*put)(THCBlock *block);
} THCSource;

extern const THCSource thc_caching, thc_async, thc_direct;

#endif
