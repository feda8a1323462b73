/*
** THC: CUDA devices as devices of TH. Device k of TH (k >= 1) is CUDA's device k - 1.
**
** THC_open makes the state of the process. It is never torn down, because storages may be freed
** after CUDA's driver has shut down. All functions may be called from any thread. They return a
** status as TH's functions do: TH_EDEVICE when CUDA reported a failure; TH_error() then names the
** operation, CUDA's function, and the text, name and number of the error.
*/
#ifndef THC_GENERAL_H
#define THC_GENERAL_H

#include <cuda_runtime_api.h>

#include "TH/base/THError.h"
#include "TH/memory/THAllocator.h"

/*
** Find the devices, unless they were found before, and call found with their number. Returns its
** status, or TH_EUNSUPPORTED with the reason if there is no driver or no device. Only THC_open
** (THCBackend.h) calls this; all other functions here need a successful THC_open.
*/
int thc_findDevices(int (*found)(int count));

/* The number of devices; 0 before THC_open. */
TH_API int THC_deviceCount(void);

/* TH_EINVAL, with a text that begins with op, unless 1 <= device <= THC_deviceCount(). */
TH_API int THC_checkDevice(const char *op, int device);

/* Get and set the current device of the calling thread, counted from 1. It is CUDA's own current
   device. */
TH_API int THC_device(void);
TH_API int THC_setDevice(int device);

/* Wait until all work given to a device is done. Device 0: all devices that were used. */
TH_API int THC_synchronize(int device);

/* CUDA's properties of a device. */
TH_API int THC_properties(int device, struct cudaDeviceProp *properties);

/* Free and total bytes of a device. */
TH_API int THC_memory(int device, size_t *free, size_t *total);

/*
** Make device the current one until THCGuard_leave; CUDA calls in between run on it whatever the
** caller's device is. enter fails with TH_EDEVICE if an earlier error cost the device (a sticky
** error in CUDA's words; the text names the operation that failed), or if this process was forked
** off one that used CUDA.
*/
typedef struct THCGuard { int before; } THCGuard;
TH_API int THCGuard_enter(THCGuard *guard, const char *op, int device);
TH_API void THCGuard_leave(const THCGuard *guard);

/* Turn a CUDA error of op into a status and a text: TH_ENOMEM for lack of memory, else TH_EDEVICE.
   call is the text of the failed call. Clears CUDA's last error unless it is sticky. */
TH_API int thc_failed(const char *op, cudaError_t error, const char *call);

/* The same for an error on the given device, which need not be the current one. */
TH_API int thc_failedOn(int device, const char *op, cudaError_t error, const char *call);

/* Return the error's status from the calling function unless the CUDA call succeeds. */
#define THC_TRY(op, call)                                     \
  do {                                                        \
    cudaError_t thc_error_ = (call);                          \
    if (thc_error_) return thc_failed(op, thc_error_, #call);  \
  } while (0)

#endif
