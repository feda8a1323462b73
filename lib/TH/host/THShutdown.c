/* The end of the library: the pool first, whose threads have blocks of the cache. */
#include "TH/host/THShutdown.h"

#include "TH/cpu/THFftPlan.h"
#include "TH/iteration/THWorkers.h"
#include "TH/memory/THMemory.h"

int TH_shutdown(void)
{
  if (!th_stopWorkers())
    return th_fail(TH_EINVAL, "shutdown: called in a piece of work that the pool's threads run");
  th_dropPlans();
  th_closeCache();
  return TH_OK;
}
