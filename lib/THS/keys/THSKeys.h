/*
** Lists of keys: Long, contiguous vectors, which count places from 1. What is needed of them comes
** as a table of functions: loops for lists on the CPU, chains of operations for those on a device,
** so that whoever calls them never reads a key. Both give the same lists, on the device of the
** operands. Results are initialised, and undefined or new on failure; numbers in them count from 1
** unless a comment says otherwise.
*/
#ifndef THS_KEYS_H
#define THS_KEYS_H

#include "TH/geometry/THTensor.h"
#include "THS/kernels/THSChapter.h"

/* A dimension of a tensor: its size, and how many places one step along it passes. */
typedef struct THSAxis { int64_t size, below; } THSAxis;

/* Compressed rows of a matrix: start (rows + 1, Long) and column (Int), both from 0. */
typedef struct THSRows { const THTensor *start, *column; int64_t rows, columns; } THSRows;

typedef struct THSKeys {
  /* Whether each key is larger than the one before. */
  int (*rise)(const char *op, const THTensor *keys, int *answer);
  /* The different keys of a sorted list, and from 0 where each begins, then the list's end. */
  int (*group)(const char *op, THTensor *keys, THTensor *start, const THTensor *sorted);
  /* The keys that either of two rising lists has; of[k]: for each key of list k its position. */
  int (*unite)(const char *op, THTensor *keys, THTensor *of, const THTensor *const *list);
  /* The keys that both have; of[k]: for each of them its position in list k. */
  int (*intersect)(const char *op, THTensor *keys, THTensor *of, const THTensor *const *list);
  /* The positions of keys whose index along the axis, from 0, is one of count from first on. */
  int (*within)(const char *op, THTensor *from, const THTensor *keys, THSAxis axis, int64_t first,
                int64_t count);
  /* For each key, and each place of its index, from 1, in idx: the position of the key, and that
     place. */
  int (*listed)(const char *op, THTensor *from, THTensor *place, const THTensor *keys,
                THSAxis axis, const THTensor *idx);
  /* Keys of compressed rows, and back: the keys rise. */
  int (*expand)(const char *op, THTensor *keys, THSRows from);
  int (*compress)(const char *op, THTensor *start, THTensor *column, const THTensor *keys,
                  int64_t rows, int64_t columns);
  /* For all pairs of an entry of a and one of b in the row of its column: the key of the product,
     and the positions of both entries. */
  int (*pair)(const char *op, THTensor *keys, THTensor *of, THSRows a, THSRows b);
} THSKeys;

extern const THSKeys THS_hostKeys, THS_deviceKeys;

static inline const THSKeys *THS_keysOn(int device)
{
  return device ? &THS_deviceKeys : &THS_hostKeys;
}

/* The keys with other steps, into out, a list of as many. */
TH_API int THS_restep(const char *op, const THTensor *out, const THTensor *keys,
                      const THSDigits *digits);

/* A tensor for n numbers of a dtype on a device. */
TH_API int THS_room(THTensor *out, int device, int dtype, int64_t n);

static inline int64_t *THS_longs(const THTensor *t)
{
  return (int64_t *)THTensor_data(t);
}

/* The first n of a list; a copy, if much room would be kept for nothing. */
TH_API int THS_cut(THTensor *list, int64_t n);

#endif
