/* Streams and events. The calls that emu_mutate can leave out are here. */
#include "api.h"
#include "pools.h"

using namespace emu;

namespace {

const int greatest_priority = -5; /* the lowest is 0 */

cudaError_t create_stream(cudaStream_t *handle, unsigned flags, int priority)
{
  if (flags & ~unsigned(cudaStreamNonBlocking)) return cudaErrorInvalidValue;
  priority = priority > 0 ? 0 : priority < greatest_priority ? greatest_priority : priority;
  *handle = stream_handle(stream_create(current_device(), flags, priority));
  return cudaSuccess;
}

cudaError_t create_event(cudaEvent_t *handle, unsigned flags)
{
  const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  if (flags & ~known) return cudaErrorInvalidValue;
  *handle = event_create(current_device(), flags);
  return cudaSuccess;
}

cudaError_t record_event(cudaEvent_t event_handle, cudaStream_t handle)
{
  EMU_STREAM(stream, handle);
  Event *event = event_of(event_handle);
  if (!event) return cudaErrorInvalidResourceHandle;
  if (event->device != stream->device) {
    finding("an event of device %d is recorded in a stream of device %d", event->device,
            stream->device);
    return cudaErrorInvalidResourceHandle;
  }
  if (!left_out(EMU_RECORD, "cudaEventRecord"))
    event->record = stream_push(stream, "an event", nullptr);
  return cudaSuccess;
}

/* record is NULL if there is nothing to wait for. */
cudaError_t is_done(const RecordP &record)
{
  if (record && !record->done) {
    streams_poll();
    return cudaErrorNotReady;
  }
  host_saw(record);
  return sticky_error;
}

} /* namespace */

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t *handle)
{
  return call(__func__, [&] { return create_stream(handle, cudaStreamDefault, 0); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *handle, unsigned flags)
{
  return call(__func__, [&] { return create_stream(handle, flags, 0); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *handle, unsigned flags, int priority)
{
  return call(__func__, [&] { return create_stream(handle, flags, priority); });
}

cudaError_t cudaStreamDestroy(cudaStream_t handle)
{
  return call(__func__, [&] {
    EMU_STREAM(stream, handle);
    if (!handle || handle == cudaStreamLegacy) return cudaErrorInvalidResourceHandle;
    stream_destroy(handle);
    return cudaSuccess;
  }, FINISHES);
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned *flags)
{
  return call(__func__, [&] {
    EMU_STREAM(stream, handle);
    *flags = stream->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int *priority)
{
  return call(__func__, [&] {
    EMU_STREAM(stream, handle);
    *priority = stream->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t handle, int *device)
{
  return call(__func__, [&] {
    EMU_STREAM(stream, handle);
    *device = stream->device;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long *id)
{
  return call(__func__, [&] {
    EMU_STREAM(stream, handle);
    *id = stream->number + 1;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
  return call(__func__, [&] {
    *least = 0;
    *greatest = greatest_priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t handle)
{
  return call(__func__, [&] {
    EMU_STREAM(stream, handle);
    return is_done(stream->last);
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle)
{
  return call(__func__, [&] {
    EMU_STREAM(stream, handle);
    if (!left_out(EMU_SYNC, "cudaStreamSynchronize")) host_wait(stream);
    pools_trim(stream->device);
    return sticky_error;
  }, FINISHES);
}

cudaError_t cudaDeviceSynchronize(void)
{
  return call(__func__, [&] {
    if (!left_out(EMU_SYNC, "cudaDeviceSynchronize")) host_wait(current_device());
    pools_trim(current_device());
    return sticky_error;
  }, FINISHES);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event_handle, unsigned)
{
  return call(__func__, [&] {
    EMU_STREAM(stream, handle);
    Event *event = event_of(event_handle);
    if (!event) return cudaErrorInvalidResourceHandle;
    if (event->record && !left_out(EMU_WAIT, "cudaStreamWaitEvent"))
      stream_push(stream, "a wait for an event", nullptr, {event->record});
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t *handle)
{
  return call(__func__, [&] { return create_event(handle, cudaEventDefault); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *handle, unsigned flags)
{
  return call(__func__, [&] { return create_event(handle, flags); });
}

cudaError_t cudaEventDestroy(cudaEvent_t handle)
{
  return call(__func__, [&] {
    if (!event_of(handle)) return cudaErrorInvalidResourceHandle;
    event_destroy(handle);
    return cudaSuccess;
  }, FINISHES);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
  return call(__func__, [&] { return record_event(event, stream); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned)
{
  return call(__func__, [&] { return record_event(event, stream); });
}

cudaError_t cudaEventQuery(cudaEvent_t handle)
{
  return call(__func__, [&] {
    Event *event = event_of(handle);
    return event ? is_done(event->record) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle)
{
  return call(__func__, [&] {
    Event *event = event_of(handle);
    if (!event) return cudaErrorInvalidResourceHandle;
    if (!left_out(EMU_SYNC, "cudaEventSynchronize")) host_wait(event->record);
    return sticky_error;
  }, FINISHES);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t first, cudaEvent_t last)
{
  return call(__func__, [&] {
    Event *a = event_of(first), *b = event_of(last);
    if (!a || !b || !a->record || !b->record || a->device != b->device ||
        (a->flags | b->flags) & cudaEventDisableTiming)
      return cudaErrorInvalidResourceHandle;
    if (!a->record->done || !b->record->done) return cudaErrorNotReady;
    *ms = static_cast<float>(b->record->time - a->record->time);
    return cudaSuccess;
  });
}

} /* extern "C" */
