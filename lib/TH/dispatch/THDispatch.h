/*
** The only dispatch of TH: from a chapter, an element type and a device to the entries that run.
**
** The CPU is device 0 and has tables of its own (THCpu.h), one a SIMD level; another library joins
** by TH_registerBackend.
*/
#ifndef TH_DISPATCH_H
#define TH_DISPATCH_H

#include "TH/backend/THChapter.h"
#include "TH/geometry/THTensor.h"

struct THOrderScratch;

/* A device of a library. */
typedef struct THBackend {
  const char *name;             /* for messages */
  const THAllocator *allocator; /* of results on the device */
  THTables *tables;             /* its entries; devices that are alike share them; NULL: none */
  /* Elements of src, converted, into dst, to whose sizes it broadcasts: one is on this device, the
     other on another. Both passed the gate, dst is writable. NULL: cannot be had. */
  int (*transfer)(const THTensor *dst, const THTensor *src);
  /* The scratch that an order (THOrder.h) needs. NULL: there are none. */
  int (*orderScratch)(struct THOrderScratch *scratch);
} THBackend;

/* backend answers for device 1..TH_MAX_DEVICES - 1 from now on (NULL: nobody does). It must outlive
   its use. */
TH_API int TH_registerBackend(int device, const THBackend *backend);

/* The backend of a device, or NULL; of the CPU too, which has none. */
TH_API const THBackend *TH_backend(int device);

/* "cpu" for device 0, else the name of its backend, for messages. */
TH_API const char *TH_deviceName(int device);

/* The entries of a chapter for dtype on a device, an array of the chapter's type, or NULL. */
TH_API const void *TH_entries(int chapter, int dtype, int device);

/* What a driver fails with where it finds no entry: TH_EUNSUPPORTED without such a device, else
   TH_EDTYPE with the operation, the type and the device. */
TH_API int TH_missing(const char *op, int dtype, int device);

/* Elements between tensors on two devices, by the backend of one that is not the CPU, as described
   there. TH_EUNSUPPORTED where it has no transfer. */
TH_API int TH_transfer(const char *op, const THTensor *dst, const THTensor *src);

#endif
