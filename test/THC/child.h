/* A test in a process of its own: THC's state lasts as long as the process. */
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

/* Run test(n) in a child, which begins without THC, and yield how it ended, as waitpid says. */
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

/* The same of one that must come to its end: its exit status. */
static inline int in_child(int (*test)(long n), long n)
{
  int status = end_of_child(test, n);
  return CHECK(WIFEXITED(status)) ? WEXITSTATUS(status) : -1;
}

/* The same of one without a number, whose checks must hold. */
static inline void isolated(int (*test)(long n))
{
  CHECK(in_child(test, 0) == 0);
}

/* Where a call fails, and how many there were before. */
static long fails_at, calls_before;

/* What follows is where calls fail. */
static inline void fail_from_here(void)
{
  calls_before = emu_calls(NULL);
  if (fails_at) emu_fail(NULL, fails_at, cudaErrorUnknown);
}

/* What follows is not. */
static inline int calls_left(void)
{
  long calls = emu_calls(NULL) - calls_before;
  emu_fail(NULL, 0, cudaSuccess);
  return calls >= fails_at;
}

/*
** Let call after call of CUDA fail in a child each, until the script, from fail_from_here to
** calls_left, has no more: it then returns COMPLETE. Yields how many calls it has.
*/
static inline long fail_each(int (*script)(long n))
{
  for (long n = 1; n < 10000; n++) {
    fails_at = n;
    int status = in_child(script, n);
    if (!CHECK(status != FAILED)) fprintf(stderr, "  where call %ld fails\n", n);
    if (status == COMPLETE) return n - 1;
  }
  CHECK(!"the script ends");
  return 0;
}

/* No race, no misuse. */
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
