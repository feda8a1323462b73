/* What the floating types have in common; included by THGenerate<Name>Type.h after real, Real,
   TH_DTYPE, TH_COMPUTE. */
#define accreal double
#define TH_ACC_DTYPE TH_DOUBLE
#define TH_PARTIAL accreal
#ifndef TH_ONES
#define TH_ONES -1 /* every bit set */
#endif
#define TH_IF_ALL(...) __VA_ARGS__
#define TH_IF_FLOATING(...) __VA_ARGS__
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
