/*
** What every C test uses: CHECK counts, and prints where a check failed; main returns
** CHECK_RESULT(). A test that passes prints nothing. One test is one program, so the counts may be
** static.
*/
#ifndef TEST_CHECK_H
#define TEST_CHECK_H

#include <stdio.h>

static int check_total, check_failed;

/* Goes on after a failure, and yields whether the condition held, for a test that cannot go on. */
#define CHECK(condition) check_that(!!(condition), __FILE__, __LINE__, #condition)

static inline int check_that(int holds, const char *file, int line, const char *what)
{
  __atomic_fetch_add(&check_total, 1, __ATOMIC_RELAXED);
  if (!holds) {
    __atomic_fetch_add(&check_failed, 1, __ATOMIC_RELAXED);
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
  }
  return holds;
}

/* The value of main. A test without a single check has failed too. */
static inline int check_result(const char *file)
{
  if (check_failed || !check_total)
    fprintf(stderr, "%s: %d of %d checks failed\n", file, check_failed, check_total);
  return check_failed || !check_total;
}

#define CHECK_RESULT() check_result(__FILE__)

#endif
