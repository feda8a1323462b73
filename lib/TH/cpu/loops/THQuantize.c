/*
** Between real and quantized numbers (THQuantizeChapter.h).
**
** A loop is written for any steps; where the numbers lie in a run and the parameters are the same
** for all of it, which is the usual case, the compiler makes a second, vectorised one.
*/
#include "TH/cpu/parts/THRounding.h"

typedef float Float;
typedef double Double;

#define AT(type, k) (*(const type *)(p[k] + i * s[k]))

/* The body for each i: with steps that the compiler knows, where they are the usual ones. */
#define USUAL(result, operand, body)                                                  \
  if (s[0] == sizeof(result) && s[1] == sizeof(operand) && s[2] == 0 && s[3] == 0) {  \
    result *r = (result *)p[0];                                                       \
    const operand *x = (const operand *)p[1];                                         \
    const double scale = AT0(double, 2), zero = AT0(double, 3);                       \
    TH_SIMD for (ptrdiff_t i = 0; i < n; i++) r[i] = body(x[i], scale, zero);         \
  } else for (ptrdiff_t i = 0; i < n; i++)                                            \
    *(result *)(p[0] + i * s[0]) = body(AT(operand, 1), AT(double, 2), AT(double, 3));
#define AT0(type, k) (*(const type *)p[k])

#define TH_QUANTIZED(Name, CODE, type, Wide)                                                       \
static inline type KERNEL(nearest##Name)(Wide t, Wide low, Wide high, Wide zero)                   \
{                                                                                                  \
  return (type)(int32_t)(th_even##Wide(TH_WITHIN(t, low, high)) + zero);                           \
}                                                                                                  \
                                                                                                   \
static inline type KERNEL(quantized##Name)(float x, double scale, double zero)                     \
{                                                                                                  \
  const Wide z = (Wide)zero;                                                                       \
  return KERNEL(nearest##Name)(x * (1 / (float)scale), TH_LEAST_##CODE - z, TH_MOST_##CODE - z, z);\
}                                                                                                  \
                                                                                                   \
static inline type KERNEL(shifted##Name)(float x, double scale, double zero)                       \
{                                                                                                  \
  const float t = x * (1 / (float)scale);                                                          \
  return KERNEL(nearest##Name)((t == t ? t : 0) + (float)zero, TH_LEAST_##CODE, TH_MOST_##CODE, 0);\
}                                                                                                  \
                                                                                                   \
static inline float KERNEL(value##Name)(type q, double scale, double zero)                         \
{                                                                                                  \
  return (float)((Wide)q - (Wide)zero) * (float)scale;                                             \
}                                                                                                  \
                                                                                                   \
static void KERNEL(quantize##Name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                \
{                                                                                                  \
  USUAL(type, float, KERNEL(quantized##Name))                                                      \
}                                                                                                  \
                                                                                                   \
static void KERNEL(shift##Name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                   \
{                                                                                                  \
  USUAL(type, float, KERNEL(shifted##Name))                                                        \
}                                                                                                  \
                                                                                                   \
static void KERNEL(dequantize##Name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)              \
{                                                                                                  \
  USUAL(float, type, KERNEL(value##Name))                                                          \
}                                                                                                  \
                                                                                                   \
TH_ENTRY_MAP(quantize##Name)                                                                       \
TH_ENTRY_MAP(shift##Name)                                                                          \
TH_ENTRY_MAP(dequantize##Name)

#define TH_LEAST_QINT8 -128
#define TH_MOST_QINT8 127
#define TH_LEAST_QUINT8 0
#define TH_MOST_QUINT8 255
#define TH_LEAST_QINT32 -0x1p31
#define TH_MOST_QINT32 (0x1p31 - 1)

TH_FORALL_QUANTIZED(TH_QUANTIZED)

/* With low and high less zero, rounding gives q - zero. */
static void KERNEL(fakeQuantize)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  const float least = (float)AT0(double, 4), most = (float)AT0(double, 5);
#define FAKE(x, scale, zero)                                                           \
  (th_evenFloat(TH_WITHIN((x) * (1 / (float)(scale)), least - (float)(zero),           \
                          most - (float)(zero))) * (float)(scale))
  USUAL(float, float, FAKE)
#undef FAKE
}

TH_ENTRY_MAP(fakeQuantize)

static const THIterEntry TH_ENTRIES[TH_QUANTIZE_ROWS] = {
#define X(Name, CODE, type, Wide)                     \
  [TH_OP_quantize##Name] = ENTRY(quantize##Name),     \
  [TH_OP_shift##Name] = ENTRY(shift##Name),           \
  [TH_OP_dequantize##Name] = ENTRY(dequantize##Name),
  TH_FORALL_QUANTIZED(X)
#undef X
  [TH_OP_fakeQuantize] = ENTRY(fakeQuantize),
};

#undef AT
#undef AT0
#undef USUAL
