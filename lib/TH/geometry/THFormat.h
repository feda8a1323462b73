/*
** Memory formats: the orders in which the dimensions of a tensor may lie in memory.
**
** Row-major is the rule. channelsLast is for lists of pictures, n x c x h x w: the strides are
** h w c, 1, w c, c, so that the channels of a pixel lie side by side; channelsLast3d is the same
** for volumes, n x c x d x h x w. preserve is no order but an answer: the result takes the order
** of its operands. A format never changes the sizes, only the strides.
*/
#ifndef TH_FORMAT_H
#define TH_FORMAT_H

#include "TH/geometry/THTensor.h"

enum THFormat {
  TH_FORMAT_CONTIGUOUS, /* row-major */
  TH_FORMAT_PRESERVE,
  TH_FORMAT_CHANNELS_LAST,
  TH_FORMAT_CHANNELS_LAST_3D,
  TH_NUM_FORMATS
};

/* "contiguous", "preserve", "channelsLast", "channelsLast3d". */
TH_API const char *THFormat_name(int format);

/* The format of a name, or -1. */
TH_API int THFormat_find(const char *name);

/* The strides of a tensor without gaps. TH_ESHAPE if the format is for another number of
   dimensions; TH_EINVAL for preserve, which gives no strides; the errors of THShape_count. */
TH_API int THFormat_strides(const char *op, int format, int ndim, const int64_t *size,
                            int64_t *stride);

/* Whether the elements lie in that order without gaps. The strides of sizes 1 do not count, so
   n x 1 x h x w may be in two formats. False for another number of dimensions. */
TH_API int THTensor_isInFormat(const THTensor *t, int format);

/*
** The format that the strides tell, gaps or not: channels last if they rise from the channels over
** columns and rows to pictures, else row-major. The strides of sizes 1 count here, as in PyTorch's
** suggest_memory_format: n x c x 1 x 1 and n x 1 x h x w have the format they were made in.
*/
TH_API int THTensor_suggestFormat(const THTensor *t);

/* What preserve means for one operand: row-major if it is in that format; else the one it is in, or
   that its strides tell if it has gaps. */
TH_API int THTensor_handedFormat(const THTensor *t);

/* THTensor_result (THTensor.h) in a format. An out that has the sizes already keeps its strides.
   Errors: those and, before out changes, those of THFormat_strides. */
TH_API int THTensor_resultInFormat(const char *op, THTensor *out, int device, int dtype, int ndim,
                                   const int64_t *size, int format);

#endif
