/*
** What every launch needs around it: the device and the stream of an operation.
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

/* at makes a device the current one until end, and finds the thread's current stream on it. If
   streams other than the default ones are in use, it records the operands' memory, at n addresses,
   on that stream. */
int THCLaunch_at(THCLaunch *launch, const char *op, int device, int n, char *const *address);

/* begin does the same for an iterator's operation and operands. */
int THCLaunch_begin(THCLaunch *launch, const THIter *it);

/* end returns status, or the status of error, which the launch returned. In debug mode it waits for
   the stream. */
int THCLaunch_end(THCLaunch *launch, int status, cudaError_t error);

/* Copy bytes from the stream's device to the host, and wait for them. */
int thc_fetch(const char *op, void *to, const void *from, size_t bytes, const THCStream *stream);

/* Kernels count positions in 32 bits: a launch has at most this many. */
#define THC_LAUNCH_POSITIONS ((int64_t)1 << 30)

/*
** Launch an iterator in pieces of at most most (>= 1) positions. Pieces are halves along the last
** dimension, so the positions of a piece follow those of the piece before. Returns the error of the
** first launch that failed.
*/
typedef cudaError_t (*THCPiece)(const THIter *piece, void *context);
TH_API cudaError_t THCLaunch_pieces(const THIter *it, int64_t most, THCPiece launch, void *context);

#ifdef __cplusplus
}
#endif

#endif
