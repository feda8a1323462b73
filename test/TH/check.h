/*
** CHECK for all C tests: counts checks and prints each that fails, with its place; main returns
** CHECK_RESULT(). A passing test prints nothing. Each test is a program of its own, so the counts
** may be static. Example:
**
**   CHECK(t.nDimension == 2);
**   return CHECK_RESULT();
*/
#ifndef TEST_CHECK_H
#define TEST_CHECK_H

#include <stdio.h>

static int check_total, check_failed;

/* Continues after a failure. The value is the condition, for a test that cannot go on without
   it. */
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

/* The value that main returns. A test without any check fails too. */
static inline int check_result(const char *file)
{
  if (check_failed || !check_total)
    fprintf(stderr, "%s: %d of %d checks failed\n", file, check_failed, check_total);
  return check_failed || !check_total;
}

#define CHECK_RESULT() check_result(__FILE__)

#endif
