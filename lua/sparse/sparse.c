/*
** Sparse tensors (lib/THS): constructors, conversions and parts. What works on them as on other
** tensors (sums, products, views, copies) is in the other chapters, which reach the layouts through
** the gate.
*/
#include "THS.h"
#include "core/signature.h"

/* Raise unless argument 0 is sparse, of the csr layout if that is asked for. */
static const THTensor *check_sparse(luaTH_Call *call, int isCSR)
{
  const THTensor *t = call->arg[0].tensor;
  const THSEntries *e = THS_entries(t);
  if (!e || (isCSR && !THS_isCSR(e)))
    luaTH_fail(call->L, "%s: a %s; %s makes what is needed", call->name,
               luaTH_kindText(luaTH_kindOf(t)).text, isCSR ? "toCSR()" : "toSparse()");
  return t;
}

/* --- constructors --- */

static int sparse(luaTH_Call *call)
{
  const luaTH_Value *size = &call->arg[2];
  return THS_new(call->result[0], call->arg[0].tensor, call->arg[1].tensor, size->nsizes,
                 size->given ? size->sizes : NULL);
}

static int sparseCSR(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THS_newCSR(call->result[0], arg[0].tensor, arg[1].tensor, arg[2].tensor, arg[3].nsizes,
                    arg[3].sizes);
}

/* --- conversions --- */

static int toSparse(luaTH_Call *call)
{
  return luaTH_toLayout(call, THS_sparse());
}

static int toSparseDims(luaTH_Call *call)
{
  const THTensor *t = call->arg[0].tensor;
  const int64_t dims = call->arg[1].integer;
  if (t->layout)
    return th_fail(TH_EUNSUPPORTED, "toSparse: sparse dimensions are given for a strided tensor, "
                   "not for a %s", luaTH_kindText(luaTH_kindOf(t)).text);
  return THS_toSparseDims(call->name, t, dims > TH_MAX_DIM ? TH_MAX_DIM + 1 : (int)dims,
                          call->result[0]);
}

static int toCSR(luaTH_Call *call)
{
  return luaTH_toLayout(call, THS_csr());
}

/* The object itself if nothing is to be done. */
static int coalesce(luaTH_Call *call)
{
  const THTensor *t = check_sparse(call, 0);
  call->pushed = 1;
  if (THS_entries(t)->isCoalesced) {
    lua_pushvalue(call->L, call->arg[0].index);
    return TH_OK;
  }
  return THS_coalesce(call->name, luaTH_newtensor(call->L, luaTH_kindOf(t)), t);
}

static int sparseMask(luaTH_Call *call)
{
  const THTensor *mask = call->arg[1].tensor;
  if (!THS_entries(mask))
    return th_fail(TH_EUNSUPPORTED, "sparseMask: the mask is a %s; a sparse tensor is needed",
                   luaTH_kindText(luaTH_kindOf(mask)).text);
  return THS_mask(call->result[0], call->arg[0].tensor, mask);
}

/* --- parts --- */

static int isCoalesced(luaTH_Call *call)
{
  return luaTH_returnboolean(call, THS_entries(check_sparse(call, 0))->isCoalesced);
}

static int isSparse(luaTH_Call *call)
{
  const int layout = luaTH_layoutOf(luaTH_checkkind(call));
  return luaTH_returnboolean(call, layout && (layout == THS_sparse() || layout == THS_csr()));
}

static int nnz(luaTH_Call *call)
{
  return luaTH_returnnumber(call, TH_integer(THS_count(THS_entries(check_sparse(call, 0)))));
}

static int sparseDim(luaTH_Call *call)
{
  return luaTH_returnnumber(call, TH_integer(THS_entries(check_sparse(call, 0))->sparse));
}

/* indices, values, crowIndices, colIndices: data is the address of one of these. */
typedef struct Part { int (*get)(THTensor *, const THTensor *); int isCSR; } Part;
static const Part indices = {THS_indices, 0}, values = {THS_values, 0},
                  crowIndices = {THS_crowIndices, 1}, colIndices = {THS_colIndices, 1};

static int part(luaTH_Call *call)
{
  const Part *p = call->row->data;
  const THTensor *r = call->result[0];
  const int dtype = p == &values ? call->arg[0].tensor->dtype : TH_LONG;
  if (call->given[0] && (r->layout || r->dtype != dtype))
    return th_fail(TH_EDTYPE, "%s: the result is a %s, expected a %s", call->name,
                   luaTH_kindText(luaTH_kindOf(r)).text, THTensor_typeText(dtype).text);
  return p->get(call->result[0], check_sparse(call, p->isCSR));
}

/* --- triangular systems --- */

static int triangularSolve(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  if (!THS_entries(arg[1].tensor))
    return th_fail(TH_EUNSUPPORTED, "triangularSolve: the matrix is a %s; for strided ones there "
                   "is trtrs", luaTH_kindText(luaTH_kindOf(arg[1].tensor)).text);
  return THS_triangularSolve(call->result[0], arg[0].tensor, arg[1].tensor,
                             arg[2].string[0] == 'U', arg[3].string[0] == 'U');
}

static const luaTH_Row rows[] = {
  {"sparse", "r! indices:Tensor values:Tensor size:sizes?", sparse, "a sparse tensor: column k of indices is the place of values[k]", LUATH_FUNCTION_ONLY, 0},
  {"sparseCSR", "r! crow:Tensor col:Tensor values:Tensor size:sizes", sparseCSR, "a matrix of compressed rows: crow, col and values", LUATH_FUNCTION_ONLY, 0},
  {"toSparse", "x:Tensor", toSparse, "the elements that are not 0 as coordinates; x itself if it is such", 0, 0},
  {"toSparse", "r! x:Tensor dims:count", toSparseDims, "the first dims dimensions sparse, the others dense", 0, 0},
  {"toCSR", "x:Tensor", toCSR, "a matrix as compressed rows", 0, 0},
  {"coalesce", "x:Tensor", coalesce, "a sparse tensor with each place once, in order; values of one place are added; x itself if it is so", 0, 0},
  {"isCoalesced", "x:Tensor", isCoalesced, "whether the places of a sparse tensor are in order, each once", 0, 0},
  {"isSparse", "x:any", isSparse, "whether a tensor or type object is sparse, of layout 'sparse' or 'csr'", 0, 0},
  {"nnz", "x:Tensor", nnz, "how many entries a sparse tensor has", 0, 0},
  {"sparseDim", "x:Tensor", sparseDim, "how many dimensions of a sparse tensor are sparse: the first ones", 0, 0},
  {"indices", "r! x:Tensor", part, "the places of a sparse tensor as a LongTensor, dimensions x entries, from 1", 0, &indices},
  {"values", "r! x:Tensor", part, "the values of a sparse tensor's entries, which it shares", 0, &values},
  {"crowIndices", "r! x:Tensor", part, "where the rows of a csr begin, from 1, and one past the last entry", 0, &crowIndices},
  {"colIndices", "r! x:Tensor", part, "the columns of the entries of a csr, from 1", 0, &colIndices},
  {"sparseMask", "r! x:Tensor mask:Tensor", sparseMask, "the elements of a strided tensor at the places of a sparse one", 0, 0},
  {"triangularSolve", "r! b:Tensor A:Tensor uplo:U/L=L diag:N/U=N", triangularSolve, "x with A x = b, A sparse and triangular, b a vector or matrix", 0, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

/* --- type objects --- */

enum { KIND = lua_upvalueindex(1) };

static const THTensor *check_part(lua_State *L, int index)
{
  const THTensor *t = luaTH_totensor(L, index);
  if (!t)
    luaTH_fail(L, "tensor: %s is made of tensors or of sizes, not of a %s",
               luaTH_kindText((int)lua_tointeger(L, KIND)).text, luaL_typename(L, index));
  return t;
}

/* Nothing but sizes: no entries. */
static int make_empty(THTensor *out, int device, int dtype, int isCSR, int ndim,
                      const int64_t *size)
{
  THTensor keys = {0}, values = {0}, made = {0};
  int status = THS_room(&keys, device, TH_LONG, 0);
  if (!status) status = THS_room(&values, device, dtype, 0);
  for (int d = 0; d < ndim && !status; d++)
    if (size[d] < 0) status = th_fail(TH_EINVAL, "tensor: size %" PRId64 " of dimension %d is "
                                      "negative", size[d], d + 1);
  if (!status) status = THS_make("tensor", &made, ndim, size, ndim, &keys, &values, 1);
  if (!status) status = isCSR ? THS_toCSR("tensor", &made, out) : (THTensor_set(out, &made), TH_OK);
  THTensor_clear(&keys);
  THTensor_clear(&values);
  THTensor_clear(&made);
  return status;
}

/* torch.sparse.FloatTensor(indices, values, sizes), torch.csr.FloatTensor(crow, col, values,
   sizes), or sizes alone. */
static int construct(lua_State *L)
{
  const int kind = (int)lua_tointeger(L, KIND), isCSR = luaTH_layoutOf(kind) == THS_csr();
  const int last = lua_gettop(L), parts = isCSR ? 3 : 2;
  const THTensor *part[3] = {NULL, NULL, NULL};
  int64_t size[TH_MAX_DIM] = {0};
  const int isEmpty = last < 2 || !luaTH_totensor(L, 2);
  for (int k = 0; k < parts && !isEmpty; k++) part[k] = check_part(L, 2 + k);
  const int from = isEmpty ? 2 : 2 + parts;
  int ndim = last >= from ? luaTH_checksizes(L, from, last, size, "tensor: sizes") : 0;
  if (!isEmpty && part[parts - 1]->dtype != luaTH_dtypeOf(kind))
    luaTH_fail(L, "tensor: a %s of %s values", luaTH_kindText(kind).text,
               THDtype_traits(part[parts - 1]->dtype)->option);
  if (!isEmpty && (THTensor_device(part[parts - 1]) != 0) != luaTH_isOnDevice(kind))
    luaTH_fail(L, "tensor: a %s of values on device %d", luaTH_kindText(kind).text,
               THTensor_device(part[parts - 1]));
  const int device = isEmpty ? luaTH_deviceOf(L, kind) : 0;
  THTensor *made = luaTH_newtensor(L, kind);
  luaTH_Memory *memory = luaTH_begin(L);
  int status;
  if (isEmpty) {
    if (last < 2) ndim = isCSR ? 2 : 1;
    status = make_empty(made, device, luaTH_dtypeOf(kind), isCSR, ndim, size);
  } else if (isCSR) {
    status = THS_newCSR(made, part[0], part[1], part[2], ndim, size);
  } else {
    status = THS_new(made, part[0], part[1], ndim, last >= from ? size : NULL);
  }
  if (status) return luaTH_failed(L, "tensor");
  luaTH_end(memory);
  return 1;
}

void luaTH_opensparse(lua_State *L)
{
  luaTH_result(L, THS_open(), 0);
  luaTH_setconstructor(L, LUATH_LAYOUTS + THS_sparse(), construct);
  luaTH_setconstructor(L, LUATH_LAYOUTS + THS_csr(), construct);
  luaTH_register(L, rows);
}
