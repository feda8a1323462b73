/* Launches of kernels, and functions of the host in a stream. Arguments are checked at the launch:
   an address of the host or of freed memory among them is a finding. */
#include "api.h"
#include "emu_device.h"
#include "grid.h"
#include "memory.h"

#include <sys/mman.h>

namespace emu {

namespace {

bool within_limits(const cudaLaunchConfig_t &config)
{
  const dim3 &grid = config.gridDim, &block = config.blockDim;
  uint64_t threads = static_cast<uint64_t>(block.x) * block.y * block.z;
  return threads >= 1 && threads <= 1024 && block.x <= 1024 && block.y <= 1024 && block.z <= 64 &&
         grid.x >= 1 && grid.x <= 0x7fffffffu && grid.y >= 1 && grid.y <= 65535 && grid.z >= 1 &&
         grid.z <= 65535;
}

/* Whether a word is an address of mapped pageable memory. Words below 2^45 are not looked at: they
   may be two small numbers side by side, and AddressSanitizer maps its shadow there. */
bool is_host_address(uintptr_t word)
{
  const uintptr_t page = 4096, lowest = uintptr_t(1) << 45, highest = uintptr_t(1) << 47;
  if (word < lowest || word >= highest) return false;
  void *address = reinterpret_cast<void *>(word);
  if (memory_place(address, 1) != Place::Pageable || memory_around(address)) return false;
  return !msync(reinterpret_cast<void *>(word / page * page), page, MS_ASYNC);
}

/* Check every word of an argument. A struct must have been zeroed before it was filled, because its
   gaps are read too. */
bool check_argument(const Argument &argument, size_t position, const char *what)
{
  for (size_t at = 0; at + sizeof(uintptr_t) <= argument.bytes; at += sizeof(uintptr_t)) {
    uintptr_t word;
    memcpy(&word, static_cast<const char *>(argument.data) + at, sizeof word);
    const void *address = reinterpret_cast<void *>(word);
    bool stale = memory_stale(address);
    if (!stale && !is_host_address(word)) continue;
    finding("%s: byte %zu of argument %zu is an address of %s: %p", what, at, position,
            stale ? "freed memory" : "the host", address);
    return false;
  }
  return true;
}

cudaError_t check_launch(const cudaLaunchConfig_t &config, const StreamP &stream,
                         const std::vector<Argument> &arguments, const char *what)
{
  const size_t shared_limit = 48 * 1024;
  if (!within_limits(config)) return cudaErrorInvalidConfiguration;
  if (config.dynamicSmemBytes > shared_limit) return cudaErrorInvalidValue;
  if (stream->device != current_device()) {
    finding("%s: a launch into a stream of device %d while device %d is current", what,
            stream->device, current_device());
    return cudaErrorInvalidResourceHandle;
  }
  for (size_t i = 0; i < arguments.size(); i++)
    if (!check_argument(arguments[i], i + 1, what)) return cudaErrorInvalidValue;
  return cudaSuccess;
}

} /* namespace */

cudaError_t launch(const cudaLaunchConfig_t *config, std::function<void()> body,
                   const std::vector<Argument> &arguments, const char *what)
{
  return call("cudaLaunchKernelEx", [&] {
    EMU_STREAM(stream, config->stream);
    cudaError_t error = check_launch(*config, stream, arguments, what);
    if (error) return error;
    const dim3 &size = config->gridDim, &block = config->blockDim;
    Grid grid = {{size.x, size.y, size.z}, {block.x, block.y, block.z}, config->dynamicSmemBytes,
                 std::move(body)};
    int device = stream->device;
    stream_push(stream, what, [=](const RecordP &operation) {
      Within kernel("a kernel");
      memory_begin(device, peers_of(device));
      sticky_error = grid_run(grid, device, operation);
    });
    return cudaSuccess;
  });
}

} /* namespace emu */

using namespace emu;

extern "C" cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void *data)
{
  return call(__func__, [&] {
    EMU_STREAM(stream, handle);
    if (!function) return cudaErrorInvalidValue;
    stream_push(stream, "a function of the host", [=](const RecordP &) {
      Within host("a function of the host in a stream");
      function(data);
    });
    return cudaSuccess;
  });
}
