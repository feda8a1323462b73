/*
** The CPU's entries: a table for each SIMD level, one of which is used for device 0.
**
** The best level of the processor is chosen at first use. The environment variable TH_SIMD (base,
** avx2 or avx512) chooses another one that the processor has.
*/
#ifndef TH_CPU_H
#define TH_CPU_H

#include "TH/backend/THChapter.h"

/* The entries of the chosen level. */
TH_API const THTables *THCpu_tables(void);

/* The entries of a level by name, for libraries that compile theirs once per level. NULL if this
   build or this processor does not have the level. */
TH_API THTables *THCpu_tablesOf(const char *level);

/* The name of the chosen level. */
TH_API const char *THCpu_level(void);

/* The names of the levels that this build has and this processor runs, best last, ended by NULL. */
TH_API const char *const *THCpu_levels(void);

/* Choose a level by name for the whole process. TH_EINVAL if it is unknown or the processor lacks
   it. */
TH_API int THCpu_setLevel(const char *name);

#endif
