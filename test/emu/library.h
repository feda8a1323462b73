/* For stand-ins of libraries that work on the device: an operation in a stream, of host code. */
#ifndef EMU_LIBRARY_H
#define EMU_LIBRARY_H

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace emu {

/* Bytes that an operation reads or writes. */
struct Span {
  const void *first;
  size_t bytes;
  bool writes;
};

/*
** A call of function that puts action into a stream. Fails as functions of the runtime do, and
** where a span is not memory that the stream's device may touch. The action gets at it by view.
*/
cudaError_t library_call(const char *function, cudaStream_t stream, const std::vector<Span> &spans,
                         std::function<void()> action);

/* A call that works at once. */
cudaError_t library_call(const char *function);

/* Bytes of a device, for an action. */
void *library_view(const void *address);

template <class T> T *view(T *address)
{
  return static_cast<T *>(library_view(address));
}

} /* namespace emu */

#endif
