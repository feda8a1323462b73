/*
** Shared storages: their elements are in memory that other processes can open, by a handle, a short
** text for one window of elements.
**
** A process has one storage for a segment, however often it opens it. A shared storage cannot be
** resized; its bytes count for the account of whoever shared or opened it. A segment is gone when
** the last process that has a storage on it has let it go or has ended.
*/
#ifndef TH_SHARED_H
#define TH_SHARED_H

#include "TH/geometry/THTensor.h"

/*
** The ways of sharing. A descriptor's segments are open files without a name, one descriptor each
** in every process that has them. A file's segments have names in /dev/shm, a count of their users
** in front of their elements, and a small manager process, which removes the names.
*/
enum { TH_SHARING_DESCRIPTOR = 1, TH_SHARING_FILE, TH_NUM_SHARINGS };

/* TH_SHARING_DESCRIPTOR where the system has what it takes, else TH_SHARING_FILE. */
TH_API int TH_defaultSharing(void);

/* "descriptor", "file"; the code of a name, or 0. */
TH_API const char *TH_sharingName(int sharing);
TH_API int TH_findSharing(const char *name);

/* The allocator of each way: storages made with it are shared, though they can be resized until
   they get a handle. NULL for other codes. */
TH_API const THAllocator *TH_sharedAllocator(int sharing);

/* A storage of size elements in shared memory; the elements are 0. NULL with TH_error() on failure:
   TH_ENOMEM, TH_EDTYPE, TH_EUNSUPPORTED where the system cannot share. */
TH_API THStorage *THStorage_newShared(int dtype, int64_t size, int sharing);

/*
** Move a storage into shared memory; nothing happens if it is there. All that refer to it see the
** same elements at another address. TH_EINVAL for memory that is borrowed, mapped, lent, read-only
** or released, or a view; TH_ESHARED if others view it; TH_EUNSUPPORTED on a device; TH_ENOMEM.
*/
TH_API int THStorage_share(THStorage *storage, int sharing);

/* Whether the storage, or the one that it is a view of, is in shared memory. */
TH_API int THStorage_isShared(const THStorage *storage);

/* The storages of a tensor. A tensor without storage is always shared. */
TH_API int THTensor_share(THTensor *t, int sharing);
TH_API int THTensor_isShared(const THTensor *t);

/*
** What a process needs to open a storage shared by TH_SHARING_FILE: its manager's address, the name
** of its segment, and the number of elements. shareFilename fails for other storages (TH_EINVAL).
** newSharedFilename opens it, as a storage of dtype; NULL with TH_error() on failure.
*/
typedef struct THSharedFilename {
  char manager[64], name[64];
  int64_t size;
} THSharedFilename;

TH_API int THStorage_shareFilename(const THStorage *storage, THSharedFilename *where);
TH_API THStorage *THStorage_newSharedFilename(int dtype, const THSharedFilename *where);

/* Printable, without blanks, and at most that long. */
enum { TH_HANDLE_LENGTH = 500 };
typedef struct THHandle { char text[TH_HANDLE_LENGTH + 1]; } THHandle;

/* The handle of a tensor in shared memory. TH_EINVAL if it is not. */
TH_API int THTensor_shareHandle(const THTensor *t, THHandle *handle);

/*
** Make out the window of a handle of length characters, on the same memory, be it shared by this
** process or by another one of the same user. TH_EINVAL for a text that is no handle or was
** changed, or that no process has the segment of any more; TH_ENOMEM.
**
** lease is -1, or a descriptor of TH_shareLease (in this process, however it came here) which keeps
** the segment: then it need not be searched. It stays the caller's.
*/
TH_API int THTensor_fromHandle(THTensor *out, const char *text, size_t length, int lease);

/*
** A new descriptor that keeps the segment of a shared tensor until it is closed in all processes
** that it was sent to (SCM_RIGHTS), also while it is in a socket that nobody has read yet. It is
** closed on exec; the caller closes it. -1 if there is nothing to keep: the tensor has no elements.
*/
TH_API int TH_shareLease(const THTensor *t, int *fd);

#endif
