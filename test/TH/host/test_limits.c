/*
** Limits of the process: with little address space, and where no thread may be started, operations
** give results or errors. None hangs, prints or raises a signal, nor does the end of the process.
**
** Each case is a process of its own, since it starts before any library is opened.
*/
#include "TH.h"
#include "check.h"

#include <grp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static rlim_t megabytes; /* of the case */

/* --- what is computed --- */

/* A square matrix of elements 1, with 100 on the diagonal. */
static int make(THTensor *a, int64_t n)
{
  TH_TRY(THTensor_new(a, 0, TH_DOUBLE, 2, (int64_t[]){n, n}));
  for (int64_t i = 0; i < n * n; i++) ((double *)THTensor_data(a))[i] = i % (n + 1) ? 1 : 100;
  return TH_OK;
}

/* Complex products and those of a matrix and a vector are the library's, if there is one. */
static int products_are_right(void)
{
  enum { N = 300 };
  static double z[2 * N * N], x[2 * N], y[2 * N];
  const THNumber one = TH_real(1);
  int wrong = 0;
  for (int i = 0; i < N * N; i++) z[2 * i] = 1, z[2 * i + 1] = 0;
  for (int i = 0; i < N; i++) x[2 * i] = 2, x[2 * i + 1] = 0;
  wrong += THBlas_gemv(TH_COMPLEXDOUBLE, 'N', N, N, one, z, N, x, 1, TH_real(0), y, 1);
  for (int i = 0; i < N; i++) wrong += y[2 * i] != 2 * N || y[2 * i + 1] != 0;
  for (int i = 0; i < N; i++) x[i] = 3;
  for (int i = 0; i < N * N; i++) z[i] = 1;
  wrong += THBlas_gemv(TH_DOUBLE, 'T', N, N, one, z, N, x, 1, TH_real(0), y, 1);
  for (int i = 0; i < N; i++) wrong += y[i] != 3 * N;
  return !wrong;
}

/* A result, or an error that says what is missing. */
static int solves(const THTensor *a, const char *missing)
{
  THTensor x = {0}, lu = {0};
  const int status = THTensor_gesv(&x, &lu, a, a);
  int right = !status && ((double *)THTensor_data(&x))[0] > 0.999;
  if (status) right = (status == TH_EUNSUPPORTED || status == TH_ENOMEM) &&
                      (!missing || strstr(TH_error(), missing) != NULL);
  if (!right) fprintf(stderr, "%s\n", TH_error());
  THTensor_clear(&x), THTensor_clear(&lu);
  return right;
}

static int solution_is_right(int64_t n, const char *missing)
{
  THTensor a = {0};
  const int right = !make(&a, n) && solves(&a, missing);
  THTensor_clear(&a);
  return right;
}

/* --- cases --- */

static void little_room(void)
{
  const rlim_t bytes = megabytes << 20;
  TH_setNumThreads(2);
  CHECK(!setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes}));
  CHECK(products_are_right());
  CHECK(solution_is_right(50, NULL) && solution_is_right(500, NULL));
  if (megabytes < 220) CHECK(strstr(THBlas_info(), "address space"));
}

/* For a moment a thread that begins to allocate holds most of the address space: the C library
   reserves twice an arena, and gives half back. So any other thread may find no room. */
static void *compute(void *unused)
{
  for (int i = 0; i < 10; i++) {
    THTensor a = {0};
    const int status = make(&a, 150);
    CHECK(!status || status == TH_ENOMEM);
    CHECK(status || solves(&a, NULL));
    THTensor_clear(&a);
  }
  return unused;
}

/* Threads of the host that solve at the same time: the library has one buffer for all. */
static void little_room_for_threads(void)
{
  enum { HOSTS = 8 };
  const rlim_t bytes = megabytes << 20;
  pthread_t thread[HOSTS];
  pthread_attr_t attributes;
  TH_setNumThreads(2);
  CHECK(!setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes}));
  CHECK(!pthread_attr_init(&attributes) && !pthread_attr_setstacksize(&attributes, 1 << 20));
  for (int k = 0; k < HOSTS; k++)
    CHECK(!pthread_create(&thread[k], &attributes, compute, NULL));
  for (int k = 0; k < HOSTS; k++) pthread_join(thread[k], NULL);
  pthread_attr_destroy(&attributes);
}

/* The system does not hold its administrator to the number of threads. */
static int become_nobody(void)
{
  const uid_t nobody = 65534;
  const struct rlimit one = {1, 1};
  if (getuid() == 0 && (setgroups(0, NULL) || setgid(nobody) || setuid(nobody))) return 0;
  return !setrlimit(RLIMIT_NPROC, &one);
}

static void no_threads(void)
{
  TH_setNumThreads(2);
  if (!become_nobody()) return;
  CHECK(products_are_right());
  CHECK(solution_is_right(50, NULL) && solution_is_right(500, NULL));
}

static void solve_on_little_stack(void)
{
  CHECK(products_are_right());
  CHECK(solution_is_right(100, "KB of stack") || THBlas_symbol("dgesv_") == NULL);
}

/* A coroutine of a host, with little stack, where no thread may be started: the error says how much
   is needed. */
static void no_threads_and_little_stack(void)
{
  enum { STACK = 192 << 10 };
  ucontext_t here, there;
  TH_setNumThreads(2);
  CHECK(products_are_right()); /* the library is open */
  if (!become_nobody()) return;
  char *stack = malloc(STACK);
  if (!CHECK(stack && !getcontext(&there))) return;
  there.uc_stack.ss_sp = stack, there.uc_stack.ss_size = STACK, there.uc_link = &here;
  makecontext(&there, solve_on_little_stack, 0);
  CHECK(!swapcontext(&here, &there));
  free(stack);
}

/* --- */

/* Whether the case ends well, and prints nothing. */
static int passes(void (*run)(void))
{
  int status = -1, out[2];
  char said[2000];
  if (pipe(out)) return 0;
  const pid_t child = fork();
  if (child == 0) {
    alarm(60); /* a hang becomes a failure */
    dup2(out[1], 1), dup2(out[1], 2);
    close(out[0]), close(out[1]);
    run();
    exit(CHECK_RESULT());
  }
  close(out[1]);
  ssize_t n, length = 0;
  while ((n = read(out[0], said + length, sizeof said - 1 - (size_t)length)) > 0) length += n;
  said[length] = 0;
  close(out[0]);
  const int ended = child > 0 && waitpid(child, &status, 0) == child;
  if (length || status)
    fprintf(stderr, "%d MB: status %d, said: %s\n", (int)megabytes, status, said);
  return ended && status == 0 && length == 0;
}

int main(void)
{
  for (megabytes = 100; megabytes <= 500; megabytes += 50) CHECK(passes(little_room));
  megabytes = 300;
  CHECK(passes(little_room_for_threads));
  CHECK(passes(no_threads));
  CHECK(passes(no_threads_and_little_stack));
  CHECK(products_are_right());
  return CHECK_RESULT();
}
