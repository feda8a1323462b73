/* For file.c and filedata.c: the userdata of a File. */
#ifndef FILE_H
#define FILE_H

#include "core/luaTH.h"
#include "file/stream.h"

typedef struct File {
  luaTH_Block block;
  Stream stream;
  char quiet, failed; /* what becomes of failures: errors, or a mark */
  char name[];        /* the path or command */
} File;

/* The file at index, which is open, and for the last two open for that. Raise. */
File *File_checkOpen(lua_State *L, int index);
File *File_checkReadable(lua_State *L, int index);
File *File_checkWritable(lua_State *L, int index);

/* After a failure: an error with the text of TH_error, or in a quiet file a mark. */
void File_fail(lua_State *L, File *f);

/* Add readInt, writeInt and the like to the table at the top of the stack. */
void File_addTransfers(lua_State *L);

#endif
