/*
** The chapter of copies from one device to another, by the entry of the one that is not the CPU. It
** knows no dtype (TH_UNDEFINED).
*/
#ifndef TH_TRANSFER_CHAPTER_H
#define TH_TRANSFER_CHAPTER_H

#include "TH/backend/THChapter.h"

enum { TH_OP_transfer, TH_TRANSFER_ROWS };

struct THTensor;

/* Elements of src, converted, into dst, to whose sizes it broadcasts. Both passed the gate, dst is
   writable. */
typedef struct THTransferCall {
  const char *op; /* for errors */
  const struct THTensor *dst, *src;
} THTransferCall;

typedef int (*THTransferEntry)(const THTransferCall *call);

#endif
