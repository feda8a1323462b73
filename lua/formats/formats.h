/* Bytes of sources as C parsers take them, and tensors as they give them. */
#ifndef FORMATS_H
#define FORMATS_H

#include "core/luaTH.h"
#include "TH/formats/THBytes.h"
#include "TH/formats/THSink.h"

/* The bytes of the source, or of the string, at index, which keeps them. Raises for other
   values. */
THBytes luaTH_checkbytes(lua_State *L, int index);

/* The sink at index; raises if it is closed. */
THSink *luaTH_checksink(lua_State *L, int index);

/*
** Push the tensor that read makes of bytes and what context points to. If memory runs out it is
** called again after a collection; other failures are raised. Call it with the arguments of the
** function alone on the stack.
*/
typedef int (*luaTH_Reader)(THTensor *out, const THBytes *bytes, const void *context);
int luaTH_pushread(lua_State *L, luaTH_Reader read, const THBytes *bytes, const void *context);

/* A luaTH_Reader of npy; *(int *)context says whether the tensor may look at the bytes. */
int luaTH_readnpy(THTensor *out, const THBytes *bytes, const void *isMapped);

/* Add the functions of a file of this folder to the table at the top. */
void luaTH_addfunctions(lua_State *L, const luaL_Reg *list);

/* The samples of a picture at index: a contiguous Byte- or UInt16Tensor of size rows x columns x
   channels, 1 to 4 channels, with elements. Raises for other values. */
const THTensor *luaTH_checksamples(lua_State *L, int index);

/* The functions of the other files. */
void luaTH_addsafetensors(lua_State *L);
void luaTH_addnpz(lua_State *L);
void luaTH_addcsv(lua_State *L);
void luaTH_addpng(lua_State *L);
void luaTH_addjpeg(lua_State *L);

#endif
