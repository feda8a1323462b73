/*
** The traits of each element type, and single elements stored from and loaded as numbers.
**
** Everything but the table of traits is generated from the lists in THDtype.h.
*/
#include "TH/base/THDtype.h"

#include <string.h>
#include <strings.h>

#define FLOATING .accumulate = TH_DOUBLE, .floating = 1, .isSigned = 1
#define INTEGRAL .accumulate = TH_LONG, .integral = 1
#define COMPLEX .accumulate = TH_COMPLEXDOUBLE, .complex = 1, .isSigned = 1
#define QUANTIZED .accumulate = TH_LONG, .quantized = 1

const THTraits TH_traits[TH_NUM_DTYPES] = {
  [TH_UNDEFINED] = {.name = "Undefined", .option = "undefined", .sized = "undefined"},
  [TH_BYTE] = {"Byte", "byte", "uint8", 1, UINT8_MAX, INTEGRAL},
  [TH_CHAR] = {"Char", "char", "int8", 1, INT8_MAX, INTEGRAL, .isSigned = 1},
  [TH_SHORT] = {"Short", "short", "int16", 2, INT16_MAX, INTEGRAL, .isSigned = 1},
  [TH_INT] = {"Int", "int", "int32", 4, INT32_MAX, INTEGRAL, .isSigned = 1},
  [TH_LONG] = {"Long", "long", "int64", 8, INT64_MAX, INTEGRAL, .isSigned = 1},
  [TH_HALF] = {"Half", "half", "float16", 2, 1 << 11, FLOATING, .exponent = 15},
  [TH_FLOAT] = {"Float", "float", "float32", 4, 1 << 24, FLOATING, .exponent = 127},
  [TH_DOUBLE] = {"Double", "double", "float64", 8, INT64_C(1) << 53, FLOATING, .exponent = 1023},
  [TH_BOOL] = {"Bool", "bool", "bool", 1, 1, INTEGRAL},
  [TH_BFLOAT16] = {"BFloat16", "bfloat16", "bfloat16", 2, 1 << 8, FLOATING, .exponent = 127},
  [TH_UINT16] = {"UInt16", "uint16", "uint16", 2, UINT16_MAX, INTEGRAL},
  [TH_COMPLEXFLOAT] = {"ComplexFloat", "complexFloat", "complex64", 8, 1 << 24, COMPLEX,
                       .exponent = 127, .value = TH_FLOAT},
  [TH_COMPLEXDOUBLE] = {"ComplexDouble", "complexDouble", "complex128", 16, INT64_C(1) << 53,
                        COMPLEX, .exponent = 1023, .value = TH_DOUBLE},
  [TH_COMPLEXHALF] = {"ComplexHalf", "complexHalf", "complex32", 4, 1 << 11, COMPLEX,
                      .exponent = 15, .value = TH_HALF},
  [TH_QINT8] = {"QInt8", "qint8", "qint8", 1, INT8_MAX, QUANTIZED, .isSigned = 1,
                .value = TH_CHAR},
  [TH_QUINT8] = {"QUInt8", "quint8", "quint8", 1, UINT8_MAX, QUANTIZED, .value = TH_BYTE},
  [TH_QINT32] = {"QInt32", "qint32", "qint32", 4, INT32_MAX, QUANTIZED, .isSigned = 1,
                 .value = TH_INT},
};

int THDtype_word(int dtype)
{
  static const uint8_t word[17] = {
    [1] = TH_BYTE, [2] = TH_SHORT, [4] = TH_INT, [8] = TH_LONG, [16] = TH_COMPLEXDOUBLE};
  return word[THDtype_traits(dtype)->size];
}

int THDtype_find(const char *name)
{
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++)
    if (strcasecmp(name, TH_traits[dtype].name) == 0) return dtype;
  return TH_UNDEFINED;
}

int THDtype_findOption(const char *name)
{
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++)
    if (strcmp(name, TH_traits[dtype].sized) == 0) return dtype;
  return THDtype_find(name);
}

static int is_true(THNumber n)
{
  if (TH_isInteger(n)) return n.integer != 0;
  return n.real != 0 || TH_imaginary(n) != 0;
}

/* STORE_<kind>(type, n): the element of that type for a number n. */
#define STORE_INT(type, n) ((type)TH_asInteger(n))
#define STORE_BOOL(type, n) ((type)is_true(n))
#define STORE_HALF(type, n) th_double2half(TH_asReal(n))
#define STORE_BFLOAT16(type, n) th_double2bfloat16(TH_asReal(n))
#define STORE_FLOAT(type, n) (TH_isInteger(n) ? (float)(n).integer : (float)(n).real)
#define STORE_DOUBLE(type, n) TH_asReal(n)
#define STORE_COMPLEX(type, n) ((type){TH_asReal(n), TH_imaginary(n)})
#define STORE_COMPLEXHALF(type, n) \
  ((type){th_double2half(TH_asReal(n)), th_double2half(TH_imaginary(n))})

void THDtype_store(int dtype, void *p, THNumber n)
{
  switch (dtype) {
#define X(Name, CODE, type, kind) case TH_##CODE: *(type *)p = STORE_##kind(type, n); break;
    TH_FORALL_DTYPES(X)
    TH_FORALL_COMPLEX_DTYPES(X)
    TH_FORALL_STORED_DTYPES(X)
#undef X
  }
}

/* NUMBER_<kind>(x): the number for a stored element x. */
#define NUMBER_INT(x) TH_integer(x)
#define NUMBER_BOOL(x) TH_integer((x) != 0)
#define NUMBER_HALF(x) TH_real(th_half2float(x))
#define NUMBER_BFLOAT16(x) TH_real(th_bfloat162float(x))
#define NUMBER_FLOAT(x) TH_real(x)
#define NUMBER_DOUBLE(x) TH_real(x)
#define NUMBER_COMPLEX(x) TH_complex((x).re, (x).im)
#define NUMBER_COMPLEXHALF(x) TH_complex(th_half2float((x).re), th_half2float((x).im))

THNumber THDtype_load(int dtype, const void *p)
{
  switch (dtype) {
#define X(Name, CODE, type, kind) case TH_##CODE: return NUMBER_##kind(*(const type *)p);
    TH_FORALL_DTYPES(X)
    TH_FORALL_COMPLEX_DTYPES(X)
    TH_FORALL_STORED_DTYPES(X)
#undef X
  }
  return TH_integer(0);
}
