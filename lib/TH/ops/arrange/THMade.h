/*
** Results that are made apart from the given tensors, for the files of this folder.
*/
#ifndef TH_MADE_H
#define TH_MADE_H

#include "TH/ops/elementwise/THInput.h"

/* Unless status is a failure, give made to out: an out without memory takes its storage, any other
   is resized and gets its elements. Clears made; returns the status of all. */
static inline int th_give(const char *op, int status, THTensor *out, THTensor *made)
{
  const int takes = !out->storage && !out->layout &&
                    (out->dtype == TH_UNDEFINED || out->dtype == made->dtype) &&
                    (!out->device || out->device == THTensor_device(made));
  if (!status && takes) THTensor_set(out, made);
  else if (!status) status = THResult_replace(op, out, made);
  THTensor_clear(made);
  return status;
}

#endif
