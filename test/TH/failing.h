/*
** Allocations that fail when a test says so. The linker redirects the calls of malloc and the like
** to the functions here (--wrap, see CMakeLists.txt). For one source file of a test program.
*/
#ifndef FAILING_H
#define FAILING_H

#include <stddef.h>

/*
** until_failure counts down to the first allocation that fails. All later ones fail too, because TH
** retries after emptying its cache. -1: none fails. failed is set when one did; live counts blocks
** that are not freed.
*/
static int until_failure = -1, failed, live;

static int fails_now(void)
{
  if (until_failure > 0) until_failure--;
  else if (until_failure == 0) return failed = 1;
  return 0;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *data, size_t bytes);
void __real_free(void *data);
void *__real_th_newAligned(size_t alignment, size_t bytes);
void __real_th_freeAligned(void *data);

void *__wrap_malloc(size_t bytes)
{
  void *data = fails_now() ? NULL : __real_malloc(bytes);
  live += data != NULL;
  return data;
}

void *__wrap_calloc(size_t n, size_t bytes)
{
  void *data = fails_now() ? NULL : __real_calloc(n, bytes);
  live += data != NULL;
  return data;
}

void *__wrap_realloc(void *data, size_t bytes)
{
  void *grown = fails_now() ? NULL : __real_realloc(data, bytes);
  live += grown && !data;
  return grown;
}

void __wrap_free(void *data)
{
  live -= data != NULL;
  __real_free(data);
}

void *__wrap_th_newAligned(size_t alignment, size_t bytes)
{
  void *data = fails_now() ? NULL : __real_th_newAligned(alignment, bytes);
  live += data != NULL;
  return data;
}

/* Counted once, also where it calls free. */
void __wrap_th_freeAligned(void *data)
{
  const int rest = live - (data != NULL);
  __real_th_freeAligned(data);
  live = rest;
}

#endif
