/*
** Plugins with libTH.a inside, opened and closed again and again. One calls TH_shutdown and is
** unloaded while threads of the host that used it go on; one does not, and stays loaded, as its
** CMake target says. A program may go on after TH_shutdown.
*/
#include "TH.h"
#include "TH/iteration/THParallel.h"
#include "check.h"
#include "lines.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int Function(void);

static Function *function_of(void *plugin, const char *name)
{
  Function *function = NULL;
  void *address = dlsym(plugin, name);
  memcpy(&function, &address, sizeof function);
  return function;
}

/* --- a thread of the host that uses the plugin and ends after it is unloaded --- */

static pthread_barrier_t barrier;

static void *use(void *plugin)
{
  Function *compute = function_of(plugin, "plugin_compute");
  CHECK(compute && !compute());
  pthread_barrier_wait(&barrier); /* used */
  pthread_barrier_wait(&barrier); /* unloaded */
  return NULL;
}

static void test_unload(const char *path, int unloads)
{
  pthread_t thread;
  void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!CHECK(plugin != NULL)) return;
  CHECK(!pthread_create(&thread, NULL, use, plugin));
  Function *compute = function_of(plugin, "plugin_compute");
  CHECK(compute && !compute());
  pthread_barrier_wait(&barrier);
  Function *end = function_of(plugin, "plugin_end");
  if (unloads) CHECK(end && !end());
  CHECK(!dlclose(plugin));
  CHECK(count_lines("/proc/self/maps", path) == 0 || !unloads);
  usleep(1000); /* threads that still ran would now be in no code */
  pthread_barrier_wait(&barrier);
  pthread_join(thread, NULL);
}

/* A process that forks after the plugin is gone runs none of its functions. */
static void test_fork(void)
{
  int status = -1;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

/* --- the program's own libTH.a --- */

static void count(void *context, int64_t begin, int64_t end)
{
  __atomic_add_fetch((int64_t *)context, end - begin, __ATOMIC_RELAXED);
}

static void end_inside(void *context, int64_t begin, int64_t end)
{
  (void)begin, (void)end;
  if (TH_shutdown() == TH_EINVAL && strstr(TH_error(), "shutdown: "))
    __atomic_add_fetch((int64_t *)context, 1, __ATOMIC_RELAXED);
}

static void test_again(void)
{
  int64_t sum = 0, refused = 0;
  TH_setNumThreads(3);
  for (int round = 0; round < 20; round++) {
    THParallel_for(1000, 1, count, &sum);
    THStorage *small = THStorage_new(TH_INT, 9, NULL);
    CHECK(!TH_shutdown());
    THStorage_release(small);
    CHECK(!TH_shutdown() && TH_memoryStats().cached == 0);
  }
  CHECK(sum == 20000);
  THParallel_for(3, 1, end_inside, &refused);
  CHECK(refused == 3);
}

int main(int argc, char **argv)
{
  if (!CHECK(argc == 3 && !pthread_barrier_init(&barrier, NULL, 2))) return CHECK_RESULT();
  test_again();
  for (int round = 0; round < 40; round++) test_unload(argv[1], 1);
  test_fork();
  for (int round = 0; round < 10; round++) test_unload(argv[2], 0);
  test_fork();
  return CHECK_RESULT();
}
