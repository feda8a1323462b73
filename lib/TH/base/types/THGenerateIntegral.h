/* What all integer types share. A THGenerate<Name>Type.h includes this after it has defined Real,
   real, TH_DTYPE and TH_COMPUTE, and what differs for it. */
#define accreal int64_t
#define TH_ACC_DTYPE TH_LONG
#ifndef TH_PARTIAL
#define TH_PARTIAL accreal /* holds the sum of 64 elements: one lane of a block */
#endif
#ifndef TH_TOTAL
#define TH_TOTAL real /* holds what is stored of a running sum or product, which wraps around */
#endif
#ifndef TH_ONES
#define TH_ONES -1 /* every bit set */
#endif
#define TH_IF_ALL(...) __VA_ARGS__
#define TH_IF_FLOATING(...)
#define TH_IF_NUMERIC(...) __VA_ARGS__
#define TH_IF_ANALYTIC(...)
#define TH_IF_COMPLEX(...)
#define TH_IF_INTEGRAL(...) __VA_ARGS__
#ifndef TH_LOAD
#define TH_LOAD(x) ((TH_COMPUTE)(x))
#endif
#ifndef TH_FROM_INT
#define TH_FROM_INT(x) ((real)(x))
#define TH_FROM_DOUBLE(x) ((real)th_double2long(x))
#endif
#define TH_FROM_FLOAT(x) TH_FROM_DOUBLE(x)
#define TH_STORE(x) TH_FROM_INT(x)
#define TH_STORE_ACC(x) TH_FROM_INT(x)
#include TH_GENERIC_FILE
#include "TH/base/types/THGenerateEnd.h"
