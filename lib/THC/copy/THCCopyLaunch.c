/*
** Picks the kernel for a shape, cuts the shape into launches, and copies the tail that fills no
** pack. Cuts fall between packs.
*/
#include "THC/copy/THCCopyLaunch.h"

#include "THC/kernels/THCKernels.h"

static const THCCopyLaunch *const conversions[TH_NUM_DTYPES] = {
#define X(Name, CODE, type, kind) [TH_##CODE] = thc_convertTo##Name,
  TH_FORALL_DTYPES(X)
#undef X
};

static cudaError_t launch(const THCCopyShape *shape, cudaStream_t stream)
{
  if (shape->unit) return thc_copyUnits[__builtin_ctz((unsigned)shape->unit)](shape, stream);
  return conversions[shape->dtype[0]][shape->dtype[1]](shape, stream);
}

static int longest_dim(const THCCopyShape *shape)
{
  int longest = 0;
  for (int d = 1; d < shape->ndim; d++)
    if (shape->size[d] > shape->size[longest]) longest = d;
  return longest;
}

/* Halve along the longest dimension, at a whole pack. */
static cudaError_t launch_pieces(const THCCopyShape *shape, int64_t most, cudaStream_t stream)
{
  if (THCCopyShape_count(shape) < most) return launch(shape, stream);
  THCCopyShape piece = *shape, rest;
  int d = longest_dim(shape);
  THCCopyShape_cut(&piece, &rest, d, shape->size[d] / 2 / shape->pack * shape->pack);
  cudaError_t error = launch_pieces(&piece, most, stream);
  return error ? error : launch_pieces(&rest, most, stream);
}

cudaError_t thc_copyShape(const THCCopyShape *shape, int64_t most, cudaStream_t stream)
{
  THCCopyShape tail;
  if (shape->kernel == THC_BYTES)
    return cudaMemcpyAsync(shape->data[0], shape->data[1], (size_t)(shape->size[0] * shape->unit),
                           cudaMemcpyDeviceToDevice, stream);
  cudaError_t error = launch_pieces(shape, most, stream);
  if (error || !shape->tail) return error;
  THCCopyShape_tail(shape, &tail);
  return launch(&tail, stream);
}
