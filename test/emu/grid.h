/* Grids of blocks of threads. One block at a time has its threads, and one of these runs at a
   time. */
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

/* Run the grid on a device. On failure there is a finding that explains it, and the error that is
   returned becomes sticky. */
cudaError_t grid_run(const Grid &grid, int device, const RecordP &operation);

} /* namespace emu */

#endif
