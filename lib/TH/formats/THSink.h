/*
** Where a format is saved to: a file, which takes its place at once and whole, or memory.
**
** A file is written under another name in the folder of the target (.name.XXXXXXXX.tmp) and renamed
** by THSink_commit, once it is on the disk. Until then, and after THSink_drop, what was under the
** name is as before. A symbolic link is followed. What is no regular file (a pipe, a device) is
** written as it is, and so is a descriptor of this process (/dev/stdout), from where it stands.
**
** Between opening and commit or drop, which the same thread calls, SIGPIPE and SIGXFSZ are blocked.
*/
#ifndef TH_SINK_H
#define TH_SINK_H

#include "TH/file/THGuard.h"
#include "TH/geometry/THTensor.h"

typedef struct THSink {
  int fd;             /* -1 once it is closed, and of a sink in memory */
  char *target;       /* the path, after links */
  char *temporary;    /* NULL: the target is written as it is */
  THStorage *memory;  /* a ByteStorage, of which used bytes have been written */
  int64_t used;       /* bytes written so far */
  THGuard guard;
  int isGuarded;
} THSink;

/* The file's permissions become those of the file that it replaces, or what the umask leaves of
   0666. */
int THSink_open(THSink *sink, const char *path);
int THSink_openMemory(THSink *sink);

int THSink_write(THSink *sink, const void *bytes, int64_t count);

/* Put the file in its place. If that fails the sink is dropped. */
int THSink_commit(THSink *sink);

/* Give everything back; a file that was not committed is gone. A second call does nothing. */
void THSink_drop(THSink *sink);

#endif
