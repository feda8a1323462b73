/*
** Operations of stand-ins for libraries: their operands are checked at the call, and for races when
** they run, as those of kernels are.
*/
#include "library.h"

#include "api.h"
#include "memory.h"

namespace emu {

namespace {

bool is_good(const Span &span, int device, const char *function)
{
  if (!span.bytes) return true;
  Place place = memory_place(span.first, span.bytes);
  int owner = memory_device(span.first);
  if (place == Place::Device && (owner == device || peers_of(device).count(owner)))
    return memory_holds(span.first, span.bytes, function);
  if (place == Place::Pinned) return true;
  finding("%s: device %d may not touch %zu bytes at %p", function, device, span.bytes, span.first);
  return false;
}

} /* namespace */

cudaError_t library_call(const char *function, cudaStream_t handle, const std::vector<Span> &spans,
                         std::function<void()> action)
{
  return call(function, [&] {
    EMU_STREAM(stream, handle);
    for (const Span &span : spans)
      if (!is_good(span, stream->device, function)) return cudaErrorInvalidValue;
    stream_push(stream, function, [=](const RecordP &operation) {
      for (const Span &span : spans) race_check(operation, span.first, span.bytes, span.writes);
      action();
    });
    return sticky_error;
  });
}

cudaError_t library_call(const char *function)
{
  return call(function, [] { return cudaSuccess; });
}

void *library_view(const void *address)
{
  return memory_view(address);
}

} /* namespace emu */
