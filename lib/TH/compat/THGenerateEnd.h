/*
** Includes the generic file, with #line so that errors name its lines, and then undefines all names
** of the element type; TH_GENERIC_FILE too, unless other types follow.
*/
#ifndef TH_CONVERT_REAL_TO_ACCREAL
#define TH_CONVERT_REAL_TO_ACCREAL(value) ((accreal)(value))
#define TH_CONVERT_ACCREAL_TO_REAL(value) ((real)(value))
#endif
#line 1 TH_GENERIC_FILE
#include TH_GENERIC_FILE
#undef Real
#undef real
#undef accreal
#undef THInf
#undef TH_DTYPE
#undef TH_NUMBER
#undef TH_FROM_NUMBER
#undef TH_IF_ALL
#undef TH_IF_FLOATING
#undef TH_IF_NUMERIC
#undef TH_IF_ANALYTIC
#undef TH_CONVERT_REAL_TO_ACCREAL
#undef TH_CONVERT_ACCREAL_TO_REAL
#ifndef THGenerateManyTypes
#undef TH_GENERIC_FILE
#endif
