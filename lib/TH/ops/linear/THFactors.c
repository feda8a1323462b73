/*
** Factors of single matrices in the slots of a call, for stacks (THStack.c): determinants, LU and
** QR in their forms, and complex eigenvalues of real matrices.
**
** What is decided by elements (pivots, signs, which eigenvalues are real) is read on the host.
*/
#include <math.h>
#include <string.h>

#include "TH/geometry/THComplex.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/linear/THLapackCall.h"
#include "TH/ops/select/THAssemble.h"

typedef THLapackCall Call;

static int is_empty(const Call *j)
{
  return j->m == 0 || j->n == 0;
}

/* The elements of a vector on the host, as an owned tensor. Pivots are ints there. */
static int bring(THTensor *here, const THTensor *vector)
{
  return THTensor_to(here, vector, 0, vector->dtype == TH_LONG ? TH_INT : TH_UNDEFINED);
}

static void swap_slots(Call *j, THLapackSlot a, THLapackSlot b)
{
  const THTensor kept = j->slot[a];
  j->slot[a] = j->slot[b];
  j->slot[b] = kept;
}

/* --- LU --- */

int THFactor_inv(Call *j)
{
  TH_TRY(THLapack_make(j, TH_SLOT_PIVOTS, TH_INT, j->n, -1));
  if (is_empty(j)) return TH_OK;
  TH_TRY(THLapack_call(j, TH_LAPACK_getrf));
  return THLapack_call(j, TH_LAPACK_getri);
}

int THFactor_luFactor(Call *j)
{
  return THLapack_factorize(j);
}

int THLapack_takePivots(Call *j, const THTensor *pivots)
{
  THTensor here = {0};
  TH_TRY(THTensor_operand(j->op, pivots));
  if (pivots->dtype != TH_INT)
    return th_fail(TH_EDTYPE, "%s: the pivots are a %s; expected those of luFactor, an IntTensor",
                   j->op, THTensor_typeText(pivots->dtype).text);
  if (THTensor_nElement(pivots) != j->k)
    return th_fail(TH_ESHAPE, "%s: %" PRId64 " pivots for a matrix of size %dx%d", j->op,
                   THTensor_nElement(pivots), j->m, j->n);
  TH_TRY(THLapack_make(j, TH_SLOT_PIVOTS, j->device ? TH_LONG : TH_INT, j->k, -1));
  TH_TRY(THTensor_copy(&j->slot[TH_SLOT_PIVOTS], pivots));
  TH_TRY(bring(&here, &j->slot[TH_SLOT_PIVOTS]));
  int status = TH_OK;
  const int *p = THTensor_data(&here);
  for (int k = 0; k < j->k && !status; k++)
    if (p[k] < 1 || p[k] > j->m)
      status = th_fail(TH_EINVAL, "%s: pivot %d is %d; expected 1 to %d", j->op, k + 1, p[k], j->m);
  THTensor_clear(&here);
  return status;
}

int THFactor_luSolve(Call *j)
{
  if (is_empty(j)) return TH_OK;
  TH_TRY(THLapack_checkDiagonal(j, "the matrix is singular"));
  return THLapack_call(j, TH_LAPACK_getrs);
}

/* Slot V becomes p with a = p l u: the identity with its rows exchanged back, last exchange
   first. */
static int make_permutation(Call *j)
{
  THTensor pivots = {0};
  TH_TRY(THLapack_make(j, TH_SLOT_V, j->type, j->m, j->m));
  TH_TRY(THTensor_fill(&j->slot[TH_SLOT_V], TH_integer(0)));
  TH_TRY(bring(&pivots, &j->slot[TH_SLOT_PIVOTS]));
  THTensor rows = {0};
  int status = THTensor_new(&rows, 0, TH_INT, 1, (const int64_t[]){j->m});
  const int *p = THTensor_data(&pivots);
  int *row = THTensor_data(&rows);
  for (int i = 0; i < j->m && !status; i++) row[i] = i;
  for (int k = 0; k < j->k && !status; k++) {
    const int kept = row[k];
    row[k] = row[p[k] - 1];
    row[p[k] - 1] = kept;
  }
  for (int i = 0; i < j->m && !status; i++) { /* row i of l u is row row[i] of a */
    THTensor one = j->slot[TH_SLOT_V]; /* borrowed */
    one.nDimension = 0;
    one.storageOffset += row[i] + (int64_t)i * j->m;
    status = THTensor_fill(&one, TH_integer(1));
  }
  THTensor_clear(&pivots);
  THTensor_clear(&rows);
  return status;
}

int THFactor_lu(Call *j)
{
  TH_TRY(THLapack_factorize(j));
  TH_TRY(make_permutation(j));
  const THTensor *a = &j->slot[TH_SLOT_A];
  THTensor left = *a, top = *a; /* borrowed */
  left.size[1] = top.size[0] = j->k;
  TH_TRY(THTensor_tril(&j->slot[TH_SLOT_B], &left, -1));
  THTensor diagonal = THTensor_mainDiagonal(&j->slot[TH_SLOT_B]);
  TH_TRY(THTensor_fill(&diagonal, TH_integer(1)));
  return THTensor_triu(&j->slot[TH_SLOT_R], &top, 0);
}

/* --- determinants --- */

/* A complex number as sign times the exponential of logabs; and multiplied by others in turn. */
typedef struct Determinant { double re, im, logabs; } Determinant;

static void multiply(Determinant *d, double re, double im)
{
  const double x = d->re * re - d->im * im;
  d->im = d->re * im + d->im * re;
  d->re = x;
}

/* isSign: the product of the signs, and the sum of the logarithms; otherwise the product. */
static int find_determinant(Call *j, int isSign, Determinant *d)
{
  THTensor here = {0}, pivots = {0};
  TH_TRY(THLapack_factorize(j));
  const THTensor diagonal = THTensor_mainDiagonal(&j->slot[TH_SLOT_A]);
  *d = (Determinant){1, 0, 0};
  int status = j->n ? bring(&here, &diagonal) : TH_OK;
  if (!status) status = bring(&pivots, &j->slot[TH_SLOT_PIVOTS]);
  for (int k = 0; k < j->n && !status; k++) {
    THNumber x;
    status = THTensor_get(&here, k, &x);
    double re = TH_asReal(x), im = TH_imaginary(x);
    const double size = hypot(re, im);
    if (isSign) d->logabs += log(size);
    if (isSign && size > 0) re /= size, im /= size;
    multiply(d, re, im);
    if (((const int *)THTensor_data(&pivots))[k] != k + 1) multiply(d, -1, 0);
  }
  THTensor_clear(&here);
  THTensor_clear(&pivots);
  return status;
}

/* A slot of one number. */
static int give_number(Call *j, THLapackSlot slot, int dtype, THNumber number)
{
  TH_TRY(THLapack_make(j, slot, dtype, 1, -1));
  return THTensor_fill(&j->slot[slot], number);
}

static THNumber sign_of(const Call *j, const Determinant *d)
{
  return j->type == j->real ? TH_real(d->re + 0) : TH_complex(d->re + 0, d->im); /* no -0 */
}

int THFactor_det(Call *j)
{
  Determinant d;
  TH_TRY(find_determinant(j, 0, &d));
  return give_number(j, TH_SLOT_TAU, j->type, sign_of(j, &d));
}

int THFactor_slogdet(Call *j)
{
  Determinant d;
  TH_TRY(find_determinant(j, 1, &d));
  TH_TRY(give_number(j, TH_SLOT_TAU, j->type, sign_of(j, &d)));
  return give_number(j, TH_SLOT_S, j->real, TH_real(d.logabs));
}

/* --- QR --- */

/* A becomes m x count: its first columns, and whatever behind them. */
static int set_columns(Call *j, int count)
{
  if (count == j->n) return TH_OK;
  TH_TRY(THLapack_make(j, TH_SLOT_B, j->type, j->m, count));
  THTensor to = j->slot[TH_SLOT_B], from = j->slot[TH_SLOT_A]; /* borrowed */
  TH_TRY(THTensor_fill(&to, TH_integer(0)));
  to.size[1] = from.size[1] = count < j->n ? count : j->n;
  TH_TRY(THTensor_copy(&to, &from));
  swap_slots(j, TH_SLOT_A, TH_SLOT_B);
  return TH_OK;
}

int THFactor_qr(Call *j)
{
  const int complete = *j->flag[0] == 'C', columns = complete ? j->m : j->k, empty = is_empty(j);
  TH_TRY(THLapack_make(j, TH_SLOT_TAU, j->type, j->k, -1));
  if (!empty) TH_TRY(THLapack_call(j, TH_LAPACK_geqrf));
  THTensor top = j->slot[TH_SLOT_A]; /* borrowed */
  if (!complete) top.size[0] = j->k;
  TH_TRY(THTensor_triu(&j->slot[TH_SLOT_R], &top, 0));
  TH_TRY(set_columns(j, columns));
  j->n = columns;
  if (empty) return THLapack_identity(j, TH_SLOT_A);
  return THLapack_call(j, TH_LAPACK_orgqr);
}

/* --- singular values and eigenvalues --- */

int THFactor_svdvals(Call *j)
{
  const int64_t k = j->k, longer = j->m > j->n ? j->m : j->n;
  j->ldv = 1;
  if (j->device) j->flag[0] = "S"; /* computes the vectors, but gives none */
  TH_TRY(THLapack_make(j, TH_SLOT_S, j->real, k, -1));
  TH_TRY(THLapack_make(j, TH_SLOT_IWORK, TH_INT, 8 * k, -1));
  if (j->type != j->real)
    TH_TRY(THLapack_make(j, TH_SLOT_RWORK, j->real, k * (5 * k + 7) + 2 * k * (longer + k), -1));
  return is_empty(j) ? TH_OK : THLapack_call(j, TH_LAPACK_gesdd);
}

static THTensor column_of(const THTensor *matrix, int c)
{
  THTensor column = *matrix; /* borrowed */
  column.nDimension = 1;
  column.storageOffset += c * matrix->stride[1];
  return column;
}

/* Column c of the complex slot A becomes sign * i * column c + 1 of V, plus column c, or of c -
   1. */
static int set_vector(const Call *j, const THTensor parts[2], int to, int from, double sign)
{
  THTensor re = column_of(&parts[0], to), im = column_of(&parts[1], to);
  const THTensor real = column_of(&j->slot[TH_SLOT_V], from);
  TH_TRY(THTensor_copy(&re, &real));
  if (sign == 0) return THTensor_fill(&im, TH_integer(0));
  const THTensor imaginary = column_of(&j->slot[TH_SLOT_V], from + 1);
  if (sign > 0) return THTensor_copy(&im, &imaginary);
  return THOp_applyAs(j->op, &TH_ops[TH_OP_neg], &im,
                      (THOperand[]){TH_tensorOperand(&imaginary)});
}

/* The vectors that geev left in V: one column for a real value, two for a pair. */
static int unpack_vectors(Call *j, const THTensor *imaginary)
{
  THTensor parts[2] = {{.nDimension = 0}, {.nDimension = 0}};
  TH_TRY(THLapack_make(j, TH_SLOT_A, THDtype_complexOf(j->type), j->n, j->n));
  int status = THTensor_part(j->op, &parts[0], &j->slot[TH_SLOT_A], 0);
  if (!status) status = THTensor_part(j->op, &parts[1], &j->slot[TH_SLOT_A], 1);
  for (int c = 0; c < j->n && !status; c++) {
    THNumber im;
    status = THTensor_get(imaginary, c, &im);
    const int pair = !status && !TH_isZero(im) && c + 1 < j->n;
    if (!status) status = set_vector(j, parts, c, c, pair);
    if (!status && pair) status = set_vector(j, parts, c + 1, c, -1);
    c += pair;
  }
  THTensor_clear(&parts[0]);
  THTensor_clear(&parts[1]);
  return status;
}

static int join_values(Call *j)
{
  THTensor part = {0};
  TH_TRY(THLapack_make(j, TH_SLOT_R, THDtype_complexOf(j->type), j->n, -1));
  for (int k = 0; k < 2; k++) {
    int status = THTensor_part(j->op, &part, &j->slot[TH_SLOT_R], k);
    if (!status) status = THTensor_copy(&part, &j->slot[k ? TH_SLOT_S2 : TH_SLOT_S]);
    THTensor_clear(&part);
    TH_TRY(status);
  }
  return TH_OK;
}

/* Values in R, vectors in A, both complex. */
int THFactor_eig(Call *j)
{
  const int vectors = *j->flag[0] == 'V';
  THTensor here = {0};
  TH_TRY(THLapack_eig(j));
  if (j->type != j->real) {
    swap_slots(j, TH_SLOT_R, TH_SLOT_B);
    if (vectors) swap_slots(j, TH_SLOT_A, TH_SLOT_V);
    return TH_OK;
  }
  TH_TRY(join_values(j));
  if (!vectors) return TH_OK;
  TH_TRY(bring(&here, &j->slot[TH_SLOT_S2]));
  const int status = unpack_vectors(j, &here);
  THTensor_clear(&here);
  return status;
}
