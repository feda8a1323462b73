/*
** Element types. The one list, what each says about itself, and single elements as numbers.
**
** Conversions are the same everywhere (copies, number arguments, devices): float to integer goes
** through int64, which saturates and makes NaN 0, and wraps to the narrower type; integers wrap;
** Bool is x != 0.
*/
#ifndef TH_DTYPE_H
#define TH_DTYPE_H

#include "TH/base/THBase.h"
#include "TH/base/THHalf.h"

/*
** X(Name, CODE, C type, kind): the built element types. kind names how a value is loaded:
** TH_LOAD_<kind>. Adding one: a row here, a THGenerate<Name>Type.h, a line in one
** THGenerate<group>Types.h, a row in traits (THDtype.c).
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

/* Declared, so that their codes are taken; no storage can be made of them yet. */
#define TH_FORALL_PLANNED_DTYPES(X)       \
  X(ComplexHalf, COMPLEXHALF)             \
  X(ComplexFloat, COMPLEXFLOAT)           \
  X(ComplexDouble, COMPLEXDOUBLE)         \
  X(QInt8, QINT8)                         \
  X(QUInt8, QUINT8)                       \
  X(QInt32, QINT32)

enum THDtype {
  TH_UNDEFINED = 0,
#define X(Name, CODE, type, kind) TH_##CODE,
  TH_FORALL_DTYPES(X)
#undef X
  TH_NUM_BUILT,               /* one past the built ones */
  TH_FIRST_PLANNED_ = TH_NUM_BUILT - 1,
#define X(Name, CODE) TH_##CODE,
  TH_FORALL_PLANNED_DTYPES(X)
#undef X
  TH_NUM_DTYPES
};

/* Loads of each kind: the value that arithmetic sees. */
#define TH_LOAD_INT(x) (x)
#define TH_LOAD_BOOL(x) (x)
#define TH_LOAD_FLOAT(x) (x)
#define TH_LOAD_DOUBLE(x) (x)
#define TH_LOAD_HALF(x) th_half2float(x)
#define TH_LOAD_BFLOAT16(x) th_bfloat162float(x)

typedef struct THTraits {
  const char *name;   /* as in torch.FloatTensor: "Float" */
  const char *option; /* as in {dtype = 'float'} */
  int size;           /* bytes */
  int64_t whole;      /* the largest number up to which it holds all whole numbers from 0 on */
  int accumulate;     /* the dtype of sums: TH_DOUBLE or TH_LONG */
  unsigned floating : 1, integral : 1, isSigned : 1;
} THTraits;

TH_API const THTraits TH_traits[TH_NUM_DTYPES];

/* The traits of a code; of an unknown code those of TH_UNDEFINED, whose size is 0. Never NULL. */
static inline const THTraits *THDtype_traits(int dtype)
{
  return &TH_traits[dtype > 0 && dtype < TH_NUM_DTYPES ? dtype : TH_UNDEFINED];
}

/* Whether storages can be made of it: it is neither planned nor unknown. */
static inline int THDtype_isBuilt(int dtype)
{
  return dtype > TH_UNDEFINED && dtype < TH_NUM_BUILT;
}

/* The dtype of words as wide as an element, for kernels that only move elements: an integer type,
   or TH_COMPLEXDOUBLE for 16 bytes. */
TH_API int THDtype_word(int dtype);

/* The code of an option or type name ("float", "Float"), TH_UNDEFINED when there is none. */
TH_API int THDtype_find(const char *name);

enum THNumberKind { TH_NUMBER_REAL, TH_NUMBER_INTEGER, TH_NUMBER_COMPLEX };

/*
** A number of unknown element type: a double, an exact integer or, which no operation makes yet, a
** complex number. kind is one of the first two, or for a complex number TH_NUMBER_COMPLEX + the
** bits of its imaginary part: so a number is two words, which are passed in registers. Both are of
** one width: a processor that reads two words waits for a store that was narrower.
*/
typedef struct THNumber {
  uint64_t kind;
  union { double real; int64_t integer; };
} THNumber;

static inline THNumber TH_real(double d)
{
  return (THNumber){.kind = TH_NUMBER_REAL, .real = d};
}

static inline THNumber TH_integer(int64_t i)
{
  return (THNumber){.kind = TH_NUMBER_INTEGER, .integer = i};
}

/* The bits of some NaNs would be taken for a kind, so that all are made one. */
static inline THNumber TH_complex(double real, double imaginary)
{
  const union { double value; uint64_t bits; } word = {
    imaginary == imaginary ? imaginary : __builtin_nan("")};
  return (THNumber){.kind = TH_NUMBER_COMPLEX + word.bits, .real = real};
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

/* Of a complex number the real part, here and in TH_asInteger; TH_checkReal (THCheck.h) is for who
   must not lose the other. */
static inline double TH_asReal(THNumber n)
{
  return TH_isInteger(n) ? (double)n.integer : n.real;
}

/* Saturates outside int64; NaN is 0. */
TH_RULE int64_t th_double2long(double d)
{
  return d != d ? 0 : d >= 0x1p63 ? INT64_MAX : d < -0x1p63 ? INT64_MIN : (int64_t)d;
}

static inline int64_t TH_asInteger(THNumber n)
{
  return TH_isInteger(n) ? n.integer : th_double2long(n.real);
}

/* Write n to the element at p, converted as by copy. dtype is built. */
TH_API void THDtype_store(int dtype, void *p, THNumber n);

/* The element at p: an integer for integral types, a double otherwise. */
TH_API THNumber THDtype_load(int dtype, const void *p);

#endif
