/* Words of 16 bytes (THWord16 of THMove.h), for kernels that only move elements. They stand under
   the dtype ComplexDouble and are only in the set INTEGRAL, in which such kernels are listed. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateWord16Type.h"
#endif

#define Real Word16
#define real THWord16
#define TH_DTYPE TH_COMPLEXDOUBLE
#define TH_IF_ALL(...)
#define TH_IF_FLOATING(...)
#define TH_IF_INTEGRAL(...) __VA_ARGS__
#include TH_GENERIC_FILE
#undef Real
#undef real
#undef TH_DTYPE
#undef TH_IF_ALL
#undef TH_IF_FLOATING
#undef TH_IF_INTEGRAL
