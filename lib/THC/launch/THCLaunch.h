/*
** What stands around a launch: the device and the stream that an operation goes to.
*/
#ifndef THC_LAUNCH_H
#define THC_LAUNCH_H

#include "TH/iteration/THIter.h"
#include "THC/runtime/THCStream.h"

typedef struct THCLaunch {
  THCGuard guard;
  const THCStream *stream;
  const char *op;
} THCLaunch;

#ifdef __cplusplus
extern "C" {
#endif

/* Make a device the current one until the end, and find the thread's stream there. Where streams
   beside the default one are in use, the operands' memory, at n addresses, is recorded on it. */
int THCLaunch_at(THCLaunch *launch, const char *op, int device, int n, char *const *address);

/* The same for an iterator's operation and operands. */
int THCLaunch_begin(THCLaunch *launch, const THIter *it);

/* The status, or that of the error, which a launch returned. */
int THCLaunch_end(THCLaunch *launch, int status, cudaError_t error);

/* Bytes of the stream's device for the host, which waits for them. */
int thc_fetch(const char *op, void *to, const void *from, size_t bytes, const THCStream *stream);

/* Kernels count positions in 32 bits: a launch has at most so many. */
#define THC_LAUNCH_POSITIONS ((int64_t)1 << 30)

/*
** Launch an iterator in pieces of at most so many positions, at least 1: halves of its last
** dimension, so that the positions of a piece follow those of the one before. The error of the
** first launch that fails.
*/
typedef cudaError_t (*THCPiece)(const THIter *piece, void *context);
TH_API cudaError_t THCLaunch_pieces(const THIter *it, int64_t most, THCPiece launch, void *context);

#ifdef __cplusplus
}
#endif

#endif
