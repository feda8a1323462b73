/*
** Operands as an operation reads them: the tensor that was given, or a copy if writing the result
** would change it too early. Also results that are made apart from the given tensors.
*/
#ifndef TH_INPUT_H
#define TH_INPUT_H

#include "TH/geometry/THAlias.h"

/* use points to the given tensor or to own, which is {0} at first. THInput_drop clears own. */
typedef struct THInput {
  const THTensor *use;
  THTensor own;
} THInput;

/* Take t as an operand: it passes the gate (THGate.h), with these flags allowed. If t has a layout
   that can be resolved, the strided tensor of its elements is taken; if it has other flags, a copy
   of its values. */
TH_API int THInput_take(THInput *in, const char *op, const THTensor *t, unsigned flags);

/*
** Replace the operand by a copy if writing out, once it has these sizes (size NULL: not known yet),
** would change elements that are still to be read. An out that is the operand itself needs a copy
** unless isElementwise: then each element is read before it is written.
*/
TH_API int THInput_keepFrom(THInput *in, const THTensor *out, int ndim, const int64_t *size,
                            int isElementwise);

TH_API void THInput_drop(THInput *in);

/* Give out the sizes and elements of made, for a result that was made apart because out touches an
   operand. */
TH_API int THResult_replace(const char *op, THTensor *out, const THTensor *made);

/* Unless status is a failure, give made, whose storage no tensor of a caller shares, to out: an out
   without memory takes its storage, any other is resized and gets its elements. Clears made;
   returns the status of all. */
TH_API int THResult_give(const char *op, int status, THTensor *out, THTensor *made);

/* Make two results ready: values, with the dtype of x, and indices, positions of dtype Long. Both
   get the sizes, or neither changes. TH_EINVAL if they share a storage. */
TH_API int THResult_pair(const char *op, const THTensor *x, const int64_t *size, THTensor *values,
                         THTensor *indices);

#endif
