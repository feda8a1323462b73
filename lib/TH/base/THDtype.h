/*
** Element types (dtypes): the one list of them, their traits, and single elements as numbers.
**
** Conversions are the same everywhere (copies, number arguments, devices). Float to integer goes
** through int64, which saturates and makes NaN 0, and then wraps to the narrower type. Integer to
** integer wraps. Anything to Bool is x != 0.
*/
#ifndef TH_DTYPE_H
#define TH_DTYPE_H

#include "TH/base/THBase.h"
#include "TH/base/THHalf.h"

/* Complex elements, as C and C++ lay them out. */
typedef struct THComplexHalf { THHalf re, im; } THComplexHalf;
typedef struct THComplexFloat { float re, im; } THComplexFloat;
typedef struct THComplexDouble { double re, im; } THComplexDouble;

/*
** The element types, X(Name, CODE, C type, kind), in three lists. kind selects how a value is
** loaded (TH_LOAD_<kind>). To add one: a row here, a THGenerate<Name>Type.h, a line in one
** THGenerate<group>Types.h, and a row in TH_traits (THDtype.c).
**
** Real numbers, with all kernels.
*/
#define TH_FORALL_DTYPES(X)               \
  X(Byte, BYTE, uint8_t, INT)             \
  X(Char, CHAR, int8_t, INT)              \
  X(Short, SHORT, int16_t, INT)           \
  X(Int, INT, int32_t, INT)               \
  X(Long, LONG, int64_t, INT)             \
  X(Half, HALF, THHalf, HALF)             \
  X(Float, FLOAT, float, FLOAT)           \
  X(Double, DOUBLE, double, DOUBLE)       \
  X(Bool, BOOL, uint8_t, BOOL)            \
  X(BFloat16, BFLOAT16, THBFloat16, BFLOAT16) \
  X(UInt16, UINT16, uint16_t, INT)

/* Complex numbers, with the kernels that have a meaning for them. */
#define TH_FORALL_COMPLEX_DTYPES(X)                           \
  X(ComplexFloat, COMPLEXFLOAT, THComplexFloat, COMPLEX)      \
  X(ComplexDouble, COMPLEXDOUBLE, THComplexDouble, COMPLEX)

/* Types that are only stored: they have no arithmetic, and their elements move as words. */
#define TH_FORALL_STORED_DTYPES(X)                            \
  X(ComplexHalf, COMPLEXHALF, THComplexHalf, COMPLEXHALF)     \
  X(QInt8, QINT8, int8_t, INT)                                \
  X(QUInt8, QUINT8, uint8_t, INT)                             \
  X(QInt32, QINT32, int32_t, INT)

enum THDtype {
  TH_UNDEFINED = 0,
#define X(Name, CODE, type, kind) TH_##CODE,
  TH_FORALL_DTYPES(X)
#undef X
  TH_NUM_REAL, /* one past the last real one */
  TH_BEFORE_COMPLEX_ = TH_NUM_REAL - 1,
#define X(Name, CODE, type, kind) TH_##CODE,
  TH_FORALL_COMPLEX_DTYPES(X)
  TH_FORALL_STORED_DTYPES(X)
#undef X
  TH_NUM_DTYPES
};

/* TH_LOAD_<kind>(x): the value that arithmetic uses for a stored element x. */
#define TH_LOAD_INT(x) (x)
#define TH_LOAD_BOOL(x) ((x) != 0)
#define TH_LOAD_FLOAT(x) (x)
#define TH_LOAD_DOUBLE(x) (x)
#define TH_LOAD_HALF(x) th_half2float(x)
#define TH_LOAD_BFLOAT16(x) th_bfloat162float(x)

typedef struct THTraits {
  const char *name;   /* as in torch.FloatTensor: "Float" */
  const char *option; /* as in {dtype = 'float'} */
  const char *sized;  /* the name that tells the width: "float32" */
  int size;           /* bytes of an element */
  int64_t whole;      /* all whole numbers from 0 to this one are exact */
  int accumulate;     /* the dtype of sums: TH_DOUBLE or TH_LONG */
  unsigned floating : 1, integral : 1, isSigned : 1, complex : 1, quantized : 1;
  int exponent;       /* of the largest power of 2 that a floating type has */
  int value;          /* complex: the dtype of its parts; quantized: that of its integers */
} THTraits;

TH_API const THTraits TH_traits[TH_NUM_DTYPES];

/* The traits of a code. An unknown code gets those of TH_UNDEFINED, whose size is 0. Never NULL. */
static inline const THTraits *THDtype_traits(int dtype)
{
  return &TH_traits[dtype > 0 && dtype < TH_NUM_DTYPES ? dtype : TH_UNDEFINED];
}

/* Whether storages of dtype can be made: it is not unknown. */
static inline int THDtype_isBuilt(int dtype)
{
  return dtype > TH_UNDEFINED && dtype < TH_NUM_DTYPES;
}

/* Whether the elements are real numbers, which every chapter has. */
static inline int THDtype_isReal(int dtype)
{
  return dtype > TH_UNDEFINED && dtype < TH_NUM_REAL;
}

/* The dtype of words as wide as an element of dtype, for kernels that only move elements: an
   integer type, or TH_COMPLEXDOUBLE for 16 bytes. */
TH_API int THDtype_word(int dtype);

/* The code of an option or type name ("float", "Float"); TH_UNDEFINED if there is none. */
TH_API int THDtype_find(const char *name);

/* The same for options alone, with names that tell the width ("float32") too. */
TH_API int THDtype_findOption(const char *name);

enum THNumberKind { TH_NUMBER_REAL, TH_NUMBER_INTEGER, TH_NUMBER_COMPLEX };

/*
** A number that has no element type yet: a double, an exact integer or a complex number. kind is
** one of the first two, or for a complex number TH_NUMBER_COMPLEX plus the bits of its imaginary
** part. So a number is two words and is passed in registers. Both words are 8 bytes wide because a
** load of two words stalls on a store that was narrower.
*/
typedef struct THNumber {
  uint64_t kind;
  union { double real; int64_t integer; };
} THNumber;

static inline THNumber TH_real(double d)
{
  THNumber n;
  n.kind = TH_NUMBER_REAL;
  n.real = d;
  return n;
}

static inline THNumber TH_integer(int64_t i)
{
  THNumber n;
  n.kind = TH_NUMBER_INTEGER;
  n.integer = i;
  return n;
}

/* With the bits of some NaNs, kind would overflow to another kind, so all NaNs are stored as
   one. */
static inline THNumber TH_complex(double real, double imaginary)
{
  const union { double value; uint64_t bits; } word = {
    imaginary == imaginary ? imaginary : __builtin_nan("")};
  THNumber n;
  n.kind = TH_NUMBER_COMPLEX + word.bits;
  n.real = real;
  return n;
}

static inline int TH_isInteger(THNumber n)
{
  return n.kind == TH_NUMBER_INTEGER;
}

static inline int TH_isComplex(THNumber n)
{
  return n.kind >= TH_NUMBER_COMPLEX;
}

static inline double TH_imaginary(THNumber n)
{
  union { uint64_t bits; double value; } word = {0};
  if (TH_isComplex(n)) word.bits = n.kind - TH_NUMBER_COMPLEX;
  return word.value;
}

/* For a complex number this and TH_asInteger use the real part. Callers that must not lose the
   imaginary part check first (TH_checkReal, THCheck.h). */
static inline double TH_asReal(THNumber n)
{
  return TH_isInteger(n) ? (double)n.integer : n.real;
}

static inline int TH_isZero(THNumber n)
{
  return TH_asReal(n) == 0 && TH_imaginary(n) == 0;
}

/* Saturates outside the range of int64; NaN gives 0. */
TH_RULE int64_t th_double2long(double d)
{
  const double end = 9223372036854775808.0; /* 2^63; C++11 has no 0x1p63 */
  return d != d ? 0 : d >= end ? INT64_MAX : d < -end ? INT64_MIN : (int64_t)d;
}

static inline int64_t TH_asInteger(THNumber n)
{
  return TH_isInteger(n) ? n.integer : th_double2long(n.real);
}

/* Write n to the element at p, converted as by a copy. dtype must be a built one. */
TH_API void THDtype_store(int dtype, void *p, THNumber n);

/* The element at p: an integer for integral and quantized types, a complex number for complex
   types, otherwise a double. */
TH_API THNumber THDtype_load(int dtype, const void *p);

#endif
