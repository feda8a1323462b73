/* Sizes of tensors, for extensions written for Torch7: texts, and the sizes that broadcasting
   gives. */
#include "THSize.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Append to a text; what does not fit ends in "...". */
static void append(THDescBuff *text, int *length, const char *format, ...)
{
  va_list arguments;
  if (*length >= TH_DESC_BUFF_LEN) return;
  va_start(arguments, format);
  *length += vsnprintf(text->str + *length, (size_t)(TH_DESC_BUFF_LEN - *length), format,
                       arguments);
  va_end(arguments);
  if (*length >= TH_DESC_BUFF_LEN) memcpy(text->str + TH_DESC_BUFF_LEN - 4, "...", 4);
}

THDescBuff THCompat_sizeDesc(const long *size, long ndim)
{
  THDescBuff text = {{0}};
  int length = 0;
  append(&text, &length, "[");
  for (long d = 0; d < ndim; d++) append(&text, &length, d ? " x %ld" : "%ld", size[d]);
  append(&text, &length, "]");
  return text;
}

THDescBuff THCompat_describe(int dtype, int ndim, const int64_t *size)
{
  THDescBuff text = {{0}};
  int length = 0;
  append(&text, &length, "torch.%sTensor %s", THDtype_traits(dtype)->name,
         ndim ? "of size " : "with no dimension");
  for (int d = 0; d < ndim; d++) append(&text, &length, d ? "x%" PRId64 : "%" PRId64, size[d]);
  return text;
}

int THSize_isSameSizeAs(const long *sizeA, long dimsA, const long *sizeB, long dimsB)
{
  return dimsA == dimsB && memcmp(sizeA, sizeB, (size_t)dimsA * sizeof *sizeA) == 0;
}

ptrdiff_t THSize_nElement(long dims, long *size)
{
  ptrdiff_t count = dims > 0;
  for (long d = 0; d < dims; d++) count *= size[d];
  return count;
}

/* Record why sizes do not fit; returns -1. */
static int refuse(char *error, int length, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (error && length > 0) vsnprintf(error, (size_t)length, format, arguments);
  va_end(arguments);
  return -1;
}

int THCompat_inferSize(int count, const long *const *size, const long *ndim, int *resultDim,
                       int64_t *result, char *error, int length)
{
  long dims = 0;
  for (int k = 0; k < count; k++) {
    if (ndim[k] < 1) return refuse(error, length, "cannot expand a tensor without dimensions");
    if (ndim[k] > dims) dims = ndim[k];
  }
  if (dims > TH_MAX_DIM)
    return refuse(error, length, "%ld dimensions; at most %d are possible", dims, TH_MAX_DIM);
  for (long back = 1; back <= dims; back++) {
    int64_t *common = &result[dims - back];
    *common = 1;
    for (int k = 0; k < count; k++) {
      const long n = back <= ndim[k] ? size[k][ndim[k] - back] : 1;
      if (n == 1 || n == *common) continue;
      if (*common != 1)
        return refuse(error, length, "sizes %" PRId64 " and %ld do not match at dimension %ld",
                      *common, n, dims - back + 1);
      *common = n;
    }
  }
  *resultDim = (int)dims;
  return 0;
}

int THCompat_inferExpand(const long *size, const long *stride, long ndim, int newDim,
                         const long *newSize, long *newStride, char *error, int length)
{
  if (newDim < ndim)
    return refuse(error, length, "%d sizes for a tensor of %ld dimensions", newDim, ndim);
  for (long d = 0; d < newDim; d++) {
    const long own = d - (newDim - ndim), n = own < 0 ? 1 : size[own];
    if (n != newSize[d] && n != 1)
      return refuse(error, length, "size %ld at dimension %ld cannot become %ld", n, own + 1,
                    newSize[d]);
    newStride[d] = own >= 0 && n == newSize[d] ? stride[own] : 0;
  }
  return 0;
}
