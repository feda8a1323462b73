/*
** The allocators' blocks, and where the segments come from that they are cut from.
*/
#ifndef THC_BLOCK_H
#define THC_BLOCK_H

#include "THC/memory/THCTree.h"
#include "THC/memory/THCUse.h"

typedef struct THCBlock {
  THCNode byAddress, bySize; /* bySize while it is free */
  char *data;
  size_t size;
  const THCStream *stream;         /* for which it was made; NULL for memory of the host */
  struct THCBlock *before, *after; /* its neighbours in the segment; in the host's list of age */
  struct THCBlock *next;           /* in a list of segments to be given back */
  int small, taken;
  THCUses uses;
} THCBlock;

int thc_byAddress(const THCNode *a, const THCNode *b);
int thc_bySize(const THCNode *a, const THCNode *b); /* by stream, kind, size, then address */

/* The block in use around an address, of a set by address; NULL where there is none. */
THCBlock *thc_blockAround(THCNode *blocks, const void *data);

/* A back end: gets block->size bytes as block->data, of the current device, which is the stream's;
   gives them back. keeps: what is freed stays for reuse. */
typedef struct THCSource {
  const char *name;
  int keeps;
  int (*get)(THCBlock *block);
  void (*put)(THCBlock *block);
} THCSource;

extern const THCSource thc_caching, thc_async, thc_direct;

#endif
