/* The userdata of a File, shared by file.c (opening, position, state) and filedata.c (reading,
   writing). */
#ifndef FILE_H
#define FILE_H

#include "core/luaTH.h"
#include "TH/file/THStream.h"

typedef struct File {
  luaTH_Block block;
  THStream stream;
  char quiet, failed; /* after a failure: quiet sets failed, otherwise an error is raised */
  char name[];        /* the path or command */
} File;

/* The file at index. Raises if it is closed, or for the last two not open for reading or
   writing. */
File *File_checkOpen(lua_State *L, int index);
File *File_checkReadable(lua_State *L, int index);
File *File_checkWritable(lua_State *L, int index);

/* Report a failure: raise the text of TH_error, or set the mark of a quiet file. */
void File_fail(lua_State *L, File *f);

/* Add readInt, writeInt and the like to the table at the top of the stack. */
void File_addTransfers(lua_State *L);

#endif
