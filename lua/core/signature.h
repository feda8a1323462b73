/*
** The matcher reads the arguments of a call by the signature of its row, so that no function parses
** its own.
**
** A row is one form of a function; the rows of one name are tried in order. A signature is a list
** of items:
**
**   r!  r!Long  r!Byte        result: an optional tensor in front (of that dtype); if the caller
**                             gives none, a fresh one is pushed
**   x:Tensor  x:Tensor2       a tensor; a tensor with that many dimensions
**   x:LongTensor  m:Mask      a tensor of that dtype; a ByteTensor or BoolTensor
**   x:Operand                 a tensor or a number, which may be complex
**   v:number  n:count         a number; a whole number >= 0
**   v:complex                 a number, which may be complex: a cdata or a table of two parts
**   k:position  d:dim         a whole number >= 1, which the driver gets counted from 0; a dim may
**                             be negative, which counts from the end of the first tensor
**   k:place                   a position that may be negative too: a number, as it was given
**   idx:LongTensor/table      a LongTensor, or a table of whole numbers, which becomes one
**   b:boolean  s:string  f:function  t:table  a:any   as in Lua
**   u:U/L                     one of these strings
**   n:sizes                   all whole numbers that follow, or one LongStorage or table
**   n:pairs                   all whole numbers that follow, which the driver reads itself
**   g:Generator               a random generator; default: the state's own
**   o:options                 a table without element 1, such as {dtype = 'double'}
**
** "=value" after an item gives a default (a number, true, false or a string); "?" makes it
** optional. An optional item in the middle is skipped only if the rest does not fit otherwise:
** add(x, 2, y), add(x, y). A nil in the place of an optional item or result counts as left out, and
** so do nils behind the last argument. A needed item takes nil only if it is of type any.
** A nil in the place of a result raises if numbers or sizes follow, as it may be one of them.
**
** As a function, a call is f(r?, x, ...). As a method, a row with LUATH_INPLACE writes to its
** object: x:f(...) means f(x, x, ...) if that fits, and x:f(y, ...) means f(x, y, ...) otherwise.
** Other rows take the object as the first argument.
**
** After require 'torch' a row with LUATH_ANY_DIM takes every number as the dim of a vector. The
** options of a row with LUATH_FORMATTED may have memoryFormat. The driver of a row with LUATH_LAZY
** gets views with the conjugate or negative bit as they are (lazy.h), that of one with
** LUATH_CONJUGATES arguments that are conjugated.
**
** The driver gets the values and the results, which are on the stack already, and returns a TH
** status. The call returns the results, unless the driver pushed values of its own and set
** c->pushed to their number.
*/
#ifndef LUATH_SIGNATURE_H
#define LUATH_SIGNATURE_H

#include "core/luaTH.h"

enum {
  LUATH_INPLACE = 1,
  LUATH_METHOD_ONLY = 2,
  LUATH_FUNCTION_ONLY = 4,
  LUATH_ANY_DIM = 8,
  LUATH_FORMATTED = 16,
  LUATH_LAZY = 32,
  LUATH_CONJUGATES = 64
};

enum { LUATH_MAX_RESULTS = 4, LUATH_MAX_ITEMS = 12 };

typedef struct luaTH_Value {
  int given;         /* 0: missing, or the default is used */
  int index;         /* stack position, 0 if not given */
  THTensor *tensor;  /* Tensor, Operand (NULL if it is a number) */
  THNumber number;   /* number, Operand */
  int64_t integer;   /* count, position and dim (from 0), boolean */
  const char *string;
  THGenerator *generator;
  int nsizes;
  int64_t sizes[TH_MAX_DIM];
} luaTH_Value;

typedef struct luaTH_Call {
  lua_State *L;
  const struct luaTH_Row *row;
  const char *name;                      /* the name the script called */
  THTensor *result[LUATH_MAX_RESULTS];
  int given[LUATH_MAX_RESULTS];          /* 1 if the caller gave the result */
  luaTH_Value arg[LUATH_MAX_ITEMS];      /* the items, in the order of the signature */
  /* the number of values that the driver pushed, to be returned instead of the results */
  int pushed;
} luaTH_Call;

typedef struct luaTH_Row {
  const char *name;
  const char *signature;
  int (*driver)(luaTH_Call *call);
  const char *doc;      /* one line of help; at least in the first row of a name */
  unsigned flags;
  const void *data;     /* for the driver, for example an operation's row */
} luaTH_Row;

/*
** Register rows in the module at the top of the stack and in the common methods. A NULL name ends
** the rows; they must live as long as the state. Rows of one name must be adjacent. A row that is
** wrong (no driver, an unknown type, more items or results than fit) raises an error; one of the
** core's does so when a script first asks for its name (waiting.c).
*/
TH_API void luaTH_register(lua_State *L, const luaTH_Row *rows);

/*
** A short way for the plain form of a name's calls, such as x:narrow(1, 2, 3), asked before the
** matcher. It returns the number of values that it pushed, or LUATH_NOT_QUICK, with the last
** arguments on the stack as they were, for every other form and every error: these are the
** matcher's. It makes no storages.
*/
typedef int (*luaTH_Quick)(lua_State *L, int last);
enum { LUATH_NOT_QUICK = -1 };
typedef struct luaTH_QuickRow { const char *name; luaTH_Quick quick; } luaTH_QuickRow;

/* Give methods of the core, which nobody has asked for yet, their short ways. A NULL name ends the
   list. */
void luaTH_setquick(lua_State *L, const luaTH_QuickRow *list);

/* Let the call return a number or a boolean instead of its results. */
TH_API int luaTH_returnnumber(luaTH_Call *call, THNumber number);
/* Let the call return a number; a complex one as a tensor without dimensions, like argument 0. */
int luaTH_returnelement(luaTH_Call *call, THNumber number);
int luaTH_returnboolean(luaTH_Call *call, int value);

/* Raise if the table of options at index has any key other than those in options, a list such as
   "dtype memoryFormat". */
void luaTH_checkoptions(lua_State *L, const char *name, int index, const char *options);

/* The dtype that options ask for ({dtype = 'double'}), or otherwise if they do not. Raises for a
   dtype that is unknown or not built. */
int luaTH_optiondtype(luaTH_Call *call, const luaTH_Value *options, int otherwise);

/*
** The dtype for a result that has no tensor argument to take it from: the one in the options, else
** that of the given result, else the default. A fresh result is put on the default type's device.
** Raises if the options contradict the given result.
*/
int luaTH_resultdtype(luaTH_Call *call, const luaTH_Value *options);

/* The kind of argument 0, a tensor or a type object; raises for anything else. */
int luaTH_checkkind(luaTH_Call *call);

/* Let the call return argument 0, a tensor, in the layout of that number: itself if it has it. */
int luaTH_toLayout(luaTH_Call *call, int layout);

/* TH_EDTYPE if a result is given that has another dtype than the first argument, a tensor: for
   views, whose type is that of their storage, and copies that do not convert. */
int luaTH_checkresult(const luaTH_Call *call);

/* The memory format that options ask for ({memoryFormat = 'channelsLast'}), or otherwise if they do
   not. Raises for an unknown one. */
int luaTH_optionformat(luaTH_Call *call, const luaTH_Value *options, int otherwise);

/* The format for a new tensor made like x: what the options say, else preserve. Under Torch7's
   rules such tensors are row-major unless the options say otherwise. */
int luaTH_likeformat(luaTH_Call *call, const luaTH_Value *options);

/* Push a field of a table of options or of a type object. A script's __index is not asked: it would
   run inside a call, whose memory would then not be charged. */
void luaTH_rawfield(lua_State *L, int index, const char *name);

/* The dtype in the table of options at index, whose other keys are not looked at. */
int luaTH_dtypeOption(lua_State *L, const char *name, int index, int otherwise);

/* Like luaTH_optiondtype, for the table at index and functions without a luaTH_Call. */
int luaTH_readdtype(lua_State *L, const char *name, int index, int otherwise);

#endif
