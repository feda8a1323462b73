/*
** Sequences of equal steps. The elements are doubles, made a block at a time; for another dtype, or
** a vector with gaps, the block is copied while it is in the first-level cache.
**
** This file is compiled without contraction, so the elements have the same bits on every machine.
*/
#include "TH/ops/elementwise/THCopy.h"

enum { BLOCK = 1024 }; /* of 8 KB */

/* Counting in int is what the compiler vectorizes; first + i is exact. */
static void write_block(double *p, int count, double first, double start, double step)
{
  for (int i = 0; i < count; i++) p[i] = start + (first + i) * step;
}

static int block_at(int64_t at, int64_t count)
{
  return count - at < BLOCK ? (int)(count - at) : BLOCK;
}

static int is_plain(const THTensor *t)
{
  return t->dtype == TH_DOUBLE && THTensor_run(t) && !(t->storage->flag & TH_STORAGE_FIXED);
}

int THTensor_fillSequence(THTensor *t, double start, double step)
{
  THTensor block = {0}, part = *t; /* part borrows */
  const int64_t count = t->size[0], size = BLOCK;
  const int direct = is_plain(t);
  int status = direct ? TH_OK : THTensor_new(&block, 0, TH_DOUBLE, 1, &size);
  for (int64_t at = 0; at < count && !status; at += BLOCK) {
    const int n = block_at(at, count);
    double *p = direct ? (double *)THTensor_data(t) + at : block.storage->data;
    write_block(p, n, (double)at, start, step);
    if (direct) continue;
    part.size[0] = block.size[0] = n;
    part.storageOffset = t->storageOffset + at * t->stride[0];
    status = THTensor_copy(&part, &block);
  }
  THTensor_clear(&block);
  return status;
}
