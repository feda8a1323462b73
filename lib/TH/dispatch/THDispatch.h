/*
** The only dispatch of TH: from a device, an element type and an operation to the entry that runs.
**
** base, avx2 and avx512 are backends of the CPU, of which one answers for device 0; another library
** joins by TH_registerBackend.
*/
#ifndef TH_DISPATCH_H
#define TH_DISPATCH_H

#include "TH/backend/THBackend.h"

/* backend answers for device 1..TH_MAX_DEVICES - 1 from now on (NULL: nobody does). It must outlive
   its use. */
TH_API int TH_registerBackend(int device, const THBackend *backend);

/* The backend of a device, or NULL. */
TH_API const THBackend *TH_backend(int device);

/* "cpu" for device 0, else the name of its backend, for messages. */
TH_API const char *TH_deviceName(int device);

/* Elements between tensors on two devices, by the backend of one that is not the CPU, as described
   there. TH_EUNSUPPORTED where it has no transfer. */
TH_API int TH_transfer(const char *op, const THTensor *dst, const THTensor *src);

/* What device has for op and dtype, or NULL. */
TH_API THEntry TH_entry(int op, int dtype, int device);

/* TH_OK where device has op for dtype, else what TH_run would fail with; name is for errors. */
TH_API int TH_checkEntry(const char *name, int op, int dtype, int device);

/* Run op for dtype on the iterator's device. TH_EUNSUPPORTED without such a device, TH_EDTYPE
   without such an entry. */
TH_API int TH_run(int op, int dtype, const THIter *it);

#endif
