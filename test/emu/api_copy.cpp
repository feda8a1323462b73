/* Copies and fills of rows of bytes; a plain copy is a single row. Operands are checked at the
   call, bytes move when the operation runs. */
#include "api.h"
#include "memory.h"

#include <cstring>
#include <memory>

using namespace emu;

namespace {

/* Rows of width bytes, pitch bytes apart. */
struct Rows {
  char *first;
  size_t pitch, width, height;
};

Rows rows(const void *first, size_t pitch, size_t width, size_t height)
{
  return {static_cast<char *>(const_cast<void *>(first)), pitch, width, height};
}

/* Bytes from the first to the last. */
size_t span(const Rows &r)
{
  return (r.height - 1) * r.pitch + r.width;
}

bool is_device_side(const Rows &r)
{
  return memory_device(r.first) >= 0;
}

bool is_pageable(const Rows &r)
{
  return memory_place(r.first, span(r)) == Place::Pageable;
}

void check(const RecordP &operation, const Rows &r, bool writes)
{
  for (size_t i = 0; i < r.height; i++)
    race_check(operation, r.first + i * r.pitch, r.width, writes);
}

void copy_rows(const RecordP &operation, const Rows &to, const Rows &from)
{
  check(operation, to, true);
  for (size_t i = 0; i < to.height; i++)
    memcpy(memory_view(to.first + i * to.pitch), memory_view(from.first + i * from.pitch),
           to.width);
}

/* Whether the kind agrees with where the two sides are. */
bool kind_fits(cudaMemcpyKind kind, bool to_device, bool from_device)
{
  switch (kind) {
    case cudaMemcpyHostToHost: return !to_device && !from_device;
    case cudaMemcpyHostToDevice: return to_device && !from_device;
    case cudaMemcpyDeviceToHost: return !to_device && from_device;
    case cudaMemcpyDeviceToDevice: return to_device && from_device;
    default: return kind == cudaMemcpyDefault;
  }
}

cudaError_t check_copy(const char *what, const Rows &to, const Rows &from, cudaMemcpyKind kind)
{
  if (to.pitch < to.width || from.pitch < from.width) return cudaErrorInvalidPitchValue;
  if (!kind_fits(kind, is_device_side(to), is_device_side(from))) {
    finding("%s: the addresses %p and %p are not of the kind %d", what,
            static_cast<void *>(to.first), static_cast<void *>(from.first), kind);
    return cudaErrorInvalidValue;
  }
  bool held = memory_holds(to.first, span(to), what) && memory_holds(from.first, span(from), what);
  return held ? cudaSuccess : cudaErrorInvalidValue;
}

/* A copy of pageable memory, which the host reads at the call: when it returns, the bytes are in a
   staging buffer (CUDA runtime API, "API synchronization behavior"). */
std::shared_ptr<std::vector<char>> stage(const char *what, const Rows &from)
{
  const RecordP now = host_access(what);
  check(now, from, false);
  return std::make_shared<std::vector<char>>(from.first, from.first + span(from));
}

/* Pageable memory is read at the call. It is written when the operation runs, like pinned memory,
   because CUDA does not promise to wait for it. */
cudaError_t copy(const char *what, const Rows &to, const Rows &from, cudaMemcpyKind kind,
                 cudaStream_t handle, bool waits)
{
  EMU_STREAM(stream, handle);
  if (!to.width || !to.height) return cudaSuccess;
  cudaError_t error = check_copy(what, to, from, kind);
  if (error) return error;
  RecordP record;
  if (is_pageable(from)) {
    auto staged = stage(what, from);
    record = stream_push(stream, what, [=](const RecordP &operation) {
      copy_rows(operation, to, rows(staged->data(), from.pitch, from.width, from.height));
    });
  } else {
    record = stream_push(stream, what, [=](const RecordP &operation) {
      check(operation, from, false);
      copy_rows(operation, to, from);
    });
  }
  if (waits) host_wait(record);
  return sticky_error;
}

/* Whether the function without a stream waits: not for copies within or between devices. */
bool keeps_waiting(const Rows &to, const Rows &from)
{
  return !is_device_side(to) || !is_device_side(from);
}

cudaError_t fill(const char *what, const Rows &to, int value, cudaStream_t handle)
{
  EMU_STREAM(stream, handle);
  if (!to.width || !to.height) return cudaSuccess;
  if (!is_device_side(to) && is_pageable(to)) {
    finding("%s: %p is an address of the host", what, static_cast<void *>(to.first));
    return cudaErrorInvalidValue;
  }
  if (!memory_holds(to.first, span(to), what)) return cudaErrorInvalidValue;
  stream_push(stream, what, [=](const RecordP &operation) {
    check(operation, to, true);
    for (size_t i = 0; i < to.height; i++)
      memset(memory_view(to.first + i * to.pitch), value, to.width);
  });
  return sticky_error;
}

} /* namespace */

extern "C" {

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream)
{
  return call(__func__, [&] {
    return copy("cudaMemcpyAsync", rows(to, bytes, bytes, 1), rows(from, bytes, bytes, 1), kind,
                stream, false);
  });
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
  return call(__func__, [&] {
    Rows target = rows(to, bytes, bytes, 1), source = rows(from, bytes, bytes, 1);
    return copy("cudaMemcpy", target, source, kind, nullptr, keeps_waiting(target, source));
  });
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream)
{
  return call(__func__, [&] {
    return copy("cudaMemcpy2DAsync", rows(to, to_pitch, width, height),
                rows(from, from_pitch, width, height), kind, stream, false);
  });
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind)
{
  return call(__func__, [&] {
    Rows target = rows(to, to_pitch, width, height);
    Rows source = rows(from, from_pitch, width, height);
    return copy("cudaMemcpy2D", target, source, kind, nullptr, keeps_waiting(target, source));
  });
}

/* Needs no peer access: without it the bytes would go through the host. */
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream)
{
  return call(__func__, [&] {
    if (!is_device(to_device) || !is_device(from_device)) return cudaErrorInvalidDevice;
    if (bytes && (memory_device(to) != to_device || memory_device(from) != from_device)) {
      finding("cudaMemcpyPeerAsync: %p is not of device %d, or %p not of device %d", to, to_device,
              from, from_device);
      return cudaErrorInvalidValue;
    }
    return copy("cudaMemcpyPeerAsync", rows(to, bytes, bytes, 1), rows(from, bytes, bytes, 1),
                cudaMemcpyDeviceToDevice, stream, false);
  });
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
  return call(__func__, [&] {
    return fill("cudaMemsetAsync", rows(to, bytes, bytes, 1), value, stream);
  });
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
  return call(__func__, [&] {
    return fill("cudaMemset", rows(to, bytes, bytes, 1), value, nullptr);
  });
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
  return call(__func__, [&] {
    if (pitch < width) return cudaErrorInvalidPitchValue;
    return fill("cudaMemset2DAsync", rows(to, pitch, width, height), value, stream);
  });
}

} /* extern "C" */
