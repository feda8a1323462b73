/*
** Turns, errors and devices: the class Call, which every function uses, and the functions about the
** current device, errors and peer access. One lock serves all functions; the current device and the
** last error belong to the thread.
*/
#include "api.h"

#include "faults.h"
#include "memory.h"
#include "pools.h"

#include <cstdlib>
#include <cstring>
#include <string>

namespace emu {

namespace {

struct Peers {
  std::vector<std::vector<bool>> can;
  std::vector<std::set<int>> enabled;
};

/* The lock. It is never destroyed: other threads, and destructors of other libraries, may still
   call. */
std::recursive_mutex &turn()
{
  static std::recursive_mutex *mutex = new std::recursive_mutex;
  return *mutex;
}

Peers peers;
int device_count = -1; /* -1: not yet set up */
const char *within;    /* what kind of code runs that must not call CUDA */
thread_local int device_of_thread;
thread_local cudaError_t last_error;

/* The index of the variable's value in words, which ends with NULL; 0 if it is not there. */
int choice(const char *variable, const char *const *words)
{
  const char *value = getenv(variable);
  for (int i = 0; value && words[i]; i++)
    if (!strcmp(value, words[i])) return i;
  return 0;
}

long number(const char *variable, long otherwise)
{
  const char *value = getenv(variable);
  return value ? atol(value) : otherwise;
}

/* How many of n devices CUDA_VISIBLE_DEVICES leaves: those listed before the first wrong one. */
int visible(int n)
{
  const char *list = getenv("CUDA_VISIBLE_DEVICES");
  if (!list) return n;
  int count = 0;
  for (char *end; count < n; list = end + 1, count++) {
    long device = strtol(list, &end, 10);
    if (end == list || device < 0 || device >= n) break;
    if (*end != ',') return count + 1;
  }
  return count;
}

void set_up()
{
  static const char *const schedules[] = {"eager", "lazy", "random", nullptr};
  static const char *const orders[] = {"forward", "reverse", "shuffled", nullptr};
  unsigned seed = static_cast<unsigned>(number("EMU_SEED", 1));
  int devices = visible(static_cast<int>(number("EMU_DEVICES", 2)));
  emu_reset(devices, static_cast<int>(number("EMU_PEER", 1)),
            static_cast<size_t>(number("EMU_MEMORY", 512)) << 20);
  emu_schedule(choice("EMU_SCHEDULE", schedules), seed);
  emu_order(choice("EMU_ORDER", orders), seed);
}


cudaError_t remember(cudaError_t error)
{
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
  return error;
}

} /* namespace */

Call::Call(const char *function, CallKind kind) : turn_(turn()), kind_(kind)
{
  if (device_count < 0) set_up();
  faults_prepare_thread();
  if (within) {
    finding("%s is called from %s", function, within);
    error_ = cudaErrorNotPermitted;
    kind_ = WORKS;
    return;
  }
  error_ = count_call(function);
  streams_tick();
  if (sticky_error && kind != ASKS) error_ = sticky_error;
}

cudaError_t Call::end(cudaError_t result)
{
  return remember(error_ ? error_ : result);
}

int current_device()
{
  return device_of_thread;
}

bool is_device(int device)
{
  return device >= 0 && device < device_count;
}

bool can_access(int device, int peer)
{
  return device == peer || peers.can[static_cast<size_t>(device)][static_cast<size_t>(peer)];
}

const std::set<int> &peers_of(int device)
{
  return peers.enabled[static_cast<size_t>(device)];
}

Within::Within(const char *what)
{
  within = what;
}

Within::~Within()
{
  within = nullptr;
}

} /* namespace emu */

using namespace emu;

extern "C" {

void emu_reset(int devices, int peer_access, size_t bytes)
{
  std::lock_guard<std::recursive_mutex> mine(turn());
  size_t count = static_cast<size_t>(devices);
  forget_controls();
  pools_reset();
  streams_reset(devices);
  memory_reset(devices, bytes);
  faults_install();
  peers.can.assign(count, std::vector<bool>(count, peer_access));
  peers.enabled.assign(count, {});
  device_count = devices;
  device_of_thread = 0;
  last_error = cudaSuccess;
}

void emu_peer(int device, int peer, int can)
{
  peers.can[static_cast<size_t>(device)][static_cast<size_t>(peer)] = can;
}

cudaError_t cudaGetDeviceCount(int *count)
{
  return call(__func__, [&] {
    if (!device_count) return cudaErrorNoDevice;
    *count = device_count;
    return cudaSuccess;
  }, ASKS);
}

cudaError_t cudaGetDevice(int *device)
{
  return call(__func__, [&] {
    *device = device_of_thread;
    return cudaSuccess;
  }, ASKS);
}

cudaError_t cudaSetDevice(int device)
{
  return call(__func__, [&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    device_of_thread = device;
    return cudaSuccess;
  }, ASKS);
}

/* These two functions report errors and make none. */
cudaError_t cudaGetLastError(void)
{
  Call current(__func__, ASKS);
  cudaError_t error = sticky_error ? sticky_error : last_error;
  last_error = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError(void)
{
  Call current(__func__, ASKS);
  return sticky_error ? sticky_error : last_error;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
  return call(__func__, [&] {
    if (!is_device(device) || !is_device(peer)) return cudaErrorInvalidDevice;
    *can = device != peer && can_access(device, peer);
    return cudaSuccess;
  }, ASKS);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
  return call(__func__, [&] {
    int self = device_of_thread;
    if (!is_device(peer) || flags) return cudaErrorInvalidValue;
    if (peer == self || !can_access(self, peer)) return cudaErrorPeerAccessUnsupported;
    bool is_new = peers.enabled[static_cast<size_t>(self)].insert(peer).second;
    return is_new ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
  return call(__func__, [&] {
    bool was = peers.enabled[static_cast<size_t>(device_of_thread)].erase(peer);
    return was ? cudaSuccess : cudaErrorPeerAccessNotEnabled;
  });
}

long emu_live(int what)
{
  long blocks = 0;
  for (int device = 0; device < device_count; device++)
    blocks += static_cast<long>(memory_blocks(device));
  switch (what) {
    case EMU_DEVICE_BLOCKS: return blocks;
    case EMU_PINNED_BLOCKS: return static_cast<long>(pinned_blocks());
    case EMU_STREAMS: return static_cast<long>(stream_count());
    default: return static_cast<long>(event_count());
  }
}

} /* extern "C" */
