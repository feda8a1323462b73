/* What both complex types share. A THGenerate<Name>Type.h includes this after it has defined Real,
   real, TH_DTYPE and TH_COMPUTE. Elements are C's own complex numbers, laid out as THComplexFloat
   and THComplexDouble are; C++ kernels of devices have a class for them. */
#ifndef TH_COMPLEX_OF
#define TH_COMPLEX_OF(part) part _Complex
#endif
#define accreal TH_COMPLEX_OF(double)
#define TH_ACC_DTYPE TH_COMPLEXDOUBLE
#define TH_PARTIAL accreal
#define TH_IF_ALL(...)
#define TH_IF_FLOATING(...)
#define TH_IF_INTEGRAL(...)
#define TH_IF_NUMERIC(...) __VA_ARGS__
#define TH_IF_ANALYTIC(...) __VA_ARGS__
#define TH_IF_COMPLEX(...) __VA_ARGS__
#define TH_LOAD(x) (x)
#define TH_STORE(x) ((real)(x))
#define TH_STORE_ACC(x) ((real)(x))
#include TH_GENERIC_FILE
#include "TH/base/types/THGenerateEnd.h"
