/*
** Loops of elements at any step, by loops that are fast on runs only: elements one after the other.
** The functions are static, so that each level has its own.
*/
#ifndef TH_RUNS_H
#define TH_RUNS_H

#include <string.h>

#include "TH/iteration/THIter.h"
#include "TH/iteration/THMove.h"

/* What a run of a block takes; the most operands of a row, its result included, and the most
   elements among them. */
enum { TH_RUN_BYTES = 4096, TH_ROW_OPERANDS = 5, TH_ROW_ELEMENTS = 3 };

/* Move n elements of width bytes, which the compiler knows. It makes vectors of every other element
   (row "every other of 1e6, cloned": 0.6 of the time). */
static inline __attribute__((always_inline)) void
th_moveRun(char *to, ptrdiff_t to_step, const char *from, ptrdiff_t from_step, ptrdiff_t n,
           ptrdiff_t width)
{
  if (to_step == width && from_step == 2 * width)
    _Pragma("omp simd") for (ptrdiff_t i = 0; i < n; i++)
      memcpy(to + i * width, from + 2 * i * width, (size_t)width);
  else th_moveStrided(to, to_step, from, from_step, n, (size_t)width);
}

/* The same of any width: 1, 2, 4, 8 or 16. (th_moveTile has no level's vectors, with which every
   other element takes 0.6 of the time.) */
static __attribute__((noinline, unused)) void
th_moveAnyRun(int width, char *to, ptrdiff_t to_step, const char *from, ptrdiff_t from_step,
              ptrdiff_t n)
{
  switch (width) {
  case 1: th_moveRun(to, to_step, from, from_step, n, 1); break;
  case 2: th_moveRun(to, to_step, from, from_step, n, 2); break;
  case 4: th_moveRun(to, to_step, from, from_step, n, 4); break;
  case 8: th_moveRun(to, to_step, from, from_step, n, 8); break;
  case 16: th_moveRun(to, to_step, from, from_step, n, 16); break;
  }
}

/*
** Calls a loop that is fast on runs for count elements. Its operands, at p with the steps s in
** bytes, are a result, so many elements (at most TH_ROW_ELEMENTS), and so many numbers. Elements
** are of width bytes, those of the result of result_width. An operand that is no run is copied to
** one, a block at a time, and so is a result from one; an element with step 0 is repeated, a number
** is not. Vectors then compute, and moves load several elements before they store them (rows "every
** other of 1e6, added", "every other of 1e6 to int").
*/
static __attribute__((noinline, unused)) void
th_asRuns(THLoop loop, int result_width, int width, int elements, int numbers, char *const *p,
          const ptrdiff_t *s, ptrdiff_t count)
{
  const ptrdiff_t most = TH_RUN_BYTES / (width > result_width ? width : result_width);
  _Alignas(64) char buffer[1 + TH_ROW_ELEMENTS][TH_RUN_BYTES]; /* the first is the result's */
  char *run[TH_ROW_OPERANDS];
  ptrdiff_t step[TH_ROW_OPERANDS] = {result_width};
  for (int k = 1; k <= elements + numbers; k++) {
    run[k] = k <= elements ? buffer[k] : p[k];
    step[k] = k <= elements ? width : 0;
  }
  for (ptrdiff_t done = 0, n; done < count; done += n) {
    n = count - done < most ? count - done : most;
    for (int k = 1; k <= elements; k++) {
      char *from = p[k] + done * s[k];
      if (s[k] == width) run[k] = from;
      else if (s[k] || !done) th_moveAnyRun(width, run[k], width, from, s[k], n);
    }
    char *to = p[0] + done * s[0];
    run[0] = s[0] == result_width ? to : buffer[0];
    loop(run, step, n);
    if (run[0] != to) th_moveAnyRun(result_width, to, s[0], run[0], result_width, n);
  }
}

#endif
