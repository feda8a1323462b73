/* For each element type: a function that uses all functions of the type, and counts them. */
#ifndef TH_GENERIC_FILE
#error "read through names.c"
#else

#ifndef real
#error "real is missing"
#endif
#if !(defined(accreal) && defined(Real) && defined(THInf) && \
      defined(TH_CONVERT_REAL_TO_ACCREAL) && defined(TH_CONVERT_ACCREAL_TO_REAL))
#error "a macro of THGenerateByteType.h is missing"
#endif

#define EVERY USE
#ifdef TH_REAL_IS_HALF
#define ALL(...)
#else
#define ALL USE
#endif
#if defined(TH_REAL_IS_SHORT) || defined(TH_REAL_IS_INT) || defined(TH_REAL_IS_LONG)
#define SIGNED USE
#else
#define SIGNED(...)
#endif
#if defined(TH_REAL_IS_FLOAT) || defined(TH_REAL_IS_DOUBLE)
#define FLOATING USE
#else
#define FLOATING(...)
#endif
#ifdef TH_REAL_IS_BYTE
#define BYTE USE
#else
#define BYTE(...)
#endif

static int TH_CONCAT_2(use, Real)(void)
{
  int count = 0;
#include "names/typed.def"
  return count;
}

#undef EVERY
#undef ALL
#undef SIGNED
#undef FLOATING
#undef BYTE
#endif
