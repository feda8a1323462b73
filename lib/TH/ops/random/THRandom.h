/*
** Random numbers: generators, and the distributions made from their draws.
**
** A generator is a plain value: a copy continues the same stream, and its bytes are its saved
** state. Nothing is kept elsewhere, so each thread may draw from a generator of its own; one
** generator serves one thread at a time. THGenerator_init, manualSeed, start, seed and restore
** initialise it.
**
** TH_MERSENNE is Torch7's stream. Source: M. Matsumoto, T. Nishimura, "Mersenne Twister: a
** 623-dimensionally equidistributed uniform pseudo-random number generator", ACM TOMACS 8(1), 1998,
** seeded by its init_genrand with the low 32 bits of the seed.
**
** TH_PHILOX is Philox4x32-10: draw i, from 0, is word i mod 4 of the block with counter i / 4 and
** the seed as key, 64 bits each. A draw does not depend on the draws before it, so threads and
** devices fill a tensor together. Source: J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel Random
** Numbers: As Easy as 1, 2, 3", SC 2011.
*/
#ifndef TH_RANDOM_H
#define TH_RANDOM_H

#include "TH/backend/THDrawChapter.h"

#define TH_MT_WORDS 624

enum THGeneratorKind { TH_MERSENNE, TH_PHILOX };

/* The seed of a generator that was not given one. */
#define TH_DEFAULT_SEED 5489

/* It has no padding, so that equal states have equal bytes. */
typedef struct THGenerator {
  uint64_t seed;               /* as given */
  uint64_t blocks;             /* Philox: how many blocks were made; else 0 */
  double spare;                /* the second standard normal of a pair; 0 unless hasSpare */
  uint16_t kind, hasSpare;     /* hasSpare is 0 or 1 */
  uint32_t next;               /* the first word not yet drawn; TH_MT_WORDS when all are */
  uint32_t state[TH_MT_WORDS]; /* Philox: the draws of the last 156 blocks made */
} THGenerator;

/* Start the stream of TH_DEFAULT_SEED, the same in every run. */
TH_API void THGenerator_init(THGenerator *gen);

/* Start the Mersenne Twister's stream of a seed. A kept normal is dropped. */
TH_API void THGenerator_manualSeed(THGenerator *gen, uint64_t seed);

/* Start the stream of a kind and a seed. TH_EINVAL for an unknown kind. */
TH_API int THGenerator_start(THGenerator *gen, int kind, uint64_t seed);

/*
** Start a Mersenne Twister's stream with a seed from the operating system's randomness, or without
** that from clock and address. Returns the seed, which is below 2^32 and so exact as a Lua number;
** manualSeed with it repeats the stream.
*/
TH_API uint64_t THGenerator_seed(THGenerator *gen);

/* Such a seed, without starting a stream. */
TH_API uint64_t THGenerator_anySeed(void);

/*
** Continue from a saved state: size bytes at any alignment, which were a THGenerator of this byte
** order. TH_EINVAL, with gen unchanged, if they are not the state of a generator.
*/
TH_API int THGenerator_restore(THGenerator *gen, const void *bytes, size_t size);

/* The seed with which the stream was started. */
TH_API uint64_t THGenerator_initialSeed(const THGenerator *gen);

/* One draw: 0 .. 2^32 - 1. */
TH_API uint32_t THRandom_random(THGenerator *gen);

/* The next n draws, the same as from n calls, but faster. */
TH_API void THGenerator_draw(THGenerator *gen, uint32_t *draws, int64_t n);

/* One draw mod n; n 0 stands for 2^64. Never above 2^32 - 1, since a draw has 32 bits. */
TH_API uint64_t THRandom_modulo(THGenerator *gen, uint64_t n);

/* One draw mod (b - a + 1), plus a, for a <= b: a .. b, but never above a + 2^32 - 1. */
TH_API int64_t THRandom_between(THGenerator *gen, int64_t a, int64_t b);

/* TH_EINVAL unless a <= b. */
TH_API int THRandom_checkBetween(int64_t a, int64_t b);

/*
** One value of each distribution, as in  x = THRandom_normal(gen, mean, stdv).  These functions
** never fail: for parameters that THDistribution_check refuses they return what the formula gives.
*/
#define TH_DISTRIBUTION1(set, name, x, p, ...) \
TH_API double THRandom_##name(THGenerator *gen, double p);
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, ...) \
TH_API double THRandom_##name(THGenerator *gen, double p, double q);
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2

typedef struct THParameter {
  const char *name;
  double value;                   /* the default; NaN if the caller must give one */
  int (*accepts)(double value);
  const char *need;               /* what is accepted, such as "a finite number above 0" */
} THParameter;

typedef struct THDistribution {
  const char *name;
  const char *doc;
  int floatingOnly;               /* 0 if values are whole: integer types hold them */
  int arity;                      /* how many parameters it has */
  THParameter parameter[TH_MAX_PARAMETERS];
  double (*draw)(THGenerator *gen, const double *parameters);
  int ofNormals;                  /* whether values are made from standard normals */
} THDistribution;

/* The rows, indexed by TH_DISTRIBUTION_<name>, and one more whose name is NULL. */
TH_API const THDistribution TH_distributions[TH_NUM_DISTRIBUTIONS + 1];

/* TH_EINVAL, naming distribution and parameter, unless each parameter is accepted. NaN never is. */
TH_API int THDistribution_check(const THDistribution *distribution, const double *parameters);

/*
** The next n values, converted to dtype as by a copy: the same as n single values, but faster, with
** Philox on several threads. TH_EDTYPE for a dtype that is not built or cannot hold the values; the
** generator is then unchanged.
*/
TH_API int THDistribution_fill(const THDistribution *distribution, THGenerator *gen,
                               const double *parameters, int dtype, void *values, int64_t n);

#endif
