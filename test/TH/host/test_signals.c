/*
** Threads of the library leave signals to the host's: those of the pool and those of a BLAS
** library, also the ones that are started after a fork. Threads of the pool have a name and a stack
** of a stated size.
*/
#include "TH.h"
#include "TH/base/THThread.h"
#include "TH/iteration/THParallel.h"
#include "check.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* --- what the system says of a thread --- */

static int read_file(const char *thread, const char *name, char *text, size_t room)
{
  char path[300];
  snprintf(path, sizeof path, "/proc/self/task/%s/%s", thread, name);
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  text[fread(text, 1, room - 1, file)] = 0;
  fclose(file);
  return 1;
}

static uint64_t blocked_signals(const char *thread)
{
  char text[4096] = "";
  read_file(thread, "status", text, sizeof text);
  const char *line = strstr(text, "SigBlk:");
  return line ? strtoull(line + strlen("SigBlk:"), NULL, 16) : 0;
}

static int blocks(uint64_t set, int signal)
{
  return (int)(set >> (signal - 1) & 1);
}

static int is_worker(const char *thread)
{
  char name[64];
  return read_file(thread, "comm", name, sizeof name) && strcmp(name, "tensor worker\n") == 0;
}

/* Checks all threads but the first. Returns how many others there are than the pool's. */
static int check_threads(int *workers)
{
  DIR *folder = opendir("/proc/self/task");
  const int own = (int)getpid();
  int others = 0;
  *workers = 0;
  if (!CHECK(folder != NULL)) return 0;
  for (const struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] == '.' || atoi(entry->d_name) == own) continue;
    const uint64_t set = blocked_signals(entry->d_name);
    CHECK(blocks(set, SIGUSR1) && blocks(set, SIGINT) && blocks(set, SIGTERM));
    CHECK(blocks(set, SIGALRM) && blocks(set, SIGPROF) && blocks(set, SIGCHLD));
    CHECK(!blocks(set, SIGSEGV) && !blocks(set, SIGFPE));
    if (is_worker(entry->d_name)) ++*workers;
    else others++;
  }
  closedir(folder);
  return others;
}

/* --- work for the threads --- */

static size_t stack_of[2]; /* the least in a piece that the pool runs, and whether one did */
static pthread_t host;

static void measure(void *context, int64_t begin, int64_t end)
{
  pthread_attr_t attributes;
  size_t size = 0;
  (void)context, (void)begin, (void)end;
  usleep(20000); /* so that each thread gets a piece */
  if (pthread_equal(pthread_self(), host)) return;
  if (pthread_getattr_np(pthread_self(), &attributes)) return;
  pthread_attr_getstacksize(&attributes, &size);
  pthread_attr_destroy(&attributes);
  __atomic_store_n(&stack_of[0], size, __ATOMIC_RELAXED);
}

/* Large enough for several threads of the library. */
static void solve(void)
{
  enum { N = 600 };
  THTensor a = {0}, x = {0}, lu = {0};
  CHECK(!THTensor_new(&a, 0, TH_DOUBLE, 2, (int64_t[]){N, N}));
  for (int64_t i = 0; i < N * N; i++)
    ((double *)THTensor_data(&a))[i] = (double)(i * 7919 % 1009) + (i % (N + 1) ? 0 : 1e4);
  CHECK(!THTensor_gesv(&x, &lu, &a, &a) || THBlas_symbol("dgesv_") == NULL);
  THTensor_clear(&a), THTensor_clear(&x), THTensor_clear(&lu);
}

static void compute(void)
{
  host = pthread_self();
  THParallel_for(3, 1, measure, NULL);
  solve();
}

/* A signal for the process waits until the host asks for it. Before, a thread of the pool took it,
   and it ended the process. */
static void test_signal(void)
{
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  CHECK(!pthread_sigmask(SIG_BLOCK, &set, NULL));
  CHECK(!kill(getpid(), SIGUSR1));
  CHECK(sigtimedwait(&set, NULL, &(struct timespec){10, 0}) == SIGUSR1);
  CHECK(!pthread_sigmask(SIG_UNBLOCK, &set, NULL));
}

static void test_threads(void)
{
  int workers;
  TH_setNumThreads(3);
  compute();
  check_threads(&workers);
  CHECK(workers == 2);
  CHECK(stack_of[0] == TH_THREAD_STACK);
  test_signal();
}

static int passes(void)
{
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    test_threads();
    exit(CHECK_RESULT());
  }
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(void)
{
  CHECK(passes());
  test_threads();
  CHECK(passes()); /* its library starts threads again */
  test_threads();  /* and so does this one's, which the fork has ended */
  return CHECK_RESULT();
}
