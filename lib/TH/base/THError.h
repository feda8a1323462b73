/*
** Errors: a function that can fail returns a status and leaves a text for the calling thread.
**
** Order in every such function: validate, allocate, compute; the result header changes last, so
** that on failure the result is unchanged and nothing leaks. A text says the operation, what came
** and what was needed, in 1-based numbers, and is never used as a format.
*/
#ifndef TH_ERROR_H
#define TH_ERROR_H

#include "TH/base/THBase.h"

enum {
  TH_OK = 0,
  TH_EINVAL,       /* an argument outside its range */
  TH_ESHAPE,       /* sizes that do not fit together */
  TH_EDTYPE,       /* an element type for which the operation does not exist, or that differs */
  TH_ENOMEM,       /* memory */
  TH_ESHARED,      /* a storage that others look into, which may be garbage: worth a collection */
  TH_EUNSUPPORTED, /* not on this device, layout or build */
  TH_EDEVICE       /* a device reported a failure */
};

/* The text of the last failure in this thread; valid until the next failure. Never NULL. */
TH_API const char *TH_error(void);

/* Its status, where a function told of it by NULL. */
TH_API int TH_errorStatus(void);

/* Record a text and return status, so that a check reads: return th_fail(TH_ESHAPE, "..."). */
TH_API int th_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A position counted from 0 as texts show it, from 1; the last of all does not overflow. */
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
