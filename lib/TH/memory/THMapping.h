/*
** Storages on files and on shared memory: the pages of the system's cache, without a copy.
*/
#ifndef TH_MAPPING_H
#define TH_MAPPING_H

#include "TH/memory/THStorage.h"

enum {
  TH_MAP_SHARED = 1, /* changes go to the file, and to others that map it; else they stay here */
  TH_MAP_SEGMENT = 2 /* a name of shared memory, and no path; shared whatever the other bit says */
};

/*
** size elements of a file from byte offset on; size 0 means as many as there are. A private mapping
** needs a file that has them. A shared one makes the file where there is none, and grows it. The
** storage cannot be resized. The name of a segment goes with the first storage that maps it and is
** released: who has it mapped then keeps it. Who shortens a file that is mapped takes memory away
** from under its storages. NULL with TH_error() on failure.
*/
TH_API THStorage *THStorage_map(int dtype, const char *name, int64_t offset, int64_t size,
                                unsigned flags);

#endif
