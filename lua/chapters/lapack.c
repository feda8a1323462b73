/*
** Linear equations, factorizations and eigenvalues: a row for each operation in TH's list of LAPACK
** calls, and one driver for all.
*/
#include "core/signature.h"

static int run(luaTH_Call *call)
{
  const THLapackOp *op = call->row->data;
  const THTensor *in[3];
  const char *flags[3];
  const luaTH_Value *arg = call->arg;
  for (int k = 0; k < op->nin; k++) in[k] = arg++->tensor;
  for (int k = 0; k < op->nflags; k++) flags[k] = arg++->string;
  return THLapack_run(op, call->result, in, flags, 0);
}

static int pstrf(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_pstrf(call->result[0], call->result[1], arg[0].tensor, arg[1].string,
                        TH_asReal(arg[2].number));
}

/* Of stacks the results are row-major, as those of all functions in linalg.c. */
static int svd(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  THTensor *const *r = call->result;
  if (arg[0].tensor->nDimension <= 2) return run(call);
  return THTensor_svdStack(r[0], r[1], r[2], arg[0].tensor, arg[1].string);
}

static int qr(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const int complete = *arg[1].string == 'c';
  THTensor *q = call->result[0], *r = call->result[1];
  if (arg[0].tensor->nDimension <= 2 && !complete) return THTensor_qr(q, r, arg[0].tensor);
  return THTensor_qrStack(q, r, arg[0].tensor, complete ? "C" : "R");
}

/* Torch7's inverse has its columns in order: a result without elements is given those strides. */
static int inverse(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  THTensor *out = call->result[0], made = {0};
  if (!luaTH_isTorch7(call->L) || THTensor_nElement(out)) return THTensor_inverse(out, x);
  TH_TRY(THTensor_inverse(&made, x));
  int status = THTensor_result("inverse", out, THTensor_device(x), x->dtype, 2, made.size);
  if (!status) status = THTensor_transpose(out, out, 0, 1);
  if (!status) status = THTensor_copy(out, &made);
  THTensor_clear(&made);
  return status;
}

#define ROW(name, signature, doc) \
  {#name, signature, run, doc, 0, &TH_lapackOps[TH_LAPACK_OP_##name]}

static const luaTH_Row rows[] = {
  {"inverse", "r! x:Tensor", inverse,
   "the inverse of a square matrix; if there is none, the error names the pivot", 0, 0},
  ROW(gesv, "x! lu! b:Tensor a:Tensor2",
      "x with a * x = b, and the LU factors of a; an error names the pivot of a that is 0"),
  ROW(trtrs, "x! copy! b:Tensor a:Tensor2 uplo:U/L=U trans:N/T=N diag:N/U=N",
      "x with a * x = b for a triangle of a, or a:t(); diag 'U' takes the diagonal as ones"),
  ROW(gels, "x! qr! b:Tensor a:Tensor2",
      "x that minimises the norm of a * x - b, and the factors of a; a must have full rank"),
  ROW(symeig, "values! vectors! a:Tensor2 job:N/V=N uplo:U/L=U",
      "ascending eigenvalues of a symmetric (complex: Hermitian) matrix, and for 'V' the "
      "eigenvectors as columns"),
  ROW(eig, "values! vectors! a:Tensor2 job:N/V=N",
      "eigenvalues as rows of real and imaginary part, and for 'V' the eigenvectors as columns: "
      "two columns, real and imaginary part, for a complex pair; of a complex matrix a complex "
      "vector of them, and a column for each"),
  {"svd", "u! s! v! a:Tensor job:A/S=S", svd,
   "u, s and v with a = u * diag(s) * v:t(), complex v:t():conj(), of a matrix or of each of a "
   "stack; the columns of u and v that s needs, or all for 'A'",
   0, &TH_lapackOps[TH_LAPACK_OP_svd]},
  {"qr", "q! r! a:Tensor mode:reduced/complete=reduced", qr,
   "q, with columns of length 1, and r, upper triangular, with a = q * r, of a matrix or of each "
   "of a stack; 'complete': q is square", 0, 0},
  ROW(geqrf, "qr! tau! a:Tensor2",
      "the factors of qr: r, with the reflectors below it, and their tau"),
  ROW(orgqr, "q! a:Tensor2 tau:Tensor", "the matrix q from the results of geqrf"),
  ROW(ormqr, "r! a:Tensor2 tau:Tensor c:Tensor2 side:L/R=L trans:N/T=N",
      "q * c or, for 'R', c * q, with the full q from the results of geqrf, or for 'T' with "
      "q:t(), complex q:t():conj()"),
  ROW(potrf, "r! a:Tensor2 uplo:U/L=U",
      "the Cholesky factor u with a = u:t() * u, or l with a = l * l:t(), complex with t():conj(); "
      "an error names the pivot that is not positive"),
  ROW(potri, "r! factor:Tensor2 uplo:U/L=U",
      "the inverse of the matrix that has this Cholesky factor"),
  ROW(potrs, "x! b:Tensor factor:Tensor2 uplo:U/L=U",
      "x with a * x = b for the matrix a that has this Cholesky factor"),
  {"pstrf", "r! pivots!Int a:Tensor2 uplo:U/L=U tolerance:number=-1", pstrf,
   "the Cholesky factor of a with rows and columns in the order of pivots, largest pivot first",
   0, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openlapack(lua_State *L)
{
  luaTH_register(L, rows);
}
