/*
** What all files of the binding share: values of TH as userdata, checks, results, errors. luaTH.c
** is the only file that knows metatables.
**
** Order in every binding function: read all arguments, push the results (the collector owns them
** from then on), call TH, return through luaTH_result. Lua counts positions and dimensions from 1,
** TH from 0.
*/
#ifndef LUATH_H
#define LUATH_H

#include <lua.h>
#include <lauxlib.h>

#include "tensor.h"

#if LUA_VERSION_NUM < 502
#define lua_rawlen lua_objlen
#endif

/* What the registry has under the address of key. */
static inline void luaTH_getregistry(lua_State *L, const char *key)
{
#if LUA_VERSION_NUM >= 502
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
#else
  lua_pushlightuserdata(L, (void *)key);
  lua_rawget(L, LUA_REGISTRYINDEX);
#endif
}

/* The value at the top, which is popped. */
static inline void luaTH_setregistry(lua_State *L, const char *key)
{
  lua_pushlightuserdata(L, (void *)key);
  lua_insert(L, -2);
  lua_rawset(L, LUA_REGISTRYINDEX);
}

/*
** A userdata block. The first word is NULL because LOVE reads the first words of foreign userdata
** as a proxy of its own; the second tells what it is, faster than a metatable.
*/
typedef struct luaTH_Block {
  void *null;
  const void *magic;
} luaTH_Block;

typedef struct luaTH_Tensor { luaTH_Block block; THTensor tensor; } luaTH_Tensor;
typedef struct luaTH_Storage { luaTH_Block block; THStorage *storage; } luaTH_Storage;
typedef struct luaTH_Generator { luaTH_Block block; THGenerator generator; } luaTH_Generator;

/*
** The kind of a tensor: its dtype, whether it is on the CPU or on another device, and its layout.
** Each has a type object, which is the metatable of its tensors: torch.FloatTensor,
** torch.CudaTensor, torch.sparse.FloatTensor. A dtype is the kind of the CPU's strided tensors, and
** kinds below LUATH_NUM_STRIDED have no layout; storages have one of these.
*/
enum {
  LUATH_DEVICE_BIT = 1 << 5,
  LUATH_LAYOUT_SHIFT = 6,
  LUATH_NUM_STRIDED = 1 << LUATH_LAYOUT_SHIFT,
  LUATH_NUM_KINDS = TH_MAX_LAYOUTS << LUATH_LAYOUT_SHIFT
};

_Static_assert((int)TH_NUM_DTYPES <= (int)LUATH_DEVICE_BIT, "a kind is dtype, device and layout");

static inline int luaTH_kind(int dtype, int device, int layout)
{
  return dtype | (device ? LUATH_DEVICE_BIT : 0) | layout << LUATH_LAYOUT_SHIFT;
}

static inline int luaTH_kindOf(const THTensor *t)
{
  return luaTH_kind(t->dtype, THTensor_device(t), THLayout_number(t->layout));
}

static inline int luaTH_storageKind(const THStorage *s)
{
  return luaTH_kind(s->dtype, s->device, 0);
}

static inline int luaTH_isOnDevice(int kind)
{
  return (kind & LUATH_DEVICE_BIT) != 0;
}

static inline int luaTH_dtypeOf(int kind)
{
  return kind & (LUATH_DEVICE_BIT - 1);
}

static inline int luaTH_layoutOf(int kind)
{
  return kind >> LUATH_LAYOUT_SHIFT;
}

/* "torch.FloatTensor", "torch.CudaTensor", "torch.CudaIntTensor", "torch.sparse.FloatTensor". */
THTypeText luaTH_kindText(int kind);

/* "torch.FloatStorage", "torch.CudaStorage", "torch.CudaIntStorage". */
THTypeText luaTH_storageText(const THStorage *s);
THTypeText luaTH_storageKindText(int kind);

/* --- reading: NULL when the value at index is something else --- */

/* A storage of the CPU, whose elements may be looked at, when no device is at work on them any
   more; one of any device. */
THStorage *luaTH_tostorage(lua_State *L, int index);
THStorage *luaTH_toanystorage(lua_State *L, int index);
THGenerator *luaTH_togenerator(lua_State *L, int index);
const THAllocator *luaTH_toallocator(lua_State *L, int index); /* memory.c */

/* A Lua number, or an int64 or uint64 cdata of LuaJIT. Returns 0 for anything else. */
int luaTH_tonumber(lua_State *L, int index, THNumber *number);

/* The same where the lua_type is known. */
int luaTH_readnumber(lua_State *L, int index, int type, THNumber *number);

/* As above for a whole number that fits 2^53; what says what it is in the error. Raises. A fraction
   is cut off in Torch7's ways. */
int64_t luaTH_tointeger(lua_State *L, int index, const char *what);

/* The same of a number that was read. */
int64_t luaTH_whole(lua_State *L, THNumber number, const char *what);

/* Whether require 'torch' asked for Torch7's ways in this state: operands of equal count are taken
   in order, and fractions of sizes and positions cut off. */
int luaTH_isTorch7(lua_State *L);

/* As above, raising "bad argument" for other values. */
THTensor *luaTH_checktensor(lua_State *L, int index);
THStorage *luaTH_checkstorage(lua_State *L, int index);
THStorage *luaTH_checkanystorage(lua_State *L, int index);

/*
** A list of whole numbers: given one by one from index to last, or as one LongStorage or table.
** Writes at most TH_MAX_DIM of them and returns how many; raises for more, or for anything else.
** what names them in the error.
*/
int luaTH_checksizes(lua_State *L, int index, int last, int64_t *sizes, const char *what);

/*
** What the arguments from 2 to last ask for, into the empty tensor t at the top, behind them:
** sizes, as luaTH_checksizes has them; two LongStorages, of sizes and strides; or a storage, and
** the position there (1), sizes and strides, as lists or as pairs of numbers. Raises for others.
** names are those in the errors.
*/
typedef struct luaTH_WindowNames { const char *op, *offset, *size, *stride; } luaTH_WindowNames;
void luaTH_readwindow(lua_State *L, const luaTH_WindowNames *names, THTensor *t, int last);

/* --- pushing --- */

/* An undefined tensor of a kind (or TH_UNDEFINED, until luaTH_settype), owned by the collector. */
THTensor *luaTH_newtensor(lua_State *L, int kind);

/* The same with the metatable of likely: what is of that kind in the end needs no luaTH_settype. */
THTensor *luaTH_newresult(lua_State *L, int dtype, int likely);

/* Give the tensor at index the metatable of its kind. */
void luaTH_settype(lua_State *L, int index);

/* For a result of a kind that had no elements, as it was given, and got those of another device:
   it is emptied again. TH_EUNSUPPORTED, with what is where. */
int luaTH_takeBack(const char *op, THTensor *t, int kind);

/* A place for a storage of a kind, owned by the collector: the caller assigns it a reference (or
   leaves NULL and raises). */
THStorage **luaTH_newstorage(lua_State *L, int kind);

/* A tensor of all elements: copies and elements of devices are a tensor's business. */
int luaTH_asVector(THTensor *t, THStorage *s);

/* The elements of a storage, converted, into one of the same size, wherever they are. */
int luaTH_copystorage(THStorage *to, THStorage *from);

/* A storage of the CPU with the elements of s: s itself, or a copy, which is pushed. Raises. */
THStorage *luaTH_storageHere(lua_State *L, THStorage *s);
THGenerator *luaTH_newgenerator(lua_State *L);

/* An integer stays exact: an integer of Lua 5.3, an int64 cdata of LuaJIT above 2^53; Lua 5.1 and
   5.2 round. */
void luaTH_pushnumber(lua_State *L, THNumber number);

/* A LongStorage of sizes. */
void luaTH_pushsizes(lua_State *L, int n, const int64_t *sizes);

/* --- finishing --- */

/* The one place where a status becomes a Lua error; otherwise count results are returned. */
int luaTH_result(lua_State *L, int status, int count);

/* Raise the text of a failure as the operation name's: drivers are built on others, whose names
   callers do not know, and memory runs out without knowing for whom. */
int luaTH_failed(lua_State *L, const char *name);

/* Raise a text with numbers in it: luaL_error formats them otherwise in each Lua. */
#define luaTH_fail(L, ...) luaTH_result(L, th_fail(TH_EINVAL, __VA_ARGS__), 0)

/* --- memory (memory.c) --- */

/*
** What stands between enter and leave is charged to the state. Every call that makes storages
** enters after it has read its arguments, enters again when it has run Lua code, and leaves, with
** all values on the stack, for the collector to run when that is due. An error leaves by itself.
*/
typedef struct luaTH_Memory luaTH_Memory;
luaTH_Memory *luaTH_enter(lua_State *L);
void luaTH_leave(lua_State *L, luaTH_Memory *memory);

/* Where memory is short, or others look into a storage that is to grow, dropped tensors may stand
   in the way: set the top, collect, and return 1 for the call to be tried once more. */
int luaTH_again(lua_State *L, int status, int top);

/* --- the state's table of types (luaTH.c) --- */

/* The type object of a kind (torch.FloatTensor) and the table of methods common to all. */
void luaTH_pushtype(lua_State *L, int kind);

/* Give the type object at the top what all have: fields that say its kind, and a metatable behind
   which are the methods of all types. */
void luaTH_filltype(lua_State *L, int kind);
void luaTH_pushmethods(lua_State *L);

/* The dtype of a type object, option ("float") or type name ("torch.FloatTensor") at index;
   TH_UNDEFINED for others. */
int luaTH_todtype(lua_State *L, int index);

/* The same of types on devices and of layouts too; a kind. */
int luaTH_tokind(lua_State *L, int index);

/* Where new tensors of a kind are made: CUDA's current device for those on devices. Raises the
   reason where there is none. */
int luaTH_deviceOf(lua_State *L, int kind);

/* A function of tensor.cuda, which is written in Lua. */
void luaTH_pushcuda(lua_State *L, const char *name);

/* The kind of what constructors make in this state, unless told. */
int luaTH_defaultkind(lua_State *L);
void luaTH_setdefaultkind(lua_State *L, int kind);

/* The state's default generator. */
THGenerator *luaTH_defaultgenerator(lua_State *L);

/* The state's generator for tensors of a device: the default one for the CPU's, else a Philox
   generator. */
THGenerator *luaTH_generatorOf(lua_State *L, int device);

/* --- chapters: each adds its names; module is at the top of the stack and stays there --- */
void luaTH_opentypes(lua_State *L);
void luaTH_openstorage(lua_State *L);
void luaTH_opentensor(lua_State *L);
void luaTH_openview(lua_State *L);
void luaTH_openindex(lua_State *L);
void luaTH_openapply(lua_State *L);
void luaTH_openfuse(lua_State *L);
void luaTH_openops(lua_State *L);
void luaTH_openmake(lua_State *L);
void luaTH_openimage(lua_State *L);
void luaTH_openmemory(lua_State *L);
void luaTH_opensystem(lua_State *L);
void luaTH_openfile(lua_State *L);
void luaTH_openlinear(lua_State *L);
void luaTH_openlapack(lua_State *L);
void luaTH_openfunctions(lua_State *L);
void luaTH_openreduce(lua_State *L);
void luaTH_openorder(lua_State *L);
void luaTH_openrandom(lua_State *L);
void luaTH_opentype(lua_State *L);
void luaTH_openclass(lua_State *L);

/* Storages' methods read and write, which have a file as argument (filedata.c). */
int luaTH_readStorage(lua_State *L);
int luaTH_writeStorage(lua_State *L);

/* Put metamethods of a list, which stays, into every tensor metatable, those of layouts that come
   too, with the type as upvalue if nup is 1. */
void luaTH_setmetamethods(lua_State *L, const luaL_Reg *list, int nup);

/* x[i] and its assignment (index.c), which luaTH_openindex puts there. */
extern const luaL_Reg luaTH_indexing[];

/* x:retain() and x:free() of a tensor or storage (class.c). */
int luaTH_retain(lua_State *L);
int luaTH_free(lua_State *L);

#endif
