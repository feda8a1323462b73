/*
** Plain values as bytes: nil, booleans, numbers, strings, and tables of these without metatables.
** They are most of what queues carry, and need no file (tensor/process/message.lua writes others).
*/
#ifndef LUATH_PLAIN_H
#define LUATH_PLAIN_H

#include "core/luaTH.h"

typedef struct Plain {
  char *bytes; /* from malloc */
  size_t size, room;
  const void *table[64]; /* the tables written so far: a second mention is a reference */
  int tables;
} Plain;

/* Append the value at the top of the stack. Returns 0 where it holds something else, is too deep or
   too large for this, or memory is short; never raises. The caller frees the bytes. */
int plain_write(lua_State *L, Plain *plain);

/* Push the value that was written as these bytes. Raises for bytes that are none. */
void plain_read(lua_State *L, const char *bytes, size_t size);

#endif
