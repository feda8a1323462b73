/*
** Signals of writing: a broken pipe (SIGPIPE) and the limit of file sizes (SIGXFSZ) end a program.
** Between begin and end they are kept from it, so that writing fails instead.
**
** Both must be called by one thread; pairs may stand inside each other.
*/
#ifndef TH_GUARD_H
#define TH_GUARD_H

#include "TH/platform/THPlatform.h"

typedef struct THGuard {
  THSignals before; /* what was blocked */
  THSignals ours;   /* the signals that were not pending before, and are removed at the end */
} THGuard;

void THGuard_begin(THGuard *guard);
void THGuard_end(THGuard *guard); /* keeps errno */

#endif
