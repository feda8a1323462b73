/*
** What a handle says, and its text.
**
** A handle is words with a point between them: numbers in base 36, and names. The last word is a
** check sum of what is before it, by which any change of a single character is found for sure. It
** keeps nobody from making a handle up, so whatever a handle says is compared with the segment.
*/
#ifndef TH_DESCRIPTION_H
#define TH_DESCRIPTION_H

#include "TH/exchange/THSegment.h"

typedef struct THWindow {
  int dtype, flags, ndim; /* ndim -1: the undefined tensor */
  int64_t offset;         /* from the segment's begin */
  int64_t size[TH_MAX_DIM], stride[TH_MAX_DIM];
} THWindow;

/* A strided tensor: where its segment is, and its window. */
typedef struct THPart {
  THSegmentPlace place;
  THWindow window;
} THPart;

/* A tensor and, if it has a layout, the parts of this. */
typedef struct THDescription {
  THPart tensor;
  const THLayoutType *layout; /* or NULL */
  int64_t number;             /* for the layout */
  int count;
  THPart part[TH_MAX_PARTS];
} THDescription;

int th_writeHandle(const THDescription *what, THHandle *handle);

/* Sizes are not negative and types exist; nothing else is checked but the text. */
int th_readHandle(const char *text, size_t length, THDescription *what);

/* For a text that is no handle; returns TH_EINVAL. */
int th_noHandle(const char *why);

/* Whether a text is a name as th_nameSegment makes them, behind its first character, which is
   first; it is copied then. */
int th_readName(const char *shown, char first, char name[48]);

#endif
