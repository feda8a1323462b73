/* Byte: unsigned 8-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateByteType.h"
#endif

#define Real Byte
#define real unsigned char
#define accreal long
#define TH_REAL_IS_BYTE
#define TH_DTYPE TH_BYTE
#define THInf UCHAR_MAX
#include "THGenerateIntegral.h"
#undef TH_REAL_IS_BYTE
