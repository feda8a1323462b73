#include "THCLaunch.h"

#include "THCAllocator.h"

/* Memory that is not an allocator's has an owner who knows when it may go. */
static int record(const THIter *it, const THCStream *stream)
{
  for (int k = 0; k < it->nop; k++) {
    if (THIter_isNumber(it, k) || !it->data[k]) continue;
    int status = THCAllocator_record(it->data[k], stream);
    if (status && status != TH_EINVAL) return status;
  }
  return TH_OK;
}

int THCLaunch_begin(THCLaunch *launch, const THIter *it)
{
  TH_TRY(THCGuard_enter(&launch->guard, it->op, it->device));
  launch->stream = THCStream_current(it->device);
  int status = THCStream_onlyDefault() ? TH_OK : record(it, launch->stream);
  if (status) THCGuard_leave(&launch->guard);
  return status;
}

int THCLaunch_end(THCLaunch *launch, const THIter *it, int status, cudaError_t error)
{
  if (!status && error) status = thc_failed(it->op, error, "cudaLaunchKernel");
  THCGuard_leave(&launch->guard);
  return status;
}
