/*
** A list of dimensions as an argument: a table of whole numbers from 1, negative ones from the end;
** an empty one means all. A driver reads it first, since that may raise, and then runs the driver
** for one dimension.
*/
#ifndef LUATH_DIMS_H
#define LUATH_DIMS_H

#include "chapters/lists.h"

/* Replace the table by its dimensions, counted from 0: those of x, argument 0. */
static inline void read_dim_list(luaTH_Call *call, luaTH_Value *list)
{
  int dim[TH_MAX_DIM];
  const THTensor *x = call->arg[0].tensor;
  list->nsizes = read_dims(call->L, list->index, x, dim, call->name);
  for (int k = 0; k < list->nsizes; k++) list->sizes[k] = dim[k];
}

/* Give a made first result, and drop it. */
static inline int give_made(luaTH_Call *call, int status, THTensor *made)
{
  if (!status && !call->given[0]) THTensor_set(call->result[0], made);
  else if (!status) status = THResult_replace(call->name, call->result[0], made);
  THTensor_clear(made);
  return status;
}

/* Run a driver for one dimension, argument at, on argument 0 with those that were read joined. Its
   first result becomes one with these as dimensions of size 1. */
static inline int over_dims(luaTH_Call *call, int at, int (*driver)(luaTH_Call *call))
{
  int dims[TH_MAX_DIM];
  luaTH_Value *list = &call->arg[at];
  THTensor *const x = call->arg[0].tensor, *const out = call->result[0];
  THTensor joined = {0}, made = {.dtype = out->dtype, .device = out->device};
  for (int k = 0; k < list->nsizes; k++) dims[k] = (int)list->sizes[k];
  TH_TRY(THTensor_joinDims(call->name, &joined, x, list->nsizes, dims));
  call->arg[0].tensor = &joined;
  list->integer = joined.nDimension - 1;
  call->result[0] = &made;
  int status = driver(call);
  call->arg[0].tensor = x;
  call->result[0] = out;
  if (!status) status = THTensor_keepDims(call->name, &made, x, list->nsizes, dims);
  THTensor_clear(&joined);
  return give_made(call, status, &made);
}

#endif
