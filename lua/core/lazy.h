/*
** Views with the conjugate or the negative bit as arguments of calls. Only drivers of rows with
** LUATH_LAZY get them as they are. For others each view is replaced, while the driver runs, by a
** tensor of its values, and what the driver wrote there is written to the view. So no driver has to
** know of bits.
*/
#ifndef LUATH_LAZY_H
#define LUATH_LAZY_H

#include "core/match.h"

typedef struct luaTH_Lazy {
  int n;
  struct luaTH_LazyView {
    THTensor *view, *plain;
    int isResult, index; /* index: the stack position of an argument */
  } of[LUATH_MAX_RESULTS + LUATH_MAX_ITEMS];
} luaTH_Lazy;

/* Replace the views in the call. The tensors are pushed. */
int luaTH_takeViews(luaTH_Call *call, const Form *form, luaTH_Lazy *lazy);

/* Put the views back and write to them: to results, and, if the driver succeeded, to an argument
   that it returns, as methods return the object that they changed. status: the driver's. */
int luaTH_giveViews(luaTH_Call *call, const Form *form, const luaTH_Lazy *lazy, int status);

/* t itself, or if it has bits a tensor of its values, which is put at that stack position. */
THTensor *luaTH_plain(lua_State *L, THTensor *t, int index);

#endif
