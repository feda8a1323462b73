/* What all floating types share. */
#define TH_NUMBER(value) TH_real(value)
#define TH_FROM_NUMBER(number) TH_asReal(number)
#define TH_IF_ALL(...) __VA_ARGS__
#define TH_IF_FLOATING(...) __VA_ARGS__
#define TH_IF_NUMERIC(...) __VA_ARGS__
#define TH_IF_ANALYTIC(...) __VA_ARGS__
#include "THGenerateEnd.h"
