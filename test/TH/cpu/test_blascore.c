/*
** The core that OpenBLAS computes for: an old one is replaced where the processor has more and the
** host has one thread; else THBlas_info says what to set. The environment stays as it is.
**
** Each case is a process of its own, which opens the library blas_stub.c. Its path is the argument.
*/
#include "TH.h"
#include "TH/cpu/THBlasCore.h"
#include "check.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *stub;

static int is(const char *name, const char *expected)
{
  return name && strcmp(name, expected) == 0;
}

static void test_names(void)
{
  CHECK(is(th_betterCore("Prescott", 1, 1), "SkylakeX"));
  CHECK(is(th_betterCore("Prescott", 1, 0), "Haswell"));
  CHECK(is(th_betterCore("Barcelona", 1, 0), "Haswell"));
  CHECK(is(th_betterCore("Opteron_SSE3", 1, 1), "SkylakeX"));
  CHECK(!th_betterCore("Prescott", 0, 0));
  CHECK(!th_betterCore("Haswell", 1, 1) && !th_betterCore("Zen", 1, 1));
  CHECK(!th_betterCore("SkylakeX", 1, 1) && !th_betterCore("a core to come", 1, 1));
}

/* --- cases --- */

/* THBlas_info names the core, and gives advice or does not. A build with -DTH_BLAS=builtin opens no
   library. */
static void expect(const char *core, int advises)
{
  const char *info = THBlas_info();
  if (strstr(info, "compiled without a library")) return;
  if (!CHECK(strstr(info, core) && !strstr(info, "OPENBLAS_CORETYPE=") == !advises))
    fprintf(stderr, "%s\n", info);
}

/* What the stub should be made to choose here; NULL if this processor has no better core. */
static const char *better_core(void)
{
  return th_betterCoreHere("Prescott");
}

static void expect_better(void)
{
  expect(better_core() ? better_core() : "Prescott", 0);
}

extern char **environ;

static void one_thread(void)
{
  char **before = environ, *first = *environ;
  expect_better();
  CHECK(environ == before && *environ == first && !getenv("OPENBLAS_CORETYPE"));
}

static void no_environment(void)
{
  char path[] = "TH_BLAS=", *only[] = {malloc(sizeof path + strlen(stub)), NULL};
  if (!CHECK(*only != NULL)) return;
  environ = only;
  strcat(strcpy(*only, path), stub);
  expect_better();
  CHECK(environ == only);
}

static void add_up(void *sums, int64_t begin, int64_t end)
{
  for (int64_t i = begin; i < end; i++) ((double *)sums)[i] += 1;
}

/* Threads of the library only read the environment. */
static void threads_of_the_pool(void)
{
  static double sums[3];
  TH_setNumThreads(3);
  THParallel_for(3, 1, add_up, sums);
  expect_better();
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *wait_for_lock(void *unused)
{
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

/* A thread of the host may change the environment. */
static void threads_of_the_host(void)
{
  pthread_t thread;
  pthread_mutex_lock(&lock);
  if (!CHECK(!pthread_create(&thread, NULL, wait_for_lock, NULL))) return;
  expect("Prescott", better_core() != NULL);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
}

/* The host has the library open, so it is not loaded again. */
static void opened_by_the_host(void)
{
  CHECK(dlopen(stub, RTLD_NOW) != NULL);
  expect("Prescott", better_core() != NULL);
}

/* What the user says holds. */
static void core_is_named(void)
{
  setenv("OPENBLAS_CORETYPE", "Prescott", 1);
  expect("Prescott", 0);
}

/* --- */

static int passes(void (*run)(void))
{
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    unsetenv("OPENBLAS_CORETYPE");
    setenv("TH_BLAS", stub, 1);
    run();
    exit(CHECK_RESULT());
  }
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(int count, char **arguments)
{
  test_names();
  if (!CHECK(count == 2)) return CHECK_RESULT();
  stub = arguments[1];
  CHECK(passes(one_thread));
  CHECK(passes(no_environment));
  CHECK(passes(threads_of_the_pool));
  CHECK(passes(threads_of_the_host));
  CHECK(passes(opened_by_the_host));
  CHECK(passes(core_is_named));
  return CHECK_RESULT();
}
