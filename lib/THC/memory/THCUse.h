/*
** Uses of memory by streams: what an allocator has to wait for before it hands memory out again.
**
** While memory is in use, streams are noted. When it is given up, an event is recorded on each of
** them, and the memory waits in a queue until all its events have passed. A queue and the uses in
** it are guarded by their allocator's lock.
*/
#ifndef THC_USE_H
#define THC_USE_H

#include "THC/runtime/THCEvent.h"

typedef struct THCUses {
  struct THCUse *first; /* noted */
  int waiting;          /* events that have not passed */
} THCUses;

/* An event of one stream does not hold up those of others: the queue keeps a stream's together. */
typedef struct THCQueue {
  struct THCUse *first;
} THCQueue;

/* Note that stream works with the memory. TH_ENOMEM. */
int thc_note(THCUses *uses, const THCStream *stream);

/* Note it with an event at once, at the end of what the stream was given so far. Where there can
   be none the stream is waited for; where that fails too, a status, and the memory waits for ever.
*/
int thc_use(THCUses *uses, const THCStream *stream);

/* Let a stream wait for the events of others; wait for all events, which are then gone. */
int thc_follow(const THCUses *uses, const THCStream *stream);
int thc_wait(THCUses *uses);

/* Record the events that were not; uses->waiting is how many there are. Where one cannot be
   recorded its stream is waited for here; where that fails too the memory waits for ever: nothing
   is known of it. */
void thc_queue(THCQueue *queue, THCUses *uses);

/* Call ready for the memory of which all events have passed. Where wait is set, wait for them. */
void thc_poll(THCQueue *queue, int wait, void (*ready)(THCUses *uses));

#endif
