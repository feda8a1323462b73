/* Char: signed 8-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateCharType.h"
#endif

#define Real Char
#define real char
#define accreal long
#define TH_REAL_IS_CHAR
#define TH_DTYPE TH_CHAR
#define THInf CHAR_MAX
#include "THGenerateIntegral.h"
#undef TH_REAL_IS_CHAR
