/*
** The chapter Quantize: between real numbers and quantized ones. The chapter has no dtype
** (TH_UNDEFINED): there is a row for each quantized type. Operands, behind the result:
**
**   quantize     x (float), scale, zero   q = rint(x * (1 / scale)) + zero
**   shift        x (float), scale, zero   q = rint(x * (1 / scale) + zero), with a fraction in zero
**   dequantize   q, scale, zero           (q - zero) * scale as a float
**   fake         x (float), scale, zero, low, high   both, within [low, high]
**
** scale and zero are doubles, which hold every value of the types that they have elsewhere. Numbers
** are computed in float. Halves are rounded to even, and q saturates; a NaN becomes zero.
*/
#ifndef TH_QUANTIZE_CHAPTER_H
#define TH_QUANTIZE_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THIter.h"

/* The quantized types: X(Name, CODE, C type, wide), where wide holds every q - zero exactly. */
#define TH_FORALL_QUANTIZED(X)           \
  X(QInt8, QINT8, int8_t, Float)         \
  X(QUInt8, QUINT8, uint8_t, Float)      \
  X(QInt32, QINT32, int32_t, Double)

enum {
#define X(Name, CODE, type, wide) \
  TH_OP_quantize##Name, TH_OP_shift##Name, TH_OP_dequantize##Name,
  TH_FORALL_QUANTIZED(X)
#undef X
  TH_OP_fakeQuantize,
  TH_QUANTIZE_ROWS
};

#endif
