/*
** The chapter Transfer: copies from one device to another. The entry is the destination device's,
** or the source's if the destination is on the CPU. The chapter has no dtype (TH_UNDEFINED).
*/
#ifndef TH_TRANSFER_CHAPTER_H
#define TH_TRANSFER_CHAPTER_H

#include "TH/backend/THChapter.h"

enum { TH_OP_transfer, TH_TRANSFER_ROWS };

struct THTensor;

/* Copy src into dst, converted; src broadcasts to the sizes of dst. Both have passed the gate
   (THGate.h), and dst is writable. */
typedef struct THTransferCall {
  const char *op; /* for errors */
  const struct THTensor *dst, *src;
} THTransferCall;

typedef int (*THTransferEntry)(const THTransferCall *call);

#endif
