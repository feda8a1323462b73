/*
** The matcher: reads a call's arguments by the signature of a row, so that no function parses its
** own.
**
** A row is one form of a function; rows of one name are tried in order. A signature is a list of
** items:
**
**   r!  r!Long  r!Byte        result: an optional tensor in front (of that dtype); where it is
**                             missing a fresh one is pushed
**   x:Tensor  x:Tensor2       a tensor, of that many dimensions
**   x:LongTensor  m:Mask      a tensor of that dtype; a ByteTensor or BoolTensor
**   x:Operand                 a tensor or a number
**   v:number  n:count         a number; a whole number >= 0
**   k:position  d:dim         a whole number >= 1, given to the driver from 0; dim may be
**                             negative, counted from the end of the first tensor
**   b:boolean  s:string  f:function  t:table  a:any   as Lua has them
**   u:U/L                     one of these strings
**   n:sizes                   whole numbers to the end of the call, or one LongStorage or table
**   n:pairs                   whole numbers to the end of the call, which the driver reads
**   g:Generator               a random generator; default: the state's own
**   o:options                 a table without element 1, such as {dtype = 'double'}
**
** "=value" behind an item gives a default (a number, true, false or a string), "?" lets it be
** missing. An optional item in the middle is skipped where the rest fits only then: add(x, 2, y),
** add(x, y).
**
** As a function f(r?, x, ...). As a method, a row with LUATH_INPLACE writes to its object: x:f(...)
** is f(x, x, ...), or x:f(y, ...) is f(x, y, ...), whichever fits first; other rows take the object
** as first argument.
**
** The driver gets the values, with results pushed and owned by the collector, and returns a TH
** status. Then the results are what the call returns, unless the driver pushed values of its own
** and counted them in c->pushed.
*/
#ifndef LUATH_SIGNATURE_H
#define LUATH_SIGNATURE_H

#include "core/luaTH.h"

enum { LUATH_INPLACE = 1, LUATH_METHOD_ONLY = 2, LUATH_FUNCTION_ONLY = 4 };

enum { LUATH_MAX_RESULTS = 4, LUATH_MAX_ITEMS = 12 };

typedef struct luaTH_Value {
  int given;         /* 0: missing, or a default */
  int index;         /* stack position, 0 when not given */
  THTensor *tensor;  /* Tensor, Operand (NULL for a number) */
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
  const char *name;                      /* as called */
  THTensor *result[LUATH_MAX_RESULTS];
  int given[LUATH_MAX_RESULTS];          /* whether the caller gave the result */
  luaTH_Value arg[LUATH_MAX_ITEMS];      /* the items behind the results */
  /* values the driver pushed to be returned instead of the results */
  int pushed;
} luaTH_Call;

typedef struct luaTH_Row {
  const char *name;
  const char *signature;
  int (*driver)(luaTH_Call *call);
  const char *doc;      /* one line; of the first row of a name at least */
  unsigned flags;
  const void *data;     /* the driver's own: an operation's row */
} luaTH_Row;

/*
** Register the rows (ended by a NULL name, living as long as the state) in the module at the top of
** the stack and in the common methods. Rows of one name must be adjacent.
*/
TH_API void luaTH_register(lua_State *L, const luaTH_Row *rows);

/* Push the number or truth value that a call returns in place of its results. */
TH_API int luaTH_returnnumber(luaTH_Call *call, THNumber number);
int luaTH_returnboolean(luaTH_Call *call, int value);

/* Raises where the table of options at index has a key but the one option. */
void luaTH_checkoptions(lua_State *L, const char *name, int index, const char *option);

/* The dtype that options ask for ({dtype = 'double'}), else otherwise. Raises for an unknown or
   planned one. */
int luaTH_optiondtype(luaTH_Call *call, const luaTH_Value *options, int otherwise);

/* The dtype of what a call makes out of nothing: that of the result given, of the options, or the
   default, on whose device the fresh result is put. Raises where result and options differ. */
int luaTH_resultdtype(luaTH_Call *call, const luaTH_Value *options);

/* luaTH_optiondtype of the table at index, for functions without a call. */
int luaTH_readdtype(lua_State *L, const char *name, int index, int otherwise);

#endif
