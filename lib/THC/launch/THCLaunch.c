/*
** What every launch needs around it. If begin fails, the caller's device is current again; after a
** begin that succeeded, end must be called, whatever happened in between.
*/
#include "THC/launch/THCLaunch.h"

#include "THC/memory/THCAllocator.h"
#include "THC/runtime/THCTrace.h"

/* Memory from elsewhere is kept alive by its owner; nothing to record. */
static int record(int n, char *const *address, const THCStream *stream)
{
  for (int k = 0; k < n; k++) {
    int status = THCAllocator_record(address[k], stream);
    if (status && status != TH_EINVAL) return status;
  }
  return TH_OK;
}

int THCLaunch_at(THCLaunch *launch, const char *op, int device, int n, char *const *address)
{
  TH_TRY(THCGuard_enter(&launch->guard, op, device));
  launch->op = op;
  launch->stream = THCStream_current(device);
  int status = THCStream_onlyDefault() ? TH_OK : record(n, address, launch->stream);
  if (status) THCGuard_leave(&launch->guard);
  return status;
}

int THCLaunch_begin(THCLaunch *launch, const THIter *it)
{
  char *address[TH_MAX_OPERANDS];
  int n = 0;
  for (int k = 0; k < it->nop; k++)
    if (!THIter_isNumber(it, k) && it->data[k]) address[n++] = it->data[k];
  return THCLaunch_at(launch, it->op, it->device, n, address);
}

int THCLaunch_end(THCLaunch *launch, int status, cudaError_t error)
{
  if (!status && error) status = thc_failed(launch->op, error, "cudaLaunchKernel");
  if (!status && THC_debugs()) status = THCStream_finish(launch->op, launch->stream);
  THCGuard_leave(&launch->guard);
  return status;
}

int thc_fetch(const char *op, void *to, const void *from, size_t bytes, const THCStream *stream)
{
  thc_trace("copy: %zu bytes from device %d to the host", bytes, stream->device);
  THC_TRY(op, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream->handle));
  return THCStream_finish(op, stream);
}

/* Restrict dimension d, the last, to indices [begin, begin + size). */
static void narrow(THIter *it, int d, int64_t begin, int64_t size)
{
  for (int k = 0; k < it->nop; k++)
    if (!THIter_isNumber(it, k)) it->data[k] += begin * it->stride[d][k];
  it->count = it->count / it->size[d] * size;
  it->size[d] = size;
}

cudaError_t THCLaunch_pieces(const THIter *it, int64_t most, THCPiece launch, void *context)
{
  if (it->count <= most) return launch(it, context);
  int last = it->ndim - 1;
  while (it->size[last] == 1) last--;
  const int64_t half = it->size[last] / 2;
  THIter piece;
  THIter_copy(&piece, it);
  narrow(&piece, last, 0, half);
  cudaError_t error = THCLaunch_pieces(&piece, most, launch, context);
  THIter_copy(&piece, it);
  narrow(&piece, last, half, it->size[last] - half);
  return error ? error : THCLaunch_pieces(&piece, most, launch, context);
}
