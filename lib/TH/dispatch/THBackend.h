/*
** Backends: the entries of a device by element type and operation. The only dispatch of TH.
**
** base, avx2 and avx512 are backends of the CPU, of which one answers for device 0; another library
** joins by TH_registerBackend.
*/
#ifndef TH_BACKEND_H
#define TH_BACKEND_H

#include "TH/iteration/THIter.h"
#include "TH/memory/THAllocator.h"

enum THOpCode {
#define TH_ROW1(set, name, value, doc) TH_OP_##name,
#define TH_ROW2(set, cname, name, value, doc) TH_OP_##cname,
#define TH_UNARY TH_ROW1
#define TH_PREDICATE TH_ROW1
#define TH_BINARY TH_ROW2
#define TH_DIVISION TH_ROW2
#define TH_SCALED TH_ROW2
#define TH_COMPARE TH_ROW1
#define TH_UNARY2 TH_ROW1
#define TH_TERNARY1 TH_ROW1
#define TH_DIVISION1 TH_ROW1
#include "TH/rows/THPointwise.def"
#undef TH_ROW1
#undef TH_ROW2
  TH_NUM_POINTWISE,
  TH_BEFORE_SCALED_ = TH_NUM_POINTWISE - 1,
#define TH_SCALED(set, cname, name, value, doc) TH_OP_##cname##Scaled,
#include "TH/rows/THRowsIgnored.h"
#include "TH/rows/THPointwise.def"
  TH_FIRST_REDUCTION,
  TH_BEFORE_REDUCTIONS_ = TH_FIRST_REDUCTION - 1,
#define TH_REDUCE(set, name, ...) TH_OP_##name,
#define TH_DEVIATION TH_REDUCE
#define TH_NORM TH_REDUCE
#define TH_TEST TH_REDUCE
#define TH_EXTREME TH_REDUCE
#define TH_SCAN TH_REDUCE
#include "TH/rows/THReduce.def"
  TH_END_REDUCTIONS,
  TH_AFTER_REDUCTIONS_ = TH_END_REDUCTIONS - 1,
  TH_OP_convert, /* result, source: the source's elements in the result's dtype */
#define TH_KERNEL(set, name, doc) TH_OP_##name,
#include "TH/rows/THKernels.def"
  TH_OP_correlate, /* sums of shifted runs (cpu/loops/THConvolve.c) */
  TH_OP_product, /* of matrices, where the level has it (cpu/loops/THProduct.c) */
  TH_OP_multiply, /* these two are of THProduct.h; operands behind the first are A, B, C, or x, y */
  TH_OP_dot,
  TH_OP_solve, /* what THLapackCall.h asks for; operand 0 is the call */
  TH_OP_sort, /* these four are orders (THOrder.h) */
  TH_OP_topk,
  TH_OP_kthvalue,
  TH_OP_mode,
  TH_OP_twister, /* these four know no dtype: TH_UNDEFINED (cpu/loops/THGenerator.c) */
  TH_OP_temper,
  TH_OP_philox,
  TH_OP_normals,
#define TH_DISTRIBUTION1(set, name, ...) TH_OP_draw_##name,
#define TH_DISTRIBUTION2 TH_DISTRIBUTION1
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
  /* For devices that make draws themselves. Operands: the result, in order; Philox's key, position
     of the first draw, whether the first value is a spare normal, that normal; two parameters:
     doubles, or count and first (longs) of range: first + a draw mod count. */
#define TH_DISTRIBUTION1(set, name, ...) TH_OP_fill_##name,
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2
  TH_OP_fill_range,
  TH_NUM_OPS
};

/* One operation on all of an iterator's positions. A CPU entry walks a loop over the rows; a device
   entry launches once and may fail. */
typedef int (*THEntry)(const THIter *it);

struct THOrderScratch;

typedef struct THBackend {
  const char *name;
  const THEntry *entry[TH_NUM_DTYPES]; /* entry[dtype][op]; either may be NULL: not defined there */
  const THAllocator *allocator;        /* of results on the device; ignored for device 0 */
  /* Elements of src, converted, into dst, to whose sizes it broadcasts: one is on this device, the
     other on another. Both passed the gate, dst is writable. NULL: cannot be had. */
  int (*transfer)(const THTensor *dst, const THTensor *src);
  /* The scratch that an order (THOrder.h) needs. NULL: there are none. */
  int (*orderScratch)(struct THOrderScratch *scratch);
} THBackend;

/* backend answers for device 1..TH_MAX_DEVICES - 1 from now on (NULL: nobody does). It must outlive
   its use. */
TH_API int TH_registerBackend(int device, const THBackend *backend);

/* The backend of a device, or NULL. */
TH_API const THBackend *TH_backend(int device);

/* "cpu" for device 0, else the name of its backend, for messages. */
TH_API const char *TH_deviceName(int device);

/* Elements between tensors on two devices, by the backend of one that is not the CPU, as described
   there. TH_EUNSUPPORTED where it has no transfer. */
TH_API int TH_transfer(const char *op, const THTensor *dst, const THTensor *src);

/* What device has for op and dtype, or NULL. */
TH_API THEntry TH_entry(int op, int dtype, int device);

/* TH_OK where device has op for dtype, else what TH_run would fail with; name is for errors. */
TH_API int TH_checkEntry(const char *name, int op, int dtype, int device);

/* Run op for dtype on the iterator's device. TH_EUNSUPPORTED without such a device, TH_EDTYPE
   without such an entry. */
TH_API int TH_run(int op, int dtype, const THIter *it);

#endif
