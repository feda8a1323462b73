/*
** The kernels of one SIMD level and one group of dtypes. Compiled once for each pair
** (lib/TH/CMakeLists.txt), with TH_LEVEL and TH_GROUP set and the level's flags; exports one
** symbol. All else has internal linkage: a function shared by two levels would be taken from
** whichever object the linker met first.
*/
#include "THBackend.h"
#include "THFold.h"
#include "kernels/THVecMath.h"

#include <string.h>

#define K(name) TH_CONCAT_4(loop_, name, _, Real)
#define E(name) TH_CONCAT_4(entry_, name, _, Real)
#define TH_ENTRIES TH_CONCAT_2(entries_, Real)
#define TH_ENTRY(name) \
static int E(name)(const THIter *it) { return THIter_run(it, K(name)); }
#define TH_ENTRY_IN_ORDER(name) \
static int E(name)(const THIter *it) { THIter_walk(it, K(name), 0, it->count); return TH_OK; }

#define TH_GROUP_FILE_(group) TH_GROUP_FILE__(THGenerate##group##Types.h)
#define TH_GROUP_FILE__(file) #file
#define TH_GROUP_NAME_(group) TH_GROUP_FILE_(group)
#define TH_GROUP_FILE TH_GROUP_NAME_(TH_GROUP)

#define TH_GENERIC_FILE "generic/THPointwise.c"
#include TH_GROUP_FILE
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THConvert.c"
#include TH_GROUP_FILE
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THReduce.c"
#include TH_GROUP_FILE
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THIndex.c"
#include TH_GROUP_FILE
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THEntries.c"
#include TH_GROUP_FILE
#undef TH_GENERIC_FILE

/* The type headers are nothing but directives, so that they can be read inside an initialiser. */
#define TH_GENERIC_FILE "generic/THTable.c"
#define TH_KERNELS TH_CONCAT_4(th_kernels_, TH_LEVEL, _, TH_GROUP)
extern const THEntry *const TH_KERNELS[TH_NUM_DTYPES];
const THEntry *const TH_KERNELS[TH_NUM_DTYPES] = {
#include TH_GROUP_FILE
};
