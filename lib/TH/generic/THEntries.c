/* The entries of one dtype by operation; NULL where a row's set leaves the dtype out. */
static const THEntry TH_ENTRIES[TH_NUM_OPS] = {
#define TH_ROW1(set, name, value, doc) TH_IF_##set([TH_OP_##name] = E(name),)
#define TH_ROW2(set, cname, name, value, doc) TH_IF_##set([TH_OP_##cname] = E(cname),)
#define TH_UNARY TH_ROW1
#define TH_PREDICATE TH_ROW1
#define TH_BINARY TH_ROW2
#define TH_DIVISION TH_ROW2
#define TH_SCALED(set, cname, name, value, doc) \
  TH_ROW2(set, cname, name, value, doc) TH_IF_##set([TH_OP_##cname##Scaled] = E(cname##Scaled),)
#define TH_COMPARE TH_ROW1
#define TH_UNARY2 TH_ROW1
#define TH_TERNARY1 TH_ROW1
#define TH_DIVISION1 TH_ROW1
#include "THPointwise.def"
#undef TH_ROW1
#undef TH_ROW2
#define TH_REDUCE(set, name, ...) TH_IF_##set([TH_OP_##name] = E(name),)
#define TH_DEVIATION TH_REDUCE
#define TH_NORM TH_REDUCE
#define TH_TEST TH_REDUCE
#define TH_EXTREME TH_REDUCE
#define TH_SCAN TH_REDUCE
#include "THReduce.def"
#define TH_KERNEL(set, name, doc) TH_IF_##set([TH_OP_##name] = E(name),)
#include "THKernels.def"
};
