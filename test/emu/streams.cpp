/*
** Streams. An operation runs only when all records it waits for are done, whatever the schedule.
** Clocks are made when an operation is pushed, so which operations are ordered does not depend on
** when they run.
*/
#include "streams.h"

#include "control.h"

#include <map>

namespace emu {

cudaError_t sticky_error = cudaSuccess;

namespace {

struct Streams {
  std::vector<StreamP> defaults;    /* of each device */
  std::map<const void *, StreamP> created;
  std::vector<std::weak_ptr<Stream>> all{{}}; /* by number, 0 is the host; they outlive handles */
  std::map<const void *, std::unique_ptr<Event>> events;
  Clock host{0};                    /* what the host has done and waited for */
  double now = 0;                   /* ms of device time, which advances with each operation */

  Streams() = default;
  Streams &operator=(Streams &&) = default;
  ~Streams() { drop(); }

  /* Drop operations that will never run. Records in a queue hold their stream and the stream holds
     its queue: this breaks the cycle. */
  void drop()
  {
    for (const std::weak_ptr<Stream> &held : all)
      if (StreamP stream = held.lock()) {
        stream->queue.clear();
        stream->last = nullptr;
      }
  }
};

Streams streams;

StreamP make(int device, unsigned flags, int priority)
{
  StreamP stream = std::make_shared<Stream>();
  stream->device = device;
  stream->flags = flags;
  stream->priority = priority;
  stream->number = streams.all.size();
  streams.all.push_back(stream);
  return stream;
}

bool is_ready(const Stream &stream)
{
  if (stream.queue.empty()) return false;
  for (const RecordP &record : stream.queue.front().after)
    if (!record->done) return false;
  return true;
}

/* Run the first operation of the stream. After a sticky error, operations do nothing. */
void run_front(Stream &stream)
{
  Operation operation = std::move(stream.queue.front());
  stream.queue.pop_front();
  const double each = 0.001;
  if (operation.action && !sticky_error) {
    sticky_error = count_call("operation");
    if (!sticky_error) operation.action(operation.record);
  }
  streams.now += each;
  operation.record->time = streams.now;
  operation.record->done = true;
  operation.record->home = nullptr; /* breaks a cycle: the stream holds the record */
}

bool run_any(bool at_random)
{
  std::vector<StreamP> ready;
  for (auto &weak : streams.all) {
    StreamP stream = weak.lock();
    if (stream && is_ready(*stream)) ready.push_back(stream);
  }
  if (ready.empty()) return false;
  run_front(*ready[at_random ? draw(Draw::Schedule, ready.size()) : 0]);
  return true;
}

/* Run operations until the record is done: with the random schedule any, otherwise only what the
   record needs. */
void force(const RecordP &record)
{
  while (!record->done) {
    if (settings.schedule == EMU_RANDOM) {
      run_any(true);
      continue;
    }
    StreamP stream = record->home;
    std::vector<RecordP> after = stream->queue.front().after;
    for (const RecordP &earlier : after) force(earlier);
    run_front(*stream);
  }
}

/* What an operation pushed to the stream now waits for. The default stream of a device and its
   other streams wait for each other, but not the non-blocking ones. */
std::vector<RecordP> implied(const StreamP &stream)
{
  std::vector<RecordP> list;
  const StreamP &base = streams.defaults[static_cast<size_t>(stream->device)];
  auto add = [&](const StreamP &other) {
    if (other->last && !(other->flags & cudaStreamNonBlocking)) list.push_back(other->last);
  };
  if (stream == base) {
    for (auto &weak : streams.all) {
      StreamP other = weak.lock();
      if (other && other->device == stream->device) add(other);
    }
  } else {
    if (stream->last) list.push_back(stream->last);
    if (!(stream->flags & cudaStreamNonBlocking)) add(base);
  }
  return list;
}

std::string name_of(const StreamP &stream, const char *what)
{
  bool is_default = stream == streams.defaults[static_cast<size_t>(stream->device)];
  return std::string(what) + " in " +
         (is_default ? "the default stream" : "stream " + std::to_string(stream->number)) +
         " of device " + std::to_string(stream->device);
}

} /* namespace */

void streams_reset(int devices)
{
  streams.drop();
  streams = Streams();
  sticky_error = cudaSuccess;
  for (int device = 0; device < devices; device++)
    streams.defaults.push_back(make(device, cudaStreamDefault, 0));
}

StreamP stream_create(int device, unsigned flags, int priority)
{
  StreamP stream = make(device, flags, priority);
  streams.created[stream.get()] = stream;
  return stream;
}

/* The stream itself lives until its queue is empty, because the records in the queue hold it. */
void stream_destroy(cudaStream_t handle)
{
  streams.created.erase(handle);
}

StreamP stream_of(cudaStream_t handle, int device)
{
  if (!handle || handle == cudaStreamLegacy) return streams.defaults[static_cast<size_t>(device)];
  auto found = streams.created.find(handle);
  if (found != streams.created.end()) return found->second;
  finding("%p is no stream", static_cast<void *>(handle));
  return nullptr;
}

cudaStream_t stream_handle(const StreamP &stream)
{
  return reinterpret_cast<cudaStream_t>(stream.get());
}

size_t stream_count()
{
  return streams.created.size();
}

cudaEvent_t event_create(int device, unsigned flags)
{
  std::unique_ptr<Event> event(new Event);
  event->device = device;
  event->flags = flags;
  cudaEvent_t handle = reinterpret_cast<cudaEvent_t>(event.get());
  streams.events[handle] = std::move(event);
  return handle;
}

void event_destroy(cudaEvent_t handle)
{
  streams.events.erase(handle);
}

Event *event_of(cudaEvent_t handle)
{
  auto found = streams.events.find(handle);
  if (found != streams.events.end()) return found->second.get();
  finding("%p is no event", static_cast<void *>(handle));
  return nullptr;
}

size_t event_count()
{
  return streams.events.size();
}

RecordP stream_push(const StreamP &stream, const char *what, Action action,
                    const std::vector<RecordP> &after)
{
  RecordP record = std::make_shared<Record>();
  std::vector<RecordP> earlier = implied(stream);
  earlier.insert(earlier.end(), after.begin(), after.end());
  record->what = name_of(stream, what);
  record->home = stream;
  record->stream = stream->number;
  record->sequence = ++stream->count;
  record->clock = streams.host;
  for (const RecordP &other : earlier) clock_join(record->clock, other->clock);
  if (record->clock.size() <= stream->number) record->clock.resize(stream->number + 1);
  record->clock[stream->number] = record->sequence;
  stream->last = record;
  stream->queue.push_back({record, earlier, std::move(action)});
  if (settings.schedule == EMU_EAGER)
    while (run_any(false)) {}
  else streams_tick();
  return record;
}

RecordP host_access(const char *what)
{
  RecordP record = std::make_shared<Record>();
  record->what = what;
  record->sequence = ++streams.host[0];
  record->clock = streams.host;
  return record;
}

void host_saw(const RecordP &record)
{
  if (record) clock_join(streams.host, record->clock);
}

void host_wait(const RecordP &record)
{
  if (!record) return;
  force(record);
  host_saw(record);
}

/* Waits for all that an operation pushed to the stream now would wait for. */
void host_wait(const StreamP &stream)
{
  for (const RecordP &record : implied(stream)) host_wait(record);
}

void host_wait(int device)
{
  for (auto &weak : streams.all) {
    StreamP stream = weak.lock();
    if (stream && stream->device == device) host_wait(stream->last);
  }
}

bool stream_idle(const StreamP &stream)
{
  return !stream->last || stream->last->done;
}

void streams_poll()
{
  static unsigned polls;
  const unsigned patience = 100;
  if (++polls % patience == 0) run_any(false);
}

void streams_tick()
{
  if (settings.schedule == EMU_RANDOM && draw(Draw::Schedule, 2)) run_any(true);
}

} /* namespace emu */
