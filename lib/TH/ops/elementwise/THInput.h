/*
** Operands as an operation reads them: what was given or, where writing the result would change it
** too early, a copy. And results that are made beside what was given.
*/
#ifndef TH_INPUT_H
#define TH_INPUT_H

#include "TH/geometry/THAlias.h"

/* own: {0} at first, and dropped at the end; use points to it or to what was given. */
typedef struct THInput {
  const THTensor *use;
  THTensor own;
} THInput;

/* t through the gate (THGate.h), where those flags are understood; of a layout that can be resolved
   its elements. */
TH_API int THInput_take(THInput *in, const char *op, const THTensor *t, unsigned flags);

/*
** A copy where writing out, once it has these sizes (NULL: not known yet), would change what is
** still to be read. That is so of the same window too, unless isElementwise says that each element
** is read before it is written.
*/
TH_API int THInput_keepFrom(THInput *in, const THTensor *out, int ndim, const int64_t *size,
                            int isElementwise);

TH_API void THInput_drop(THInput *in);

/* The sizes and elements of made for out, which may not become it, because it touches operands. */
TH_API int THResult_replace(const char *op, THTensor *out, const THTensor *made);

/* Two results: elements of x and, Long, where they stand. Both get these sizes or neither changes.
   TH_EINVAL where they share a storage. */
TH_API int THResult_pair(const char *op, const THTensor *x, const int64_t *size, THTensor *values,
                         THTensor *indices);

#endif
