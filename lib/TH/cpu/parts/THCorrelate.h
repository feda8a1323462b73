/* What the kernel of cpu/loops/THConvolve.c computes at once: so many maps, or one, and
   elements. */
#ifndef TH_CORRELATE_H
#define TH_CORRELATE_H

enum { TH_CORRELATED_MAPS = 4, TH_CORRELATED_RUN = 256 };

#endif
