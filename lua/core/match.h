/*
** What the matcher knows of a name: the forms that signature.c read, and the matches that match.c
** found. Only these two files include it, and core.c, which names the chapters.
*/
#ifndef LUATH_MATCH_H
#define LUATH_MATCH_H

#include "core/signature.h"

typedef enum Type {
  TENSOR, MASK, OPERAND, NUMBER, COMPLEX, COUNT, POSITION, DIM, BOOLEAN, STRING, CHOICE, FUNCTION,
  TABLE, ANY, SIZES, PAIRS, POSITIONS, GENERATOR, OPTIONS
} Type;

typedef struct Item {
  Type type;
  int optional, rank, dtype; /* rank -1: any; dtype 0: any */
  char fallback[12];         /* the default as text */
  THNumber number;           /* the default as a number */
  int64_t integer;
  char what[40];             /* "narrow: first", for errors */
  const char *choices;       /* points into the signature */
} Item;

typedef struct Form {
  const luaTH_Row *row;
  int nresults, nitems;
  int numbersFirst; /* its first needed item is a number, sizes or the like */
  int result_dtype[LUATH_MAX_RESULTS];
  Item *item; /* in the entry, behind its forms */
} Form;

/* A match that was found: which argument goes to which item. It holds for all calls with the same
   key (see look). */
typedef struct Plan {
  uint64_t key; /* 0: the plan is empty */
  const Form *form;
  int results, skipped; /* given in front; missing before those (see place_result) */
  struct { uint8_t index, last; } at[LUATH_MAX_ITEMS]; /* stack positions; 0: the default */
  uint16_t likely[LUATH_MAX_RESULTS]; /* the kinds that fresh results had the last time */
} Plan;

enum { NUM_PLANS = 4 };

/* All forms of one name. */
typedef struct Entry {
  int nforms, oldest;
  const char *name;
  luaTH_Quick quick; /* or NULL */
  Plan plan[NUM_PLANS];
  Form form[];
} Entry;

/* The function and the method of a name; upvalue 1 is its entry, a userdata, upvalue 2 the table of
   types (LUATH_TYPES). */
int luaTH_callFunction(lua_State *L);
int luaTH_callMethod(lua_State *L);

/* What the name of the first rows has: a function, a method, and one that is not the function. */
enum { LUATH_HAS_FUNCTION = 1, LUATH_HAS_METHOD = 2, LUATH_OWN_METHOD = 4 };
int luaTH_partsOf(const luaTH_Row *rows);

/* Make and push the function or the method of the first rows: function is one of the two above.
   quick may be NULL. */
void luaTH_pushclosure(lua_State *L, const luaTH_Row *rows, luaTH_Quick quick,
                       lua_CFunction function);

/* waiting.c: whether the table at index, which is positive, is the core; let the first rows wait
   until a script asks for their name in the core, in the module or among the methods. */
int luaTH_isCore(lua_State *L, int index);
void luaTH_wait(lua_State *L, const luaTH_Row *rows);

/* Set up what finds them in the core, at the top, and its functions for tensor/init.lua. */
void luaTH_openwaiting(lua_State *L);

/* Name the chapter of the rows registered since the last one was named; help groups names by it. */
void luaTH_notechapter(lua_State *L, const char *chapter);

/* Set the function rows of the module at the top, which returns the rows registered from now on. */
void luaTH_openrows(lua_State *L);

#endif
