/*
** Elements of tensors without any check: positions from 0 that must be inside. fastGet1d(x, i) is
** an element of a vector of any element type, fastSet1d(x, i, value) sets it, and so on.
*/
#ifndef TH_COMPAT_TENSOR_MACROS_H
#define TH_COMPAT_TENSOR_MACROS_H

#define THTensor_fastGet1d(t, i) ((t)->storage->data[(t)->storageOffset + (i) * (t)->stride[0]])
#define THTensor_fastGet2d(t, i, j) \
  ((t)->storage->data[(t)->storageOffset + (i) * (t)->stride[0] + (j) * (t)->stride[1]])
#define THTensor_fastGet3d(t, i, j, k)                                                      \
  ((t)->storage->data[(t)->storageOffset + (i) * (t)->stride[0] + (j) * (t)->stride[1] +    \
                      (k) * (t)->stride[2]])
#define THTensor_fastGet4d(t, i, j, k, l)                                                   \
  ((t)->storage->data[(t)->storageOffset + (i) * (t)->stride[0] + (j) * (t)->stride[1] +    \
                      (k) * (t)->stride[2] + (l) * (t)->stride[3]])
#define THTensor_fastSet1d(t, i, value) (THTensor_fastGet1d(t, i) = (value))
#define THTensor_fastSet2d(t, i, j, value) (THTensor_fastGet2d(t, i, j) = (value))
#define THTensor_fastSet3d(t, i, j, k, value) (THTensor_fastGet3d(t, i, j, k) = (value))
#define THTensor_fastSet4d(t, i, j, k, l, value) (THTensor_fastGet4d(t, i, j, k, l) = (value))

#endif
