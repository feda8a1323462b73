/*
** Sparse tensors in handles: the functions of THLayoutType.parts and assemble, for both layouts.
*/
#ifndef THS_SHARE_H
#define THS_SHARE_H

#include "THS/ops/THSEntries.h"

int THS_parts(const THLayout *layout, const THTensor *part[], int64_t *number);
int THS_fromParts(const char *op, THTensor *out, int64_t number, const THTensor *part, int count);

#endif
