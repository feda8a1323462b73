/*
** Loops of the rows of THSpecial.def: those of the other point-wise rows, with more functions that
** their values may use. Compiled once, not for each SIMD level (lib/TH/CMakeLists.txt).
*/
#define TH_ONLY_SPECIAL
#include "TH/cpu/math/THSpecialMath.h"

#include "TH/cpu/loops/THPointwise.c"
