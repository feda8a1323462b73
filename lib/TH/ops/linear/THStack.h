/*
** The one place that walks stacks of matrices: for each position of the leading dimensions it
** copies the operands' matrices into the slots of a call, runs one function of TH_lapackOps, and
** copies the slots to the results. For the functions of THMatrices.h.
*/
#ifndef TH_STACK_H
#define TH_STACK_H

#include "TH/ops/linear/THLapack.h"

/*
** Run a row of TH_lapackOps on stacks. The first matrix is computed before the results are made,
** since its slots say their sizes; for a stack of no matrices that is an identity.
*/
int THStack_run(const THLapackOp *op, THTensor *const *out, const THTensor *const *in,
                const char *const *flags);

/*
** For other walks, too: the first failure among matrices that several threads compute. text is that
** of TH_error. at counts from 0.
*/
typedef struct THFailure {
  int64_t at;
  int status;
  char text[320];
} THFailure;

/* Note the failure of matrix at in this thread, if it comes before what is noted. */
void THFailure_note(THFailure *failure, int64_t at);

/* Fail as noted, naming the matrix if there are leading dims; TH_OK if nothing is noted. */
int THFailure_report(const THFailure *failure, const char *op, int nlead, const int64_t *lead);

#endif
