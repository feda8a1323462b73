/* Slices begin small and become as long as a look is rare enough. Work inside of a slice is never
   stopped: its results are this slice's. */
#include "TH/iteration/THSlices.h"

#include "TH/base/THError.h"
#include "TH/memory/THWatch.h"

typedef struct Job {
  THRange work;
  void *context;
  int64_t least;
  THWatch watch;
} Job;

static void run_slices(void *context, int64_t begin, int64_t end)
{
  const double brief = 0.5e-3, longest = 2e-3;
  Job *job = context;
  int64_t size = job->least;
  double start = th_seconds();
  th_shield(1);
  while (begin < end && !th_look(&job->watch)) {
    const int64_t next = end - begin < 2 * size ? end : begin + size;
    job->work(job->context, begin, next);
    const double now = th_seconds();
    if (now - start < brief) size *= 2;
    else if (now - start > longest && size >= 2 * job->least) size /= 2;
    begin = next;
    start = now;
  }
  th_shield(-1);
}

int th_inSlicesOf(int64_t least, int64_t count, int64_t grain, THRange work, void *context)
{
  Job job = {.work = work, .context = context, .least = least > 1 ? least : 1,
             .watch = th_watch()};
  if (th_mustStop(&job.watch)) return th_watched(&job.watch);
  if (job.watch.account && count >= 2 * job.least)
    THParallel_for(count, grain, run_slices, &job);
  else THParallel_for(count, grain, work, context);
  return th_watched(&job.watch);
}
