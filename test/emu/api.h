/*
** What every function of the runtime does around its work: take turns, count the call, fail if
** ordered to or if an error is sticky, and remember the last error.
*/
#ifndef EMU_API_H
#define EMU_API_H

#include "control.h"
#include "streams.h"

#include <mutex>
#include <set>

namespace emu {

enum CallKind {
  WORKS,  /* fails after a sticky error */
  ASKS,   /* works after a sticky error too */
  FINISHES /* frees or waits even if it is told to fail */
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

/* Run body() as a call of a function. */
template <class Body> cudaError_t call(const char *function, Body body, CallKind kind = WORKS)
{
  Call current(function, kind);
  return current.end(current.refused() ? cudaSuccess : body());
}

/* The current device of the calling thread. */
int current_device();
bool is_device(int device);

/* Whether device may be given access to the memory of peer. */
bool can_access(int device, int peer);

/* The other devices whose memory a kernel on this device may touch. */
const std::set<int> &peers_of(int device);

/* Define name as the stream of a handle on the current device, or return an error. */
#define EMU_STREAM(name, handle)                          \
  StreamP name = stream_of(handle, current_device());     \
  if (!name) return cudaErrorInvalidResourceHandle

/* While an object of this class lives, all calls are refused: code of that kind must not call
   CUDA. */
class Within {
public:
  explicit Within(const char *what);
  ~Within();
};

} /* namespace emu */

#endif
