/*
** The CPU's entries, tables for each SIMD level, and which of them answer for device 0.
**
** The best level of the processor is chosen at first use; TH_SIMD=base|avx2|avx512 in the
** environment forces one that it has.
*/
#ifndef TH_CPU_H
#define TH_CPU_H

#include "TH/backend/THChapter.h"

/* What the CPU has on the chosen level. */
TH_API const THTables *THCpu_tables(void);

/* What it has on a level by name, for entries that are compiled a level each. NULL: there is no
   such level here. */
TH_API THTables *THCpu_tablesOf(const char *level);

/* The name of the chosen level. */
TH_API const char *THCpu_level(void);

/* The names of the levels that this build has and this processor runs, best last, ended by NULL. */
TH_API const char *const *THCpu_levels(void);

/* Choose a level by name for the whole process. TH_EINVAL where it is unknown or the processor
   lacks it. */
TH_API int THCpu_setLevel(const char *name);

#endif
