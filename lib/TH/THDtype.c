#include "THDtype.h"

#include <string.h>
#include <strings.h>

#define FLOATING .accumulate = TH_DOUBLE, .floating = 1, .isSigned = 1
#define INTEGRAL .accumulate = TH_LONG, .integral = 1

static const THTraits traits[TH_NUM_DTYPES] = {
  [TH_UNDEFINED] = {"Undefined", "undefined", 0, 0, 0, 0, 0},
  [TH_BYTE] = {"Byte", "byte", 1, INTEGRAL},
  [TH_CHAR] = {"Char", "char", 1, INTEGRAL, .isSigned = 1},
  [TH_SHORT] = {"Short", "short", 2, INTEGRAL, .isSigned = 1},
  [TH_INT] = {"Int", "int", 4, INTEGRAL, .isSigned = 1},
  [TH_LONG] = {"Long", "long", 8, INTEGRAL, .isSigned = 1},
  [TH_HALF] = {"Half", "half", 2, FLOATING},
  [TH_FLOAT] = {"Float", "float", 4, FLOATING},
  [TH_DOUBLE] = {"Double", "double", 8, FLOATING},
  [TH_BOOL] = {"Bool", "bool", 1, INTEGRAL},
  [TH_BFLOAT16] = {"BFloat16", "bfloat16", 2, FLOATING},
  [TH_COMPLEXHALF] = {.name = "ComplexHalf", .option = "complexhalf"},
  [TH_COMPLEXFLOAT] = {.name = "ComplexFloat", .option = "complexfloat"},
  [TH_COMPLEXDOUBLE] = {.name = "ComplexDouble", .option = "complexdouble"},
  [TH_QINT8] = {.name = "QInt8", .option = "qint8"},
  [TH_QUINT8] = {.name = "QUInt8", .option = "quint8"},
  [TH_QINT32] = {.name = "QInt32", .option = "qint32"},
};

const THTraits *THDtype_traits(int dtype)
{
  return &traits[dtype > 0 && dtype < TH_NUM_DTYPES ? dtype : TH_UNDEFINED];
}

int THDtype_find(const char *name)
{
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++)
    if (strcasecmp(name, traits[dtype].name) == 0) return dtype;
  return TH_UNDEFINED;
}

void THDtype_store(int dtype, void *p, THNumber n)
{
  switch (dtype) {
  case TH_BYTE:
  case TH_CHAR: *(uint8_t *)p = (uint8_t)TH_asInteger(n); break;
  case TH_SHORT: *(uint16_t *)p = (uint16_t)TH_asInteger(n); break;
  case TH_INT: *(uint32_t *)p = (uint32_t)TH_asInteger(n); break;
  case TH_LONG: *(int64_t *)p = TH_asInteger(n); break;
  case TH_HALF: *(THHalf *)p = th_double2half(TH_asReal(n)); break;
  case TH_FLOAT: *(float *)p = n.isInteger ? (float)n.integer : (float)n.real; break;
  case TH_DOUBLE: *(double *)p = TH_asReal(n); break;
  case TH_BOOL: *(uint8_t *)p = n.isInteger ? n.integer != 0 : n.real != 0; break;
  case TH_BFLOAT16: *(THBFloat16 *)p = th_double2bfloat16(TH_asReal(n)); break;
  }
}

THNumber THDtype_load(int dtype, const void *p)
{
  switch (dtype) {
  case TH_BYTE:
  case TH_BOOL: return TH_integer(*(const uint8_t *)p);
  case TH_CHAR: return TH_integer(*(const int8_t *)p);
  case TH_SHORT: return TH_integer(*(const int16_t *)p);
  case TH_INT: return TH_integer(*(const int32_t *)p);
  case TH_LONG: return TH_integer(*(const int64_t *)p);
  case TH_HALF: return TH_real(th_half2float(*(const THHalf *)p));
  case TH_FLOAT: return TH_real(*(const float *)p);
  case TH_DOUBLE: return TH_real(*(const double *)p);
  case TH_BFLOAT16: return TH_real(th_bfloat162float(*(const THBFloat16 *)p));
  default: return TH_integer(0);
  }
}
