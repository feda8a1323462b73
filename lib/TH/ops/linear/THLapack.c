/*
** Linear algebra by LAPACK's routines: checks operands, copies them to slots of a call, runs one
** function of the table below, and makes slots the results (THLapackCall.h).
**
** Operands are never computed on in place, and results change only when everything has succeeded.
*/
#include "TH/ops/linear/THLapack.h"

#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THComplex.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/linear/THLapackCall.h"
#include "TH/ops/select/THAssemble.h"

typedef THLapackCall Call;

/* --- checks --- */

/* What an operation asks of its operands: A is square; B is a matrix that Q, square, can multiply;
   LAPACK can count the square work space; of A only the triangle is read that flag 0, or 1, names.
   All operands are finite, unless the row passes NaN on. */
enum { SQUARE = 1, FACTOR = 2, SQUARES_OF_WORK = 4, TRIANGLE_0 = 8, TRIANGLE_1 = 16 };
_Static_assert((int)TRIANGLE_1 < (int)TH_LAPACK_NUMBERS, "bits of asks");

static int check_operand(const Call *j, const THTensor *t, int dtype)
{
  TH_TRY(THTensor_operand(j->op, t));
  TH_TRY(TH_checkSameDevice(j->op, (THPlaced){"operand", 1, j->device},
                            (THPlaced){"operand", 2, THTensor_device(t)}));
  const THTraits *traits = THDtype_traits(t->dtype);
  if (!traits->floating && !traits->complex)
    return th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float()", j->op,
                   THTensor_typeText(t->dtype).text);
  return TH_checkSameType(j->op, j->device, dtype, t->dtype);
}

int THLapack_checkFlags(const THLapackOp *op, const char *const *flags)
{
  for (int k = 0; k < op->nflags; k++)
    if (!*flags[k] || !strchr(op->flags[k], *flags[k]))
      return th_fail(TH_EINVAL, "%s: no flag '%c'; there are '%c' and '%c'", op->name, *flags[k],
                     op->flags[k][0], op->flags[k][1]);
  return TH_OK;
}

/* --- operands --- */

/* Copy an operand to a slot. With NaN or infinity some routines would not end, and others give
   what depends on the library. */
static int take(Call *j, THLapackSlot slot, const THTensor *t, int64_t rows)
{
  TH_TRY(THLapack_take(j, slot, t, rows));
  return THLapack_finite(j, slot);
}

/* Set the other triangle of A than uplo names to 0. */
static int clear_other(Call *j, char uplo)
{
  THTensor columns = THTensor_turned(&j->slot[TH_SLOT_A]);
  return uplo == 'U' ? THTensor_tril(&columns, &columns, 0) : THTensor_triu(&columns, &columns, 0);
}

static int take_matrix(Call *j, unsigned asks, const THTensor *a)
{
  enum { WIDEST = 1 << 14 };
  if (a->nDimension != 2 || (asks & SQUARE && a->size[0] != a->size[1]))
    return th_fail(TH_ESHAPE, "%s: a tensor of size %s; expected a %smatrix", j->op,
                   THTensor_sizeText(a).text, asks & SQUARE ? "square " : "");
  const int64_t m = a->size[0], n = a->size[1];
  if (asks & SQUARES_OF_WORK && (m < n ? m : n) >= WIDEST)
    return th_fail(TH_EINVAL, "%s: a tensor of size %s is too large for LAPACK's 32-bit integers",
                   j->op, THTensor_sizeText(a).text);
  TH_TRY(THLapack_take(j, TH_SLOT_A, a, m));
  if (asks & (TRIANGLE_0 | TRIANGLE_1)) TH_TRY(clear_other(j, *j->flag[!(asks & TRIANGLE_0)]));
  TH_TRY(THLapack_finite(j, TH_SLOT_A));
  j->m = (int)m;
  j->n = (int)n;
  j->k = (int)(m < n ? m : n);
  j->lda = j->m > 1 ? j->m : 1;
  return TH_OK;
}

static int take_right_side(Call *j, unsigned asks, const THTensor *b)
{
  const int is_factor = asks & FACTOR, across = is_factor && *j->flag[0] == 'R';
  if (b->nDimension != 2 && (is_factor || b->nDimension != 1))
    return th_fail(TH_ESHAPE, "%s: a right side of size %s; expected a matrix%s", j->op,
                   THTensor_sizeText(b).text, is_factor ? "" : " or a vector");
  if (b->size[across] != j->m)
    return th_fail(TH_ESHAPE, "%s: a right side of size %s has %" PRId64 " %s, expected %d",
                   j->op, THTensor_sizeText(b).text, b->size[across], across ? "columns" : "rows",
                   j->m);
  const int64_t rows = !is_factor && j->n > j->m ? j->n : b->size[0];
  TH_TRY(take(j, TH_SLOT_B, b, rows));
  j->p = (int)rows;
  j->r = (int)j->slot[TH_SLOT_B].size[1];
  j->ldb = j->p > 1 ? j->p : 1;
  return TH_OK;
}

static int take_reflectors(Call *j, const THTensor *tau)
{
  const int64_t count = THTensor_nElement(tau);
  if (count && tau->nDimension != 1)
    return th_fail(TH_ESHAPE, "%s: tau is a tensor of size %s; expected a vector", j->op,
                   THTensor_sizeText(tau).text);
  if (count > j->k)
    return th_fail(TH_ESHAPE, "%s: tau has %" PRId64 " elements; a matrix of size %dx%d has %d",
                   j->op, count, j->m, j->n, j->k);
  j->k = (int)count;
  if (!count) return TH_OK;
  return take(j, TH_SLOT_TAU, tau, count);
}

int THLapack_takeOperands(Call *j, const THLapackOp *op, const THTensor *const *in)
{
  const THTensor *of[TH_NUM_SLOTS] = {NULL};
  for (int k = 0; k < op->nin; k++) of[op->in[k]] = in[k];
  for (int k = 0; k < op->nin; k++)
    if (op->in[k] != TH_SLOT_PIVOTS) TH_TRY(check_operand(j, in[k], of[TH_SLOT_A]->dtype));
  TH_TRY(THLapack_open(j));
  TH_TRY(take_matrix(j, op->asks, of[TH_SLOT_A]));
  if (of[TH_SLOT_TAU]) TH_TRY(take_reflectors(j, of[TH_SLOT_TAU]));
  if (of[TH_SLOT_PIVOTS]) TH_TRY(THLapack_takePivots(j, of[TH_SLOT_PIVOTS]));
  return of[TH_SLOT_B] ? take_right_side(j, op->asks, of[TH_SLOT_B]) : TH_OK;
}

/* --- parts of results --- */

static int is_complex(const Call *j)
{
  return j->type != j->real;
}

/* Work space of real numbers, which complex routines ask for beside WORK. */
static int make_real_work(Call *j, int64_t count)
{
  if (!is_complex(j)) return TH_OK;
  j->lrwork = (int)count;
  return THLapack_make(j, TH_SLOT_RWORK, j->real, count, -1);
}

/* In place, by the imaginary parts: every device has the rows of real types. */
static int conjugate(const Call *j, const THTensor *t)
{
  THTensor part = {0};
  if (!is_complex(j)) return TH_OK;
  TH_TRY(THTensor_part(j->op, &part, t, 1));
  const int status =
    THOp_applyAs(j->op, &TH_ops[TH_OP_neg], &part, (THOperand[]){TH_tensorOperand(&part)});
  THTensor_clear(&part);
  return status;
}

/* Set the triangle that LAPACK did not write to 0. */
static int clear_triangle(Call *j)
{
  return clear_other(j, *j->flag[0]);
}

/* Set the triangle that LAPACK did not write to the mirror image of the other, conjugated. */
static int mirror_triangle(Call *j)
{
  const THTensor *a = &j->slot[TH_SLOT_A];
  for (int64_t c = 0; c + 1 < j->n; c++) {
    THTensor below = *a, beside = *a; /* borrowed: a column below the diagonal, a row beside it */
    below.nDimension = beside.nDimension = 1;
    below.storageOffset = a->storageOffset + c * a->stride[1] + c + 1;
    beside.storageOffset = a->storageOffset + (c + 1) * a->stride[1] + c;
    below.size[0] = beside.size[0] = j->n - c - 1;
    below.stride[0] = 1;
    beside.stride[0] = a->stride[1];
    THTensor *to = *j->flag[0] == 'U' ? &below : &beside;
    TH_TRY(THTensor_copy(to, to == &below ? &beside : &below));
    TH_TRY(conjugate(j, to));
  }
  return TH_OK;
}

/* Cut a slot's matrix down to its first rows and columns, packed. */
static int shorten(Call *j, THLapackSlot slot, int64_t rows, int64_t columns)
{
  THTensor whole = j->slot[slot];
  if (whole.size[0] == rows && whole.size[1] == columns) return TH_OK;
  j->slot[slot] = (THTensor){.nDimension = 0};
  THTensor part = whole; /* borrowed */
  part.size[0] = rows;
  part.size[1] = columns;
  int status = THLapack_make(j, slot, whole.dtype, rows, columns);
  if (!status) status = THTensor_copy(&j->slot[slot], &part);
  THTensor_clear(&whole);
  return status;
}

/* --- computing: one function per operation, with A (and B, TAU) taken; LAPACK never gets an empty
   A --- */

static int is_empty(const Call *j)
{
  return j->m == 0 || j->n == 0;
}

static int call(Call *j, THLapackRoutine routine)
{
  return is_empty(j) ? TH_OK : THLapack_call(j, routine);
}

static int gesv(Call *j)
{
  TH_TRY(THLapack_make(j, TH_SLOT_PIVOTS, TH_INT, j->n, -1));
  TH_TRY(call(j, TH_LAPACK_getrf));
  return call(j, TH_LAPACK_getrs);
}

static int trtrs(Call *j)
{
  return call(j, TH_LAPACK_trtrs);
}

int THLapack_checkDiagonal(const Call *j, const char *is)
{
  const THTensor diagonal = THTensor_mainDiagonal(&j->slot[TH_SLOT_A]);
  THTensor here = {0};
  THNumber pivot = TH_real(1);
  TH_TRY(THTensor_to(&here, &diagonal, 0, TH_UNDEFINED));
  int status = TH_OK;
  for (int64_t k = 0; k < j->k && !status; k++) {
    status = THTensor_get(&here, k, &pivot);
    if (!status && TH_isZero(pivot))
      status = th_fail(TH_EINVAL, "%s: %s: pivot %" PRId64 " is 0", j->op, is, k + 1);
  }
  THTensor_clear(&here);
  return status;
}

/* LAPACK notices a 0 on the diagonal of the factor, except for a matrix of zeros, for which it
   gives zeros. */
static int gels(Call *j)
{
  TH_TRY(call(j, TH_LAPACK_gels));
  TH_TRY(THLapack_checkDiagonal(j, "the matrix does not have full rank"));
  return shorten(j, TH_SLOT_B, j->n, j->r);
}

static int symeig(Call *j)
{
  const int vectors = *j->flag[0] == 'V';
  const int64_t n = j->n;
  j->liwork = vectors ? 3 + 5 * j->n : 1;
  TH_TRY(make_real_work(j, vectors ? 1 + 5 * n + 2 * n * n : n + 1));
  TH_TRY(THLapack_make(j, TH_SLOT_S, j->real, j->n, -1));
  TH_TRY(THLapack_make(j, TH_SLOT_IWORK, TH_INT, j->liwork, -1));
  TH_TRY(call(j, TH_LAPACK_syevd));
  if (!vectors) THTensor_clear(&j->slot[TH_SLOT_A]);
  return TH_OK;
}

/* The eigenvalues are in B: a vector of complex ones, or for a real matrix the real and imaginary
   parts in a matrix. */
int THLapack_eig(Call *j)
{
  if (*j->flag[0] == 'V') TH_TRY(THLapack_make(j, TH_SLOT_V, j->type, j->n, j->n));
  if (is_complex(j)) {
    TH_TRY(make_real_work(j, 2 * (int64_t)j->n));
    TH_TRY(THLapack_make(j, TH_SLOT_B, j->type, j->n, -1));
    return call(j, TH_LAPACK_geev);
  }
  TH_TRY(THLapack_make(j, TH_SLOT_S, j->real, j->n, -1));
  TH_TRY(THLapack_make(j, TH_SLOT_S2, j->real, j->n, -1));
  TH_TRY(call(j, TH_LAPACK_geev));
  TH_TRY(THLapack_make(j, TH_SLOT_B, j->real, 2, j->n));
  j->slot[TH_SLOT_B] = THTensor_turned(&j->slot[TH_SLOT_B]);
  for (int k = 0; k < 2; k++) {
    THTensor part = j->slot[TH_SLOT_B]; /* borrowed */
    part.nDimension = 1;
    part.storageOffset += k;
    TH_TRY(THTensor_copy(&part, &j->slot[k ? TH_SLOT_S2 : TH_SLOT_S]));
  }
  return TH_OK;
}

/* LAPACK writes v', conjugated. For a matrix without elements u and v are identities: any
   orthogonal ones will do. */
static int svd(Call *j)
{
  const int all = *j->flag[0] == 'A';
  const int64_t columns = all ? j->m : j->k, k = j->k, longer = j->m > j->n ? j->m : j->n;
  const int64_t real_work = k * (5 * k + 7) + 2 * k * (longer + k);
  j->ldv = all ? j->n : j->k;
  TH_TRY(THLapack_make(j, TH_SLOT_S, j->real, j->k, -1));
  TH_TRY(THLapack_make(j, TH_SLOT_B, j->type, j->m, columns));
  TH_TRY(THLapack_make(j, TH_SLOT_V, j->type, j->ldv, j->n));
  TH_TRY(make_real_work(j, real_work));
  TH_TRY(THLapack_make(j, TH_SLOT_IWORK, TH_INT, 8 * k, -1));
  j->slot[TH_SLOT_V] = THTensor_turned(&j->slot[TH_SLOT_V]);
  if (!is_empty(j)) {
    TH_TRY(THLapack_call(j, TH_LAPACK_gesdd));
    return conjugate(j, &j->slot[TH_SLOT_V]);
  }
  TH_TRY(THLapack_identity(j, TH_SLOT_B));
  return THLapack_identity(j, TH_SLOT_V);
}

static int geqrf(Call *j)
{
  TH_TRY(THLapack_make(j, TH_SLOT_TAU, j->type, j->k, -1));
  return call(j, TH_LAPACK_geqrf);
}

static int orgqr(Call *j)
{
  TH_TRY(shorten(j, TH_SLOT_A, j->m, j->m < j->n ? j->m : j->n));
  j->n = (int)j->slot[TH_SLOT_A].size[1];
  return call(j, TH_LAPACK_orgqr);
}

static int qr(Call *j)
{
  TH_TRY(geqrf(j));
  THTensor top = j->slot[TH_SLOT_A]; /* borrowed */
  top.size[0] = j->k;
  TH_TRY(THTensor_triu(&j->slot[TH_SLOT_R], &top, 0));
  return orgqr(j);
}

static int ormqr(Call *j)
{
  return call(j, TH_LAPACK_ormqr);
}

static int potrf(Call *j)
{
  TH_TRY(call(j, TH_LAPACK_potrf));
  return clear_triangle(j);
}

static int potri(Call *j)
{
  TH_TRY(THLapack_checkDiagonal(j, "the matrix is singular"));
  TH_TRY(call(j, TH_LAPACK_potri));
  return mirror_triangle(j);
}

static int potrs(Call *j)
{
  TH_TRY(THLapack_checkDiagonal(j, "the matrix is singular"));
  return call(j, TH_LAPACK_potrs);
}

static int pstrf(Call *j)
{
  TH_TRY(THLapack_make(j, TH_SLOT_PIVOTS, TH_INT, j->n, -1));
  TH_TRY(THLapack_make(j, TH_SLOT_WORK, j->real, 2 * (int64_t)j->n, -1));
  TH_TRY(call(j, TH_LAPACK_pstrf));
  return clear_triangle(j);
}

/* --- the operations --- */

#define OP(name, nout, nin, nflags, asks, ...) \
  [TH_LAPACK_OP_##name] = {#name, nout, nin, nflags, asks, __VA_ARGS__, name}
/* For stacks (THMatrices.h), by a function of this file or of THFactors.c. */
#define PASSES_NAN TH_LAPACK_PASSES_NAN
#define STACK(code, name, nout, nin, nflags, asks, ...) \
  [TH_LAPACK_OP_##code] = {#name, nout, nin, nflags, asks, __VA_ARGS__}

const THLapackOp TH_lapackOps[] = {
  OP(gesv, 2, 2, 0, SQUARE, {TH_SLOT_B, TH_SLOT_A}, {TH_SLOT_B, TH_SLOT_A}, {NULL}),
  OP(trtrs, 2, 2, 3, SQUARE, {TH_SLOT_B, TH_SLOT_A}, {TH_SLOT_B, TH_SLOT_A}, {"UL", "NT", "NU"}),
  OP(gels, 2, 2, 0, 0, {TH_SLOT_B, TH_SLOT_A}, {TH_SLOT_B, TH_SLOT_A}, {NULL}),
  OP(symeig, 2, 1, 2, SQUARE | SQUARES_OF_WORK, {TH_SLOT_S, TH_SLOT_A}, {TH_SLOT_A},
     {"NV", "UL"}),
  [TH_LAPACK_OP_eig] = {"eig", 2, 1, 1, SQUARE, {TH_SLOT_B, TH_SLOT_V}, {TH_SLOT_A}, {"NV"},
                        THLapack_eig},
  OP(svd, 3, 1, 1, SQUARES_OF_WORK, {TH_SLOT_B, TH_SLOT_S, TH_SLOT_V}, {TH_SLOT_A},
     {"SA"}),
  OP(qr, 2, 1, 0, 0, {TH_SLOT_A, TH_SLOT_R}, {TH_SLOT_A}, {NULL}),
  OP(geqrf, 2, 1, 0, 0, {TH_SLOT_A, TH_SLOT_TAU}, {TH_SLOT_A}, {NULL}),
  OP(orgqr, 1, 2, 0, 0, {TH_SLOT_A}, {TH_SLOT_A, TH_SLOT_TAU}, {NULL}),
  OP(ormqr, 1, 3, 2, FACTOR, {TH_SLOT_B}, {TH_SLOT_A, TH_SLOT_TAU, TH_SLOT_B}, {"LR", "NT"}),
  OP(potrf, 1, 1, 1, SQUARE, {TH_SLOT_A}, {TH_SLOT_A}, {"UL"}),
  OP(potri, 1, 1, 1, SQUARE, {TH_SLOT_A}, {TH_SLOT_A}, {"UL"}),
  OP(potrs, 1, 2, 1, SQUARE, {TH_SLOT_B}, {TH_SLOT_B, TH_SLOT_A}, {"UL"}),
  OP(pstrf, 2, 1, 1, SQUARE, {TH_SLOT_A, TH_SLOT_PIVOTS}, {TH_SLOT_A}, {"UL"}),
  STACK(solve, solve, 1, 2, 0, SQUARE | PASSES_NAN, {TH_SLOT_B}, {TH_SLOT_A, TH_SLOT_B}, {NULL},
        gesv),
  STACK(inv, inv, 1, 1, 0, SQUARE | PASSES_NAN, {TH_SLOT_A}, {TH_SLOT_A}, {NULL}, THFactor_inv),
  STACK(det, det, 1, 1, 0, SQUARE | PASSES_NAN | TH_LAPACK_NUMBERS, {TH_SLOT_TAU}, {TH_SLOT_A},
        {NULL}, THFactor_det),
  STACK(slogdet, slogdet, 2, 1, 0, SQUARE | PASSES_NAN | TH_LAPACK_NUMBERS,
        {TH_SLOT_TAU, TH_SLOT_S}, {TH_SLOT_A}, {NULL}, THFactor_slogdet),
  STACK(cholesky, cholesky, 1, 1, 1, SQUARE | TRIANGLE_0, {TH_SLOT_A}, {TH_SLOT_A}, {"UL"}, potrf),
  STACK(choleskySolve, choleskySolve, 1, 2, 1, SQUARE | TRIANGLE_0, {TH_SLOT_B},
        {TH_SLOT_B, TH_SLOT_A}, {"UL"}, potrs),
  STACK(choleskyInverse, choleskyInverse, 1, 1, 1, SQUARE | TRIANGLE_0, {TH_SLOT_A}, {TH_SLOT_A},
        {"UL"}, potri),
  STACK(qrStack, qr, 2, 1, 1, 0, {TH_SLOT_A, TH_SLOT_R}, {TH_SLOT_A}, {"RC"}, THFactor_qr),
  STACK(svdvals, svdvals, 1, 1, 1, SQUARES_OF_WORK, {TH_SLOT_S}, {TH_SLOT_A}, {"N"},
        THFactor_svdvals),
  STACK(eigh, eigh, 2, 1, 2, SQUARE | SQUARES_OF_WORK | TRIANGLE_1, {TH_SLOT_S, TH_SLOT_A},
        {TH_SLOT_A}, {"V", "UL"}, symeig),
  STACK(eigvalsh, eigvalsh, 1, 1, 2, SQUARE | SQUARES_OF_WORK | TRIANGLE_1, {TH_SLOT_S},
        {TH_SLOT_A}, {"N", "UL"}, symeig),
  STACK(eigvals, eigvals, 1, 1, 1, SQUARE, {TH_SLOT_R}, {TH_SLOT_A}, {"N"}, THFactor_eig),
  STACK(eigComplex, eigComplex, 2, 1, 1, SQUARE, {TH_SLOT_R, TH_SLOT_A}, {TH_SLOT_A}, {"V"},
        THFactor_eig),
  STACK(solveTriangular, solveTriangular, 1, 2, 3, SQUARE | TRIANGLE_0, {TH_SLOT_B},
        {TH_SLOT_A, TH_SLOT_B}, {"UL", "NT", "NU"}, trtrs),
  STACK(lu, lu, 3, 1, 0, 0, {TH_SLOT_V, TH_SLOT_B, TH_SLOT_R}, {TH_SLOT_A}, {NULL}, THFactor_lu),
  STACK(luFactor, luFactor, 2, 1, 0, 0, {TH_SLOT_A, TH_SLOT_PIVOTS}, {TH_SLOT_A}, {NULL},
        THFactor_luFactor),
  STACK(luSolve, luSolve, 1, 3, 0, SQUARE, {TH_SLOT_B}, {TH_SLOT_A, TH_SLOT_PIVOTS, TH_SLOT_B},
        {NULL}, THFactor_luSolve),
};

static int run(Call *j, const THLapackOp *op, THTensor *const *out, const THTensor *const *in)
{
  TH_TRY(THLapack_takeOperands(j, op, in));
  TH_TRY(op->compute(j));
  return THLapack_give(j, op->nout, out, op->out);
}

int THLapack_run(const THLapackOp *op, THTensor *const *out, const THTensor *const *in,
                 const char *const *flags, double tolerance)
{
  Call j;
  const THTensor *last = in[op->nin - 1];
  TH_TRY(THLapack_checkFlags(op, flags));
  THLapack_begin(&j, op->name, THTensor_device(last), last->dtype);
  for (int k = 0; k < op->nflags; k++) j.flag[k] = flags[k];
  THDtype_store(j.real, &j.tolerance, TH_real(tolerance));
  return THLapack_finish(&j, run(&j, op, out, in));
}

#define OUT(...) (THTensor *const[]){__VA_ARGS__}
#define IN(...) (const THTensor *const[]){__VA_ARGS__}
#define FLAGS(...) (const char *const[]){__VA_ARGS__}
#define RUN(name, out, in, flags) \
  THLapack_run(&TH_lapackOps[TH_LAPACK_OP_##name], out, in, flags, 0)

int THTensor_gesv(THTensor *x, THTensor *lu, const THTensor *b, const THTensor *a)
{
  return RUN(gesv, OUT(x, lu), IN(b, a), NULL);
}

int THTensor_trtrs(THTensor *x, THTensor *copy, const THTensor *b, const THTensor *a, const char
                   *uplo, const char *trans, const char *diag)
{
  return RUN(trtrs, OUT(x, copy), IN(b, a), FLAGS(uplo, trans, diag));
}

int THTensor_gels(THTensor *x, THTensor *qr, const THTensor *b, const THTensor *a)
{
  return RUN(gels, OUT(x, qr), IN(b, a), NULL);
}

int THTensor_symeig(THTensor *values, THTensor *vectors, const THTensor *a, const char *jobz, const
                    char *uplo)
{
  return RUN(symeig, OUT(values, vectors), IN(a), FLAGS(jobz, uplo));
}

int THTensor_eig(THTensor *values, THTensor *vectors, const THTensor *a, const char *jobvr)
{
  return RUN(eig, OUT(values, vectors), IN(a), FLAGS(jobvr));
}

int THTensor_svd(THTensor *u, THTensor *s, THTensor *v, const THTensor *a, const char *job)
{
  return RUN(svd, OUT(u, s, v), IN(a), FLAGS(job));
}

int THTensor_qr(THTensor *q, THTensor *r, const THTensor *a)
{
  return RUN(qr, OUT(q, r), IN(a), NULL);
}

int THTensor_geqrf(THTensor *qr, THTensor *tau, const THTensor *a)
{
  return RUN(geqrf, OUT(qr, tau), IN(a), NULL);
}

int THTensor_orgqr(THTensor *q, const THTensor *a, const THTensor *tau)
{
  return RUN(orgqr, OUT(q), IN(a, tau), NULL);
}

int THTensor_ormqr(THTensor *out, const THTensor *a, const THTensor *tau, const THTensor *c, const
                   char *side, const char *trans)
{
  return RUN(ormqr, OUT(out), IN(a, tau, c), FLAGS(side, trans));
}

int THTensor_potrf(THTensor *out, const THTensor *a, const char *uplo)
{
  return RUN(potrf, OUT(out), IN(a), FLAGS(uplo));
}

int THTensor_potri(THTensor *out, const THTensor *factor, const char *uplo)
{
  return RUN(potri, OUT(out), IN(factor), FLAGS(uplo));
}

int THTensor_potrs(THTensor *x, const THTensor *b, const THTensor *factor, const char *uplo)
{
  return RUN(potrs, OUT(x), IN(b, factor), FLAGS(uplo));
}

int THTensor_pstrf(THTensor *out, THTensor *pivots, const THTensor *a, const char *uplo, double
                   tolerance)
{
  return THLapack_run(&TH_lapackOps[TH_LAPACK_OP_pstrf], OUT(out, pivots), IN(a), FLAGS(uplo),
                      tolerance);
}
