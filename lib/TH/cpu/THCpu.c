#include "TH/cpu/THCpu.h"

#include "TH/iteration/THOrder.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* What a kernel object exports: entries by dtype, NULL for the dtypes of other groups. */
typedef const THEntry *const Table[TH_NUM_DTYPES];

/* Level rows: X(name, test of the processor). The build defines those it has. */
#ifdef TH_LEVEL_avx512
#define IF_AVX512(X)                                                                      \
  X(avx512, __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&    \
              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && \
              __builtin_cpu_supports("fma"))
#else
#define IF_AVX512(X)
#endif
#ifdef TH_LEVEL_avx2
#define IF_AVX2(X)                                                         \
  X(avx2, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && \
            __builtin_cpu_supports("f16c"))
#else
#define IF_AVX2(X)
#endif
#define FORALL_LEVELS(X) X(base, 1) IF_AVX2(X) IF_AVX512(X)

/* The objects of a level: chapters of kernels by groups of dtypes (lib/TH/CMakeLists.txt). */
#define GROUPS(X, object) X(object##_Small) X(object##_Wide) X(object##_Brief) X(object##_Floating)
#define FORALL_OBJECTS(X, level)                                                     \
  GROUPS(X, th_kernels_##level##_Pointwise) GROUPS(X, th_kernels_##level##_Convert)  \
  GROUPS(X, th_kernels_##level##_Reduce) GROUPS(X, th_kernels_##level##_Index)       \
  GROUPS(X, th_kernels_##level##_Draw) GROUPS(X, th_kernels_##level##_Order)         \
  X(th_kernels_##level##_Generator_Untyped) X(th_kernels_##level##_Product_Floating) \
  X(th_kernels_##level##_Convolve_Wide) X(th_kernels_##level##_Convolve_Floating)

/* Entries of all levels alike: over what a level has (THProducts.c), or of a library
   (THLapackHost.c). */
extern Table th_products, th_solvers;

#define DECLARE_OBJECT(object) extern Table object;
#define DECLARE(level, test) FORALL_OBJECTS(DECLARE_OBJECT, level)
FORALL_LEVELS(DECLARE)

enum { NUM_OBJECTS = 28 };
#define LIST_OBJECT(object) &object,
#define LIST(level, test) {FORALL_OBJECTS(LIST_OBJECT, level)},
static Table *const objects[][NUM_OBJECTS] = {FORALL_LEVELS(LIST)};

enum { NUM_LEVELS = sizeof objects / sizeof *objects };

static THEntry entries[NUM_LEVELS][TH_NUM_DTYPES][TH_NUM_OPS];
static THBackend backends[NUM_LEVELS];
static const char *names[NUM_LEVELS + 1];
static int num_usable;
static const THBackend *chosen;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void merge(THEntry *into, const THEntry *from)
{
  for (int op = 0; from && op < TH_NUM_OPS; op++)
    if (from[op]) into[op] = from[op];
}

static void fill(int level, const char *name, int usable)
{
  backends[level].name = name;
  backends[level].orderScratch = THOrder_scratch;
  for (int dtype = 0; dtype < TH_NUM_DTYPES; dtype++) {
    backends[level].entry[dtype] = entries[level][dtype];
    for (int k = 0; k < NUM_OBJECTS; k++)
      merge(entries[level][dtype], (*objects[level][k])[dtype]);
    merge(entries[level][dtype], th_products[dtype]);
    merge(entries[level][dtype], th_solvers[dtype]);
  }
  if (usable) names[num_usable++] = name;
}

static int choose(const char *name)
{
  for (int level = 0; level < NUM_LEVELS; level++)
    for (int k = 0; k < num_usable; k++)
      if (strcmp(backends[level].name, name) == 0 && strcmp(names[k], name) == 0) {
        __atomic_store_n(&chosen, &backends[level], __ATOMIC_RELEASE);
        return TH_OK;
      }
  return th_fail(TH_EINVAL, "simd: level '%s' is unknown here; the best is '%s'", name,
                 names[num_usable - 1]);
}

static void initialise(void)
{
  int level = 0;
  const char *forced = getenv("TH_SIMD");
#ifdef __x86_64__
  __builtin_cpu_init();
#endif
#define FILL(name, test) fill(level++, #name, test);
  FORALL_LEVELS(FILL)
  if (!forced || choose(forced)) choose(names[num_usable - 1]);
}

const THBackend *THCpu_backend(void)
{
  const THBackend *backend = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
  if (backend) return backend;
  pthread_once(&once, initialise);
  return __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
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
