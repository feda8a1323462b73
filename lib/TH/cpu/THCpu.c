/*
** The tables of the SIMD levels. They are filled once, at first use, with the entries that the
** kernel objects of each level export.
*/
#include "TH/cpu/THCpu.h"

#include "TH/base/THLog.h"
#include "TH/cpu/THFfts.h"
#include "TH/cpu/THLapackHost.h"
#include "TH/cpu/THLevels.h"
#include "TH/cpu/THProducts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* FORALL_LEVELS(X): X(name, whether the processor can run it) for each level that the build has. */
#ifdef TH_LEVEL_avx512
#define IF_AVX512(X) X(avx512, TH_RUNS_avx512)
#else
#define IF_AVX512(X)
#endif
#ifdef TH_LEVEL_avx2
#define IF_AVX2(X) X(avx2, TH_RUNS_avx2)
#else
#define IF_AVX2(X)
#endif
#ifdef TH_LEVEL_simd128
#define IF_SIMD128(X) X(simd128, TH_RUNS_simd128)
#else
#define IF_SIMD128(X)
#endif
#define FORALL_LEVELS(X) X(base, TH_RUNS_base) IF_AVX2(X) IF_AVX512(X) IF_SIMD128(X)

/* The kernel objects of a level, one for each chapter and group of dtypes (lib/TH/CMakeLists.txt).
   The groups of a chapter have no dtype in common. */
#ifdef TH_SMALL
#define GROUPS(X, level, Chapter, CHAPTER) \
  X(level, Chapter, CHAPTER, Few) X(level, Chapter, CHAPTER, Floats)
#define FORALL_OBJECTS(X, level)                                              \
  GROUPS(X, level, Pointwise, POINTWISE) GROUPS(X, level, Convert, CONVERT)   \
  GROUPS(X, level, Reduce, REDUCE) GROUPS(X, level, Index, INDEX)             \
  GROUPS(X, level, Draw, DRAW) GROUPS(X, level, Order, ORDER)                 \
  X(level, Generator, GENERATOR, Untyped) X(level, Convolve, CONVOLVE, Floats)
#define FORALL_ONCE(X)
#else
#define GROUPS(X, level, Chapter, CHAPTER)                                    \
  X(level, Chapter, CHAPTER, Bytes) X(level, Chapter, CHAPTER, Integers)      \
  X(level, Chapter, CHAPTER, Halves) X(level, Chapter, CHAPTER, Floats)
#define FORALL_OBJECTS(X, level)                                              \
  GROUPS(X, level, Pointwise, POINTWISE) GROUPS(X, level, Convert, CONVERT)   \
  GROUPS(X, level, Reduce, REDUCE) X(level, Index, INDEX, All)                \
  X(level, Draw, DRAW, All) X(level, Order, ORDER, All)                       \
  X(level, Generator, GENERATOR, Untyped)                                     \
  X(level, Product, PRODUCT, Whole) X(level, Product, PRODUCT, Floats)        \
  X(level, Convolve, CONVOLVE, Integers) X(level, Convolve, CONVOLVE, Floats) \
  X(level, Index, INDEX, Words) X(level, Convert, CONVERT, Words)             \
  X(level, Pointwise, POINTWISE, Complexes)                                   \
  X(level, Quantize, QUANTIZE, Untyped) X(level, QProduct, QPRODUCT, Untyped) \
  X(level, Butterfly, BUTTERFLY, Floats) X(level, Row, ROW, Floats)           \
  X(level, Distance, DISTANCE, Floats)
/* Not a level: part of each. */
#define FORALL_ONCE(X)                                                           \
  X(once, Special, SPECIAL, Bytes) X(once, Special, SPECIAL, Integers)           \
  X(once, Special, SPECIAL, Halves) X(once, Special, SPECIAL, Floats)            \
  X(once, Special, SPECIAL, Complexes)
#endif

/* An object exports its arrays of entries by dtype; NULL for the dtypes of other groups. */
#define DECLARE(level, Chapter, CHAPTER, Group) \
  extern const void *const th_kernels_##level##_##Chapter##_##Group[TH_NUM_DTYPES];
#define SET(level, Chapter, CHAPTER, Group) \
  THTables_set(tables, TH_CHAPTER_##CHAPTER, th_kernels_##level##_##Chapter##_##Group);
#define FILLER(level, test)                 \
FORALL_OBJECTS(DECLARE, level)              \
static void fill_##level(THTables *tables)  \
{                                           \
  FORALL_OBJECTS(SET, level)                \
}
FORALL_LEVELS(FILLER)
FORALL_ONCE(DECLARE)
#ifdef TH_LEVEL_avx512
DECLARE(vnni, QProduct, QPRODUCT, Untyped) /* not a level: part of avx512 where it runs */
#endif

typedef struct Level {
  THTables tables;
  const char *name;
} Level;

#define COUNT(level, test) +1
enum { NUM_LEVELS = FORALL_LEVELS(COUNT) };

static Level levels[NUM_LEVELS];
static const char *names[NUM_LEVELS + 1];
static int num_usable;
static const Level *chosen;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill(Level *level, const char *name, void (*kernels)(THTables *tables), int usable)
{
  THTables *tables = &level->tables;
  level->name = name;
  kernels(tables);
  FORALL_ONCE(SET)
  THTables_set(tables, TH_CHAPTER_MULTIPLY, th_products);
  THTables_set(tables, TH_CHAPTER_DOT, th_dots);
  THTables_set(tables, TH_CHAPTER_SOLVE, th_solvers);
#ifndef TH_SMALL
  THTables_set(tables, TH_CHAPTER_FFT, th_ffts);
#endif
  if (usable) names[num_usable++] = name;
}

/* The level with that name, or NULL if the processor cannot run it. */
static Level *find(const char *name)
{
  for (int level = 0; level < NUM_LEVELS; level++)
    for (int k = 0; k < num_usable; k++)
      if (strcmp(levels[level].name, name) == 0 && strcmp(names[k], name) == 0)
        return &levels[level];
  return NULL;
}

static int choose(const char *name)
{
  const Level *level = find(name);
  if (!level)
    return th_fail(TH_EINVAL, "simd: level '%s' is unknown here; the best is '%s'", name,
                   names[num_usable - 1]);
  __atomic_store_n(&chosen, level, __ATOMIC_RELEASE);
  return TH_OK;
}

static void initialise(void)
{
  Level *level = levels;
  const char *forced = getenv("TH_SIMD");
#ifdef __x86_64__
  __builtin_cpu_init();
#endif
#define FILL(name, test) fill(level++, #name, fill_##name, test);
  FORALL_LEVELS(FILL)
#ifdef TH_LEVEL_avx512
  THTables *tables = &level[-1].tables;
  if (TH_RUNS_vnni) SET(vnni, QProduct, QPRODUCT, Untyped)
#endif
  if (forced && !choose(forced)) return;
  if (forced) th_log(TH_LOG_WARNING, "TH_SIMD: %s", TH_error());
  choose(names[num_usable - 1]);
}

static const Level *chosen_level(void)
{
  const Level *level = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
  if (level) return level;
  pthread_once(&once, initialise);
  return __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
}

const THTables *THCpu_tables(void)
{
  return &chosen_level()->tables;
}

THTables *THCpu_tablesOf(const char *name)
{
  pthread_once(&once, initialise);
  Level *level = find(name);
  return level ? &level->tables : NULL;
}

const char *THCpu_level(void)
{
  return chosen_level()->name;
}

const char *const *THCpu_levels(void)
{
  pthread_once(&once, initialise);
  return names;
}

int THCpu_setLevel(const char *name)
{
  pthread_once(&once, initialise);
  return choose(name);
}
