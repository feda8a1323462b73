/*
** oneDNN as a few functions on blocks of floats. The library is found and opened at first need, as
** BLAS is; no header of it is needed to build. Versions 2 and 3 are served: they describe memory
** and primitives in different ways, which only THDnn.c knows.
**
** A block is the library's view of memory that stays the caller's: destroy the block first, then
** give the memory back. Functions that can fail return a status, with a text that begins with op.
*/
#ifndef TH_DNN_H
#define TH_DNN_H

#include <stdint.h>

typedef struct THDnnBlock THDnnBlock;

/* Open the library. TH_EUNSUPPORTED if there is none; the text says what to install. */
int THDnn_open(const char *op);

/* Set *block to a view of row-major floats of these sizes, at least one. data has room for them and
   lives longer than the block. The library must be open. */
int THDnn_describe(const char *op, int ndim, const int64_t *size, void *data, THDnnBlock **block);
void THDnn_destroy(THDnnBlock *block);

/* Set the elements of to, whatever its form, to those of from. All sizes must be equal, here and
   below. */
int THDnn_reorder(const char *op, const THDnnBlock *from, const THDnnBlock *to);

/* r = x * factor, r = a + b. r may be x or a. */
int THDnn_scale(const char *op, float factor, const THDnnBlock *x, const THDnnBlock *r);
int THDnn_add(const char *op, const THDnnBlock *a, const THDnnBlock *b, const THDnnBlock *r);

#endif
