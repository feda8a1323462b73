/*
** Walks stacks of matrices through LAPACK's routines. Every thread has a call of its own, whose
** slots serve all its matrices, so that memory is taken once a thread. Singular values of small
** real matrices are computed side by side instead (THSingular.h).
*/
#include "TH/ops/linear/THStack.h"

#include <pthread.h>
#include <stdio.h>
#include <math.h>
#include <string.h>

#include "TH/geometry/THView.h"
#include "TH/iteration/THSlices.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THLapackCall.h"
#include "TH/ops/linear/THScratch.h"
#include "TH/ops/linear/THSingular.h"

/* --- failures --- */

static pthread_mutex_t noting = PTHREAD_MUTEX_INITIALIZER;

void THFailure_note(THFailure *failure, int64_t at)
{
  pthread_mutex_lock(&noting);
  if (!failure->status || at < failure->at) {
    failure->at = at;
    failure->status = TH_errorStatus();
    snprintf(failure->text, sizeof failure->text, "%s", TH_error());
  }
  pthread_mutex_unlock(&noting);
}

/* "matrix 3", or "matrix 2,1" for several leading dims */
static void name_matrix(char *to, size_t room, int64_t at, int nlead, const int64_t *lead)
{
  int64_t position[TH_MAX_DIM];
  int length = snprintf(to, room, "matrix ");
  for (int d = nlead - 1; d >= 0; at /= lead[d--]) position[d] = at % lead[d] + 1;
  for (int d = 0; d < nlead; d++)
    length += snprintf(to + length, room - (size_t)length, "%s%" PRId64, d ? "," : "", position[d]);
}

int THFailure_report(const THFailure *failure, const char *op, int nlead, const int64_t *lead)
{
  char name[32 + TH_MAX_DIM * 21];
  const char *reason = failure->text;
  const size_t length = strlen(op);
  if (!failure->status) return TH_OK;
  if (failure->status != TH_EINVAL || !nlead) return th_fail(failure->status, "%s", reason);
  if (!strncmp(reason, op, length) && !strncmp(reason + length, ": ", 2)) reason += length + 2;
  name_matrix(name, sizeof name, failure->at, nlead, lead);
  return th_fail(TH_EINVAL, "%s: %s: %s", op, name, reason);
}

/* --- the walk --- */

typedef struct Walk {
  const THLapackOp *op;
  const char *const *flags;
  int nlead;
  int64_t lead[TH_MAX_DIM], count;
  THTensor in[3], out[4]; /* in is borrowed, with the leading dims of all */
  THSingular beside;      /* with beside.a: how matrices are computed side by side */
  int64_t done;           /* matrices at the start that are computed */
  THFailure failure;
} Walk;

/* Whether an operand or result in this slot is a list of vectors. */
static int is_vector(int slot)
{
  return slot == TH_SLOT_TAU || slot == TH_SLOT_PIVOTS;
}

/* The matrix (or vector) of t at a position of the leading dims. Borrowed. */
static THTensor matrix_at(const Walk *w, const THTensor *t, int64_t at)
{
  THTensor r = *t;
  r.nDimension = t->nDimension - w->nlead;
  for (int d = w->nlead - 1; d >= 0; at /= w->lead[d--])
    r.storageOffset += at % w->lead[d] * t->stride[d];
  memcpy(r.size, t->size + w->nlead, (size_t)r.nDimension * sizeof *r.size);
  memcpy(r.stride, t->stride + w->nlead, (size_t)r.nDimension * sizeof *r.stride);
  return r;
}

static int find_lead(Walk *w, const THTensor *const *in)
{
  const THLapackOp *op = w->op;
  for (int k = 0; k < op->nin; k++) {
    const int own = is_vector(op->in[k]) ? 1 : 2;
    TH_TRY(THTensor_operand(op->name, in[k]));
    if (in[k]->nDimension < own)
      return th_fail(TH_ESHAPE, "%s: a tensor of size %s; expected a %s or a stack of them",
                     op->name, THTensor_sizeText(in[k]).text, own == 1 ? "vector" : "matrix");
    TH_TRY(THShape_broadcast(op->name, &w->nlead, w->lead, in[k]->nDimension - own, in[k]->size));
  }
  for (int k = 0; k < op->nin; k++)
    w->in[k] = THScratch_lead(in[k], is_vector(op->in[k]) ? 1 : 2, w->nlead, w->lead);
  return THShape_count(op->name, w->nlead, w->lead, &w->count);
}

static void begin(const Walk *w, THLapackCall *j)
{
  int dtype = w->in[0].dtype;
  for (int k = 0; k < w->op->nin; k++)
    if (w->op->in[k] == TH_SLOT_A) dtype = w->in[k].dtype;
  THLapack_begin(j, w->op->name, THTensor_device(&w->in[0]), dtype);
  for (int k = 0; k < w->op->nflags; k++) j->flag[k] = w->flags[k];
}

/* Compute one matrix, into the slots of j. */
static int compute(const Walk *w, THLapackCall *j, const THTensor *in)
{
  const THTensor *const operands[] = {&in[0], &in[1], &in[2]};
  j->passesNaN = (w->op->asks & TH_LAPACK_PASSES_NAN) != 0;
  j->isNaN = 0;
  TH_TRY(THLapack_takeOperands(j, w->op, operands));
  TH_TRY(w->op->compute(j));
  for (int k = 0; k < w->op->nout && j->isNaN; k++)
    TH_TRY(THTensor_fill(&j->slot[w->op->out[k]], TH_real(NAN)));
  return TH_OK;
}

static int give(const Walk *w, const THLapackCall *j, int64_t at)
{
  for (int k = 0; k < w->op->nout; k++) {
    const THTensor *from = &j->slot[w->op->out[k]];
    THTensor to = matrix_at(w, &w->out[k], at);
    if (from->storage) TH_TRY(THTensor_copy(&to, from));
  }
  return TH_OK;
}

static int compute_at(const Walk *w, THLapackCall *j, int64_t at)
{
  THTensor in[3];
  for (int k = 0; k < w->op->nin; k++) in[k] = matrix_at(w, &w->in[k], at);
  return compute(w, j, in);
}

/* Compute matrices [begins, ends), or of these, at most 8, those whose bit is set in some. */
static int walk_some(Walk *w, THLapackCall *j, int64_t begins, int64_t ends, unsigned some)
{
  for (int64_t at = begins; at < ends; at++) {
    if (!(some >> (at - begins) & 1)) continue;
    int status = compute_at(w, j, at);
    if (!status) status = give(w, j, at);
    if (!status) continue;
    THFailure_note(&w->failure, at);
    return status;
  }
  return TH_OK;
}

static void walk(void *context, int64_t begins, int64_t ends)
{
  Walk *w = context;
  THLapackCall j;
  begin(w, &j);
  int status = TH_OK;
  ends += w->done;
  for (int64_t at = begins + w->done, count; at < ends && !status; at += count) {
    count = ends - at < TH_SINGULAR_STACK ? ends - at : TH_SINGULAR_STACK;
    const unsigned left = w->beside.a ? THSingular_run(&w->beside, at, count) : ~0u;
    status = walk_some(w, &j, at, at + count, left);
  }
  THLapack_finish(&j, TH_OK);
}

/* --- results --- */

/* What a slot's elements become: 16-bit types are computed in float, and pivots of other devices
   are 64-bit integers. */
static int dtype_of(const THLapackCall *j, int slot)
{
  if (slot == TH_SLOT_PIVOTS) return TH_INT;
  return j->slot[slot].dtype == j->type ? j->dtype : j->slot[slot].dtype;
}

/* Make the results by the sizes of the slots. A row of numbers for each matrix has a slot of one
   element, and the leading dims alone. */
static int make_results(Walk *w, const THLapackCall *j)
{
  for (int k = 0; k < w->op->nout; k++) {
    const THTensor *slot = &j->slot[w->op->out[k]];
    int64_t size[TH_MAX_DIM + 2];
    int ndim = w->nlead;
    memcpy(size, w->lead, sizeof w->lead);
    if (!(w->op->asks & TH_LAPACK_NUMBERS))
      for (int d = 0; d < slot->nDimension; d++) size[ndim++] = slot->size[d];
    TH_TRY(THTensor_new(&w->out[k], j->device, dtype_of(j, w->op->out[k]), ndim, size));
  }
  return TH_OK;
}

/* Zeros of the operands' matrix sizes, or an identity: what stands for the first matrix of none. */
static int compute_model(const Walk *w, THLapackCall *j, THScratch *work)
{
  THTensor in[3];
  for (int k = 0; k < w->op->nin; k++) {
    const THTensor shape = w->in[k];
    THTensor *model = THScratch_new(work);
    const int64_t *size = shape.size + w->nlead;
    TH_TRY(THTensor_new(model, j->device, shape.dtype, shape.nDimension - w->nlead, size));
    TH_TRY(THTensor_fill(model, TH_integer(is_vector(w->op->in[k]))));
    THTensor diagonal = model->nDimension == 2 ? THTensor_mainDiagonal(model) : *model;
    TH_TRY(THTensor_fill(&diagonal, TH_integer(1)));
    in[k] = *model;
  }
  return compute(w, j, in);
}

/* Small matrices are spread over threads; LAPACK has its own for large ones. */
static int64_t grain_of(const Walk *w, const THLapackCall *j)
{
  enum { SMALL = 128, WORK = 4096 };
  const int64_t size = (int64_t)j->m * j->n;
  if (j->device || j->m >= SMALL || j->n >= SMALL) return w->count;
  return size < WORK ? WORK / (size + 1) + 1 : 1;
}

/* The first matrix, or a model of none, and the results. */
static int run_first(Walk *w, THScratch *work, int64_t *grain)
{
  THLapackCall j;
  begin(w, &j);
  int status = w->count ? compute_at(w, &j, 0) : compute_model(w, &j, work);
  if (status && w->count) THFailure_note(&w->failure, 0);
  if (!status) status = make_results(w, &j);
  if (!status && w->count) status = give(w, &j, 0);
  *grain = grain_of(w, &j);
  return THLapack_finish(&j, status);
}

static int is_of_values(const Walk *w)
{
  return w->op == &TH_lapackOps[TH_LAPACK_OP_svdvals];
}

static int is_singular(const Walk *w)
{
  return is_of_values(w) || w->op == &TH_lapackOps[TH_LAPACK_OP_svd];
}

/* Prepare to compute a stack of small real matrices side by side, if that is how to do it. */
static int lay_beside(Walk *w, THScratch *work)
{
  const int of_values = is_of_values(w);
  const THTensor *x = &w->in[0];
  const int64_t m = x->size[w->nlead], n = x->size[w->nlead + 1], most = TH_SINGULAR_MOST;
  if (!is_singular(w) || (!of_values && *w->flags[0] == 'A' && m != n)) return TH_OK;
  if (THTensor_device(x) || !w->nlead || m > most || n > most || m * n == 0) return TH_OK;
  if (x->dtype != TH_FLOAT && x->dtype != TH_DOUBLE) return TH_OK;
  THTensor *a = THScratch_new(work);
  TH_TRY(THTensor_contiguous(a, x));
  w->beside = (THSingular){
    .is_float = x->dtype == TH_FLOAT, .m = m, .n = n, .a = THTensor_data(a),
    .s = THTensor_data(&w->out[!of_values])};
  if (of_values) return TH_OK;
  w->beside.u = THTensor_data(&w->out[0]);
  w->beside.v = THTensor_data(&w->out[2]);
  return TH_OK;
}

static int run(Walk *w, THScratch *work)
{
  int64_t grain = 1;
  int status = run_first(w, work, &grain);
  if (!status && w->count) status = lay_beside(w, work);
  w->done = !w->beside.a;
  if (!status && w->count > w->done)
    status = th_inSlices(w->count - w->done, grain, walk, w);
  TH_TRY(THFailure_report(&w->failure, w->op->name, w->nlead, w->lead));
  return status;
}

/* Singular values of 16-bit types are those of floats. */
static int run_wide(Walk *w, THScratch *work)
{
  const int dtype = w->in[0].dtype;
  THTensor *wide = THScratch_new(work);
  if (!is_singular(w)) return run(w, work);
  TH_TRY(THScratch_widen(wide, &w->in[0]));
  w->in[0] = *wide; /* borrowed */
  TH_TRY(run(w, work));
  for (int k = 0; k < w->op->nout && wide->dtype != dtype; k++)
    TH_TRY(THTensor_clone(&w->out[k], &w->out[k], dtype));
  return TH_OK;
}

int THStack_run(const THLapackOp *op, THTensor *const *out, const THTensor *const *in,
                const char *const *flags)
{
  Walk w = {.op = op, .flags = flags};
  THScratch work = {.count = 0};
  TH_TRY(THLapack_checkFlags(op, flags));
  int status = find_lead(&w, in);
  if (!status) status = run_wide(&w, &work);
  if (!status) status = THScratch_giveAll(op->name, op->nout, out, w.out);
  for (int k = 0; k < op->nout; k++) THTensor_clear(&w.out[k]);
  return THScratch_end(&work, status);
}
