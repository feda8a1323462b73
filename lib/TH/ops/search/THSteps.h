/*
** A function made of other operations, written as a straight line: each step gives a tensor that
** the next ones read, and the first failure makes all later steps do nothing.
**
**   THSteps s;
**   THSteps_begin(&s, "ptp");
**   const THTensor *most = THSteps_reduce(&s, TH_OP_max, x, dim);
**   const THTensor *least = THSteps_reduce(&s, TH_OP_min, x, dim);
**   return THSteps_end(&s, out, THSteps_apply(&s, TH_OP_csub, most, least));
**
** A tensor that a failed step would have made is undefined: code between steps may ask its sizes,
** which are 0, but reads elements only while status is TH_OK. Tensors live until end, which gives
** one to out; so out may be an operand and is unchanged on failure. dim counts from 0.
*/
#ifndef TH_STEPS_H
#define TH_STEPS_H

#include "TH/geometry/THTensor.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/reduce/THReduce.h"

enum { TH_MAX_STEPS = 32 };

typedef struct THSteps {
  const char *op; /* the function's name, for errors */
  int status, count;
  THTensor tensor[TH_MAX_STEPS];
} THSteps;

/* Only the fields before the tensors are set: a tensor is, when its step begins. */
static inline void THSteps_begin(THSteps *s, const char *op)
{
  s->op = op;
  s->status = TH_OK;
  s->count = 0;
}

/* A call that gives a status, unless a step failed before. A step among its arguments would be too
   late for that: give it a name first. */
#define TH_STEP(s, call) do { if (!(s)->status) (s)->status = (call); } while (0)

/* An undefined tensor for the result of such a call. */
THTensor *THSteps_place(THSteps *s);

/* A point-wise row of two tensors (b NULL: of one), or of a tensor and a number. */
THTensor *THSteps_apply(THSteps *s, int op, const THTensor *a, const THTensor *b);
THTensor *THSteps_applyNumber(THSteps *s, int op, const THTensor *a, THNumber number);

/* a + factor b. */
THTensor *THSteps_add(THSteps *s, const THTensor *a, double factor, const THTensor *b);

/* A reduction, extreme (its values) or scan along dim. */
THTensor *THSteps_reduce(THSteps *s, int op, const THTensor *x, int dim);

/* Views, and a copy only where no view will do. */
THTensor *THSteps_narrow(THSteps *s, const THTensor *x, int dim, int64_t first, int64_t count);
THTensor *THSteps_reshape(THSteps *s, const THTensor *x, int ndim, const int64_t *size);
THTensor *THSteps_flat(THSteps *s, const THTensor *x);
/* x itself, or an empty vector for the undefined tensor. */
const THTensor *THSteps_defined(THSteps *s, const THTensor *x);
THTensor *THSteps_to(THSteps *s, const THTensor *x, int device, int dtype);
/* x itself, or as floats if its elements have 16 bits. */
const THTensor *THSteps_widened(THSteps *s, const THTensor *x);

/* New tensors on the device of like: of one number, or 1, 2, .. as Longs. */
THTensor *THSteps_filled(THSteps *s, const THTensor *like, int dtype, int ndim,
                         const int64_t *size, THNumber number);
THTensor *THSteps_positions(THSteps *s, const THTensor *like, int64_t n);

/* x with number in the places where the mask is not 0: a copy. */
THTensor *THSteps_masked(THSteps *s, const THTensor *x, const THTensor *mask, THNumber number);

/* A mask of where x is NaN. */
THTensor *THSteps_isNan(THSteps *s, const THTensor *x);

/* a and b one after the other along dim; the elements or slices of x at positions. */
THTensor *THSteps_cat(THSteps *s, const THTensor *a, const THTensor *b, int dim);
THTensor *THSteps_gather(THSteps *s, const THTensor *x, int dim, const THTensor *positions);
THTensor *THSteps_index(THSteps *s, const THTensor *x, int dim, const THTensor *positions);

/* Checks: x passes the gate and is of a floating type, or of one that is not Bool or complex. */
void THSteps_checkFloating(THSteps *s, const THTensor *x);
void THSteps_checkOrdered(THSteps *s, const THTensor *x);

/* x has dimension dim, and there an element. */
void THSteps_checkSome(THSteps *s, const THTensor *x, int dim);

/* Give the tensor made, of these steps or another, to out, in the dtype of out if it has one.
   Clears all tensors; returns the status. drop only clears. */
int THSteps_end(THSteps *s, THTensor *out, const THTensor *made);
int THSteps_drop(THSteps *s);

/* The same for n results, at most 3, which change together or not at all; those that are NULL are
   left out. TH_EINVAL if two share a storage. */
int THSteps_endAll(THSteps *s, int n, THTensor *const *out, const THTensor *const *made);

#endif
