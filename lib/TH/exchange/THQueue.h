/*
** Queues between processes: messages of bytes, of any length, with file descriptors.
**
** A queue lives in the processes that have it open: it has no name, and is gone when the last of
** them has closed it or has ended. Any of them may put and get, also after others were killed while
** they did: a message is in the queue or it is not, and a get that was killed takes one message
** with it at most. What one process puts comes out in this order.
*/
#ifndef TH_QUEUE_H
#define TH_QUEUE_H

#include "TH/base/THError.h"

typedef struct THQueue THQueue;

/* The descriptors that another process needs to open a queue: these are all it has. */
enum { TH_QUEUE_DESCRIPTORS = 3 };

/* What THQueue_get found. */
enum { TH_QUEUE_MESSAGE, TH_QUEUE_TIMEOUT, TH_QUEUE_CLOSED };

/* bytes are from malloc, with a 0 behind them. The receiver sets those of fds to -1 that it
   keeps. */
typedef struct THMessage {
  char *bytes;
  int64_t size;
  int *fds;
  int count;
} THMessage;

/* NULL with TH_error() on failure. open takes over descriptors of another process, also when it
   fails: TH_EINVAL for those of something else; they are closed on exec from then on. close does
   not end the queue for others. */
TH_API THQueue *THQueue_new(void);
TH_API THQueue *THQueue_open(const int fds[TH_QUEUE_DESCRIPTORS]);
TH_API void THQueue_close(THQueue *queue);

/* The queue's own descriptors, to be copied. */
TH_API void THQueue_descriptors(const THQueue *queue, int fds[TH_QUEUE_DESCRIPTORS]);

/* A number that two opened queues have in common if they are the same one. */
TH_API uint64_t THQueue_identity(const THQueue *queue);

/* Append a message, with copies of count descriptors; never waits for a reader. TH_EINVAL if the
   queue has ended, TH_ENOMEM. On failure nothing was put. */
TH_API int THQueue_put(THQueue *queue, const void *bytes, int64_t size, const int *fds, int count);

/* Take the first message. Waits at most so many seconds, and often less: a tenth of a second, or
   until a signal comes; the caller asks again. Sets *found, and the message for
   TH_QUEUE_MESSAGE. */
TH_API int THQueue_get(THQueue *queue, double seconds, THMessage *message, int *found);

/* Free the bytes and close the descriptors that are not -1. */
TH_API void THMessage_clear(THMessage *message);

/* The number of messages in it. */
TH_API int64_t THQueue_size(THQueue *queue);

/* Nothing can be put from now on. */
TH_API void THQueue_end(THQueue *queue);

#endif
