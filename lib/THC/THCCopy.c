#include "THCCopy.h"

#include "THCAllocator.h"
#include "THCopy.h"
#include "THView.h"

/* The bytes of packed tensors, for which the host waits. The stream is the device's. */
static int move_host(const THTensor *dst, const THTensor *src, int device, size_t bytes)
{
  THCGuard guard;
  const THCStream *stream = THCStream_current(device);
  TH_TRY(THCGuard_enter(&guard, "copy", device));
  cudaError_t error = cudaMemcpyAsync(THTensor_data(dst), THTensor_data(src), bytes,
                                      cudaMemcpyDefault, stream->handle);
  if (!error) error = cudaStreamSynchronize(stream->handle);
  int status = error ? thc_failed("copy", error, "cudaMemcpyAsync") : TH_OK;
  THCGuard_leave(&guard);
  return status;
}

static int start_move(const THTensor *dst, const THTensor *src, const THCStream *stream,
                      size_t bytes)
{
  THC_TRY("copy", cudaMemcpyPeerAsync(THTensor_data(dst), THTensor_device(dst) - 1,
                                      THTensor_data(src), THTensor_device(src) - 1, bytes,
                                      stream->handle));
  return TH_OK;
}

/* On the source's stream, between what both streams were given before and what comes after. */
static int move_devices(const THTensor *dst, const THTensor *src, size_t bytes)
{
  THCGuard guard;
  const THCStream *from = THCStream_current(THTensor_device(src));
  const THCStream *to = THCStream_current(THTensor_device(dst));
  TH_TRY(THCAllocator_record(THTensor_data(dst), from));
  TH_TRY(THCStream_wait(from, to));
  TH_TRY(THCGuard_enter(&guard, "copy", from->device));
  int status = start_move(dst, src, from, bytes);
  THCGuard_leave(&guard);
  return status ? status : THCStream_wait(to, from);
}

static int move(const THTensor *dst, const THTensor *src)
{
  const int to = THTensor_device(dst), from = THTensor_device(src);
  const size_t bytes = (size_t)THTensor_nElement(dst) * (size_t)THDtype_traits(dst->dtype)->size;
  return to && from ? move_devices(dst, src, bytes) : move_host(dst, src, to ? to : from, bytes);
}

/* src as dst is to have it, packed: itself, or a copy on its own device. */
static int pack(THTensor *packed, const THTensor *dst, const THTensor *src)
{
  THTensor shaped = {0};
  TH_TRY(THTensor_expand(&shaped, src, dst->nDimension, dst->size));
  int status = THTensor_isContiguous(&shaped) && src->dtype == dst->dtype
                   ? (THTensor_set(packed, &shaped), TH_OK)
                   : THTensor_clone(packed, &shaped, dst->dtype);
  THTensor_clear(&shaped);
  return status;
}

/* By way of a packed tensor on dst's device. */
static int move_apart(const THTensor *dst, const THTensor *packed)
{
  THTensor there = {0}, window = *dst;
  TH_TRY(THTensor_new(&there, THTensor_device(dst), dst->dtype, dst->nDimension, dst->size));
  int status = move(&there, packed);
  if (!status) status = THTensor_copy(&window, &there);
  THTensor_clear(&there);
  return status;
}

int THC_transfer(const THTensor *dst, const THTensor *src)
{
  THTensor packed = {0};
  if (!THTensor_nElement(dst)) return TH_OK;
  TH_TRY(pack(&packed, dst, src));
  int status = THTensor_isContiguous(dst) ? move(dst, &packed) : move_apart(dst, &packed);
  THTensor_clear(&packed);
  return status;
}
