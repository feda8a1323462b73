/*
** Leaving out calls: each wait of a stream, record of an event and synchronisation of the host that
** a program makes (EMU_WAIT, EMU_RECORD, EMU_SYNC). Memory comes from the caching allocator, which
** reuses it as early as it can. The lines of lib/THC that make such calls are listed by file, with
** the programs that reach them, so that a new call cannot be forgotten.
*/
#ifndef TEST_THC_MUTANTS_OF_CALLS_H
#define TEST_THC_MUTANTS_OF_CALLS_H

#include "mutants.h"

/* A program, the megabytes of each device, and whether devices reach each other. */
typedef struct Calling {
  Program program;
  size_t megabytes;
  int peers;
} Calling;

/* A removal that does not show, as "program, kind number of the call", and why it changes
   nothing. */
typedef struct Listed {
  const char *what, *why;
} Listed;

/* How many lines of a file make such calls, and the programs that reach them. */
typedef struct Caller {
  const char *file;
  int calls;
  const char *programs;
} Caller;

static const char *const kinds[] = {
  [EMU_WAIT] = "wait", [EMU_RECORD] = "record", [EMU_SYNC] = "synchronisation"};

static const Calling *calling;
static int mutant_kind;
static long mutant_number, removed;

/* Schedules: when nothing waits, nothing runs; some operations chosen at random, with three seeds;
   everything runs. */
enum { LAZY, RANDOM, EAGER = RANDOM + 3, SCHEDULES };

/* Run the program without the n-th call of the kind (0: with all). Whether it is right; *calls is
   how many such calls it makes. */
static inline int run(int schedule, long n, long *calls)
{
  emu_reset(2, calling->peers, calling->megabytes << 20);
  emu_schedule(schedule == LAZY ? EMU_LAZY : schedule == EAGER ? EMU_EAGER : EMU_RANDOM,
               (unsigned)schedule);
  if (!CHECK(!THC_open() && !THCAllocator_setRounding(4096))) return 0; /* races are by page */
  emu_mutate(mutant_kind, n);
  int good = calling->program.run();
  *calls = emu_sites(mutant_kind);
  emu_mutate(mutant_kind, 0);
  emu_fail(NULL, 0, 0);
  THC_synchronize(0);
  return good && !emu_findings();
}

/* Check that the program is right. Returns the calls of a lazy run, in which the host finds the
   least work done. */
static inline int is_right(long schedule)
{
  long calls = 0;
  if (!CHECK(run((int)schedule, 0, &calls)))
    fprintf(stderr, "  %s, schedule %ld: %s; %s\n", calling->program.name, schedule, emu_finding(),
            TH_error());
  return schedule == LAZY ? (int)calls : 0;
}

static inline int is_caught(long schedule)
{
  long calls = 0;
  if (!freopen("/dev/null", "w", stderr)) return 0;
  int good = run((int)schedule, mutant_number, &calls) && !check_failed;
  check_failed = 0;
  return !good;
}

/* Whether the removal shows in any schedule. A child that crashes counts as caught. */
static inline int shows(void)
{
  for (int schedule = 0; schedule < SCHEDULES; schedule++)
    if (end_of_child(is_caught, schedule)) return 1;
  return 0;
}

#ifdef TH_SANITIZE
enum { has_sanitizer = 1 };
#else
enum { has_sanitizer = 0 };
#endif

/* A removal must show or be listed, but not both. Sanitized builds may see more: there a listed one
   is not tried. */
static inline void test_call(const Listed *hidden, size_t n)
{
  char name[100];
  int is_listed = 0;
  snprintf(name, sizeof name, "%s, %s %ld", calling->program.name, kinds[mutant_kind],
           mutant_number);
  for (size_t k = 0; k < n; k++) is_listed |= !strcmp(hidden[k].what, name);
  removed++;
  if (is_listed && has_sanitizer) return;
  if (!CHECK(shows() != is_listed))
    fprintf(stderr, "  without %s %s\n", name, is_listed ? "something shows" : "nothing shows");
}

static inline void test_calls(const Calling *programs, size_t count, const Listed *hidden, size_t n)
{
  for (calling = programs; calling < programs + count; calling++)
    for (mutant_kind = EMU_WAIT; mutant_kind < EMU_KINDS; mutant_kind++) {
      const int calls = in_child(is_right, LAZY);
      for (int schedule = RANDOM; schedule < SCHEDULES; schedule++)
        CHECK(in_child(is_right, schedule) == 0);
      if (!CHECK(calls >= 0 && calls < COMPLETE)) continue;
      for (mutant_number = 1; mutant_number <= calls; mutant_number++) test_call(hidden, n);
    }
  if (getenv("EMU_VERBOSE")) fprintf(stderr, "%ld calls left out, %zu listed\n", removed, n);
}

/* --- who calls --- */

static const Caller *callers;
static size_t caller_count;
static int *found;

/* Skips definitions, which begin with "int ". */
static inline void look_for_calls(const char *file, int number, const char *line)
{
  static const char *const words[] = {
    "THCStream_wait(", "THCStream_synchronize(", "THCStream_finish(", "THCEvent_record(",
    "THCEvent_wait(", "THCEvent_synchronize(", "thc_fetch(", "cudaStreamWaitEvent(",
    "cudaEventRecord(", "cudaEventSynchronize(", "cudaStreamSynchronize(",
    "cudaDeviceSynchronize("};
  size_t at = 0;
  int here = 0;
  if (!strncmp(line, "int ", 4)) return;
  for (size_t k = 0; k < COUNT(words); k++) here += occurrences(line, words[k]);
  while (at < caller_count && strcmp(callers[at].file, file + 1)) at++;
  if (at < caller_count) found[at] += here;
  else if (!CHECK(!here)) fprintf(stderr, "  %s:%d is not listed\n", file, number);
}

static inline void test_callers(const Caller *list, size_t n)
{
  int counts[50] = {0};
  callers = list, caller_count = n, found = counts;
  if (!CHECK(n <= COUNT(counts))) return;
  CHECK(each_line("*/*.c", look_for_calls) && each_line("typed/generic/*.c", look_for_calls) &&
        each_line("kernels/*.cu*", look_for_calls) &&
        each_line("kernels/rows/*.cu*", look_for_calls));
  for (size_t k = 0; k < n; k++)
    if (!CHECK(counts[k] == list[k].calls))
      fprintf(stderr, "  %s has %d calls, not %d: %s\n", list[k].file, counts[k], list[k].calls,
              list[k].programs);
}

#endif
