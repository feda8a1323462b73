/*
** Chains of operations: intermediate tensors that are dropped together at the end, whatever failed.
**
**   THScratch work = {.count = 0};
**   const int status = chain(&work, out, x);
**   return THScratch_end(&work, status);
*/
#ifndef TH_SCRATCH_H
#define TH_SCRATCH_H

#include "TH/geometry/THGate.h"
#include "TH/ops/elementwise/THOps.h"

enum { TH_SCRATCH_MAX = 40 };
typedef struct THScratch {
  int count;
  THTensor tensor[TH_SCRATCH_MAX];
} THScratch;

/* A new undefined tensor that lives until the end. No chain makes more than TH_SCRATCH_MAX. */
THTensor *THScratch_new(THScratch *work);

/* Drop all. Returns status. */
int THScratch_end(THScratch *work, int status);

/* Give out the elements of made, which no operand shares: without a copy where out is undefined. A
   given out keeps its dtype. */
int THScratch_give(const char *op, THTensor *out, const THTensor *made);

/* The same for n results, of which none changes on failure. TH_EINVAL if two are one tensor. */
enum { TH_SCRATCH_RESULTS = 4 };
int THScratch_giveAll(const char *op, int n, THTensor *const *out, const THTensor *made);

/* r = the row of THPointwise.def of a and b, and of a and a number. */
int THScratch_binary(const char *op, int row, THTensor *r, const THTensor *a, const THTensor *b);
int THScratch_number(const char *op, int row, THTensor *r, const THTensor *a, double number);
int THScratch_unary(const char *op, int row, THTensor *r, const THTensor *a);

/* a in float if it is of a 16-bit type, else a itself: for chains, which would round at each
   step. */
int THScratch_widen(THTensor *wide, const THTensor *a);

/* TH_EDTYPE unless t is of a floating or complex type; and the gate. */
int THScratch_checkAnalytic(const char *op, const THTensor *t);

/* Borrowed headers. with: a new dimension of size 1 before dim. without: less dim. merged: the last
   count dims as one, which must be contiguous among themselves. */
THTensor THScratch_with(const THTensor *t, int dim);
THTensor THScratch_without(const THTensor *t, int dim);

/* Whether the right sides b for the matrices a, (.., m, n), are vectors: (m), or (.., m) with
   all the leading dims of a. */
int THScratch_isVectors(const THTensor *a, const THTensor *b);

/* Borrowed: the last two dims exchanged. */
THTensor THScratch_turned(const THTensor *t);

/* Borrowed: t with other leading dims, to which its own broadcast, before its last keep dims. */
THTensor THScratch_lead(const THTensor *t, int keep, int nlead, const int64_t *lead);

#endif
