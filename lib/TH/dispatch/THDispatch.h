/*
** The only dispatch of TH: from a chapter, an element type and a device to the entries that run.
**
** The CPU is device 0 and has tables of its own (THCpu.h), one a SIMD level. Another library joins
** by TH_registerBackend with a device, by TH_registerEntries with operations on any.
*/
#ifndef TH_DISPATCH_H
#define TH_DISPATCH_H

#include "TH/backend/THChapter.h"
#include "TH/geometry/THTensor.h"

/* A device of a library. */
typedef struct THBackend {
  const char *name;             /* for messages */
  const THAllocator *allocator; /* of results on the device */
  THTables *tables;             /* its entries; devices that are alike share them; NULL: none */
} THBackend;

/* backend answers for device 1..TH_MAX_DEVICES - 1 from now on (NULL: nobody does). It must outlive
   its use. */
TH_API int TH_registerBackend(int device, const THBackend *backend);

/* The backend of a device, or NULL; of the CPU too, which has none. */
TH_API const THBackend *TH_backend(int device);

/* "cpu" for device 0, else the name of its backend, for messages. */
TH_API const char *TH_deviceName(int device);

/*
** The number of the chapter of that name: one of TH's (THChapter.h, "Pointwise"), one that was
** opened, or a new one with so many rows. Threads and libraries that ask for one name get one
** number. TH_EINVAL where the chapter has another number of rows or the name is long,
** TH_ENOMEM beyond TH_MAX_CHAPTERS.
*/
TH_API int TH_openChapter(const char *name, int rows, int *number);

/*
** What a device has for a chapter from now on: byDtype[dtype] is an array of as many entries of the
** chapter's type as it has rows, or NULL where nothing changes. It must outlive its use. For the
** CPU (0) that is so on every SIMD level; for one alone, THTables_set of THCpu_tablesOf. May be
** repeated. TH_EINVAL for a chapter that is not open or has another number of rows, TH_EUNSUPPORTED
** where the device has no tables.
*/
TH_API int TH_registerEntries(int device, int chapter, int rows, const void *const *byDtype);

/* The entries of a chapter for dtype on a device, an array of the chapter's type, or NULL. */
TH_API const void *TH_entries(int chapter, int dtype, int device);

/* What a driver fails with where it finds no entry: TH_EUNSUPPORTED without such a device, else
   TH_EDTYPE with the operation, the type and the device. */
TH_API int TH_missing(const char *op, int dtype, int device);

/* Elements between tensors on two devices (THTransferChapter.h). TH_EUNSUPPORTED where none of them
   has an entry. */
TH_API int TH_transfer(const char *op, const THTensor *dst, const THTensor *src);

#endif
