/*
** Uses of memory by streams: what an allocator waits for before it hands memory out again.
**
** While memory is in use, the streams that work with it are noted. When it is freed, an event is
** recorded on each of these streams, and the memory waits in a queue until all of its events have
** passed. The allocator's lock guards its queue and all uses.
*/
#ifndef THC_PENDING_H
#define THC_PENDING_H

#include "THC/runtime/THCEvent.h"

typedef struct THCPending {
  struct THCPendingUse *first; /* noted streams */
  int waiting;          /* events not known to have passed */
} THCPending;

/* The uses of one stream stand together in order, so that poll can skip the rest of a stream whose
   first event has not passed. */
typedef struct THCQueue {
  struct THCPendingUse *first;
} THCQueue;

/* Note that stream uses the memory. TH_ENOMEM. */
int thc_note(THCPending *uses, const THCStream *stream);

/* Note it and record an event now, at the end of the work given to the stream so far. If no event
   can be recorded, wait for the stream instead. If that fails too, return its status; the memory is
   never reused then. */
int thc_use(THCPending *uses, const THCStream *stream);

/* follow: make a stream wait for the recorded events of other streams. wait: the host waits for all
   events and drops them. */
int thc_follow(const THCPending *uses, const THCStream *stream);
int thc_wait(THCPending *uses);

/* For memory that is freed: record the missing events and queue them; uses->waiting counts them. If
   an event cannot be recorded, wait for its stream here. If that fails too, the end of the work is
   unknown and the memory is never reused. */
void thc_queue(THCQueue *queue, THCPending *uses);

/* Call ready for memory whose events have all passed; with wait, wait for the events first. */
void thc_poll(THCQueue *queue, int wait, void (*ready)(THCPending *uses));

#endif
