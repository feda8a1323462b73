/*
** The chapter "Sparse": what is computed from the elements of sparse tensors and has no point-wise
** row, once for each dtype; digits and search are rows of TH_LONG. All arrays are contiguous, on
** the device of the call. Positions count from 0. Elements are added in the order in which they
** stand, in TH_COMPUTE, so a result has the same bits for any number of threads. A device may lack
** rows.
*/
#ifndef THS_CHAPTER_H
#define THS_CHAPTER_H

#include "TH/dispatch/THDispatch.h"

/* For kernels. */
enum {
  GRAIN = 16384, /* so many products are not worth waking a thread */
  STRIP = 64,    /* columns of a product that are summed side by side */
  AHEAD = 8,     /* entries that a product looks ahead */
  LINE = 64,     /* bytes of a line of the caches */
  FETCH = 1024   /* bytes that a walk over entries looks ahead */
};

enum {
  THS_fold,     /* out[g] = the sum of in[order[k] - 1], start[g] <= k < start[g + 1], g < count */
  THS_multiply, /* out (count x width) = a matrix of compressed rows times in (columns x width) */
  THS_unite,    /* values at the keys of two lists, a + factor * b; sets count and keys */
  THS_solve,    /* the same matrix, triangular, times out = in (count x width); in place */
  THS_digits,   /* made[k] = the key of key[0][k] with other steps (THSDigits) */
  THS_search,   /* made[k] = how many of key[0], which never falls, are below key[1][k] */
  THS_ROWS
};

/*
** A place is a number with a digit for each dimension, the last one innermost: its index there. The
** place with other steps is shift + the sum of digits times steps. size[0] is not read.
*/
typedef struct THSDigits {
  int64_t n, shift, size[TH_MAX_DIM], step[TH_MAX_DIM];
} THSDigits;

typedef struct THSCall {
  const char *op;
  int device;
  int64_t count, width;    /* rows of out, elements of each */
  const int64_t *start;    /* count + 1 */
  const int64_t *order;    /* fold: rows of in, from 1; NULL: in their order */
  const int32_t *column;   /* multiply, solve: of each entry; rising in a row */
  const char *values;      /* of these entries */
  const char *in;
  char *out;
  int isUpper, isUnit;     /* solve */
  int64_t columns;         /* multiply: of the matrix, */
  int64_t entries;         /* which has so many entries, one at least */
  const int64_t *key[2];   /* unite: rising keys of a and b, */
  int64_t keys[2];         /* how many, */
  const char *value[2];    /* their values, */
  const char *factor;      /* an element, */
  int64_t *made;           /* and where the keys of both go, in order and each once */
  const THSDigits *digits;
} THSCall;

typedef int (*THSEntry)(THSCall *call);

/* Run the entry of a row for a dtype on the device of the call. Errors: TH_missing. */
TH_API int THS_run(int row, int dtype, THSCall *call);

/* Set *number to the chapter's number, for a library that has entries for a device. */
TH_API int THS_chapter(int *number);

#endif
