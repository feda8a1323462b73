/*
** Leaving out places in kernels: each barrier, each warp primitive and each bound that programs
** meet (EMU_BARRIER, EMU_WARP, EMU_BOUND). Programs allocate with cudaMalloc alone, so that
** accesses behind a block are trapped. The places met are compared with the sources, so that no
** kernel goes untested.
*/
#ifndef TEST_THC_MUTANTS_OF_PLACES_H
#define TEST_THC_MUTANTS_OF_PLACES_H

#include <sys/mman.h>

#include "mutants.h"

enum { PLACES = 200 };

typedef struct Place {
  char name[200]; /* as emu_site gives it */
  int kind, caught;
} Place;

/* The places that children met, in memory they share with the test. */
static struct Places {
  int n;
  Place place[PLACES];
} *met;

static const Program *program;
static const Place *mutant;

static inline int start(void)
{
  emu_reset(1, 0, 256 << 20);
  emu_schedule(EMU_EAGER, 1);
  return CHECK(!THC_open() && !THCAllocator_use("direct"));
}

static inline int shows(int order)
{
  emu_order(order, 1);
  return !program->run() || THC_synchronize(1) || emu_findings();
}

static inline void note(int kind, const char *name)
{
  for (int k = 0; k < met->n; k++)
    if (met->place[k].kind == kind && !strcmp(met->place[k].name, name)) return;
  if (!CHECK(met->n < PLACES && strlen(name) < sizeof met->place[0].name)) return;
  Place *place = &met->place[met->n++];
  strcpy(place->name, name);
  place->kind = kind;
}

/* Check that the program is right in every order, and note the places it meets. */
static inline int meet(long n)
{
  (void)n;
  if (!start()) return TH_OK;
  for (int order = EMU_FORWARD; order <= EMU_SHUFFLED; order++)
    if (!CHECK(!shows(order))) fprintf(stderr, "  %s: %s\n", program->name, emu_finding());
  for (int kind = EMU_BARRIER; kind < EMU_WAIT; kind++)
    for (long k = 1; k <= emu_sites(kind); k++) note(kind, emu_site(kind, k));
  return TH_OK;
}

static inline int is_caught(long n)
{
  int caught = 0;
  (void)n;
  if (!freopen("/dev/null", "w", stderr) || !start()) return 0;
  emu_mutate(mutant->kind, emu_place(mutant->kind, mutant->name));
  for (int order = EMU_FORWARD; !caught && order <= EMU_SHUFFLED; order++) caught = shows(order);
  check_failed = 0;
  return caught;
}

/* Report places in the sources that no program met. */
static inline void look_for_places(const char *file, int number, const char *line)
{
  char name[200];
  int missing = occurrences(line, "THC_INSIDE(") + occurrences(line, "__syncthreads") +
                occurrences(line, "__syncwarp") + occurrences(line, "_sync(");
  snprintf(name, sizeof name, "%s:%d", file, number);
  for (int k = 0; k < met->n; k++) {
    const char *at = strstr(met->place[k].name, name);
    missing -= at && !at[strlen(name)];
  }
  if (!strcmp(file, "/thc_dev.cuh")) return; /* defines the macros */
  if (!CHECK(missing == 0)) fprintf(stderr, "  %d of %s are met by no program\n", missing, name);
}

/* Every place of the sources, which match one of two patterns (the second may be NULL), is met by
   some program, and its removal is caught by some program. A child that crashes counts as
   caught. */
static inline void test_places(const Program *programs, size_t n, const char *sources,
                               const char *more)
{
  met = mmap(NULL, sizeof *met, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!CHECK(met != MAP_FAILED)) return;
  for (program = programs; program < programs + n; program++) {
    isolated(meet);
    for (Place *place = met->place; place < met->place + met->n; place++) {
      mutant = place;
      if (!place->caught) place->caught = end_of_child(is_caught, 0) != 0;
    }
  }
  for (const Place *place = met->place; place < met->place + met->n; place++)
    if (!CHECK(place->caught)) fprintf(stderr, "  without %s nothing shows\n", place->name);
  CHECK(each_line(sources, look_for_places) && (!more || each_line(more, look_for_places)));
  if (getenv("EMU_VERBOSE")) fprintf(stderr, "%d places left out\n", met->n);
}

#endif
