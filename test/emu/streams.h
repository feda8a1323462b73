/*
** Streams: queues of operations. Each operation waits for records of other operations, by CUDA's
** rules; within these rules the schedule decides when it runs.
*/
#ifndef EMU_STREAMS_H
#define EMU_STREAMS_H

#include "races.h"

#include <cuda_runtime_api.h>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace emu {

/* What an operation does; it gets its own record. */
using Action = std::function<void(const RecordP &)>;

struct Operation {
  RecordP record;
  std::vector<RecordP> after;
  Action action;
};

struct Stream {
  int device = 0;
  unsigned flags = 0;
  int priority = 0;
  size_t number = 0;
  uint64_t count = 0; /* operations so far */
  std::deque<Operation> queue;
  RecordP last;
};

using StreamP = std::shared_ptr<Stream>;

struct Event {
  int device = 0;
  unsigned flags = 0;
  RecordP record; /* NULL: never recorded */
};

/* The error of an operation that ran; every later call returns it. */
extern cudaError_t sticky_error;

void streams_reset(int devices);

StreamP stream_create(int device, unsigned flags, int priority);
/* The handle becomes invalid; operations in the queue still run. */
void stream_destroy(cudaStream_t handle);

/* The stream of a handle (0: the default stream of device). If there is none: NULL, and a
   finding. */
StreamP stream_of(cudaStream_t handle, int device);
cudaStream_t stream_handle(const StreamP &stream);
size_t stream_count();

cudaEvent_t event_create(int device, unsigned flags);
void event_destroy(cudaEvent_t handle);
Event *event_of(cudaEvent_t handle);
size_t event_count();

/* Append an operation to a stream. It waits for everything that CUDA's rules say, and for the
   records in after. */
RecordP stream_push(const StreamP &stream, const char *what, Action action,
                    const std::vector<RecordP> &after = {});

/* The host waits: for an operation, a stream, all streams of a device. */
void host_wait(const RecordP &record);
void host_wait(const StreamP &stream);
void host_wait(int device);

/* A record of what the host does itself: after the operations it has waited for, before all that
   are pushed later. */
RecordP host_access(const char *what);

/* Note that the host knows the operation is done. */
void host_saw(const RecordP &record);

bool stream_idle(const StreamP &stream);

/* With the random schedule: perhaps run an operation. */
void streams_tick();

/* The host asked and the work was not done. With the lazy schedule, run something after many such
   calls. */
void streams_poll();

} /* namespace emu */

#endif
