/*
** The kernels of one SIMD level, one chapter and one group of dtypes. Compiled once for each
** triple (lib/TH/CMakeLists.txt), with TH_LEVEL, TH_CHAPTER and TH_GROUP set and the level's flags.
** It exports one symbol. Everything else has internal linkage: of a function that two levels share,
** the linker would keep the one that it meets first.
**
** The code of a chapter is a generic file. It makes the loops of a dtype and ends with TH_ENTRIES,
** the dtype's entries by row (NULL if the row's set does not include the dtype). The chapter's
** header defines the rows and the type of the entries. No other chapter's header is included, so a
** new row recompiles only the objects of its chapter. The generic file includes the parts that its
** loops are made of.
** With TH_THROUGH_FLOAT all dtypes of the group share the loops and entries of float
** (parts/THElements.h).
*/
#include "TH/base/THDtype.h"

#define TH_FILE__(file) #file
#define TH_FILE_(file) TH_FILE__(file)
#define TH_CHAPTER_HEADER TH_FILE_(TH_CONCAT_3(TH/backend/TH, TH_CHAPTER, Chapter).h)
#include TH_CHAPTER_HEADER

#define TH_SIMD _Pragma("omp simd")
#define KERNEL(name) TH_CONCAT_4(loop_, name, _, Real)
#define ENTRY(name) TH_CONCAT_4(entry_, name, _, Real)
#define STATE(name) TH_CONCAT_4(state_, name, _, Real)
#define TH_ENTRY(name) \
static int ENTRY(name)(const THIter *it) { return THIter_run(it, KERNEL(name)); }
#define TH_ENTRY_MAP(name) \
static int ENTRY(name)(const THIter *it) { return THIter_map(it, KERNEL(name)); }

#define TH_GROUP_FILE TH_FILE_(TH_CONCAT_3(TH/base/types/THGenerate, TH_GROUP, Types.h))
#define TH_CHAPTER_ TH_CONCAT_3(_, TH_CHAPTER, _)
#define TH_CHAPTER_FILE TH_FILE_(TH_CONCAT_2(TH/cpu/loops/TH, TH_CHAPTER).c)

#ifdef TH_THROUGH_FLOAT
#define TH_LOOPS_FILE "TH/base/types/THGenerateFloatType.h"
#define TH_ENTRIES entries_Float
#else
#define TH_LOOPS_FILE TH_GROUP_FILE
#define TH_ENTRIES TH_CONCAT_2(entries_, Real)
#endif

#define TH_GENERIC_FILE TH_CHAPTER_FILE
#include TH_LOOPS_FILE
#undef TH_GENERIC_FILE

/* The type headers contain only directives, so they can be included inside an initialiser. */
#define TH_GENERIC_FILE "TH/cpu/loops/THTable.c"
#define TH_KERNELS TH_CONCAT_4(th_kernels_, TH_LEVEL, TH_CHAPTER_, TH_GROUP)
extern const void *const TH_KERNELS[TH_NUM_DTYPES];
const void *const TH_KERNELS[TH_NUM_DTYPES] = {
#include TH_GROUP_FILE
};
