/*
** How what is read stands to what is written: the one place where drivers learn whether a result
** would overwrite what is still to be read. THInput.h acts on it.
*/
#ifndef TH_ALIAS_H
#define TH_ALIAS_H

#include "TH/geometry/THTensor.h"

enum THAlias {
  TH_APART,      /* no memory in common, and out does not grow over t's storage */
  TH_SAME,       /* one window: element i of the one is element i of the other */
  TH_OVERLAPPING
};

/* How t stands to out once out has these sizes. size NULL: they are not known yet, so that out may
   grow over all of its storage. */
TH_API enum THAlias THAlias_of(const THTensor *out, int ndim, const int64_t *size,
                               const THTensor *t);

/* TH_EINVAL where two of the results share memory or, where isGrowing says that their sizes may
   still change, a storage. */
TH_API int THAlias_distinct(const char *op, int count, THTensor *const *out, int isGrowing);

#endif
