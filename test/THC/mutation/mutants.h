/*
** Shared by the mutation tests. They leave out, one by one, the things that keep THC right
** (emu_mutate), each in a child process. A removal is caught if, in one of the orders or schedules,
** a program's result is wrong or the emulator finds a mistake.
*/
#ifndef TEST_THC_MUTANTS_H
#define TEST_THC_MUTANTS_H

#include <glob.h>
#include <stdio.h>

#include "child.h"

#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"

#define LIST(...) (const int64_t[]){__VA_ARGS__}
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A program; run returns whether its results are right. */
typedef struct Program {
  const char *name;
  int (*run)(void);
} Program;

/* --- tensors --- */

static inline THTensor tensor(int device, int dtype, int ndim, const int64_t *size)
{
  THTensor t = {0};
  if (!CHECK(!THTensor_new(&t, device, dtype, ndim, size))) exit(1);
  return t;
}

/* A tensor of whole numbers from 1 to 113 that depend on the seed. */
static inline THTensor numbers(int dtype, int seed, int ndim, const int64_t *size)
{
  THTensor t = tensor(0, dtype, ndim, size);
  for (int64_t i = 0; i < THTensor_nElement(&t); i++)
    THTensor_put(&t, i, TH_integer((i * 7 + i / 11 + seed) % 113 + 1));
  return t;
}

static inline THTensor sent(const THTensor *t, int device)
{
  THTensor there = {0};
  if (!CHECK(!THTensor_to(&there, t, device, 0))) exit(1);
  return there;
}

/* Whether a tensor on a device equals one on the CPU, bit for bit. */
static inline int equal(const THTensor *here, const THTensor *there)
{
  THTensor a = {0}, b = {0};
  int same = !THTensor_to(&b, there, 0, 0) && !THTensor_contiguous(&a, here) &&
             a.dtype == b.dtype && THTensor_isSameSizeAs(&a, &b);
  size_t bytes = (size_t)THTensor_nElement(here) * (size_t)THDtype_traits(here->dtype)->size;
  same = same && (!bytes || !memcmp(THTensor_data(&a), THTensor_data(&b), bytes));
  THTensor_clear(&a), THTensor_clear(&b);
  return same;
}

static inline void drop(int n, THTensor *const *list)
{
  for (int k = 0; k < n; k++) THTensor_clear(list[k]);
}
#define DROP(...)                                                      \
  drop((int)(sizeof(THTensor *[]){__VA_ARGS__} / sizeof(THTensor *)), \
       (THTensor *const[]){__VA_ARGS__})

/* --- sources --- */

static inline int occurrences(const char *line, const char *word)
{
  int count = 0;
  for (const char *at = strstr(line, word); at; at = strstr(at + 1, word)) count++;
  return count;
}

/* Call see for each line of lib/THC's files that match the pattern, with the file's "/name".
   Returns how many files match. */
static inline size_t each_line(const char *pattern,
                               void (*see)(const char *file, int number, const char *line))
{
  char path[1024], line[1024];
  glob_t files;
  snprintf(path, sizeof path, "%s/%s", THC_SOURCE_DIR, pattern);
  if (!CHECK(!glob(path, 0, NULL, &files))) return 0;
  const size_t count = files.gl_pathc;
  for (size_t k = 0; k < count; k++) {
    FILE *file = fopen(files.gl_pathv[k], "r");
    if (!CHECK(file != NULL)) continue;
    for (int number = 1; fgets(line, sizeof line, file); number++)
      see(strrchr(files.gl_pathv[k], '/'), number, line);
    fclose(file);
  }
  globfree(&files);
  return count;
}

#endif
