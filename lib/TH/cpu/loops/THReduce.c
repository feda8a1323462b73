/* The kernels of a dtype's reductions and scans. */
#include "TH/cpu/math/THVecMath.h"
#include "TH/cpu/parts/THExtremes.h"
#include "TH/cpu/parts/THMoments.h"
#include "TH/cpu/parts/THScans.h"
#include "TH/cpu/parts/THWidened.h"

TH_PUT_KERNEL
TH_PLACE_KERNELS
TH_IF_FLOATING(TH_MOMENT_KERNELS)
#ifdef TH_THROUGH_FLOAT
#define TH_SPECIAL TH_NO_SPECIAL
#else
#define TH_SPECIAL(...) TH_IF_FLOATING(TH_FOLD_SPECIAL(__VA_ARGS__))
#endif
#define TH_REDUCE(set, name, init, fold, merge, value, doc)                                        \
TH_IF_##set(TH_REDUCE_KERNELS(name, accreal, TH_IN_ORDER, TH_NO_SPECIAL, init, fold, merge, value))
#define TH_SUM(set, name, init, fold, merge, value, doc)                                           \
TH_IF_##set(TH_REDUCE_KERNELS(name, TH_PARTIAL, TH_IN_ORDER, TH_SPECIAL, init, fold, merge, value))
#define TH_MEAN(set, name, init, fold, merge, value, doc)                                          \
TH_IF_##set(TH_RESULT_KERNELS(name, sum, accreal, TH_IN_ORDER, value))
#define TH_NORM TH_REDUCE
#define TH_LARGEST(set, name, init, fold, merge, value, doc)                                       \
TH_IF_##set(TH_REDUCE_KERNELS(name, real, TH_ANY_ORDER, TH_NO_SPECIAL, init, fold, merge, value))
#define TH_POWERS(...)
#define TH_DEVIATION(set, name, value, doc) TH_IF_##set(TH_DEVIATION_KERNELS(name, value))
#define TH_TEST(set, name, init, fold, merge, doc)                                                 \
TH_IF_##set(TH_TEST_KERNELS(name, init, fold, merge))
#define TH_EXTREME(set, name, init, better, doc) TH_IF_##set(TH_EXTREME_KERNELS(name, init, better))
#define TH_SCAN(set, name, init, fold, merge, doc)                                                 \
TH_IF_##set(TH_SCAN_KERNELS(name, init, fold, merge))
#define TH_LOG_SCAN(set, name, init, fold, merge, doc) TH_IF_##set(TH_LOG_SCAN_KERNEL(name, fold))
#include "TH/rows/THReduce.def"

static const THIterEntry TH_ENTRIES[TH_NUM_REDUCTIONS] = {
#define TH_REDUCE(set, name, ...) TH_IF_##set([TH_OP_##name] = ENTRY(name),)
#define TH_DEVIATION TH_REDUCE
#define TH_NORM TH_REDUCE
#define TH_POWERS(...)
#define TH_TEST TH_REDUCE
#define TH_EXTREME TH_REDUCE
#define TH_SCAN TH_REDUCE
#include "TH/rows/THReduce.def"
};
