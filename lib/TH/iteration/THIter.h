/*
** The iterator between tensors and loops: operands broadcast to one shape, laid out so that a loop
** sees long rows.
**
** begin sets the shape; add adds operands, results first (broadcasting is a stride of 0); finish
** puts the dimensions with the smallest strides first and merges dimensions that are one run for
** all operands. Then size[0] and stride[0] describe the rows; strides are in bytes. Example: two
** contiguous matrices and a contiguous result become one row.
**
** Do not copy an iterator by assignment (use THIter_copy): operands may point into it.
*/
#ifndef TH_ITER_H
#define TH_ITER_H

#include "TH/base/THDtype.h"
#include "TH/base/THError.h"
#include "TH/iteration/THParallel.h"

#define TH_MAX_OPERANDS 12

/* Only declared: kernels include this file but never look into a tensor, so an edit of THTensor.h
   does not recompile them. */
typedef struct THTensor THTensor;

/* A piece with fewer bytes than this, of all operands together, is not worth waking a thread. */
#define TH_GRAIN_BYTES (256 * 1024)

/* How many elements a function of several passes takes at a time, so that the threads' second-level
   caches hold them from one pass to the next and each thread has work. held: bytes of an element in
   all tensors; passed: in those of the pass with the fewest. */
TH_API int64_t THIter_block(int64_t held, int64_t passed);

/* A kernel's loop over n elements, at least 1. p[k] is the first element of operand k, s[k] its
   step in bytes. */
typedef void (*THLoop)(char *const *p, const ptrdiff_t *s, ptrdiff_t n);

/* As THLoop, with a context: what the call has besides operands. */
typedef void (*THContextLoop)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n);

typedef struct THIter {
  const char *op; /* the operation's name, for errors */
  int ndim, nop, device;
  int computes; /* the loop takes as long to compute as memory takes to read and write, or longer */
  int dtype[TH_MAX_OPERANDS];
  int64_t size[TH_MAX_DIM];
  ptrdiff_t stride[TH_MAX_DIM][TH_MAX_OPERANDS];
  char *data[TH_MAX_OPERANDS];
  int64_t count;
  union { uint64_t bits[2]; } number[TH_MAX_OPERANDS];
} THIter;

/* A value for device, set after begin: the operands may be on several devices, and may be host
   memory that devices are using. The caller orders its work after theirs. */
enum { TH_ANY_DEVICE = -2 };

/* Start with the shape of the results. Errors: as THShape_count. */
TH_API int THIter_begin(THIter *it, const char *op, int ndim, const int64_t *size);

/* Add an operand. Errors: those of THTensor_operand, sizes that do not broadcast to the shape,
   operands on different devices. */
TH_API int THIter_add(THIter *it, const THTensor *t);

/* Add a number, converted to dtype, as an operand that is the same for all positions. */
TH_API void THIter_addNumber(THIter *it, int dtype, THNumber number);

/* Add the positions along dimension d of the shape, counted from 1. This operand has no memory: its
   address is the position. Only for kernels made for it. */
TH_API void THIter_addPositions(THIter *it, int d);

/* Whether operand k is a number stored in the iterator. */
static inline int THIter_isNumber(const THIter *it, int k)
{
  return it->data[k] == (const char *)&it->number[k];
}

/* Copy an iterator: the same operands, with its own copies of the numbers. */
static inline void THIter_copy(THIter *to, const THIter *from)
{
  *to = *from;
  for (int k = 0; k < from->nop; k++)
    if (THIter_isNumber(from, k)) to->data[k] = (char *)&to->number[k];
}

TH_API void THIter_finish(THIter *it);

/*
** The short path, for operands that are runs of count elements (THTensor_run) and numbers. After
** begin and the adds, results first, the iterator is ready and has one row.
*/
TH_API void THIter_beginRow(THIter *it, const char *op, int64_t count);
TH_API void THIter_addRow(THIter *it, const THTensor *t);

/* Whether operand 0 of such a row may be written: each of the other operands either does not
   overlap it or is exactly the same elements. */
TH_API int THIter_isApart(const THIter *it);

/* As finish, but positions keep their row-major order, for kernels that count as they go. */
TH_API void THIter_finishInOrder(THIter *it);

/* Run the loop over all rows, on several threads where that pays. Loops cannot fail, but may be
   stopped: TH_ECANCELLED (THStop.h). */
TH_API int THIter_run(const THIter *it, THLoop loop);
TH_API int THIter_runWith(const THIter *it, THContextLoop loop, void *context);

/*
** As THIter_runWith, for a loop to which the address of operand 0 is only where its places begin
** (scatter). Positions with one address run in order and in one thread: threads share a dimension
** along which the address changes.
*/
TH_API int THIter_runApart(const THIter *it, THContextLoop loop, void *context);

/*
** As THIter_run, for a loop that writes operand 0 without reading it, each element from the
** elements of the other operands at its position. It may be given copies of the operands, and rows
** of any length.
*/
TH_API int THIter_map(const THIter *it, THLoop loop);

/* As THIter_map, for a loop that only moves elements from operand 1 to operand 0. */
TH_API int THIter_move(const THIter *it, THLoop loop);

/*
** As THIter_run, for a loop that also advances through a vector, in order, by what it finds in the
** operands (maskedSelect). Its context is a THCounting: used is how far it has advanced, 0 at
** first, and end is where the vector ends. ahead advances used as loop does and changes nothing
** else; it runs first, so that each thread knows where its part begins.
*/
typedef struct THCounting {
  int64_t used, end;
  const void *context; /* of the whole */
} THCounting;
TH_API int THIter_runCounting(const THIter *it, int64_t end, THContextLoop ahead,
                              THContextLoop loop, const void *context);

/* As THIter_run, for positions [begin, end) in the iterator's order, in the calling thread. The
   iterator must have positions (count > 0). */
TH_API void THIter_walk(const THIter *it, THLoop loop, int64_t begin, int64_t end);
TH_API void THIter_walkWith(const THIter *it, THContextLoop loop, void *context, int64_t begin,
                            int64_t end);

#endif
