/*
** What all files of the binding share: TH's values as userdata, and functions that check arguments,
** push results and raise errors. Only luaTH.c knows the metatables of tensors, storages and
** generators.
**
** Order in every binding function: read all arguments, push the results (from then on the collector
** owns them), call TH, return through luaTH_result. Lua counts positions and dimensions from 1, TH
** from 0.
*/
#ifndef LUATH_H
#define LUATH_H

#include <lua.h>
#include <lauxlib.h>

#include "tensor.h"

#if LUA_VERSION_NUM < 502
#define lua_rawlen lua_objlen
#endif

/* Push the value that the registry has under the address of key. */
static inline void luaTH_getregistry(lua_State *L, const char *key)
{
#if LUA_VERSION_NUM >= 502
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
#else
  lua_pushlightuserdata(L, (void *)key);
  lua_rawget(L, LUA_REGISTRYINDEX);
#endif
}

/* Store the value at the top in the registry under the address of key; pops it. */
static inline void luaTH_setregistry(lua_State *L, const char *key)
{
  lua_pushlightuserdata(L, (void *)key);
  lua_insert(L, -2);
  lua_rawset(L, LUA_REGISTRYINDEX);
}

/*
** The head of every userdata. The first word is NULL because LOVE takes the first words of a
** foreign userdata for a proxy of its own; except in a generator, where it is the address of the
** THGenerator, which Torch7's scripts read by FFI, and in an empty tensor that no script has seen
** yet (plain.c). The second is an address that identifies the type; comparing it is faster than
** comparing metatables.
*/
typedef struct luaTH_Block {
  void *first;
  const void *magic;
} luaTH_Block;

typedef struct luaTH_Tensor { luaTH_Block block; THTensor tensor; } luaTH_Tensor;
typedef struct luaTH_Storage { luaTH_Block block; THStorage *storage; } luaTH_Storage;
/* A LongStorage that luaTH_pushsizes made: until something asks for its storage, it has none and
   the elements are those in size. */
typedef struct luaTH_Sizes { luaTH_Storage storage; int64_t size[]; } luaTH_Sizes;
typedef struct luaTH_Generator { luaTH_Block block; THGenerator generator; } luaTH_Generator;

/*
** The kind of a tensor: its dtype, whether it is on the CPU or on another device, and its layout.
** Each kind has a type object, which is the metatable of its tensors: torch.FloatTensor,
** torch.CudaTensor, torch.sparse.FloatTensor. The kind of a strided tensor on the CPU is its dtype.
** Kinds below LUATH_NUM_STRIDED have no layout; the kind of a storage is one of these.
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

/* For example "torch.FloatTensor", "torch.CudaTensor", "torch.CudaIntTensor",
   "torch.sparse.FloatTensor". */
THTypeText luaTH_kindText(int kind);

/* For example "torch.FloatStorage", "torch.CudaStorage", "torch.CudaIntStorage". */
THTypeText luaTH_storageText(const THStorage *s);
THTypeText luaTH_storageKindText(int kind);

/* --- reading: these return NULL if the value at index is something else --- */

/*
** tostorage: a storage of the CPU; waits until no device works on its elements any more, so that
** they may be read. toanystorage: a storage of any device; does not wait.
*/
THStorage *luaTH_tostorage(lua_State *L, int index);
THStorage *luaTH_toanystorage(lua_State *L, int index);
THGenerator *luaTH_togenerator(lua_State *L, int index);
const THAllocator *luaTH_toallocator(lua_State *L, int index); /* memory.c */
const THAllocator *luaTH_allocator(lua_State *L); /* the state's own, or NULL */

/* The elements of a value of luaTH_pushsizes that has no storage yet, and their number; NULL for
   other values. The functions above give it one. */
const int64_t *luaTH_tosizes(lua_State *L, int index, int *n);

/* Read a Lua number, or an int64 or uint64 cdata of LuaJIT. Returns 0 for anything else. */
int luaTH_tonumber(lua_State *L, int index, THNumber *number);

/* The same, and a complex number as a table of its two parts. */
int luaTH_tocomplex(lua_State *L, int index, THNumber *number);

/* The same if the caller already knows the lua_type of the value. */
int luaTH_readnumber(lua_State *L, int index, int type, THNumber *number);

/*
** Memory that a cdata of LuaJIT is or points to. Returns what it is: LUATH_POINTER, or an array or
** struct (LUATH_MEMORY), of which *bytes is the length, -1 if nobody knows; LUATH_NO_MEMORY for
** other cdata and other values.
*/
enum { LUATH_NO_MEMORY, LUATH_POINTER, LUATH_MEMORY };
int luaTH_tomemory(lua_State *L, int index, void **address, int64_t *bytes);

/* Read the whole number at index; 0 if there is none that a double holds. Inline for x[{i, j}]: row
   "read x[{i,j}], 900 times, -joff". */
static inline int luaTH_readwhole(lua_State *L, int index, int64_t *whole)
{
  if (lua_type(L, index) != LUA_TNUMBER) return 0;
  const double d = lua_tonumber(L, index);
  if (!(d >= -0x1p53 && d <= 0x1p53)) return 0;
  *whole = (int64_t)d;
  return (double)*whole == d;
}

/* Read a whole number of at most 2^53 in magnitude; raises for anything else, with what as the name
   of the value in the error. After require 'torch' a fraction is truncated instead. */
int64_t luaTH_tointeger(lua_State *L, int index, const char *what);

/* The same for a number that has been read already. */
int64_t luaTH_whole(lua_State *L, THNumber number, const char *what);

/* 1 after require 'torch' in this state, which switches on Torch7's rules. Whatever differs under
   them asks here; doc/coming-from-torch7.md has the list. */
int luaTH_isTorch7(lua_State *L);

/* 1 if the sizes at index are an empty LongStorage and Torch7's rules hold, by which it stands for
   a tensor without dimensions and elements, not for a scalar. */
int luaTH_isNoSizes(lua_State *L, int index);

/* Make t such a tensor. */
int luaTH_toNoSizes(THTensor *t);

/* Like the functions above, but raise "bad argument" for other values. checkstorage raises for a
   storage on a device too. */
THTensor *luaTH_checktensor(lua_State *L, int index);
THStorage *luaTH_checkstorage(lua_State *L, int index);
THStorage *luaTH_checkanystorage(lua_State *L, int index);

/*
** Read a list of whole numbers: either the arguments from index to last, or a single LongStorage or
** table. Writes at most TH_MAX_DIM numbers to sizes and returns how many. Raises if there are more,
** or if an argument is something else; what names the list in the error.
*/
int luaTH_checksizes(lua_State *L, int index, int last, int64_t *sizes, const char *what);

/*
** Push a new tensor of the CPU with the elements of the nested table at index, or a LongTensor with
** its whole numbers. Raise for tables that are ragged or have holes or other elements; what names
** the positions in errors. Call newfromtable between luaTH_enter and luaTH_leave.
*/
THTensor *luaTH_newfromtable(lua_State *L, int index, int dtype);
THTensor *luaTH_newpositions(lua_State *L, int index, const char *what);

/* Raise if the table at index has keys other than 1, 2, ... without a hole and, unless NULL, a
   named option; what names the list in the error. */
void luaTH_checklist(lua_State *L, int index, const char *option, const char *what);

/*
** Shape the empty tensor t as the arguments 2 to last say. These are one of: sizes, as for
** luaTH_checksizes; two LongStorages, of sizes and of strides; or a storage, and optionally the
** first position in it (from 1), sizes and strides, given as two lists or as pairs of numbers. t is
** at the top of the stack, behind the arguments. Raises for other arguments; names holds the words
** for the error.
*/
typedef struct luaTH_WindowNames { const char *op, *offset, *size, *stride; } luaTH_WindowNames;
void luaTH_readwindow(lua_State *L, const luaTH_WindowNames *names, THTensor *t, int last);

/* --- pushing --- */

/* Push an undefined tensor of a kind. The kind may be TH_UNDEFINED until luaTH_settype is
   called. */
THTensor *luaTH_newtensor(lua_State *L, int kind);

/* Push an undefined tensor with a dtype and the metatable of the kind likely. If the tensor ends up
   with that kind, luaTH_settype is not needed. */
THTensor *luaTH_newresult(lua_State *L, int dtype, int likely);

/* The same for the functions of rows and for metamethods, which find the metatable in their upvalue
   LUATH_TYPES, the table of types, not in the registry. */
THTensor *luaTH_newtyped(lua_State *L, int dtype, int likely);
#define LUATH_TYPES lua_upvalueindex(2)

/* Give the tensor at index the metatable of its kind. */
void luaTH_settype(lua_State *L, int index);

/* For a result that the caller gave empty and of one kind, and that received elements on another
   device: empty it again. Returns TH_EUNSUPPORTED with a text that names both. */
int luaTH_takeBack(const char *op, THTensor *t, int kind);

/* Push an empty place for a storage of a kind. The caller assigns it a reference, or leaves it NULL
   and raises. */
THStorage **luaTH_newstorage(lua_State *L, int kind);

/* Set t to a vector of all elements of s: devices read, write and copy elements through tensors. */
int luaTH_asVector(THTensor *t, THStorage *s);

/* Copy all elements, converted, to a storage of the same size; both may be on any device. */
int luaTH_copystorage(THStorage *to, THStorage *from);

/* A storage of the CPU with the elements of s: s itself, or a copy, which is pushed. Raises on
   failure. */
THStorage *luaTH_storageHere(lua_State *L, THStorage *s);
THGenerator *luaTH_newgenerator(lua_State *L);

/*
** Push a number. Integers stay exact: as an integer from Lua 5.3 on, as an int64 cdata under LuaJIT
** where a double is not exact (beyond 2^53). Lua 5.1 and 5.2 round. A complex number is a table of
** its two parts.
*/
void luaTH_pushnumber(lua_State *L, THNumber number);

/* Push what was computed of all elements of a tensor: a number or, if it is complex, a tensor
   without dimensions of the type of like. Returns a status; something is pushed in any case. */
int luaTH_pushscalar(lua_State *L, const THTensor *like, THNumber number);

/* Push a LongStorage of n sizes. It has no storage yet (luaTH_Sizes), so it needs no finalizer. */
void luaTH_pushsizes(lua_State *L, int n, const int64_t *sizes);

/* --- finishing, errors (error.c) --- */

/* ownFiles(): the file that calls lies in the folder of the module's part in Lua. */
int luaTH_ownFiles(lua_State *L);

/* Raises a formatted text with the line of the script, also where the module's part in Lua
   calls. */
int luaTH_error(lua_State *L, const char *format, ...);

/* Turns a status into a Lua error, as luaTH_failed does for a named operation. Returns count if the
   status is TH_OK. */
TH_API int luaTH_result(lua_State *L, int status, int count);

/*
** Raise the text of the last failure under the name of the operation that the script called. A
** driver may call others, whose names the caller does not know, and the text for exhausted memory
** has no name.
*/
int luaTH_failed(lua_State *L, const char *name);

/* Raise if a quarter of this thread's C stack is left, or less; name is the operation. Operations
   that call a script's function, which may call them again, begin with this. */
void luaTH_checkdepth(lua_State *L, const char *name);

/* Raise a formatted text. Do not use luaL_error for numbers: each Lua formats them differently. */
#define luaTH_fail(L, ...) luaTH_result(L, th_fail(TH_EINVAL, __VA_ARGS__), 0)

/* --- memory (memory.c) --- */

/*
** Storages made between begin and end are charged to the state's account. Every call that makes
** storages begins after reading its arguments, enters again after running Lua code, and ends. Begin
** runs the collector when it is due, and with it a script's finalizers, as any call that pushes a
** new value may: by then the script has let go of what the last call made. A call that cannot bear
** this at its begin enters instead, and leaves when all values are on the stack: leave may run the
** collector too. An error needs no end.
*/
typedef struct luaTH_Memory luaTH_Memory;
luaTH_Memory *luaTH_begin(lua_State *L);
luaTH_Memory *luaTH_enter(lua_State *L);
void luaTH_end(luaTH_Memory *memory);
void luaTH_leave(lua_State *L, luaTH_Memory *memory);

/*
** Call this before a userdata with a finalizer is made, of that many bytes. From Lua 5.3 on such
** values count as live in the collection that finds them dead, so the collector would wait longer
** each time, and its pauses would grow with the number of calls. So their bytes are counted three
** times, which bounds the garbage by the size of the heap. This may run the collector.
*/
#if LUA_VERSION_NUM >= 503
void luaTH_countGarbage(lua_State *L, int bytes);
#else
#define luaTH_countGarbage(L, bytes) ((void)0)
#endif

/*
** Call this after a failure. If memory ran out, or a storage that is to grow has a view, the cause
** may be tensors that are garbage: set the top, collect, and return 1; the caller then tries once
** more. Else return 0.
*/
int luaTH_again(lua_State *L, int status, int top);

/* --- a sandbox (lua/sandbox.c, memory.c) --- */

/* The most bytes of all tensors of the state, and of one; TH_NO_BUDGET for no limit. */
void luaTH_limit(lua_State *L, int64_t bytes, int64_t largest);

/* Raise if the state is a sandbox, which tensor/sandbox.lua says to C; what: the argument that it
   does not have there. */
void luaTH_checkOutside(lua_State *L, const char *name, const char *what);

/* --- values that storages keep (anchors.c) --- */

/*
** Pop a value and keep it until luaTH_letGo, the deleter of a storage, is called with the anchor,
** in whatever thread. Raises under that name if there is no memory. dropAnchors lets go at once of
** what is not needed any more.
*/
typedef struct luaTH_Anchor luaTH_Anchor;
luaTH_Anchor *luaTH_anchor(lua_State *L, const char *name);
void luaTH_letGo(void *anchor, void *data);
void luaTH_dropAnchors(lua_State *L);

/* --- the state's table of types (luaTH.c) --- */

/* Push the type object of a kind (torch.FloatTensor, torch.FloatStorage), which may be made by
   this. */
void luaTH_pushtype(lua_State *L, int kind);
void luaTH_pushstoragetype(lua_State *L, int kind);

/* Push the table of the type objects by kind, for LUATH_TYPES. */
void luaTH_pushtypes(lua_State *L);

/* Set the fields that describe the kind in the type object at the top. */
void luaTH_describetype(lua_State *L, int kind);

/* Push the table of methods common to all types of tensors. */
void luaTH_pushmethods(lua_State *L);

/* Give the metatable of that table, at the top, what finds the methods that wait (waiting.c). */
void luaTH_findmethods(lua_State *L);

/* The dtype of a type object, an option ("float") or a type name ("torch.FloatTensor") at index;
   TH_UNDEFINED for anything else. */
int luaTH_todtype(lua_State *L, int index);

/* The same for types on devices and types with a layout too: returns a kind. */
int luaTH_tokind(lua_State *L, int index);

/* The kind of the type object at index (a value, not below the top); TH_UNDEFINED for anything
   else. */
int luaTH_totypekind(lua_State *L, int index);

/* The device on which new tensors of a kind are made: 0, or CUDA's current device. If there is
   none, raises the reason. */
int luaTH_deviceOf(lua_State *L, int kind);

/* Push a copy on a device of the tensor at the top, which is on the CPU; nothing if device is 0.
   kind is that of the copy. */
void luaTH_moveto(lua_State *L, int kind, int device);

/* Push a function of tensor.cuda, which is written in Lua. */
void luaTH_pushcuda(lua_State *L, const char *name);

/* The kind that constructors of this state make by default. */
int luaTH_defaultkind(lua_State *L);
void luaTH_setdefaultkind(lua_State *L, int kind);

/* The floating dtype that numbers with a fraction and floating functions of integers have: that of
   the default kind, or Float if that is an integer type. */
int luaTH_defaultfloat(lua_State *L);

/* The state's default generator. */
THGenerator *luaTH_defaultgenerator(lua_State *L);

/* The state's generator for tensors of a device: the default generator for the CPU, else a Philox
   generator per device. */
THGenerator *luaTH_generatorOf(lua_State *L, int device);

/* --- chapters: each adds its names to the module, which is at the top of the stack and stays there
   --- */
void luaTH_opentypes(lua_State *L);
void luaTH_openstorage(lua_State *L);
void luaTH_opentensor(lua_State *L);
void luaTH_openview(lua_State *L);
void luaTH_openparts(lua_State *L);
void luaTH_openarrange(lua_State *L);
void luaTH_openplain(lua_State *L);
void luaTH_openformat(lua_State *L);
void luaTH_openindex(lua_State *L);
void luaTH_openapply(lua_State *L);
void luaTH_openfuse(lua_State *L);
void luaTH_openops(lua_State *L);
void luaTH_openelementwise(lua_State *L);
void luaTH_openmake(lua_State *L);
void luaTH_openprompt(lua_State *L);
void luaTH_openmemory(lua_State *L);
void luaTH_opensystem(lua_State *L);
void luaTH_openfile(lua_State *L);
void luaTH_openprocess(lua_State *L);
void luaTH_openformats(lua_State *L);
void luaTH_openlinear(lua_State *L);
void luaTH_openlapack(lua_State *L);
void luaTH_openlinalg(lua_State *L);
void luaTH_openfunctions(lua_State *L);
void luaTH_openfft(lua_State *L);
void luaTH_openquantize(lua_State *L);
void luaTH_openreduce(lua_State *L);
void luaTH_openorder(lua_State *L);
void luaTH_openalong(lua_State *L);
void luaTH_opensearch(lua_State *L);
void luaTH_openrandom(lua_State *L);
void luaTH_opendraws(lua_State *L);
void luaTH_opentype(lua_State *L);
void luaTH_opencomplex(lua_State *L);
void luaTH_opendtype(lua_State *L);
void luaTH_openmkldnn(lua_State *L);
void luaTH_openclass(lua_State *L);
void luaTH_openerrors(lua_State *L);
void luaTH_opensparse(lua_State *L);
void luaTH_openblob(lua_State *L);
void luaTH_opendlpack(lua_State *L);
void luaTH_openshared(lua_State *L);
void luaTH_opentensors(lua_State *L);

/* The methods read and write of storages, which take a file (filedata.c). */
int luaTH_readStorage(lua_State *L);
int luaTH_writeStorage(lua_State *L);

/*
** Types: a type object (torch.FloatTensor) is the metatable of its tensors or storages. Chapters
** give the functions that all metatables of a family have, one of them __index, and the function
** that a call of a type object runs; maketypes then makes the types of tensors of the CPU. Upvalue
** 1 of __index is the type, that of a constructor the kind; upvalue 2 is the table of types
** (LUATH_TYPES).
*/
enum { LUATH_TENSORS, LUATH_STORAGES, LUATH_LAYOUTS }; /* LUATH_LAYOUTS + its number: of a layout */
void luaTH_setfunctions(lua_State *L, int family, const luaL_Reg *list);
void luaTH_setconstructor(lua_State *L, int family, lua_CFunction constructor);
void luaTH_maketypes(lua_State *L);

/* Let calls of an object run the family's constructor: set __call in its metatable, at the top. */
void luaTH_setcall(lua_State *L, int family, int kind);

/* x[i] and x[i] = y (index.c), as a list for luaTH_setfunctions. */
extern const luaL_Reg luaTH_indexing[];

/* setint64(table): keep the functions for int64 cdata that tensor/init.lua gives (number.c) */
int luaTH_setint64(lua_State *L);

/* The way of sharing that the script has set, or the default (shared.c). */
int luaTH_sharing(lua_State *L);

/* x:retain() and x:free() of a tensor or storage (class.c). */
int luaTH_retain(lua_State *L);
int luaTH_free(lua_State *L);

#endif
