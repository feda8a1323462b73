/*
** Streams: queues of operations, each of which waits for records of others. When they run is the
** schedule's business; what they wait for is CUDA's.
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

/* Runs with the operation's own record. */
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

/* An error of an operation that ran; every later call returns it. */
extern cudaError_t sticky_error;

void streams_reset(int devices);

StreamP stream_create(int device, unsigned flags, int priority);
/* No more calls with this handle; what is in the queue still runs. */
void stream_destroy(cudaStream_t handle);

/* The stream of a handle (0: the default stream of device); NULL, and a finding, for none. */
StreamP stream_of(cudaStream_t handle, int device);
cudaStream_t stream_handle(const StreamP &stream);
size_t stream_count();

cudaEvent_t event_create(int device, unsigned flags);
void event_destroy(cudaEvent_t handle);
Event *event_of(cudaEvent_t handle);
size_t event_count();

/* Put an operation into a stream, behind all that it must wait for by CUDA's rules, and after. */
RecordP stream_push(const StreamP &stream, const char *what, Action action,
                    const std::vector<RecordP> &after = {});

/* The host waits: for an operation, a stream, all streams of a device. */
void host_wait(const RecordP &record);
void host_wait(const StreamP &stream);
void host_wait(int device);

/* The host has seen that the operation is done. */
void host_saw(const RecordP &record);

bool stream_idle(const StreamP &stream);

/* Where the schedule is random: perhaps run something. */
void streams_tick();

/* The host has asked in vain. Where the schedule is lazy it may have to ask very often. */
void streams_poll();

} /* namespace emu */

#endif
