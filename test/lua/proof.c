/*
** The module 'proof': a library outside lib/TH. It adds a chapter with two operations and a layout,
** and makes both usable from Lua. No file of TH or of the binding knows about it.
**
** The chapter has entries for Float and Double. A tensor of the layout "constant" has one number as
** all its elements, and no storage. The layout itself computes negation and products with a number;
** operations that read elements get an expanded strided tensor; everything else is refused. alive
** counts the layout's values.
*/
#include <stdlib.h>
#include <string.h>

#include "TH/backend/THPointwiseChapter.h"
#include "core/signature.h"

/* --- the chapter --- */

enum { PROOF_twice, PROOF_peaks, PROOF_ROWS };

typedef struct ProofCall {
  THIter it;     /* twice: result, x; peaks: count, limit, x */
  double limit;
  int64_t count; /* result of peaks: the number of elements above limit */
} ProofCall;

typedef int (*ProofEntry)(ProofCall *call);

#define ENTRIES(name, type)                                                                   \
static void double_##name(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                    \
{                                                                                             \
  for (ptrdiff_t i = 0; i < n; i++)                                                           \
    *(type *)(p[0] + i * s[0]) = 2 * *(const type *)(p[1] + i * s[1]);                        \
}                                                                                             \
static void count_##name(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                     \
{                                                                                             \
  int64_t count = 0;                                                                          \
  for (ptrdiff_t i = 0; i < n; i++)                                                           \
    count += *(const type *)(p[2] + i * s[2]) > *(const double *)p[1];                        \
  __atomic_fetch_add((int64_t *)p[0], count, __ATOMIC_RELAXED);                               \
}                                                                                             \
static int twice_##name(ProofCall *call)                                                      \
{                                                                                             \
  return THIter_run(&call->it, double_##name);                                                \
}                                                                                             \
static int peaks_##name(ProofCall *call)                                                      \
{                                                                                             \
  const int status = THIter_run(&call->it, count_##name);                                     \
  call->count = *(const int64_t *)call->it.data[0];                                           \
  return status;                                                                              \
}                                                                                             \
static const ProofEntry entries_##name[PROOF_ROWS] = {twice_##name, peaks_##name};
ENTRIES(Float, float)
ENTRIES(Double, double)

static const void *const proof_entries[TH_NUM_DTYPES] = {
  [TH_FLOAT] = entries_Float, [TH_DOUBLE] = entries_Double};

/* Every driver calls this; the first call registers the chapter. */
static int open_chapter(int *number)
{
  static int known = -1; /* atomic; racing threads register twice, with the same result */
  *number = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
  if (*number >= 0) return TH_OK;
  TH_TRY(TH_openChapter("proof", PROOF_ROWS, number));
  TH_TRY(TH_registerEntries(0, *number, PROOF_ROWS, proof_entries));
  __atomic_store_n(&known, *number, __ATOMIC_RELEASE);
  return TH_OK;
}

static int find_entry(const char *op, int row, const THTensor *x, ProofEntry *entry)
{
  int chapter;
  if (THTensor_isUndefined(x)) return th_fail(TH_ESHAPE, "%s: the tensor has no elements", op);
  TH_TRY(open_chapter(&chapter));
  *entry = (ProofEntry)TH_entry(chapter, row, x->dtype, THTensor_device(x));
  return *entry ? TH_OK : TH_missing(op, x->dtype, THTensor_device(x));
}

static int run_twice(ProofEntry entry, THTensor *out, const THTensor *x)
{
  ProofCall call;
  TH_TRY(THTensor_result("proofTwice", out, THTensor_device(x), x->dtype, x->nDimension, x->size));
  TH_TRY(THIter_begin(&call.it, "proofTwice", x->nDimension, x->size));
  TH_TRY(THIter_add(&call.it, out));
  TH_TRY(THIter_add(&call.it, x));
  THIter_finish(&call.it);
  return call.it.count ? entry(&call) : TH_OK;
}

static int twice(luaTH_Call *call)
{
  THTensor *out = call->result[0];
  const THTensor *x = call->arg[0].tensor, before = *out;
  ProofEntry entry;
  THInput in = {0};
  int status = THInput_take(&in, "proofTwice", x, 0);
  if (!status) status = find_entry("proofTwice", PROOF_twice, in.use, &entry);
  if (!status) status = THInput_keepFrom(&in, out, x->nDimension, x->size, 1);
  if (!status) status = run_twice(entry, out, in.use);
  if (status) THTensor_restore(out, &before);
  THInput_drop(&in);
  return status;
}

static int run_peaks(ProofEntry entry, const THTensor *x, ProofCall *call)
{
  TH_TRY(THIter_begin(&call->it, "proofPeaks", x->nDimension, x->size));
  THIter_addNumber(&call->it, TH_LONG, TH_integer(0));
  THIter_addNumber(&call->it, TH_DOUBLE, TH_real(call->limit));
  TH_TRY(THIter_add(&call->it, x));
  THIter_finish(&call->it);
  return call->it.count ? entry(call) : TH_OK;
}

static int peaks(luaTH_Call *call)
{
  ProofCall work = {.limit = TH_asReal(call->arg[1].number)};
  ProofEntry entry;
  THInput in = {0};
  int status = THInput_take(&in, "proofPeaks", call->arg[0].tensor, 0);
  if (!status) status = find_entry("proofPeaks", PROOF_peaks, in.use, &entry);
  if (!status) status = run_peaks(entry, in.use, &work);
  THInput_drop(&in);
  return status ? status : luaTH_returnnumber(call, TH_integer(work.count));
}

/* --- the layout --- */

typedef struct Constant {
  THLayout layout;
  THNumber value;
} Constant;

static int64_t alive; /* atomic */

static void free_constant(THLayout *layout)
{
  __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED);
  free(layout);
}

static int resolve(const char *op, const THTensor *t, THTensor *strided)
{
  (void)op;
  TH_TRY(THTensor_new(strided, THTensor_device(t), t->dtype, 0, NULL));
  TH_TRY(THTensor_put(strided, 0, ((const Constant *)t->layout)->value));
  return THTensor_expand(strided, strided, t->nDimension, t->size);
}

static int serve(const THRequest *request);

static THLayoutType constant_type = {
  .name = "constant", .hint = "proofDense() makes it strided", .free = free_constant,
  .resolve = resolve, .strided = resolve, .serve = serve};

/* Set out to a constant of the given dtype and sizes. */
static int make(THTensor *out, int dtype, int ndim, const int64_t *size, THNumber value)
{
  Constant *c = malloc(sizeof *c);
  if (!c) return th_fail(TH_ENOMEM, "constant: not enough memory");
  __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED);
  *c = (Constant){{&constant_type, 1}, value};
  THTensor made = {.dtype = (int16_t)dtype, .nDimension = ndim, .layout = &c->layout};
  if (ndim) memcpy(made.size, size, sizeof *size * (size_t)ndim);
  THTensor_set(out, &made);
  THTensor_clear(&made);
  return TH_OK;
}

/* Serves only calls whose result is fresh or a constant; strided results are written as usual. */
static int serve(const THRequest *request)
{
  const int isProduct = request->row == TH_OP_cmul;
  const THOperand *in = request->operand;
  if (request->chapter != TH_CHAPTER_POINTWISE || request->nresults != 1) return TH_UNSERVED;
  if (request->row != TH_OP_neg && !isProduct) return TH_UNSERVED;
  const THTensor *t = in[0].tensor ? in[0].tensor : in[1].tensor;
  if (isProduct && in[0].tensor && in[1].tensor) return TH_UNSERVED;
  THTensor *out = request->result[0];
  if (out->storage || !t->layout || t->layout->type != &constant_type) return TH_UNSERVED;
  const double factor = !isProduct ? -1 : TH_asReal(in[in[0].tensor ? 1 : 0].number);
  const THTensor source = *t;
  return make(out, source.dtype, source.nDimension, source.size,
              TH_real(factor * TH_asReal(((const Constant *)source.layout)->value)));
}

static int constant(luaTH_Call *call)
{
  TH_TRY(THLayout_register(&constant_type));
  return make(call->result[0], TH_FLOAT, call->arg[1].nsizes, call->arg[1].sizes,
              call->arg[0].number);
}

static int dense(luaTH_Call *call)
{
  return THTensor_clone(call->result[0], call->arg[0].tensor, TH_UNDEFINED);
}

static int count_alive(luaTH_Call *call)
{
  return luaTH_returnnumber(call, TH_integer(__atomic_load_n(&alive, __ATOMIC_RELAXED)));
}

/* --- Lua --- */

static const luaTH_Row rows[] = {
  {"proofTwice", "r! x:Tensor", twice, "x, doubled", LUATH_INPLACE, 0},
  {"proofPeaks", "x:Tensor limit:number", peaks, "how many elements are above limit", 0, 0},
  {"proofConstant", "r! value:number size:sizes", constant, "a tensor of one number",
   LUATH_FUNCTION_ONLY, 0},
  {"proofDense", "r! x:Tensor", dense, "x as a strided tensor", 0, 0},
  {"proofAlive", "", count_alive, "how many constants there are", LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

/* bad(signature or nil): registers a row with it, which raises; nil: a row without a driver. */
static int bad(lua_State *L)
{
  const char *signature = luaL_optstring(L, 1, NULL);
  const luaTH_Row wrong[] = {
    {"proofBad", signature ? signature : "x:Tensor", signature ? twice : NULL, "", 0, 0},
    {NULL, NULL, NULL, NULL, 0, NULL}};
  lua_newtable(L);
  luaTH_register(L, wrong);
  return 0;
}

TH_API int luaopen_proof(lua_State *L);

int luaopen_proof(lua_State *L)
{
  lua_newtable(L);
  lua_newtable(L);
  lua_setfield(L, -2, "rows");
  luaTH_register(L, rows);
  lua_pushcfunction(L, bad);
  lua_setfield(L, -2, "bad");
  return 1;
}
