/*
** Fills memory with values of a distribution: the same values as n single ones, on several threads.
**
** A value depends only on its own draws, so the work may be cut anywhere.
*/
#include "TH/ops/random/THRandomFill.h"

#include <stdlib.h>

#include "TH/base/THError.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/iteration/THSlices.h"

/*
** CHUNK is how many values are made at a time, few enough that their draws stay in the first-level
** cache. GRAIN chunks are worth a thread. BLOCK is how many chunks the Mersenne Twister, whose
** draws come one after the other, draws for before the threads make their values.
*/
enum { CHUNK = 1024, GRAIN = 16, BLOCK = 128 };

typedef struct Fill {
  const THDistribution *distribution;
  const double *parameters;
  THGenerator *gen;
  uint64_t position;     /* Philox: the position of the first value's draw */
  const uint32_t *draws; /* the draws of all values, if they are made already */
  int64_t n;
  int dtype, width;
  char *values;
} Fill;

/* Run the kernel of the distribution: n values from at on, made from draws or from normals. */
static void store(const Fill *f, int64_t at, const void *source, int64_t n)
{
  const THDrawEntry *entries = TH_entries(TH_CHAPTER_DRAW, f->dtype, 0);
  THDrawCall call = {.values = f->values + at * f->width, .source = source, .n = n};
  for (int k = 0; k < f->distribution->arity; k++) call.parameter[k] = f->parameters[k];
  entries[f->distribution - TH_distributions](&call);
}

/* n draws, n <= CHUNK, for the values from at on. Philox can make those of any position, the
   Mersenne Twister only the next ones. */
static const uint32_t *take(const Fill *f, int64_t at, int64_t n, uint32_t buffer[CHUNK + 8])
{
  if (f->draws) return f->draws + at;
  if (f->gen->kind == TH_MERSENNE) {
    THGenerator_draw(f->gen, buffer, n);
    return buffer;
  }
  const uint64_t first = f->position + (uint64_t)at;
  const int64_t skipped = (int64_t)(first % 4);
  th_philoxBlocks(f->gen->seed, first / 4, buffer, (skipped + n + 3) / 4);
  return buffer + skipped;
}

/* Make the values [begin, end); of normals, begin is even. Nothing can fail, since the dtype was
   checked. */
static void fill_range(const Fill *f, int64_t begin, int64_t end)
{
  uint32_t buffer[CHUNK + 8];
  double normals[CHUNK];
  for (int64_t at = begin, n; at < end; at += n) {
    n = end - at < CHUNK ? end - at : CHUNK;
    if (!f->distribution->ofNormals) {
      store(f, at, take(f, at, n, buffer), n);
    } else {
      const int64_t pairs = (n + 1) / 2;
      th_normalPairs(normals, take(f, at, 2 * pairs, buffer), pairs);
      store(f, at, normals, n);
      if (n % 2) { /* only at the very end */
        f->gen->spare = normals[n];
        f->gen->hasSpare = 1;
      }
    }
  }
}

static void fill_chunks(void *context, int64_t begin, int64_t end)
{
  const Fill *f = context;
  fill_range(f, begin * CHUNK, end * CHUNK < f->n ? end * CHUNK : f->n);
}

static int64_t chunks_of(int64_t n)
{
  return (n + CHUNK - 1) / CHUNK;
}

/* Fill from the Mersenne Twister. If there is no memory for a block of draws, one thread draws
   chunk by chunk, with the same values. */
static int fill_in_blocks(Fill f)
{
  const int64_t n = f.n, most = n < BLOCK * CHUNK ? n + n % 2 : BLOCK * CHUNK;
  uint32_t *draws = NULL;
  if (n >= 2 * GRAIN * CHUNK && TH_getNumThreads() > 1)
    draws = malloc((size_t)most * sizeof *draws);
  if (!draws) {
    return th_inSlicesOf(GRAIN, chunks_of(n), chunks_of(n), fill_chunks, &f);
  }
  int status = TH_OK;
  f.draws = draws;
  for (int64_t at = 0; at < n && !status; at += f.n, f.values += f.n * f.width) {
    f.n = n - at < most ? n - at : most;
    THGenerator_draw(f.gen, draws, f.distribution->ofNormals ? f.n + f.n % 2 : f.n);
    status = th_inSlices(chunks_of(f.n), GRAIN, fill_chunks, &f);
  }
  free(draws);
  return status;
}

int THDistribution_fill(const THDistribution *distribution, THGenerator *gen,
                        const double *parameters, int dtype, void *values, int64_t n)
{
  const THTraits *traits = THDtype_traits(dtype);
  if (!THDtype_isReal(dtype) || (distribution->floatingOnly && !traits->floating))
    return th_fail(TH_EDTYPE, "%s: not defined for %s elements", distribution->name, traits->name);
  Fill f = {distribution, parameters, gen, 0, NULL, n, dtype, traits->size, values};
  if (n > 0 && distribution->ofNormals && gen->hasSpare) {
    store(&f, 0, &gen->spare, 1);
    gen->hasSpare = 0;
    gen->spare = 0;
    f.values += f.width;
    f.n--;
  }
  if (gen->kind == TH_PHILOX) {
    f.position = th_philoxPosition(gen);
    TH_TRY(th_inSlices(chunks_of(f.n), GRAIN, fill_chunks, &f));
    th_philoxAdvance(gen, (uint64_t)(distribution->ofNormals ? f.n + f.n % 2 : f.n));
    return TH_OK;
  }
  return fill_in_blocks(f);
}
