/*
** What every function of the runtime does before and after its work: one thread at a time, failures
** to order, errors that stick, the last error.
*/
#ifndef EMU_API_H
#define EMU_API_H

#include "control.h"
#include "streams.h"

#include <mutex>
#include <set>

namespace emu {

enum CallKind {
  WORKS,  /* fails once an error sticks */
  ASKS,   /* answers all the same */
  FINISHES /* does its work even when it is told to fail: gives back, or waits */
};

class Call {
public:
  Call(const char *function, CallKind kind);
  Call(const Call &) = delete;
  bool refused() const { return error_ != cudaSuccess && kind_ != FINISHES; }
  cudaError_t end(cudaError_t result);

private:
  std::lock_guard<std::recursive_mutex> turn_;
  CallKind kind_;
  cudaError_t error_ = cudaSuccess;
};

/* The body of a function: body() in a call. */
template <class Body> cudaError_t call(const char *function, Body body, CallKind kind = WORKS)
{
  Call current(function, kind);
  return current.end(current.refused() ? cudaSuccess : body());
}

/* The current device of the calling thread. */
int current_device();
bool is_device(int device);

/* Whether a device may be given access to the memory of another. */
bool can_access(int device, int peer);

/* The other devices whose memory a kernel on this device may touch. */
const std::set<int> &peers_of(int device);

/* The stream of a handle on the current device, or leave with an error. */
#define EMU_STREAM(name, handle)                          \
  StreamP name = stream_of(handle, current_device());     \
  if (!name) return cudaErrorInvalidResourceHandle

/* While it lives, calls are refused: CUDA is not to be called from there. */
class Within {
public:
  explicit Within(const char *what);
  ~Within();
};

} /* namespace emu */

#endif
