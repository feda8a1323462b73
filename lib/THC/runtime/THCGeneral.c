/*
** The devices of the process: finding them, CUDA's errors, the current device. A device that a
** sticky error cost stays lost for the whole process, and a guard never leaves a thread on another
** device unnoticed (see astray).
*/
#include "THC/runtime/THCGeneral.h"

#include <pthread.h>
#include <string.h>

#include "THC/runtime/THCTrace.h"

/* What is known of a device: whether it was used, and whether an error cost it. */
typedef struct Device {
  int used;            /* atomic */
  int lost;            /* atomic: the CUDA error, 0 while it works */
  char operation[48];  /* the operation that lost it; written before lost */
} Device;

static struct {
  pthread_mutex_t lock;
  int count;  /* atomic */
  int forked; /* CUDA does not survive a fork */
  Device device[TH_MAX_DEVICES];
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void note_fork(void)
{
  if (state.count) state.forked = 1;
}

__attribute__((constructor)) static void watch_fork(void)
{
  pthread_atfork(NULL, NULL, note_fork);
}

int THC_deviceCount(void)
{
  return __atomic_load_n(&state.count, __ATOMIC_ACQUIRE);
}

/* The caller holds the lock. cudaGetDeviceCount leaves its result unset when it fails. */
static int find_devices(int (*found)(int count))
{
  int count = 0;
  if (state.count) return TH_OK;
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error) {
    cudaGetLastError();
    return th_fail(TH_EUNSUPPORTED, "CUDA: %s (%s, %d)", cudaGetErrorString(error),
                   cudaGetErrorName(error), error);
  }
  if (!count) return th_fail(TH_EUNSUPPORTED, "CUDA: there is no device");
  if (count >= TH_MAX_DEVICES) count = TH_MAX_DEVICES - 1;
  TH_TRY(found(count));
  __atomic_store_n(&state.count, count, __ATOMIC_RELEASE);
  return TH_OK;
}

static int check_process(const char *op)
{
  return !state.forked ? TH_OK
                       : th_fail(TH_EDEVICE, "%s: CUDA cannot be used in a process forked off one "
                                 "that used it", op);
}

int thc_findDevices(int (*found)(int count))
{
  TH_TRY(check_process("CUDA"));
  if (THC_deviceCount()) return TH_OK;
  pthread_mutex_lock(&state.lock);
  int status = find_devices(found);
  pthread_mutex_unlock(&state.lock);
  return status;
}

int THC_checkDevice(const char *op, int device)
{
  int count = THC_deviceCount();
  if (device >= 1 && device <= count) return TH_OK;
  return th_fail(TH_EINVAL, "%s: there is no device %d; CUDA's devices are 1 to %d", op, device,
                 count);
}

/* --- errors --- */

/* Sticky errors: after one of these, CUDA refuses all further work on the device in this
   process. */
static int is_sticky(cudaError_t error)
{
  static const cudaError_t sticky[] = {
    cudaErrorIllegalAddress, cudaErrorLaunchTimeout, cudaErrorContextIsDestroyed, cudaErrorAssert,
    cudaErrorHardwareStackError, cudaErrorIllegalInstruction, cudaErrorMisalignedAddress,
    cudaErrorInvalidAddressSpace, cudaErrorInvalidPc, cudaErrorLaunchFailure,
    cudaErrorECCUncorrectable, cudaErrorNvlinkUncorrectable, cudaErrorExternalDevice};
  for (size_t k = 0; k < sizeof sticky / sizeof *sticky; k++)
    if (sticky[k] == error) return 1;
  return 0;
}

/* Record only the first error: later ones are consequences of it. */
static void lose(int number, const char *op, cudaError_t error)
{
  Device *device = &state.device[number];
  pthread_mutex_lock(&state.lock);
  if (!device->lost) {
    strncpy(device->operation, op, sizeof device->operation - 1);
    __atomic_store_n(&device->lost, (int)error, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&state.lock);
}

int thc_failedOn(int device, const char *op, cudaError_t error, const char *call)
{
  cudaGetLastError();
  if (is_sticky(error)) lose(device, op, error);
  return th_fail(error == cudaErrorMemoryAllocation ? TH_ENOMEM : TH_EDEVICE,
                 "%s: %.*s failed: %s (%s, %d)", op, (int)strcspn(call, "("), call,
                 cudaGetErrorString(error), cudaGetErrorName(error), error);
}

int thc_failed(const char *op, cudaError_t error, const char *call)
{
  return thc_failedOn(THC_device(), op, error, call);
}

/* --- the current device --- */

/* Set when a guard could not switch the thread back: the device it should be on. Otherwise 0. */
static _Thread_local int astray;

static cudaError_t bring_back(void)
{
  const cudaError_t error = astray ? cudaSetDevice(astray - 1) : cudaSuccess;
  if (!error) astray = 0;
  return error;
}

int THC_device(void)
{
  int device = 0;
  if (astray) return astray;
  return cudaGetDevice(&device) ? 1 : device + 1;
}

int THC_setDevice(int device)
{
  TH_TRY(THC_checkDevice("setDevice", device));
  THC_TRY("setDevice", cudaSetDevice(device - 1));
  astray = 0;
  return TH_OK;
}

static int check_works(const char *op, int number)
{
  Device *device = &state.device[number];
  int lost = __atomic_load_n(&device->lost, __ATOMIC_ACQUIRE);
  TH_TRY(check_process(op));
  if (lost)
    return th_fail(TH_EDEVICE, "%s: device %d was lost by an earlier error in %s (%s)", op, number,
                   device->operation, cudaGetErrorName((cudaError_t)lost));
  __atomic_store_n(&device->used, 1, __ATOMIC_RELAXED);
  return TH_OK;
}

int THCGuard_enter(THCGuard *guard, const char *op, int device)
{
  guard->before = 0;
  TH_TRY(THC_checkDevice(op, device));
  TH_TRY(check_works(op, device));
  THC_TRY(op, bring_back());
  int before = 0; /* if it were unknown, work could end up on another device's stream */
  THC_TRY(op, cudaGetDevice(&before));
  if (++before == device) return TH_OK;
  THC_TRY(op, cudaSetDevice(device - 1));
  guard->before = before;
  return TH_OK;
}

void THCGuard_leave(const THCGuard *guard)
{
  if (!guard->before) return;
  astray = guard->before;
  if (bring_back()) bring_back(); /* try twice: code under an outer guard relies on the device */
}

static int wait_for(int device)
{
  THCGuard guard;
  TH_TRY(THCGuard_enter(&guard, "synchronize", device));
  thc_trace("wait: the host for device %d", device);
  cudaError_t error = cudaDeviceSynchronize();
  int status = error ? thc_failed("synchronize", error, "cudaDeviceSynchronize") : TH_OK;
  THCGuard_leave(&guard);
  return status;
}

int THC_synchronize(int device)
{
  if (device) return wait_for(device);
  for (int k = 1; k <= THC_deviceCount(); k++)
    if (__atomic_load_n(&state.device[k].used, __ATOMIC_RELAXED)) TH_TRY(wait_for(k));
  return TH_OK;
}

int THC_properties(int device, struct cudaDeviceProp *properties)
{
  TH_TRY(THC_checkDevice("getDeviceProperties", device));
  THC_TRY("getDeviceProperties", cudaGetDeviceProperties(properties, device - 1));
  return TH_OK;
}

int THC_memory(int device, size_t *free, size_t *total)
{
  THCGuard guard;
  TH_TRY(THCGuard_enter(&guard, "getMemoryUsage", device));
  cudaError_t error = cudaMemGetInfo(free, total);
  int status = error ? thc_failed("getMemoryUsage", error, "cudaMemGetInfo") : TH_OK;
  THCGuard_leave(&guard);
  return status;
}
