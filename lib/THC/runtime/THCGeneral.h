/*
** THC: the CUDA devices as devices of TH. TH's device k, from 1, is CUDA's device k - 1.
**
** The state belongs to the process and is made by THC_open; it is never torn down, because the
** driver may be gone before whoever frees last. All functions may be called from any thread. They
** return a status as TH's do: TH_EDEVICE where CUDA reported a failure, with the operation, CUDA's
** function, its text, name and number in TH_error().
*/
#ifndef THC_GENERAL_H
#define THC_GENERAL_H

#include <cuda_runtime_api.h>

#include "TH/base/THError.h"
#include "TH/memory/THAllocator.h"

/*
** For THC_open (THCBackend.h), without which nothing else here works: find the devices, once, and
** call found with their count; its status is that of the call. TH_EUNSUPPORTED without one.
*/
int thc_findDevices(int (*found)(int count));

/* How many devices there are; 0 before THC_open. */
TH_API int THC_deviceCount(void);

/* TH_EINVAL, beginning with op, unless device is one of 1 .. the count. */
TH_API int THC_checkDevice(const char *op, int device);

/* The device of the calling thread, from 1, which is CUDA's own current device, and its change. */
TH_API int THC_device(void);
TH_API int THC_setDevice(int device);

/* Wait until all work given to a device is done; device 0: to every one that was used. */
TH_API int THC_synchronize(int device);

/* What CUDA says of a device. */
TH_API int THC_properties(int device, struct cudaDeviceProp *properties);

/* Free and total bytes of a device. */
TH_API int THC_memory(int device, size_t *free, size_t *total);

/*
** Make device the current one until leave: what follows runs on it whatever the caller's device is.
** After an error that costs a device (a sticky one, in CUDA's words) enter fails: TH_EDEVICE, with
** the operation in which it was lost. The same in a process forked off one that used CUDA.
*/
typedef struct THCGuard { int before; } THCGuard;
TH_API int THCGuard_enter(THCGuard *guard, const char *op, int device);
TH_API void THCGuard_leave(const THCGuard *guard);

/* The status and text of an error that a call of CUDA returned while op ran: TH_ENOMEM for lack of
   memory, else TH_EDEVICE. call is the call's text. Clears the error, if it can be cleared. */
TH_API int thc_failed(const char *op, cudaError_t error, const char *call);

/* The same of an error of that device, whichever is the current one. */
TH_API int thc_failedOn(int device, const char *op, cudaError_t error, const char *call);

/* Leave the calling function with a status unless a call of CUDA succeeds. */
#define THC_TRY(op, call)                                     \
  do {                                                        \
    cudaError_t thc_error_ = (call);                          \
    if (thc_error_) return thc_failed(op, thc_error_, #call);  \
  } while (0)

#endif
