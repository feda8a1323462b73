/*
** Aliasing: the one place where drivers find out whether writing a result would overwrite elements
** that are still to be read. THInput.h makes copies where it would.
*/
#ifndef TH_ALIAS_H
#define TH_ALIAS_H

#include "TH/geometry/THTensor.h"

enum THAlias {
  TH_APART,      /* no memory in common, and out cannot grow over t's storage */
  TH_SAME,       /* the same window: element i of one is element i of the other */
  TH_OVERLAPPING /* anything else */
};

/* How t relates to out once out has these sizes. size NULL: they are not known yet, so out may grow
   over all of its storage. */
TH_API enum THAlias THAlias_of(const THTensor *out, int ndim, const int64_t *size,
                               const THTensor *t);

/* TH_EINVAL if two of the results share memory or, if isGrowing (their sizes may still change),
   share a storage. */
TH_API int THAlias_distinct(const char *op, int count, THTensor *const *out, int isGrowing);

#endif
