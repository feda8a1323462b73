/*
** The iterator between geometry and loops: operands of one shape, laid out so that a loop sees long
** rows.
**
** begin sets the shape, add brings operands (broadcast to it: a stride of 0 repeats), finish puts
** the dimension with the smallest strides first and merges dimensions that are one run for all
** operands. Then size[0], stride[0] describe the rows, strides in bytes. Results are added first.
** An iterator is used where it stands: numbers live inside it.
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

/* Pieces smaller than this many bytes of all operands are not worth waking a thread. */
#define TH_GRAIN_BYTES (256 * 1024)

/* A kernel's loop: p[k] is operand k's first element, s[k] its step in bytes, n the number of
   elements, at least 1. */
typedef void (*THLoop)(char *const *p, const ptrdiff_t *s, ptrdiff_t n);

/* A loop with a context: what its call says beside the operands. */
typedef void (*THContextLoop)(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n);

typedef struct THIter {
  const char *op; /* the operation's name, for errors */
  int ndim, nop, device;
  int dtype[TH_MAX_OPERANDS];
  int64_t size[TH_MAX_DIM];
  ptrdiff_t stride[TH_MAX_DIM][TH_MAX_OPERANDS];
  char *data[TH_MAX_OPERANDS];
  int64_t count;
  union { uint64_t bits[2]; } number[TH_MAX_OPERANDS];
} THIter;

/* Set as the device after begin: operands may be on several, among them memory of the host that
   devices are at work on; the caller orders its work behind theirs. */
enum { TH_ANY_DEVICE = -2 };

/* Errors: as THShape_count. */
TH_API int THIter_begin(THIter *it, const char *op, int ndim, const int64_t *size);

/* Errors: the gate's (THTensor_operand), sizes that do not broadcast to the shape, operands on
   different devices. */
TH_API int THIter_add(THIter *it, const THTensor *t);

/* A number converted to dtype, the same for all positions. */
TH_API void THIter_addNumber(THIter *it, int dtype, THNumber number);

/* Positions along dimension d of the shape, from 1: an operand without memory, whose address is the
   position, for kernels that know of it. */
TH_API void THIter_addPositions(THIter *it, int d);

/* Whether operand k is a number, which the iterator holds. */
static inline int THIter_isNumber(const THIter *it, int k)
{
  return it->data[k] == (const char *)&it->number[k];
}

/* Another iterator on the same operands, with numbers of its own. */
static inline void THIter_copy(THIter *to, const THIter *from)
{
  *to = *from;
  for (int k = 0; k < from->nop; k++)
    if (THIter_isNumber(from, k)) to->data[k] = (char *)&to->number[k];
}

TH_API void THIter_finish(THIter *it);

/*
** The short way, for operands that are runs of count elements (THTensor_run) and numbers: begin
** and add them, and the iterator is ready, as one row. Results are added first.
*/
TH_API void THIter_beginRow(THIter *it, const char *op, int64_t count);
TH_API void THIter_addRow(THIter *it, const THTensor *t);

/* Whether operand 0 of such a row may be written: the others are apart from it or the same
   elements. */
TH_API int THIter_isApart(const THIter *it);

/* As finish, but positions keep their row-major order, for kernels that count as they go. */
TH_API void THIter_finishInOrder(THIter *it);

/* Walk the loop over all rows, on several threads where that pays. Always TH_OK: no loop fails. */
TH_API int THIter_run(const THIter *it, THLoop loop);
TH_API int THIter_runWith(const THIter *it, THContextLoop loop, void *context);

/*
** The same for a loop that writes operand 0 without reading it, each element from those of the
** other operands at its position. It may see copies of the operands, and calls of any lengths.
*/
TH_API int THIter_map(const THIter *it, THLoop loop);

/*
** As THIter_run for a loop that goes through a vector, in order, by what it finds. Its context is a
** THCounting: used says how far it is, 0 at first, end where the vector ends. ahead counts as the
** loop does and changes nothing else: by it each thread knows its part.
*/
typedef struct THCounting {
  int64_t used, end;
  const void *context; /* of the whole */
} THCounting;
TH_API int THIter_runCounting(const THIter *it, int64_t end, THContextLoop ahead,
                              THContextLoop loop, const void *context);

/* As THIter_run for the positions [begin, end) of the iterator's order, in the calling thread. The
   iterator has positions (count > 0). */
TH_API void THIter_walk(const THIter *it, THLoop loop, int64_t begin, int64_t end);
TH_API void THIter_walkWith(const THIter *it, THContextLoop loop, void *context, int64_t begin,
                            int64_t end);

#endif
