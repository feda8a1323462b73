/*
** The functions of THMatrices.h that are rows of TH_lapackOps, or own code for small matrices.
*/
#include "TH/ops/linear/THMatrices.h"

#include <string.h>

#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/arrange/THReorder.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THLapackCall.h"
#include "TH/ops/linear/THScratch.h"
#include "TH/ops/linear/THSmall.h"
#include "TH/ops/linear/THStack.h"
#include "TH/ops/select/THAssemble.h"

#define OUT(...) (THTensor *const[]){__VA_ARGS__}
#define IN(...) (const THTensor *const[]){__VA_ARGS__}
#define FLAGS(...) (const char *const[]){__VA_ARGS__}
#define RUN(code, out, in, flags) THStack_run(&TH_lapackOps[TH_LAPACK_OP_##code], out, in, flags)

static int check_square(const char *op, const THTensor *a)
{
  TH_TRY(THScratch_checkAnalytic(op, a));
  if (a->nDimension >= 2 && a->size[a->nDimension - 1] == a->size[a->nDimension - 2]) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a tensor of size %s; expected a square matrix or a stack of them",
                 op, THTensor_sizeText(a).text);
}

/* --- solve: the right sides --- */

static int check_right_side(const char *op, const THTensor *a, const THTensor *b)
{
  TH_TRY(THTensor_operand(op, b));
  TH_TRY(TH_checkSameDevice(op, (THPlaced){"operand", 1, THTensor_device(a)},
                            (THPlaced){"operand", 2, THTensor_device(b)}));
  TH_TRY(TH_checkSameType(op, THTensor_device(a), a->dtype, b->dtype));
  if (b->nDimension >= 2 && b->size[b->nDimension - 2] == a->size[a->nDimension - 2]) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a right side of size %s for matrices of size %s", op,
                 THTensor_sizeText(b).text, THTensor_sizeText(a).text);
}

static int solve_matrices(THTensor *x, const THTensor *a, const THTensor *b)
{
  int64_t lead[TH_MAX_DIM];
  int nlead = 0;
  TH_TRY(check_right_side("solve", a, b));
  if (!THSmall_serves(a)) return RUN(solve, OUT(x), IN(a, b), NULL);
  TH_TRY(THShape_broadcast("solve", &nlead, lead, a->nDimension - 2, a->size));
  TH_TRY(THShape_broadcast("solve", &nlead, lead, b->nDimension - 2, b->size));
  const THTensor all_a = THScratch_lead(a, 2, nlead, lead);
  const THTensor all_b = THScratch_lead(b, 2, nlead, lead);
  return THSmall_solve("solve", x, &all_a, &all_b);
}

int THTensor_solve(THTensor *x, const THTensor *a, const THTensor *b)
{
  TH_TRY(check_square("solve", a));
  if (!THScratch_isVectors(a, b)) return solve_matrices(x, a, b);
  THTensor made = {0};
  const THTensor column = THScratch_with(b, b->nDimension);
  int status = solve_matrices(&made, a, &column);
  THTensor row = made; /* borrowed */
  row.nDimension--;
  if (!status) status = THScratch_give("solve", x, &row);
  THTensor_clear(&made);
  return status;
}

/* --- inverse and determinant --- */

int THTensor_inv(THTensor *out, const THTensor *a)
{
  TH_TRY(check_square("inv", a));
  return THSmall_serves(a) ? THSmall_inv("inv", out, a) : RUN(inv, OUT(out), IN(a), NULL);
}

int THTensor_det(THTensor *out, const THTensor *a)
{
  TH_TRY(check_square("det", a));
  return THSmall_serves(a) ? THSmall_det("det", out, NULL, a) : RUN(det, OUT(out), IN(a), NULL);
}

int THTensor_slogdet(THTensor *sign, THTensor *logabs, const THTensor *a)
{
  TH_TRY(check_square("slogdet", a));
  if (sign == logabs) return th_fail(TH_EINVAL, "slogdet: results 1 and 2 are one tensor");
  if (THSmall_serves(a)) return THSmall_det("slogdet", sign, logabs, a);
  return RUN(slogdet, OUT(sign, logabs), IN(a), NULL);
}

static int logdet(THScratch *work, THTensor *out, const THTensor *a)
{
  THTensor *sign = THScratch_new(work), *logabs = THScratch_new(work);
  THTensor *r = THScratch_new(work);
  TH_TRY(check_square("logdet", a));
  TH_TRY(THScratch_checkAnalytic("logdet", a));
  TH_TRY(THTensor_slogdet(sign, logabs, a));
  /* 0 for 1, -inf for 0; for -1 NaN, or pi i of a complex one */
  TH_TRY(THScratch_unary("logdet", TH_OP_log, r, sign));
  TH_TRY(THScratch_binary("logdet", TH_OP_cadd, r, r, logabs));
  return THScratch_give("logdet", out, r);
}

int THTensor_logdet(THTensor *out, const THTensor *a)
{
  THScratch work = {.count = 0};
  return THScratch_end(&work, logdet(&work, out, a));
}

/* --- rows --- */

int THTensor_cholesky(THTensor *out, const THTensor *a, const char *uplo)
{
  return RUN(cholesky, OUT(out), IN(a), FLAGS(uplo));
}

int THTensor_choleskySolve(THTensor *x, const THTensor *b, const THTensor *factor,
                           const char *uplo)
{
  return RUN(choleskySolve, OUT(x), IN(b, factor), FLAGS(uplo));
}

int THTensor_choleskyInverse(THTensor *out, const THTensor *factor, const char *uplo)
{
  return RUN(choleskyInverse, OUT(out), IN(factor), FLAGS(uplo));
}

int THTensor_qrStack(THTensor *q, THTensor *r, const THTensor *a, const char *mode)
{
  return RUN(qrStack, OUT(q, r), IN(a), FLAGS(mode));
}

int THTensor_svdStack(THTensor *u, THTensor *s, THTensor *v, const THTensor *a, const char *job)
{
  return RUN(svd, OUT(u, s, v), IN(a), FLAGS(job));
}

int THTensor_svdvals(THTensor *s, const THTensor *a)
{
  return RUN(svdvals, OUT(s), IN(a), FLAGS("N"));
}

int THTensor_eigh(THTensor *values, THTensor *vectors, const THTensor *a, const char *uplo)
{
  return RUN(eigh, OUT(values, vectors), IN(a), FLAGS("V", uplo));
}

int THTensor_eigvalsh(THTensor *values, const THTensor *a, const char *uplo)
{
  return RUN(eigvalsh, OUT(values), IN(a), FLAGS("N", uplo));
}

int THTensor_eigvals(THTensor *values, const THTensor *a)
{
  return RUN(eigvals, OUT(values), IN(a), FLAGS("N"));
}

int THTensor_eigComplex(THTensor *values, THTensor *vectors, const THTensor *a)
{
  return RUN(eigComplex, OUT(values, vectors), IN(a), FLAGS("V"));
}

int THTensor_lu(THTensor *p, THTensor *l, THTensor *u, const THTensor *a)
{
  return RUN(lu, OUT(p, l, u), IN(a), NULL);
}

int THTensor_luFactor(THTensor *lu, THTensor *pivots, const THTensor *a)
{
  return RUN(luFactor, OUT(lu, pivots), IN(a), NULL);
}

int THTensor_luSolve(THTensor *x, const THTensor *lu, const THTensor *pivots, const THTensor *b)
{
  return RUN(luSolve, OUT(x), IN(lu, pivots, b), NULL);
}

/* Whether the device of a solves with factors, but has no routine for triangles. */
static int lacks_triangles(const THTensor *a)
{
  const THTraits *traits = THDtype_traits(a->dtype);
  const int dtype = traits->floating && traits->size == 2 ? TH_FLOAT : a->dtype;
  const THSolveEntry *entries = TH_entries(TH_CHAPTER_SOLVE, dtype, THTensor_device(a));
  return entries && !entries[TH_LAPACK_trtrs] && entries[TH_LAPACK_getrs];
}

/* The pivots of n rows that were not exchanged, for each matrix of a. */
static int no_exchanges(THTensor *pivots, const THTensor *a)
{
  THTensor here = {0};
  const int n = a->nDimension - 1;
  TH_TRY(THTensor_new(&here, 0, TH_INT, 1, &a->size[n]));
  int *row = THTensor_data(&here);
  for (int64_t k = 0; k < a->size[n]; k++) row[k] = (int)k + 1;
  int status = THTensor_to(pivots, &here, THTensor_device(a), TH_UNDEFINED);
  if (!status) status = THTensor_expand(pivots, pivots, n, a->size);
  THTensor_clear(&here);
  return status;
}

/* An upper triangle is a factor u of which l is the identity; a lower one becomes upper when rows
   and columns are reversed. */
static int solve_as_factor(THScratch *work, THTensor *x, const THTensor *a, const THTensor *b,
                           const char *uplo, const char *diag)
{
  THLapackOp op = TH_lapackOps[TH_LAPACK_OP_luSolve];
  THTensor *turned = THScratch_new(work), *right = THScratch_new(work);
  THTensor *upper = THScratch_new(work), *diagonal = THScratch_new(work);
  THTensor *pivots = THScratch_new(work), *made = THScratch_new(work);
  const int n = a->nDimension, is_lower = *uplo == 'L', is_unit = *diag == 'U';
  const int rows = b->nDimension - 2;
  op.name = "solveTriangular";
  TH_TRY(THTensor_operand(op.name, b));
  if (rows < 0)
    return th_fail(TH_ESHAPE, "solveTriangular: a right side of size %s for matrices of size %s",
                   THTensor_sizeText(b).text, THTensor_sizeText(a).text);
  if (is_lower) TH_TRY(THTensor_flip(turned, a, 2, (const int[]){n - 2, n - 1}));
  if (is_lower) TH_TRY(THTensor_flip(right, b, 1, &rows));
  TH_TRY(THTensor_triu(upper, is_lower ? turned : a, is_unit));
  if (is_unit) {
    TH_TRY(THTensor_diagonal(diagonal, upper, 0, n - 2, n - 1));
    TH_TRY(THTensor_fill(diagonal, TH_integer(1)));
  }
  TH_TRY(no_exchanges(pivots, a));
  TH_TRY(THStack_run(&op, OUT(made), IN(upper, pivots, is_lower ? right : b), NULL));
  if (is_lower) TH_TRY(THTensor_flip(right, made, 1, (const int[]){made->nDimension - 2}));
  return THScratch_give(op.name, x, is_lower ? right : made);
}

static int solve_from_left(THTensor *x, const THTensor *a, const THTensor *b, const char *uplo,
                           const char *diag)
{
  const THLapackOp *op = &TH_lapackOps[TH_LAPACK_OP_solveTriangular];
  THScratch work = {.count = 0};
  TH_TRY(check_square(op->name, a));
  if (!lacks_triangles(a)) return THStack_run(op, OUT(x), IN(a, b), FLAGS(uplo, "N", diag));
  TH_TRY(THLapack_checkFlags(op, FLAGS(uplo, "N", diag)));
  return THScratch_end(&work, solve_as_factor(&work, x, a, b, uplo, diag));
}

/* x a = b is a' x' = b', and the transpose of a has its triangle on the other side. */
static int solve_from_right(THTensor *x, const THTensor *a, const THTensor *b, const char *uplo,
                            const char *diag)
{
  THTensor made = {0};
  const THTensor turned_a = THScratch_turned(a), turned_b = THScratch_turned(b);
  int status = solve_from_left(&made, &turned_a, &turned_b, *uplo == 'U' ? "L" : "U", diag);
  if (!status) {
    const THTensor turned = THScratch_turned(&made);
    status = THScratch_give("solveTriangular", x, &turned);
  }
  THTensor_clear(&made);
  return status;
}

int THTensor_solveTriangular(THTensor *x, const THTensor *a, const THTensor *b, const char *uplo,
                             const char *side, const char *diag)
{
  if (*side == 'L') return solve_from_left(x, a, b, uplo, diag);
  if (*side != 'R' || !*uplo || !strchr("UL", *uplo))
    return th_fail(TH_EINVAL, "solveTriangular: no such flag; there are 'L' and 'R', 'U' and 'L'");
  TH_TRY(check_square("solveTriangular", a));
  if (b->nDimension < 2)
    return th_fail(TH_ESHAPE, "solveTriangular: a right side of size %s; expected a matrix",
                   THTensor_sizeText(b).text);
  return solve_from_right(x, a, b, uplo, diag);
}
