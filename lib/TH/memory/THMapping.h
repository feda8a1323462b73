/*
** Storages whose memory is a file or shared memory: pages of the system's cache, mapped, not
** copied.
*/
#ifndef TH_MAPPING_H
#define TH_MAPPING_H

#include "TH/memory/THStorage.h"

enum {
  TH_MAP_SHARED = 1, /* changes go to the file and to all that map it, else they stay here */
  TH_MAP_SEGMENT = 2 /* name is one of shared memory, not a path; always shared */
};

/*
** A storage of size elements of a file, from byte offset on; size 0 means as many as there are. The
** storage cannot be resized. NULL with TH_error() on failure.
**
** A private mapping needs a file that has the elements. A shared one creates the file if it does
** not exist, and grows it. The name of a segment is removed when the first storage that maps it is
** released; other mappings stay valid. Do not shorten a file while it is mapped: access to the
** missing part raises a signal.
*/
TH_API THStorage *THStorage_map(int dtype, const char *name, int64_t offset, int64_t size,
                                unsigned flags);

#endif
