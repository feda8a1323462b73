/* What the files of the chapter process share: the C part of tensor.process. */
#ifndef LUATH_PROCESS_H
#define LUATH_PROCESS_H

#include "core/luaTH.h"

/* The queue at index. Raises for anything else. */
THQueue *process_checkqueue(lua_State *L, int index);

/* Like luaTH_result, for functions that Lua code of the module calls: under the name that the
   script called, and without a position, which would be one in that code. */
int process_result(lua_State *L, const char *name, int status, int count);

/* Add the functions of a file to the table at the top. */
void process_addqueue(lua_State *L);
void process_addworker(lua_State *L);

#endif
