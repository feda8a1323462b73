/*
** Ends of long operations: a flag of the host, and a time budget.
**
** They belong to an account, and the operations of the thread that has it look at both: before they
** compute, and about every millisecond where their work is cut, in whatever thread. An operation
** that is stopped returns TH_ECANCELLED and gives back what it took; its result is a valid tensor
** with unspecified elements. Operations on some thousand elements may end without a look. A call of
** BLAS or LAPACK is not interrupted, nor is what a device computes; the operation stops behind it
** if it has more to do.
*/
#ifndef TH_STOP_H
#define TH_STOP_H

#include <math.h>

#include "TH/memory/THAccount.h"

/*
** Operations stop while *flag is not 0; NULL for no flag. Any thread, and a signal handler, may
** change *flag, atomically. It must be there until the account has another one or is closed.
*/
TH_API void THAccount_setCancel(THAccount *account, const int *flag);

/* Operations stop once so many seconds have passed from now, also those that begin later; INFINITY
   for no limit. TH_EINVAL for a negative number or NaN. */
TH_API int THAccount_setTimeBudget(THAccount *account, double seconds);

/* TH_ECANCELLED if the calling thread's operations are to stop now, for loops of the host's own. */
TH_API int TH_checkStop(void);

#endif
