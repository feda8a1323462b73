/* What the integer types have in common; included by THGenerate<Name>Type.h after real, Real,
   TH_DTYPE, TH_COMPUTE. */
#define accreal int64_t
#define TH_ACC_DTYPE TH_LONG
#ifndef TH_PARTIAL
#define TH_PARTIAL accreal /* holds the sum of a lane of a block: 64 elements */
#endif
#ifndef TH_ONES
#define TH_ONES -1 /* every bit set */
#endif
#define TH_IF_ALL(...) __VA_ARGS__
#define TH_IF_FLOATING(...)
#define TH_IF_INTEGRAL(...) __VA_ARGS__
#define TH_LOAD(x) ((TH_COMPUTE)(x))
#ifndef TH_FROM_INT
#define TH_FROM_INT(x) ((real)(x))
#define TH_FROM_DOUBLE(x) ((real)th_double2long(x))
#endif
#define TH_FROM_FLOAT(x) TH_FROM_DOUBLE(x)
#define TH_STORE(x) TH_FROM_INT(x)
#define TH_STORE_ACC(x) TH_FROM_INT(x)
#include TH_GENERIC_FILE
#include "TH/base/types/THGenerateEnd.h"
