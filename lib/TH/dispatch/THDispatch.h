/*
** The only dispatch of TH: from a chapter, a dtype and a device to the entries that run.
**
** The CPU is device 0 and has its own tables (THCpu.h), one per SIMD level. A library adds a device
** with TH_registerBackend, and operations on any device with TH_registerEntries.
*/
#ifndef TH_DISPATCH_H
#define TH_DISPATCH_H

#include "TH/backend/THChapter.h"
#include "TH/geometry/THTensor.h"

/* The backend of a device: what a library that adds it provides. */
typedef struct THBackend {
  const char *name;             /* for messages */
  const THAllocator *allocator; /* for results on the device */
  THTables *tables;             /* its entries, or NULL; devices of one kind may share them */
} THBackend;

/* Make backend the backend of a device, 1 to TH_MAX_DEVICES - 1. NULL: the device has none any
   more. backend must outlive its use. */
TH_API int TH_registerBackend(int device, const THBackend *backend);

/* The backend of a device, or NULL if it has none, as the CPU. */
TH_API const THBackend *TH_backend(int device);

/* "cpu" for device 0, else the name of its backend, for messages. */
TH_API const char *TH_deviceName(int device);

/*
** Set *number to the number of the chapter with that name: one of TH's (THChapter.h, for example
** "Pointwise"), one that was opened before, or a new one with that many rows. All threads and
** libraries get the same number for a name. TH_EINVAL if the chapter has another number of rows, or
** if a new one has none or too long a name; TH_ENOMEM if there are TH_MAX_CHAPTERS already.
*/
TH_API int TH_openChapter(const char *name, int rows, int *number);

/*
** Set the entries that a device has for a chapter. byDtype[dtype] is an array with one entry of the
** chapter's type per row, or NULL to leave the dtype as it is. The arrays must outlive their use.
** For the CPU (0) they are set on every SIMD level; to set one level, call THTables_set on
** THCpu_tablesOf. May be repeated. TH_EINVAL if the chapter is not open or has another number of
** rows; TH_EUNSUPPORTED if the device has no tables.
*/
TH_API int TH_registerEntries(int device, int chapter, int rows, const void *const *byDtype);

/* The entries of a chapter for dtype on a device: an array of the chapter's type, or NULL. */
TH_API const void *TH_entries(int chapter, int dtype, int device);

/* An entry as the tables hold it, to be cast to the chapter's type. */
typedef void (*THEntry)(void);

/* The entry of one row of a chapter for dtype on a device, or NULL. */
TH_API THEntry TH_entry(int chapter, int row, int dtype, int device);

/* The failure of a driver that finds no entry: TH_EUNSUPPORTED if there is no such device, else
   TH_EDTYPE, with a text that names the operation, the type and the device. */
TH_API int TH_missing(const char *op, int dtype, int device);

/* Copy src to dst, which is on another device (THTransferChapter.h). TH_EUNSUPPORTED if no device
   has an entry for it. */
TH_API int TH_transfer(const char *op, const THTensor *dst, const THTensor *src);

#endif
