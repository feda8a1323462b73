/*
** For C code written against Torch7: Torch7's names and argument order, and errors that are raised
** instead of returned.
**
** This file takes the place of Torch7's TH.h; an extension that finds it first compiles unchanged.
** Each typed function is one line in typed/: it calls a function of TH that takes the dtype as
** data, and raises the error that this returns. The typed API of lib/TH/TH.h has the same names but
** returns its errors, so a source file includes one or the other. doc/c-extensions.md says more.
*/
#ifndef TH_COMPAT_H
#define TH_COMPAT_H

#ifdef TH_TYPES_H
#error "this file has the names of THTypes.h: include Torch7's TH.h or TH's own, not both"
#endif

#include <limits.h>
#include <stdint.h>
#if LONG_MAX < INT64_MAX
#error "Torch7's C API counts in long, which needs 64 bits: include TH's own TH.h on this system"
#endif

#include "TH/cpu/THBlas.h"
#include "TH/geometry/THView.h"
#include "TH/ops/composite/THComposite.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInOrder.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/linear/THLapack.h"
#include "TH/ops/linear/THLinear.h"
#include "TH/ops/random/THRandomTensor.h"
#include "TH/ops/reduce/THHistogram.h"
#include "TH/ops/reduce/THReduce.h"
#include "TH/ops/select/THAssemble.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"
#include "TH/ops/select/THSort.h"
#include "THAtomic.h"
#include "THCompatAllocator.h"
#include "THCompatConv.h"
#include "THCompatFile.h"
#include "THCompatTensor.h"
#include "THGeneral.h"
#include "THHalf.h"
#include "THSize.h"
#include "THTensorMacros.h"

/* A tensor or storage of any element type. THTensor and THStorage are macros from here on. */
typedef THTensor THAnyTensor;
typedef THStorage THAnyStorage;
#define TH_ANY(tensor) ((THAnyTensor *)(tensor))

/* For typed/: T7_LIST takes the parentheses off a list; T7_NUMBER makes a THNumber of a number of
   Torch7's. */
#define T7_LIST(...) __VA_ARGS__
#define T7_NUMBER(value) TH_NUMBER(TH_CONVERT_REAL_TO_ACCREAL(value))

#define THStorage TH_CONCAT_3(TH, Real, Storage)
#define THStorage_(name) TH_CONCAT_4(TH, Real, Storage_, name)
#define THTensor TH_CONCAT_3(TH, Real, Tensor)
#define THTensor_(name) TH_CONCAT_4(TH, Real, Tensor_, name)
#define THBlas_(name) TH_CONCAT_4(TH, Real, Blas_, name)
#define THLapack_(name) TH_CONCAT_4(TH, Real, Lapack_, name)
#define THVector_(name) TH_CONCAT_4(TH, Real, Vector_, name)

/* The element types that Torch7 has. Half has no arithmetic. */
#define TH_FORALL_TORCH_TYPES(X) \
  X(Byte) X(Char) X(Short) X(Int) X(Long) X(Half) X(Float) X(Double)

#define X(Name)                                       \
  typedef struct TH##Name##Storage TH##Name##Storage; \
  typedef struct TH##Name##Tensor TH##Name##Tensor;
TH_FORALL_TORCH_TYPES(X)
#undef X


#define TH_GENERIC_FILE "typed/THStorage.h"
#include "THGenerateAllTypes.h"
#define TH_GENERIC_FILE "typed/THStorage.h"
#include "THGenerateHalfType.h"

#define TH_GENERIC_FILE "typed/THTensor.h"
#include "THGenerateAllTypes.h"
#define TH_GENERIC_FILE "typed/THTensor.h"
#include "THGenerateHalfType.h"

#define TH_GENERIC_FILE "typed/THTensorMath.h"
#include "THGenerateAllTypes.h"

#define TH_GENERIC_FILE "typed/THTensorReduce.h"
#include "THGenerateAllTypes.h"

#define TH_GENERIC_FILE "typed/THTensorSort.h"
#include "THGenerateAllTypes.h"

#define TH_GENERIC_FILE "typed/THTensorComposite.h"
#include "THGenerateAllTypes.h"

#define TH_GENERIC_FILE "typed/THTensorConv.h"
#include "THGenerateAllTypes.h"

#define TH_GENERIC_FILE "typed/THTensorHistogram.h"
#include "THGenerateFloatTypes.h"

#define TH_GENERIC_FILE "typed/THLapack.h"
#include "THGenerateFloatTypes.h"

#define TH_GENERIC_FILE "typed/THTensorLapack.h"
#include "THGenerateFloatTypes.h"

#define TH_GENERIC_FILE "typed/THTensorRandom.h"
#include "THGenerateAllTypes.h"

#define TH_GENERIC_FILE "typed/THVector.h"
#include "THGenerateAllTypes.h"

#define TH_GENERIC_FILE "typed/THBlas.h"
#include "THGenerateAllTypes.h"

#include "THTensorApply.h"

#define TH_GENERIC_FILE "typed/THTensorMake.h"
#include "THGenerateAllTypes.h"

#undef T7_LIST
#undef T7_NUMBER

/* Storages as in an array; neither checks the position. */
#define TH_STORAGE_GET(storage, position) ((storage)->data[(position)])
#define TH_STORAGE_SET(storage, position, value) ((storage)->data[(position)] = (value))

/* --- LongStorages as sizes --- */

static inline THDescBuff THLongStorage_sizeDesc(const THLongStorage *size)
{
  return _THSizeDesc(size->data, size->size);
}

/* size with its -1 replaced, so that there are count elements. The caller frees it. */
static inline THLongStorage *THLongStorage_newInferSize(THLongStorage *size, ptrdiff_t count)
{
  return (THLongStorage *)THCompat_newInferSize((THAnyStorage *)size, count);
}

/* The common size of two, or of count, tensors that broadcast; and the size and strides of one
   expanded to a size, in arrays that the caller frees. These return 0, or -1 with the reason in
   error. */
static inline int THLongStorage_inferSize2(THLongStorage *r, long *sizeA, long dimsA, long *sizeB,
                                           long dimsB, char *error, int length)
{
  return THCompat_inferSizeN((THAnyStorage *)r, 2, (long *[]){sizeA, sizeB},
                             (long[]){dimsA, dimsB}, error, length);
}

static inline int THLongStorage_inferSizeN(THLongStorage *r, int count, long **sizes, long *dims,
                                           char *error, int length)
{
  return THCompat_inferSizeN((THAnyStorage *)r, count, sizes, dims, error, length);
}

static inline int THLongStorage_inferExpandGeometry(long *size, long *stride, long dims,
                                                    THLongStorage *to, long **newSize,
                                                    long **newStride, char *error, int length)
{
  return THCompat_inferExpandGeometry(size, stride, dims, (THAnyStorage *)to, newSize, newStride,
                                      error, length);
}

/* --- random numbers --- */

#define _MERSENNE_STATE_N 624
#define _MERSENNE_STATE_M 397
#define torch_Generator "torch.Generator"

/* A new generator with the default seed. */
static inline THGenerator *THGenerator_new(void)
{
  THGenerator *gen = (THGenerator *)THAlloc(sizeof *gen);
  THGenerator_init(gen);
  return gen;
}

static inline void THGenerator_free(THGenerator *gen)
{
  THFree(gen);
}

static inline THGenerator *THGenerator_copy(THGenerator *gen, THGenerator *from)
{
  *gen = *from;
  return gen;
}

/* Whether it was started. */
static inline int THGenerator_isValid(THGenerator *gen)
{
  return gen->kind <= TH_PHILOX && gen->hasSpare <= 1 && gen->next <= TH_MT_WORDS;
}

static inline unsigned long THRandom_seed(THGenerator *gen)
{
  return THGenerator_seed(gen);
}

static inline void THRandom_manualSeed(THGenerator *gen, unsigned long seed)
{
  THGenerator_manualSeed(gen, seed);
}

static inline unsigned long THRandom_initialSeed(THGenerator *gen)
{
  return THGenerator_initialSeed(gen);
}

/* Draws with the types that Torch7 returned. */
static inline unsigned long T7Random_random(THGenerator *gen)
{
  return THRandom_random(gen);
}

static inline int T7Random_geometric(THGenerator *gen, double p)
{
  return (int)THRandom_geometric(gen, p);
}

static inline int T7Random_bernoulli(THGenerator *gen, double p)
{
  return (int)THRandom_bernoulli(gen, p);
}
#define THRandom_random T7Random_random
#define THRandom_geometric T7Random_geometric
#define THRandom_bernoulli T7Random_bernoulli

/* A header of TH that names its own THAllocator must not be read after this line. */
#define THAllocator T7Allocator

#endif
