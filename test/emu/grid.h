/* Grids of blocks of threads. The threads of one block at a time are there, one of which runs. */
#ifndef EMU_GRID_H
#define EMU_GRID_H

#include "races.h"

#include <cuda_runtime_api.h>

#include <functional>

namespace emu {

struct Grid {
  uint3 size, block;
  size_t shared; /* bytes, besides what the kernel declares */
  std::function<void()> thread;
};

/* Run it on a device. Returns an error that sticks, after a finding that tells of it. */
cudaError_t grid_run(const Grid &grid, int device, const RecordP &operation);

} /* namespace emu */

#endif
