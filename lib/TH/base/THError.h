/*
** Errors: a function that can fail returns a status and leaves a text for the calling thread.
**
** Every such function validates, then allocates, then computes, and changes the result header last,
** so that on failure the result is unchanged and nothing leaks. A text names the operation, what it
** got and what it needed, with positions counted from 1. A text is never used as a format.
*/
#ifndef TH_ERROR_H
#define TH_ERROR_H

#include "TH/base/THBase.h"

enum {
  TH_OK = 0,
  TH_EINVAL,       /* an argument outside its range */
  TH_ESHAPE,       /* sizes that do not fit each other */
  TH_EDTYPE,       /* an element type that the operation lacks, or that differs from another's */
  TH_ENOMEM,       /* not enough memory */
  TH_ESHARED,      /* other storages view this one; they may be garbage, so a collection may help */
  TH_EUNSUPPORTED, /* this device, layout or build cannot do it */
  TH_EDEVICE,      /* a device reported a failure */
  TH_ECANCELLED    /* the host wanted it to stop, or its time was over (THStop.h) */
};

/* The text of the last failure in this thread; valid until the next failure. Never NULL. */
TH_API const char *TH_error(void);

/* The status of that failure, for functions that report it by returning NULL. */
TH_API int TH_errorStatus(void);

/* Record a text and return status, so that a check reads: return th_fail(TH_ESHAPE, "..."). */
TH_API int th_fail(int status, const char *format, ...) TH_FORMAT(2, 3);

/* A 0-based position as texts show it: 1-based. INT64_MAX stays as it is, so nothing overflows. */
static inline int64_t th_shown(int64_t position)
{
  return position < INT64_MAX ? position + 1 : position;
}

/* Leave the calling function with the status of call unless it is TH_OK. */
#define TH_TRY(call)                       \
  do {                                     \
    int th_status_ = (call);               \
    if (th_status_) return th_status_;     \
  } while (0)

#endif
