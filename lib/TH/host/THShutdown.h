/*
** The end of the library in a process that goes on: for a plugin with libTH.a inside, before it is
** unloaded.
**
** A plugin that does not call it must not be unloaded (-Wl,-z,nodelete, which the CMake targets
** set): threads of the pool wait in its code, and a function of it runs when a thread ends.
*/
#ifndef TH_SHUTDOWN_H
#define TH_SHUTDOWN_H

#include "TH/base/THError.h"

/*
** End the pool's threads, take back the function that runs at the end of threads, and free what is
** kept for reuse. No other thread may be in the library during the call. What the host holds, such
** as tensors, stays valid; the next use starts again what it needs. TH_EINVAL in a piece of work
** that the pool or an executor runs.
**
** Libraries that were opened (OpenBLAS) stay in the process, with threads of their own. Once a
** worker process was started (THWorker.h), the plugin stays loaded.
*/
TH_API int TH_shutdown(void);

#endif
