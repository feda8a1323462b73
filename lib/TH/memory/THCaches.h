/*
** The sizes of the processor's caches, which decide how much an operation handles at a time.
**
** No result depends on them: they only choose the order in which memory is read and written.
*/
#ifndef TH_CACHES_H
#define TH_CACHES_H

#include "TH/base/THBase.h"

/* Bytes: of the first-level data cache and the second-level cache of a core, and of the last-level
   cache that cores share. Each is at least 4 KB and at most 16 GB; first <= second <= last. */
typedef struct THCaches {
  int64_t first, second, last;
  int prefetches; /* whether sums and columns ask ahead for what they read in order */
} THCaches;

/*
** Asked once: the environment (TH_CACHE=32K,1M,32M: bytes, or with K, M or G), else what Linux says
** of the first core (/sys/devices/system/cpu), else sysconf, else 32 KB, 512 KB and 8 MB. Of a last
** level that was not given by the environment, 32 MB are counted on at most: a larger one serves
** many cores, of which a virtual machine sees only its own.
**
** Sums and columns that no cache holds are prefetched on AMD's processors only, or as the
** environment says (TH_PREFETCH=0 or 1). On the Xeon below they take longer with it, whatever the
** distance (row "sum all, 4000x2500": 1.55 ms, 1.34 without); other makes were not tried.
**
** Tried on: AMD EPYC 9004 in a virtual machine (32 KB, 1 MB, 32 MB; sysconf says 320 MB there, so
** it is asked last); Intel Xeon, model 207, in one of two cores (48 KB, 2 MB, 260 MB, of which a
** result of 40 MB finds less than half again: rows "a * 2 into r, 1e7" and "float to double, 1e7",
** with all 260 MB, take 1.4 and 1.7 times as long, "copy of a transposed 4000x4000" 2.7 times).
*/
TH_API const THCaches *TH_caches(void);

#endif
