/*
** Sets, bins and sorted vectors, quantiles and covariances. Each driver reads its arguments and
** calls one function of TH.
*/
#include "chapters/options.h"
#include "core/signature.h"

static THTensor *push_new(luaTH_Call *call, const THTensor *like, int dtype)
{
  call->pushed++;
  return luaTH_newtensor(call->L, luaTH_kind(dtype, THTensor_device(like), 0));
}

/* --- sets --- */

typedef int (*Unique)(THTensor *values, THTensor *inverse, THTensor *counts, const THTensor *x,
                      int dim);
static const Unique unique_of = THTensor_unique, runs_of = THTensor_uniqueConsecutive;

static int unique(luaTH_Call *call)
{
  const Unique *function = call->row->data;
  const luaTH_Value *o = &call->arg[1];
  const THTensor *x = call->arg[0].tensor;
  if (o->given) luaTH_checkoptions(call->L, call->name, o->index, "inverse counts sorted dim");
  const int dim = option_dim(call, o, x, -1);
  const int places = option_boolean(call, o, "inverse", 0);
  const int counted = option_boolean(call, o, "counts", 0);
  option_boolean(call, o, "sorted", 1); /* the results always are */
  THTensor *values = push_new(call, x, x->dtype);
  THTensor *inverse = places ? push_new(call, x, TH_LONG) : NULL;
  THTensor *counts = counted ? push_new(call, x, TH_LONG) : NULL;
  return (*function)(values, inverse, counts, x, dim);
}

/* A tensor without dimensions of a number, in the type of like. */
static int tensor_of(THTensor *t, const THTensor *like, THNumber number)
{
  TH_TRY(THTensor_new(t, THTensor_device(like), like->dtype, 0, NULL));
  return THTensor_fill(t, number);
}

static int isin(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *x = arg[0].tensor;
  THTensor one = {0};
  int status = arg[1].tensor ? TH_OK : tensor_of(&one, x, arg[1].number);
  if (!status)
    status = THTensor_isin(call->result[0], x, arg[1].tensor ? arg[1].tensor : &one,
                           arg[2].integer != 0);
  THTensor_clear(&one);
  return status;
}

typedef int (*Set)(THTensor *out, const THTensor *a, const THTensor *b);
static const Set union1d = THTensor_union1d, intersect1d = THTensor_intersect1d,
                 setdiff1d = THTensor_setdiff1d, setxor1d = THTensor_setxor1d;

static int set(luaTH_Call *call)
{
  const Set *function = call->row->data;
  const THTensor *a = call->arg[0].tensor;
  return (*function)(push_new(call, a, a->dtype), a, call->arg[1].tensor);
}

static int lexsort(luaTH_Call *call)
{
  lua_State *L = call->L;
  const int list = call->arg[0].index, n = (int)lua_rawlen(L, list);
  luaTH_checklist(L, list, NULL, "lexsort: a list of vectors");
  const THTensor **keys = lua_newuserdata(L, (size_t)(n + 1) * sizeof *keys);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, list, k + 1);
    keys[k] = luaTH_totensor(L, -1);
    if (!keys[k])
      return th_fail(TH_EINVAL, "lexsort: element %d of the list is a %s, not a tensor", k + 1,
                     luaL_typename(L, -1));
    lua_pop(L, 1);
  }
  if (!n) return THTensor_lexsort(NULL, 0, NULL);
  return THTensor_lexsort(push_new(call, keys[0], TH_LONG), n, keys);
}

/* --- positions --- */

static int argwhere(luaTH_Call *call)
{
  return THTensor_nonzero(call->result[0], call->arg[0].tensor);
}

static int flatnonzero(luaTH_Call *call)
{
  THTensor flat = {0}, rows = {0};
  int status = THTensor_joinDims(call->name, &flat, call->arg[0].tensor, 0, NULL);
  if (!status) status = THTensor_nonzero(&rows, &flat);
  if (!status) status = THTensor_view(&rows, &rows, 1, (const int64_t[]){rows.size[0]});
  if (!status) status = THResult_replace(call->name, call->result[0], &rows);
  THTensor_clear(&flat), THTensor_clear(&rows);
  return status;
}

/* values may be a number, whose position is then a number too. */
static int look_up(luaTH_Call *call, const THTensor *sorted, const luaTH_Value *values, int right,
                   const THTensor *sorter)
{
  THTensor one = {0}, at = {0};
  THNumber position;
  if (values->tensor)
    return THTensor_searchsorted(call->result[0], sorted, values->tensor, right, sorter);
  int status = THTensor_new(&one, THTensor_device(sorted), TH_DOUBLE, 0, NULL);
  if (!status) status = THTensor_fill(&one, values->number);
  if (!status) status = THTensor_searchsorted(&at, sorted, &one, right, sorter);
  if (!status) status = THTensor_get(&at, 0, &position);
  THTensor_clear(&one), THTensor_clear(&at);
  return status ? status : luaTH_returnnumber(call, position);
}

static int searchsorted(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg, *o = &arg[2];
  if (o->given) luaTH_checkoptions(call->L, call->name, o->index, "right sorter");
  const int right = option_boolean(call, o, "right", 0);
  if (push_option(call, o, "sorter") != LUA_TTABLE) {
    lua_pop(call->L, 1);
    return look_up(call, arg[0].tensor, &arg[1], right, option_tensor(call, o, "sorter"));
  }
  const THTensor *sorter = luaTH_newpositions(call->L, lua_gettop(call->L), "searchsorted: sorter");
  lua_replace(call->L, o->index); /* which keeps it */
  lua_pop(call->L, 1);
  return look_up(call, arg[0].tensor, &arg[1], right, sorter);
}

static int bucketize(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  if (arg[1].tensor->nDimension != 1)
    return th_fail(TH_ESHAPE, "bucketize: boundaries of size %s; expected a vector",
                   THTensor_sizeText(arg[1].tensor).text);
  return look_up(call, arg[1].tensor, &arg[0], arg[2].integer != 0, NULL);
}

static int oneHot(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_oneHot(push_new(call, arg[0].tensor, TH_LONG), arg[0].tensor, arg[1].integer);
}

/* --- bins --- */

static int bincount(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *x = arg[0].tensor, *weights = arg[1].tensor;
  THTensor *counts = push_new(call, x, weights ? weights->dtype : TH_LONG);
  return THTensor_bincount(counts, x, weights, arg[2].integer);
}

/* {low, high}: low = high without it. */
static void read_range(luaTH_Call *call, const luaTH_Value *o, double *low, double *high)
{
  lua_State *L = call->L;
  double end[2] = {0, 0};
  const int type = push_option(call, o, "range"), list = lua_gettop(L);
  if (type != LUA_TNIL && type != LUA_TTABLE) refuse_option(call, "range", "table {low, high}");
  for (int k = 0; k < 2 && type == LUA_TTABLE; k++) {
    THNumber number;
    lua_rawgeti(L, list, k + 1);
    if (!luaTH_tonumber(L, -1, &number)) refuse_option(call, "range", "table {low, high}");
    end[k] = TH_asReal(number);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  const double margin = type == LUA_TTABLE && end[0] == end[1] ? 0.5 : 0; /* as NumPy */
  *low = end[0] - margin, *high = end[1] + margin;
}

static int histogram(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg, *o = &arg[2];
  const THTensor *x = arg[0].tensor;
  double low, high;
  if (o->given) luaTH_checkoptions(call->L, call->name, o->index, "range weights density");
  read_range(call, o, &low, &high);
  const THTensor *weights = option_tensor(call, o, "weights");
  const int density = option_boolean(call, o, "density", 0);
  int64_t bins = 0;
  if (!arg[1].tensor) bins = luaTH_whole(call->L, arg[1].number, "histogram: the number of bins");
  THTensor *counts = push_new(call, x, x->dtype), *edges = push_new(call, x, x->dtype);
  if (arg[1].tensor) THTensor_set(edges, arg[1].tensor);
  else TH_TRY(THTensor_histogramEdges(edges, x, bins, low, high));
  return THTensor_histogram(counts, x, edges, weights, density);
}

/* --- statistics --- */

/* A table of parts becomes a tensor, which takes its place on the stack. */
static int read_parts(luaTH_Call *call, luaTH_Value *v)
{
  if (v->tensor || !lua_istable(call->L, v->index)) return TH_OK;
  luaTH_Memory *memory = luaTH_enter(call->L);
  v->tensor = luaTH_newfromtable(call->L, v->index, TH_DOUBLE);
  luaTH_leave(call->L, memory);
  lua_replace(call->L, v->index);
  if (!THTensor_isUndefined(v->tensor)) return TH_OK;
  return THTensor_new(v->tensor, 0, TH_DOUBLE, 1, (const int64_t[]){0});
}

/* q as a tensor: a number becomes one without dimensions. own is cleared by the caller. */
static int read_q(const luaTH_Value *v, THTensor *own, const THTensor **q)
{
  *q = v->tensor ? v->tensor : own;
  if (v->tensor) return TH_OK;
  TH_TRY(THTensor_new(own, 0, TH_DOUBLE, 0, NULL));
  return THTensor_fill(own, v->number);
}

static int how_of(const char *how)
{
  switch (*how) {
  case 'h': return TH_HIGHER;
  case 'm': return TH_MIDPOINT;
  case 'n': return TH_NEAREST;
  default: return how[1] == 'o' ? TH_LOWER : TH_LINEAR;
  }
}

static int skips(const luaTH_Call *call)
{
  return *call->row->name == 'n';
}

static int quantile(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  TH_TRY(read_parts(call, &call->arg[1]));
  THTensor own = {0};
  const THTensor *q;
  int status = read_q(&arg[1], &own, &q);
  if (!status)
    status = THTensor_quantile(call->result[0], arg[0].tensor, q, (int)arg[2].integer,
                               how_of(arg[3].string), skips(call));
  THTensor_clear(&own);
  return status;
}

/* Of all elements: a number for a number, else a vector. */
static int quantile_all(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  TH_TRY(read_parts(call, &call->arg[1]));
  THTensor own = {0}, flat = {0}, made = {0};
  const THTensor *q;
  THNumber number;
  int status = THTensor_joinDims(call->name, &flat, arg[0].tensor, 0, NULL);
  if (!status) status = read_q(&arg[1], &own, &q);
  if (!status) status = THTensor_quantile(&made, &flat, q, 0, TH_LINEAR, skips(call));
  if (!status && arg[1].tensor) {
    const int64_t n = THTensor_nElement(q);
    status = THTensor_view(push_new(call, &made, made.dtype), &made, q->nDimension, &n);
  } else if (!status) {
    status = THTensor_get(&made, 0, &number);
  }
  THTensor_clear(&own), THTensor_clear(&flat), THTensor_clear(&made);
  return status || arg[1].tensor ? status : luaTH_returnelement(call, number);
}

static int average(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *x = arg[0].tensor, *weights = arg[1].tensor;
  if (arg[2].given)
    return THTensor_average(push_new(call, x, x->dtype), x, weights, (int)arg[2].integer);
  THTensor flat = {0}, of = {0}, made = {0};
  THNumber number;
  if (weights && !THTensor_isSameSizeAs(weights, x))
    return th_fail(TH_ESHAPE, "average: weights of size %s for %s; name the dimension",
                   THTensor_sizeText(weights).text, THTensor_sizeText(x).text);
  int status = THTensor_joinDims("average", &flat, x, 0, NULL);
  if (!status && weights) status = THTensor_joinDims("average", &of, weights, 0, NULL);
  if (!status) status = THTensor_average(&made, &flat, weights ? &of : NULL, 0);
  if (!status) status = THTensor_get(&made, 0, &number);
  THTensor_clear(&flat), THTensor_clear(&of), THTensor_clear(&made);
  return status ? status : luaTH_returnelement(call, number);
}

static int cov(luaTH_Call *call)
{
  const luaTH_Value *o = &call->arg[1];
  const THTensor *x = call->arg[0].tensor;
  if (o->given) luaTH_checkoptions(call->L, call->name, o->index, "correction fweights aweights");
  const double correction = option_number(call, o, "correction", 1);
  const THTensor *fweights = option_tensor(call, o, "fweights");
  const THTensor *aweights = option_tensor(call, o, "aweights");
  return THTensor_cov(push_new(call, x, x->dtype), x, correction, fweights, aweights);
}

static int corrcoef(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  return THTensor_corrcoef(push_new(call, x, x->dtype), x);
}

/* --- lines and convolutions --- */

static int interp(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *xp = arg[1].tensor, *fp = arg[2].tensor;
  THTensor one = {0}, made = {0};
  THNumber number;
  if (arg[0].tensor)
    return THTensor_interp(push_new(call, xp, arg[0].tensor->dtype), arg[0].tensor, xp, fp);
  int status = tensor_of(&one, xp, arg[0].number);
  if (!status) status = THTensor_interp(&made, &one, xp, fp);
  if (!status) status = THTensor_get(&made, 0, &number);
  THTensor_clear(&one), THTensor_clear(&made);
  return status ? status : luaTH_returnnumber(call, number);
}

static int convolve(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THOverlap how = *arg[2].string == 'f' ? TH_OVERLAP_FULL
                        : *arg[2].string == 's' ? TH_OVERLAP_SAME : TH_OVERLAP_VALID;
  const THTensor *a = arg[0].tensor;
  return THTensor_convolve1d(push_new(call, a, a->dtype), a, arg[1].tensor, how);
}

/* --- rows --- */

#define UNIQUE(name, of, doc) {#name, "x:Tensor o:options?", unique, doc, 0, &of}
#define SET(name, doc) {#name, "a:Tensor b:Tensor", set, doc, 0, &name}
#define HOW "how:linear/lower/higher/midpoint/nearest=linear"
#define QUANTILE(name, doc)                                                                        \
  {#name, "x:Tensor q:table", quantile_all, doc, 0, 0},                                            \
  {#name, "r! x:Tensor q:table dim:dim " HOW, quantile, doc, 0, 0},                                \
  {#name, "x:Tensor q:Operand", quantile_all, doc, 0, 0},                                          \
  {#name, "r! x:Tensor q:Operand dim:dim " HOW, quantile, doc, 0, 0}

static const luaTH_Row rows[] = {
  UNIQUE(unique, unique_of,
   "the different elements, sorted, or with {dim = d} slices; with {inverse = true} the "
   "place of each element among them, with {counts = true} how many there are"),
  UNIQUE(uniqueConsecutive, runs_of,
   "as unique, of runs of equal neighbours, in the order in which they stand"),
  {"isin", "mask! x:Tensor among:Operand invert:boolean=false", isin, "1 where an element is among those of another tensor, or inverted where it is not", 0, 0},
  SET(union1d, "the different elements of a and b, sorted"),
  SET(intersect1d, "the different elements that are in a and in b, sorted"),
  SET(setdiff1d, "the different elements of a that are not in b, sorted"),
  SET(setxor1d, "the different elements that are in one of a and b only, sorted"),
  {"lexsort", "list:table", lexsort, "the positions that sort by the last of some vectors, equal ones by the one before", LUATH_FUNCTION_ONLY, 0},
  {"argwhere", "r!Long x:Tensor", argwhere, "the positions of the elements that are not 0, one per row, as nonzero", 0, 0},
  {"flatnonzero", "r!Long x:Tensor", flatnonzero, "the positions of the elements that are not 0, in row-major order", 0, 0},
  {"searchsorted", "r!Long sorted:Tensor values:Operand o:options?", searchsorted,
   "for each value the position before which it goes in a sorted vector, or in the rows of "
   "one: the first, or with {right = true} the last; {sorter = p}: positions that sort it", 0, 0},
  {"bucketize", "r!Long x:Operand boundaries:Tensor right:boolean=false", bucketize,
   "the position of each element among sorted boundaries, as searchsorted", 0, 0},
  {"oneHot", "classes:LongTensor/table n:count=0", oneHot, "for each class, counted from 1, a vector of n zeros with a 1 in its place", 0, 0},
  {"bincount", "x:Tensor weights:Tensor? least:count=0", bincount,
   "how many elements are 1, 2, .., or the sums of their weights, up to the largest or to "
   "least", 0, 0},
  {"histogram", "x:Tensor bins:Operand o:options?", histogram,
   "counts of the elements in bins, equal ones or between the edges given, and the edges; options: "
   "range = {low, high}, weights, density", 0, 0},
  QUANTILE(quantile, "the value below which a part q of the elements lies; NaN if there is one"),
  QUANTILE(nanquantile, "quantile of the elements that are not NaN"),
  {"average", "x:Tensor weights:Tensor? dim:dim=0", average, "weighted mean, of all elements or along dim", 0, 0},
  {"cov", "x:Tensor o:options?", cov, "covariances of the rows of a matrix; options: correction, fweights, aweights", 0, 0},
  {"corrcoef", "x:Tensor", corrcoef, "correlations of the rows of a matrix", 0, 0},
  {"interp", "x:Operand xp:Tensor fp:Tensor", interp,
   "points on the straight lines through (xp, fp), with xp ascending; the values at the ends "
   "beyond them", 0, 0},
  {"convolve", "a:Tensor b:Tensor how:full/same/valid=full", convolve,
   "convolution of two vectors: all places, as many as the longer has, or those where one "
   "lies within the other", 0, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_opensearch(lua_State *L)
{
  luaTH_register(L, rows);
}
