/* Runs tests in processes of their own, because THC's state lasts as long as the process, and lets
   one call of CUDA after another fail. The parent never opens THC, so each child starts without
   it. */
#ifndef TEST_THC_CHILD_H
#define TEST_THC_CHILD_H

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "THC.h"
#include "check.h"
#include "emu.h"

enum { FAILED = 100, COMPLETE = 99 };

/* Run test(n) in a child process. Returns how it ended, as waitpid reports. */
static inline int end_of_child(int (*test)(long n), long n)
{
  fflush(NULL);
  pid_t child = fork();
  if (!child) {
    check_failed = check_total = 0;
    int status = test(n);
    if (check_failed) status = FAILED;
    fflush(NULL);
    _exit(status);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  return status;
}

/* The same for a child that must exit normally; returns its exit status. */
static inline int in_child(int (*test)(long n), long n)
{
  int status = end_of_child(test, n);
  return CHECK(WIFEXITED(status)) ? WEXITSTATUS(status) : -1;
}

/* The same for a test without a number, whose checks must hold. */
static inline void isolated(int (*test)(long n))
{
  CHECK(in_child(test, 0) == 0);
}

/* The number of the call that fails, and how many calls came before fail_from_here. */
static long fails_at, calls_before;

/* Start the part of a script in which a call fails. */
static inline void fail_from_here(void)
{
  calls_before = emu_calls(NULL);
  if (fails_at) emu_fail(NULL, fails_at, cudaErrorUnknown);
}

/* End that part. Whether the call that was to fail was reached. */
static inline int calls_left(void)
{
  long calls = emu_calls(NULL) - calls_before;
  emu_fail(NULL, 0, cudaSuccess);
  return calls >= fails_at;
}

/*
** Run the script once for every call of CUDA between its fail_from_here and calls_left, in a child
** each, with that call failing. The script returns COMPLETE when there is no such call any more.
** Returns how many calls there are. A process under AddressSanitizer takes 20 times as long to
** start: there, beyond the first 60 calls, every fifth fails.
*/
static inline long fail_each(int (*script)(long n))
{
#ifdef TH_SANITIZE
  const long others = 5;
#else
  const long others = 1;
#endif
  for (long n = 1; n < 10000; n += n < 60 ? 1 : others) {
    fails_at = n;
    int status = in_child(script, n);
    if (!CHECK(status != FAILED)) fprintf(stderr, "  where call %ld fails\n", n);
    if (status == COMPLETE) return n - 1;
  }
  CHECK(!"the script ends");
  return 0;
}

/* The emulator found neither a race nor a misuse. */
#define CLEAN() \
  do { \
    if (!CHECK(emu_findings() == 0)) fprintf(stderr, "found: %s\n", emu_finding()); \
  } while (0)

#define FAILS(status, call, text) \
  do { \
    CHECK((call) == (status)); \
    if (!CHECK(strstr(TH_error(), text))) fprintf(stderr, "  in: %s\n", TH_error()); \
  } while (0)

#endif
