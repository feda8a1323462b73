/*
** Products of matrices and vectors of which one is sparse or both are. A sparse factor on the left
** of a strided one is used as compressed rows; one on the right is turned, and so is the result.
** Of two sparse factors all products of entries are made, which are then added up as entries of one
** place are. Sums with a third tensor are composed of a product and point-wise rows.
*/
#include <string.h>

#include "TH/backend/THProductChapter.h"
#include "TH/geometry/THView.h"
#include "TH/geometry/THCheck.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/select/THIndex.h"
#include "THS/kernels/THSChapter.h"
#include "THS/ops/THSConvert.h"
#include "THS/ops/THSProduct.h"
#include "THS/ops/THSServe.h"

static int check_factors(const char *op, const THTensor *a, const THTensor *b, int dims_a,
                         int dims_b)
{
  if (a->nDimension != dims_a || b->nDimension != dims_b)
    return th_fail(TH_ESHAPE, "%s: tensors of size %s and %s; %d and %d dimensions are needed", op,
                   THTensor_sizeText(a).text, THTensor_sizeText(b).text, dims_a, dims_b);
  const int inner_b = dims_b == 1 ? 0 : dims_b - 2;
  if (a->size[dims_a - 1] != b->size[inner_b] || (dims_a == 3 && a->size[0] != b->size[0]))
    return th_fail(TH_ESHAPE, "%s: sizes %s and %s do not fit", op, THTensor_sizeText(a).text,
                   THTensor_sizeText(b).text);
  if (a->dtype == b->dtype) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: a factor is of type %s, the other of type %s; convert one", op,
                 THDtype_traits(a->dtype)->option, THDtype_traits(b->dtype)->option);
}

/* --- a sparse matrix times a strided one, or a vector --- */

static int times_rows(const char *op, THTensor *made, const THTensor *csr, const THTensor *in)
{
  const THSEntries *e = THS_entries(csr);
  const int64_t size[2] = {csr->size[0], in->nDimension == 2 ? in->size[1] : 1};
  TH_TRY(THTensor_new(made, THS_device(e), csr->dtype, in->nDimension, size));
  if (!THTensor_nElement(in) || !THTensor_nElement(made) || !THS_count(e))
    return THTensor_fill(made, TH_integer(0));
  THSCall call = {.op = op, .device = THS_device(e), .columns = csr->size[1],
                  .entries = THS_count(e), .count = size[0],
                  .width = size[1], .start = THS_longs(&e->start),
                  .column = THTensor_data(&e->column), .values = THTensor_data(&e->values),
                  .in = THTensor_data(in), .out = THTensor_data(made)};
  return THS_run(THS_multiply, csr->dtype, &call);
}

static int left(const char *op, THTensor *made, const THTensor *a, const THTensor *b)
{
  THTensor csr = {0}, in = {0};
  int status = THS_toCSR(op, a, &csr);
  if (!status) status = THTensor_contiguous(&in, b);
  if (!status) status = times_rows(op, made, &csr, &in);
  THTensor_clear(&csr);
  THTensor_clear(&in);
  return status;
}

/* a b = (b' a')' */
static int right(const char *op, THTensor *made, const THTensor *a, const THTensor *b)
{
  THTensor turned = {0}, across = {0};
  int status = THTensor_transpose(&turned, b, 0, 1);
  if (!status) status = THTensor_transpose(&across, a, 0, 1);
  if (!status) status = left(op, made, &turned, &across);
  if (!status) status = THTensor_transpose(made, made, 0, 1);
  if (!status) status = THTensor_contiguous(made, made);
  THTensor_clear(&turned);
  THTensor_clear(&across);
  return status;
}

/* --- two sparse matrices --- */

/* The entries of the products: places, and from which entries of a and b they are, from 1. */
typedef struct Pairs { THTensor key, of[2]; } Pairs;

static int multiply_pairs(THTensor *values, const THSEntries *a, const THSEntries *b,
                          const Pairs *pairs)
{
  THTensor x = {0}, y = {0};
  if (!pairs->key.size[0]) return THS_room(values, THS_device(a), a->values.dtype, 0);
  int status = THTensor_index(&x, &a->values, 0, &pairs->of[0]);
  if (!status) status = THTensor_index(&y, &b->values, 0, &pairs->of[1]);
  if (!status)
    status = THOp_apply(&TH_ops[TH_OP_cmul], values,
                        (THOperand[]){TH_tensorOperand(&x), TH_tensorOperand(&y)});
  THTensor_clear(&x);
  THTensor_clear(&y);
  return status;
}

static int product_of_rows(const char *op, THTensor *made, const THTensor *a, const THTensor *b)
{
  Pairs pairs = {.key = {.nDimension = 0}};
  THTensor values = {0};
  const THSEntries *x = THS_entries(a), *y = THS_entries(b);
  const int64_t size[2] = {a->size[0], b->size[1]};
  int64_t count;
  TH_TRY(THShape_count(op, 2, size, &count));
  int status = THS_keysOn(THS_device(x))->pair(op, &pairs.key, pairs.of, THS_rowsOf(a),
                                               THS_rowsOf(b));
  if (!status) status = multiply_pairs(&values, x, y, &pairs);
  if (!status) status = THS_make(op, made, 2, size, 2, &pairs.key, &values, -1);
  if (!status) status = THS_coalesce(op, made, made);
  THTensor_clear(&pairs.key);
  for (int k = 0; k < 2; k++) THTensor_clear(&pairs.of[k]);
  THTensor_clear(&values);
  return status;
}

static int both(const char *op, THTensor *made, const THTensor *a, const THTensor *b)
{
  THTensor x = {0}, y = {0};
  int status = THS_toCSR(op, a, &x);
  if (!status) status = THS_toCSR(op, b, &y);
  if (!status) status = product_of_rows(op, made, &x, &y);
  if (!status) status = THTensor_toLayout(op, made, made, THLayout_number(a->layout));
  THTensor_clear(&x);
  THTensor_clear(&y);
  return status;
}

/* --- the products --- */

static int matrices(const char *op, THTensor *made, const THTensor *a, const THTensor *b)
{
  TH_TRY(check_factors(op, a, b, 2, b->nDimension == 1 ? 1 : 2));
  if (THS_entries(a) && THS_entries(b)) return both(op, made, a, b);
  return (THS_entries(a) ? left : right)(op, made, a, b);
}

static int stack(const char *op, THTensor *made, const THTensor *a, const THTensor *b)
{
  TH_TRY(check_factors(op, a, b, 3, 3));
  const int64_t size[3] = {a->size[0], a->size[1], b->size[2]};
  TH_TRY(THTensor_new(made, THTensor_device(a), a->dtype, 3, size));
  int status = TH_OK;
  for (int64_t s = 0; s < size[0] && !status; s++) {
    THTensor x = {0}, y = {0}, z = {0}, product = {0};
    status = THTensor_select(&x, a, 0, s);
    if (!status) status = THTensor_select(&y, b, 0, s);
    if (!status) status = THTensor_select(&z, made, 0, s);
    if (!status) status = matrices(op, &product, &x, &y);
    if (!status) status = THTensor_copy(&z, &product); /* strided, also if the product is sparse */
    THTensor_clear(&x);
    THTensor_clear(&y);
    THTensor_clear(&z);
    THTensor_clear(&product);
  }
  return status;
}

static int give(const char *op, THTensor *out, const THTensor *made)
{
  return (THS_entries(made) ? THS_give : THS_giveStrided)(op, out, made);
}

/* beta m + alpha product */
static int sum(const THRequest *r, const THTensor *product, THTensor *made)
{
  const THNumber beta = r->operand[0].number, alpha = r->operand[2].number;
  const THTensor *m = r->operand[1].tensor;
  THTensor scaled = {0};
  if (!THDtype_traits(m->dtype)->complex) {
    TH_TRY(TH_checkReal(r->op, beta));
    TH_TRY(TH_checkReal(r->op, alpha));
  }
  if (TH_isZero(beta))
    return THOp_applyAs(r->op, &TH_ops[TH_OP_cmul], made,
                        (THOperand[]){TH_tensorOperand(product), TH_numberOperand(alpha)});
  int status = THOp_applyAs(r->op, &TH_ops[TH_OP_cmul], &scaled,
                            (THOperand[]){TH_tensorOperand(m), TH_numberOperand(beta)});
  if (!status)
    status = THOp_applyAs(r->op, &TH_ops[TH_OP_cadd], made,
                          (THOperand[]){TH_tensorOperand(&scaled), TH_tensorOperand(product),
                                        TH_numberOperand(alpha)});
  THTensor_clear(&scaled);
  return status;
}

/* By row: the product of the factors, or NULL. Only addmv and the like have a tensor to add. */
static int (*const products[])(const char *, THTensor *, const THTensor *, const THTensor *) = {
  [TH_LINEAR_mv] = matrices, [TH_LINEAR_mm] = matrices, [TH_LINEAR_bmm] = stack,
  [TH_LINEAR_addmv] = matrices, [TH_LINEAR_addmm] = matrices, [TH_LINEAR_baddbmm] = stack,
  [TH_LINEAR_addr] = NULL, [TH_LINEAR_addbmm] = NULL};

int THS_serveProduct(const THRequest *r)
{
  const THTensor *a = r->operand[r->noperands - 2].tensor, *b = r->operand[r->noperands - 1].tensor;
  const int isMatrix = THS_entries(a) || (THS_entries(b) && b->nDimension > 1);
  if (!products[r->row] || !isMatrix || (a->layout && !THS_entries(a)) ||
      (b->layout && !THS_entries(b)) || (b->nDimension == 1 && THS_entries(b)))
    return TH_UNSERVED;
  THTensor product = {0}, made = {0};
  int status = products[r->row](r->op, &product, a, b);
  if (!status && r->noperands == 5) status = sum(r, &product, &made);
  else if (!status) THTensor_set(&made, &product);
  if (!status) status = give(r->op, r->result[0], &made);
  THTensor_clear(&product);
  THTensor_clear(&made);
  return status;
}

/* --- triangular systems --- */

/* TH_EINVAL for a diagonal that is not there or 0. */
static int check_diagonal(const THTensor *csr)
{
  const THSEntries *e = THS_entries(csr);
  const int32_t *column = THTensor_data(&e->column);
  const int64_t *start = THS_longs(&e->start);
  for (int64_t i = 0; i < csr->size[0]; i++) {
    int isRegular = 0;
    for (int64_t k = start[i]; k < start[i + 1]; k++)
      if (column[k] == i) {
        const THNumber d =
            THDtype_load(csr->dtype, (char *)THTensor_data(&e->values) +
                                         k * THStorage_elementSize(e->values.storage));
        isRegular = TH_asReal(d) != 0 || TH_imaginary(d) != 0;
      }
    if (!isRegular)
      return th_fail(TH_EINVAL, "triangularSolve: the matrix is singular: element (%" PRId64
                     ", %" PRId64 ") is 0", i + 1, i + 1);
  }
  return TH_OK;
}

static int solve(THTensor *made, const THTensor *csr, const THTensor *b, int isUpper, int isUnit)
{
  const THSEntries *e = THS_entries(csr);
  if (!isUnit) TH_TRY(check_diagonal(csr));
  TH_TRY(THTensor_clone(made, b, b->dtype));
  THSCall call = {.op = "triangularSolve", .count = csr->size[0],
                  .width = b->nDimension == 2 ? b->size[1] : 1,
                  .start = THS_longs(&e->start), .column = THTensor_data(&e->column),
                  .values = THTensor_data(&e->values), .out = THTensor_data(made),
                  .isUpper = isUpper, .isUnit = isUnit};
  return THTensor_nElement(made) ? THS_run(THS_solve, csr->dtype, &call) : TH_OK;
}

int THS_triangularSolve(THTensor *out, const THTensor *b, const THTensor *a, int isUpper,
                        int isUnit)
{
  const char *op = "triangularSolve";
  THTensor csr = {0}, made = {0};
  TH_TRY(THS_check(op, a));
  TH_TRY(THTensor_operand(op, b));
  TH_TRY(TH_checkOnCpu(op, a));
  TH_TRY(TH_checkOnCpu(op, b));
  if (b->nDimension != 1 && b->nDimension != 2)
    return th_fail(TH_ESHAPE, "%s: right sides of size %s; a vector or a matrix is needed", op,
                   THTensor_sizeText(b).text);
  TH_TRY(check_factors(op, a, b, 2, b->nDimension));
  if (a->size[0] != a->size[1])
    return th_fail(TH_ESHAPE, "%s: a matrix of size %s; a square one is needed", op,
                   THTensor_sizeText(a).text);
  if (THDtype_traits(a->dtype)->integral)
    return th_fail(TH_EDTYPE, "%s: not defined for whole numbers (%s)", op,
                   THDtype_traits(a->dtype)->option);
  int status = THS_toCSR(op, a, &csr);
  if (!status) status = solve(&made, &csr, b, isUpper, isUnit);
  if (!status) status = THS_giveStrided(op, out, &made);
  THTensor_clear(&csr);
  THTensor_clear(&made);
  return status;
}
