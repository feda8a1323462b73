/* For stand-ins of libraries that work on devices: put host code into a stream as an operation. */
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
** Count a call of function and push action to the stream. Fails as functions of the runtime do, and
** if the stream's device may not touch a span. action accesses the spans by view.
*/
cudaError_t library_call(const char *function, cudaStream_t stream, const std::vector<Span> &spans,
                         std::function<void()> action);

/* Count a call of a function that needs no operation. */
cudaError_t library_call(const char *function);

/* The address at which an action can access bytes of a device. */
void *library_view(const void *address);

template <class T> T *view(T *address)
{
  return static_cast<T *>(library_view(address));
}

} /* namespace emu */

#endif
