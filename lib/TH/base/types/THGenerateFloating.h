/* What all floating types share. A THGenerate<Name>Type.h includes this after it has defined Real,
   real, TH_DTYPE and TH_COMPUTE, and the conversions if those are not C's own. */
#define accreal double
#define TH_ACC_DTYPE TH_DOUBLE
#define TH_PARTIAL accreal
#define TH_TOTAL accreal
#ifndef TH_ONES
#define TH_ONES -1 /* every bit set */
#endif
#define TH_IF_ALL(...) __VA_ARGS__
#define TH_IF_FLOATING(...) __VA_ARGS__
#define TH_IF_NUMERIC(...) __VA_ARGS__
#define TH_IF_ANALYTIC(...) __VA_ARGS__
#define TH_IF_COMPLEX(...)
#define TH_IF_INTEGRAL(...)
#ifndef TH_LOAD
#define TH_LOAD(x) (x)
#define TH_STORE(x) ((real)(x))
#define TH_FROM_DOUBLE(x) ((real)(x))
#define TH_FROM_FLOAT(x) ((real)(x))
#define TH_FROM_INT(x) ((real)(x))
#endif
#define TH_STORE_ACC(x) TH_FROM_DOUBLE(x)
#include TH_GENERIC_FILE
#include "TH/base/types/THGenerateEnd.h"
