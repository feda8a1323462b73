/*
** Segments: blocks of memory that other processes can open. A segment knows how it is found (its
** THSegmentPlace) and is mapped in full; what is in it, the storages say (THShared.h).
**
** There are two ways of sharing. A descriptor's segment has no name in the file system: others find
** it through a process that has it open (THSegmentFd.c). A file's segment has a name in /dev/shm,
** which a manager removes (THSegmentFile.c). Either way the memory is claimed when the segment is
** made, so that no later access can fail, and nothing is left when its last user has ended, however
** that came.
*/
#ifndef TH_SEGMENT_H
#define TH_SEGMENT_H

#include "TH/exchange/THShared.h"

/* Where a segment is found: what a handle says of it, apart from the window. */
typedef struct THSegmentPlace {
  int sharing;      /* TH_SHARING_DESCRIPTOR or TH_SHARING_FILE; 0: nowhere, it has no bytes */
  int64_t pid, fd;  /* a process that had it, and a descriptor's number there */
  int64_t bytes;    /* of elements */
  char name[48];    /* tensor_<pid>_<random> */
  char manager[48]; /* file: the address of the manager, without the leading 0 */
} THSegmentPlace;

typedef struct THSegment {
  THSegmentPlace place; /* as it was made or found */
  void *data;         /* the elements */
  size_t header;      /* bytes mapped before them */
  int fd;             /* open as long as the segment is, or -1 */
  struct THManager *manager;
  THStorage *storage; /* borrowed: the storage on it, or NULL */
  THAccount *opened;  /* the account whose bytes in memory of others it counts for, or NULL */
  struct THSegment *next[2]; /* in the registry's lists, by name and by address (THShared.c) */
} THSegment;

/* A way of sharing. make and find fill a segment that is zeroed but for its place; on failure they
   leave nothing behind. tell says where it is found now. drop gives up this process's use of it,
   lease is as TH_shareLease. */
typedef struct THSharing {
  const char *name;
  int (*make)(THSegment *segment);
  int (*find)(const char *op, THSegment *segment, int lease);
  int (*tell)(const char *op, THSegment *segment, THSegmentPlace *place);
  int (*check)(const char *op, const THSegment *segment);
  void (*drop)(THSegment *segment);
  int (*lease)(THSegment *segment, int *fd);
} THSharing;

extern const THSharing th_descriptors, th_files;

/* --- for the ways of sharing --- */

/* Write tensor_<pid>_<random> to a name of a place. */
int th_nameSegment(char name[48]);

/* Make the open file of fd that long and take memory for all of it: TH_ENOMEM where there is not
   enough, before it is touched. */
int th_claimMemory(int fd, int64_t bytes);

/* Map the open file of fd: its header and place.bytes behind that, which must be all it has. */
int th_mapSegment(const char *op, THSegment *segment, int fd);
void th_unmapSegment(THSegment *segment);

/* The bytes of memory that the system and its limits on this process leave; INT64_MAX if it does
   not tell (THRoom.c). */
int64_t th_roomLeft(void);

/* --- segments of storages (THShared.c) --- */

/* The segment that a storage is on; NULL if it is not shared or has no bytes. */
THSegment *th_segmentOf(const THStorage *storage);

/* The storage on the segment of a place, with a reference: the one that this process has, or a new
   one of dtype. lease is as in THTensor_fromHandle. */
int th_openSegment(const char *op, const THSegmentPlace *place, int dtype, int lease,
                   THStorage **found);

/* What a handle says of a segment: its place, in this process where it matters. */
int th_tellPlace(const char *op, THSegment *segment, THSegmentPlace *place);

int th_leaseSegment(THSegment *segment, int *fd);

#endif
