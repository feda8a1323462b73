/*
** Sorting and selection along a dimension, and histograms. Each driver reads its arguments and
** calls one function of TH.
*/
#include "core/signature.h"

#define ORDER(name, call_th)                                                              \
static int name(luaTH_Call *call)                                                         \
{                                                                                         \
  const luaTH_Value *arg = call->arg;                                                     \
  THTensor *values = call->result[0], *indices = call->result[1];                         \
  const THTensor *x = arg[0].tensor;                                                      \
  return call_th;                                                                         \
}

ORDER(sort, THTensor_sort(values, indices, x, (int)arg[1].integer, arg[2].integer != 0))
ORDER(topk, THTensor_topk(values, indices, x, arg[1].integer, (int)arg[2].integer,
                          arg[3].integer != 0, arg[4].integer != 0))
ORDER(kthvalue, THTensor_kthvalue(values, indices, x, arg[1].integer, (int)arg[2].integer))
ORDER(median, THTensor_median(values, indices, x, (int)arg[1].integer))
ORDER(mode, THTensor_mode(values, indices, x, (int)arg[1].integer))

static int msort(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_sortedValues(call->result[0], arg[0].tensor, (int)arg[1].integer,
                               arg[2].integer != 0);
}

static int argsort(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_argsort(call->result[0], arg[0].tensor, (int)arg[1].integer,
                          arg[2].integer != 0);
}

#define HISTOGRAM(name)                                                                   \
static int name(luaTH_Call *call)                                                         \
{                                                                                         \
  const luaTH_Value *arg = call->arg;                                                     \
  return THTensor_##name(call->result[0], arg[0].tensor, arg[1].integer,                  \
                         TH_asReal(arg[2].number), TH_asReal(arg[3].number));             \
}

HISTOGRAM(histc)
HISTOGRAM(bhistc)

#define BINS "res! x:Tensor bins:count=100 min:number=0 max:number=0"
#define PAIR "values! indices!Long "
#define SORT "x:Tensor dim:dim=-1 descending:boolean=false"
#define TOPK "x:Tensor k:count=1 dim:dim=-1 largest:boolean=false sorted:boolean=false"

static const luaTH_Row rows[] = {
  {"sort", PAIR SORT, sort, "x sorted along dim, NaN last, and the old positions of its elements; equal ones keep their order", 0, 0},
  {"argsort", "indices!Long " SORT, argsort, "the old positions of the elements of x sorted along dim: the indices of sort", 0, 0},
  {"msort", "values! x:Tensor dim:dim=1 descending:boolean=false", msort, "x sorted along dim, as sort, without the positions", 0, 0},
  {"topk", PAIR TOPK, topk, "the k smallest or largest elements along dim, by position or sorted, and their positions", 0, 0},
  {"kthvalue", PAIR "x:Tensor k:count dim:dim=-1", kthvalue, "the k-th smallest element along dim, and its position; NaN is the largest", 0, 0},
  {"median", PAIR "x:Tensor dim:dim=-1", median, "the middle element along dim (the smaller of two, the first NaN if there is one), and its position", 0, 0},
  {"mode", PAIR "x:Tensor dim:dim=-1", mode, "the most frequent element along dim (the smallest of several), and its last position", 0, 0},
  {"histc", BINS, histc, "counts of the elements in equal bins from min to max, or over the range of the elements", 0, 0},
  {"bhistc", BINS, bhistc, "histc of each row of a matrix, with the same bins for all rows", 0, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openorder(lua_State *L)
{
  luaTH_register(L, rows);
}
