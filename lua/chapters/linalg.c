/*
** Linear algebra on stacks of matrices, contractions (einsum and its kin), norms and distances.
** What a stack gives as numbers, (..), is a Lua number for a single matrix, unless a result is
** given.
*/
#include "chapters/lists.h"
#include "chapters/options.h"

/* Return what is in the result without dimensions as a number, where the caller gave no tensor. */
static int number_of(luaTH_Call *call, int status)
{
  THNumber number;
  const THTensor *r = call->result[0];
  if (status || call->given[0] || r->nDimension) return status;
  TH_TRY(THTensor_get(r, 0, &number));
  call->pushed = 1;
  return luaTH_pushscalar(call->L, r, number); /* the argument may be a list */
}

/* --- functions of one form: a row's data is the address of one of these --- */

typedef int (*Of1)(THTensor *, const THTensor *);
typedef int (*Of2)(THTensor *, const THTensor *, const THTensor *);
typedef int (*OfUplo)(THTensor *, const THTensor *, const char *);
typedef int (*OfNumber)(THTensor *, const THTensor *, double);

static const Of1 inv = THTensor_inv, det = THTensor_det, logdet = THTensor_logdet,
                 svdvals = THTensor_svdvals, eigvals = THTensor_eigvals,
                 matrixExp = THTensor_matrixExp;
static const Of2 solve = THTensor_solve, kron = THTensor_kron;
static const OfUplo cholesky = THTensor_cholesky, choleskyInverse = THTensor_choleskyInverse,
                    eigvalsh = THTensor_eigvalsh;
static const OfNumber pinv = THTensor_pinv, pdist = THTensor_pdist;

static int of_1(luaTH_Call *call)
{
  return (*(const Of1 *)call->row->data)(call->result[0], call->arg[0].tensor);
}

static int number_of_1(luaTH_Call *call)
{
  return number_of(call, of_1(call));
}

static int of_2(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return (*(const Of2 *)call->row->data)(call->result[0], arg[0].tensor, arg[1].tensor);
}

static int of_number(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const OfNumber *function = call->row->data;
  return (*function)(call->result[0], arg[0].tensor, TH_asReal(arg[1].number));
}

static int of_upper(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const OfUplo *function = call->row->data;
  return (*function)(call->result[0], arg[0].tensor, arg[1].integer ? "U" : "L");
}

static int of_uplo(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const OfUplo *function = call->row->data;
  return (*function)(call->result[0], arg[0].tensor, arg[1].string);
}

/* --- matrices --- */

static int choleskySolve(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_choleskySolve(call->result[0], arg[0].tensor, arg[1].tensor,
                                arg[2].integer ? "U" : "L");
}

static int slogdet(luaTH_Call *call)
{
  THTensor *const *r = call->result;
  THNumber number[2];
  TH_TRY(THTensor_slogdet(r[0], r[1], call->arg[0].tensor));
  if (r[0]->nDimension || call->given[0] || call->given[1]) return TH_OK;
  for (int k = 0; k < 2; k++) TH_TRY(THTensor_get(r[k], 0, &number[k]));
  call->pushed = 2;
  for (int k = 0; k < 2; k++)
    TH_TRY(luaTH_pushscalar(call->L, call->arg[0].tensor, number[k]));
  return TH_OK;
}

static int eigh(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_eigh(call->result[0], call->result[1], arg[0].tensor, arg[1].string);
}

static int eigComplex(luaTH_Call *call)
{
  return THTensor_eigComplex(call->result[0], call->result[1], call->arg[0].tensor);
}

static int lu(luaTH_Call *call)
{
  THTensor *const *r = call->result;
  return THTensor_lu(r[0], r[1], r[2], call->arg[0].tensor);
}

static int luFactor(luaTH_Call *call)
{
  return THTensor_luFactor(call->result[0], call->result[1], call->arg[0].tensor);
}

static int luSolve(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_luSolve(call->result[0], arg[0].tensor, arg[1].tensor, arg[2].tensor);
}

static int solveTriangular(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg, *o = &arg[2];
  if (o->given)
    luaTH_checkoptions(call->L, call->name, o->index, "upper left unitriangular");
  const int upper = option_boolean(call, o, "upper", 0), left = option_boolean(call, o, "left", 1);
  const int unit = option_boolean(call, o, "unitriangular", 0);
  return THTensor_solveTriangular(call->result[0], arg[0].tensor, arg[1].tensor,
                                  upper ? "U" : "L", left ? "L" : "R", unit ? "U" : "N");
}

static int lstsq(luaTH_Call *call)
{
  THTensor *const *r = call->result;
  const luaTH_Value *arg = call->arg;
  return THTensor_lstsq(r[0], r[1], r[2], r[3], arg[0].tensor, arg[1].tensor,
                        TH_asReal(arg[2].number));
}

static int matrixRank(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return number_of(call, THTensor_matrixRank(call->result[0], arg[0].tensor,
                                             TH_asReal(arg[1].number)));
}

static int matrixPower(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_matrixPower(call->result[0], arg[0].tensor,
                              luaTH_whole(call->L, arg[1].number, "matrixPower: the power"));
}

/* --- norms --- */

static int vectorNorm(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *x = arg[0].tensor;
  THTensor *r = call->result[0];
  int dims[TH_MAX_DIM] = {0, 1, 2, 3, 4, 5, 6, 7};
  const int n = x->nDimension;
  const int named = arg[2].given ? read_dims(call->L, arg[2].index, x, dims, call->name) : 0;
  const double p = TH_asReal(arg[1].number);
  TH_TRY(THTensor_vectorNorm(r, x, p, named ? named : n, dims));
  if (named) return TH_OK;
  TH_TRY(THTensor_resize("vectorNorm", r, 0, NULL, NULL));
  return number_of(call, TH_OK);
}

static int matrix_norm(luaTH_Call *call, const char *norm, double p)
{
  THTensor *r = call->result[0];
  TH_TRY(THTensor_matrixNorm(r, call->arg[0].tensor, norm, p));
  if (call->arg[0].tensor->nDimension > 2 || call->given[0]) return TH_OK;
  TH_TRY(THTensor_resize("matrixNorm", r, 0, NULL, NULL));
  return number_of(call, TH_OK);
}

static int matrixNorm(luaTH_Call *call)
{
  return matrix_norm(call, call->arg[1].string, 0);
}

static int matrixNorm_p(luaTH_Call *call)
{
  return matrix_norm(call, "p", TH_asReal(call->arg[1].number));
}

static int cond(luaTH_Call *call)
{
  return number_of(call, THTensor_cond(call->result[0], call->arg[0].tensor, call->arg[1].string,
                                       0));
}

static int cond_p(luaTH_Call *call)
{
  return number_of(call, THTensor_cond(call->result[0], call->arg[0].tensor, "p",
                                       TH_asReal(call->arg[1].number)));
}

static int cdist(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_cdist(call->result[0], arg[0].tensor, arg[1].tensor, TH_asReal(arg[2].number));
}

/* --- contractions --- */

static int inner(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return number_of(call, THTensor_inner(call->result[0], arg[0].tensor, arg[1].tensor));
}

/* An optional dimension of the sizes to which two operands broadcast, from 0; -1 if not given. */
static int common_dim(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const int m = arg[0].tensor->nDimension, n = arg[1].tensor->nDimension, most = m > n ? m : n;
  if (!arg[2].given) return -1;
  const char *what = lua_pushfstring(call->L, "%s: a dimension", call->name);
  const int64_t d = luaTH_tointeger(call->L, arg[2].index, what);
  lua_pop(call->L, 1);
  const int64_t from_0 = d < 0 ? d + most : d - 1;
  if (from_0 < 0 || from_0 >= most)
    luaTH_fail(call->L, "%s: no dimension %" PRId64 " in a %d-dimensional tensor", call->name, d,
               most);
  return (int)from_0;
}

static int vecdot(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_vecdot(call->result[0], arg[0].tensor, arg[1].tensor, common_dim(call));
}

static int cross(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_cross(call->result[0], arg[0].tensor, arg[1].tensor, common_dim(call));
}

static int tensordot_of(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *a = arg[0].tensor, *b = arg[1].tensor;
  int of_a[TH_MAX_DIM], of_b[TH_MAX_DIM];
  const int n = read_dims(call->L, arg[2].index, a, of_a, call->name);
  const int m = read_dims(call->L, arg[3].index, b, of_b, call->name);
  if (n != m)
    return th_fail(TH_EINVAL, "tensordot: %d dimensions of the first operand, %d of the second", n,
                   m);
  return THTensor_tensordot(call->result[0], a, b, n, of_a, of_b);
}

/* Over the last n dims of a and the first n of b. */
static int tensordot(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *a = arg[0].tensor, *b = arg[1].tensor;
  const int64_t n = arg[2].integer;
  int of_a[TH_MAX_DIM], of_b[TH_MAX_DIM];
  if (n > a->nDimension || n > b->nDimension)
    return th_fail(TH_ESHAPE, "tensordot: sizes %s and %s do not both have %" PRId64 " dimensions",
                   THTensor_sizeText(a).text, THTensor_sizeText(b).text, n);
  for (int k = 0; k < n; k++) {
    of_a[k] = a->nDimension - (int)n + k;
    of_b[k] = k;
  }
  return THTensor_tensordot(call->result[0], a, b, (int)n, of_a, of_b);
}

static int multiDot(luaTH_Call *call)
{
  int n;
  const THTensor **list = push_tensors(call, call->arg[0].index, &n);
  const int status = THTensor_multiDot(call->result[0], n, list);
  lua_pop(call->L, 1);
  return number_of(call, status);
}

static int einsum_list(luaTH_Call *call)
{
  int n;
  const THTensor **list = push_tensors(call, call->arg[1].index, &n);
  const int status = THTensor_einsum(call->result[0], call->arg[0].string, n, list);
  lua_pop(call->L, 1);
  return status;
}

static int einsum(luaTH_Call *call)
{
  enum { EINSUM_OPERANDS = 8 }; /* as many as the row has */
  const THTensor *list[EINSUM_OPERANDS];
  int n = 0;
  for (int k = 1; k <= EINSUM_OPERANDS; k++)
    if (call->arg[k].given) list[n++] = call->arg[k].tensor;
  return THTensor_einsum(call->result[0], call->arg[0].string, n, list);
}

#define EACH " of a matrix or of each of a stack"

static const luaTH_Row rows[] = {
  {"solve", "x! a:Tensor b:Tensor", of_2,
   "x with a * x = b, for a matrix or each of a stack; b of the sizes (.., n) has "
   "vectors", 0, &solve},
  {"inv", "r! a:Tensor", of_1, "the inverse" EACH, 0, &inv},
  {"det", "r! a:Tensor", number_of_1,
   "the determinant of a matrix, a number, or those of a stack", 0, &det},
  {"slogdet", "sign! logabs! a:Tensor", slogdet,
   "sign of the determinant, and logarithm of its absolute value" EACH, 0, 0},
  {"logdet", "r! a:Tensor", number_of_1,
   "logarithm of the determinant" EACH "; NaN for a negative real one", 0, &logdet},
  {"cholesky", "r! a:Tensor upper:boolean=false", of_upper,
   "the Cholesky factor l with a = l * l:t(), or if upper, u with a = u:t() * u,"
   EACH, 0, &cholesky},
  {"choleskySolve", "x! b:Tensor factor:Tensor upper:boolean=false", choleskySolve,
   "x with a * x = b for a matrix a, or a stack of them, that has this Cholesky factor", 0, 0},
  {"choleskyInverse", "r! factor:Tensor upper:boolean=false", of_upper,
   "the inverse of the matrix, or of each of a stack, that has this Cholesky "
   "factor", 0, &choleskyInverse},
  {"svdvals", "s! a:Tensor", of_1, "the singular values, descending," EACH, 0, &svdvals},
  {"eigh", "values! vectors! a:Tensor uplo:L/U=L", eigh,
   "ascending eigenvalues, and eigenvectors as columns, of a symmetric (complex: Hermitian) "
   "matrix or of each of a stack; one triangle is read", 0, 0},
  {"eigvalsh", "values! a:Tensor uplo:L/U=L", of_uplo, "the eigenvalues of eigh", 0, &eigvalsh},
  {"eigvals", "values! a:Tensor", of_1,
   "complex eigenvalues of a square matrix or of each of a stack", 0, &eigvals},
  {"eigComplex", "values! vectors! a:Tensor", eigComplex,
   "complex eigenvalues, and eigenvectors of length 1 as columns, of a square matrix or of "
   "each of a stack", 0, 0},
  {"lstsq", "x! residuals! rank!Long s! a:Tensor b:Tensor rcond:number=-1", lstsq,
   "x of least norm that minimises the norm of a * x - b, its squares summed, the rank and "
   "the singular values of a; any rank; stacks too", 0, 0},
  {"pinv", "r! a:Tensor rcond:number=-1", of_number,
   "the inverse of Moore and Penrose" EACH "; singular values up to rcond times the largest "
   "count as 0", 0, &pinv},
  {"matrixRank", "rank!Long a:Tensor rtol:number=-1", matrixRank,
   "the number of singular values above rtol times the largest" EACH, 0, 0},
  {"matrixPower", "r! a:Tensor n:number", matrixPower,
   "a matrix, or each of a stack, to the power of a whole number n; negative: of the "
   "inverse", 0, 0},
  {"matrixExp", "r! a:Tensor", of_1,
   "the exponential of a square matrix or of each of a stack", 0, &matrixExp},
  {"solveTriangular", "x! a:Tensor b:Tensor o:options?", solveTriangular,
   "x with a * x = b, or x * a = b for {left = false}, for a triangle of a matrix or of each "
   "of a stack: {upper = true, unitriangular = true}", 0, 0},
  {"lu", "p! l! u! a:Tensor", lu,
   "permutation, lower and upper triangle with a = p * l * u," EACH, 0, 0},
  {"luFactor", "lu! pivots!Int a:Tensor", luFactor,
   "the factors of lu in one matrix, and the exchanges of rows," EACH, 0, 0},
  {"luSolve", "x! lu:Tensor pivots:Tensor b:Tensor", luSolve,
   "x with a * x = b from the results of luFactor", 0, 0},
  {"vectorNorm", "r! x:Tensor p:number=2 dims:any?", vectorNorm,
   "the p-norm of all elements, a number, or over a dimension or a table of them", 0, 0},
  {"matrixNorm", "r! x:Tensor norm:fro/nuc=fro", matrixNorm,
   "a norm of a matrix, a number, or of each of a stack: 'fro', 'nuc', or 1, 2, math.huge or "
   "their negatives", 0, 0},
  {"matrixNorm", "r! x:Tensor p:number", matrixNorm_p,
   "the largest sum of a column for 1, of a row for math.huge, or singular value for 2; the "
   "smallest for their negatives", 0, 0},
  {"cond", "r! a:Tensor p:number=2", cond_p,
   "the condition number, the norm times that of the inverse," EACH, 0, 0},
  {"cond", "r! a:Tensor norm:fro/nuc", cond, "the same by another norm", 0, 0},
  {"cdist", "r! a:Tensor b:Tensor p:number=2", cdist,
   "the distance, by p-norm, of each row of a from each row of b", 0, 0},
  {"pdist", "r! x:Tensor p:number=2", of_number,
   "the distances, by p-norm, of the pairs of rows", 0, &pdist},
  {"kron", "r! a:Tensor b:Tensor", of_2,
   "the Kronecker product: each element of a times b", 0, &kron},
  {"inner", "r! a:Tensor b:Tensor", inner,
   "the sums of products over the last dimensions of both; of two vectors a number", 0, 0},
  {"cross", "r! a:Tensor b:Tensor dim:number?", cross,
   "cross products of the vectors along a dimension of size 3, by default the first one; "
   "other sizes broadcast", 0, 0},
  {"vecdot", "r! a:Tensor b:Tensor dim:number?", vecdot,
   "the sums of products along dim, by default the last, with the elements of a conjugated", 0, 0},
  {"tensordot", "r! a:Tensor b:Tensor n:count=2", tensordot,
   "the sums of products over the last n dimensions of a and the first n of b, or over "
   "pairs: {dims of a}, {dims of b}", 0, 0},
  {"tensordot", "r! a:Tensor b:Tensor dimsA:table dimsB:table", tensordot_of,
   "the same over pairs of dimensions", 0, 0},
  {"multiDot", "r! list:table", multiDot,
   "the product of matrices in the cheapest order; the first and the last may be "
   "vectors", LUATH_FUNCTION_ONLY, 0},
  {"einsum", "r! equation:string a:Tensor b:Tensor? c:Tensor? d:Tensor? e:Tensor? f:Tensor? g:Tensor? h:Tensor?", einsum,
   "sums of products of up to 8 tensors by Einstein's convention, such as "
   "'ij,jk->ik'", LUATH_FUNCTION_ONLY, 0},
  {"einsum", "r! equation:string list:table", einsum_list,
   "the same with a table of up to 20 tensors", LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openlinalg(lua_State *L)
{
  luaTH_register(L, rows);
}
