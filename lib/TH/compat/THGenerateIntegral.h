/* What all integer types share. */
#define TH_NUMBER(value) TH_integer(value)
#define TH_FROM_NUMBER(number) TH_asInteger(number)
#define TH_IF_ALL(...) __VA_ARGS__
#define TH_IF_FLOATING(...)
#define TH_IF_NUMERIC(...) __VA_ARGS__
#define TH_IF_ANALYTIC(...)
#include "THGenerateEnd.h"
