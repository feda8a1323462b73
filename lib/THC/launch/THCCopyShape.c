/*
** Shapes of copies. The shape's data, sizes and strides always describe the same elements as the
** iterator, in units, minus the tail.
*/
#include "THC/launch/THCCopyShape.h"

#include <string.h>

enum {
  WIDEST = 16,    /* the most bytes that a thread loads or stores at once */
  TILE_WORD = 8,  /* the most bytes of a word in a tile */
  BANK = 4,       /* bytes of a bank of shared memory */
  SMALL_TILE = 8  /* a shorter run is not worth a tile */
};

int THCCopyShape_keepsBits(int to, int from)
{
  const THTraits *a = THDtype_traits(to), *b = THDtype_traits(from);
  return to == from || (to != TH_BOOL && a->integral && b->integral && a->size == b->size);
}

static void drop_dim(THCCopyShape *s, int d)
{
  s->ndim--;
  memmove(&s->size[d], &s->size[d + 1], (size_t)(s->ndim - d) * sizeof s->size[0]);
  memmove(&s->stride[d], &s->stride[d + 1], (size_t)(s->ndim - d) * sizeof s->stride[0]);
}

static void swap_dims(THCCopyShape *s, int a, int b)
{
  THCCopyShape old = *s;
  s->size[a] = old.size[b], s->size[b] = old.size[a];
  memcpy(s->stride[a], old.stride[b], sizeof s->stride[a]);
  memcpy(s->stride[b], old.stride[a], sizeof s->stride[b]);
}

/* Whether elements of operand k are contiguous along dimension d. */
static int is_run(const THCCopyShape *s, int d, int k)
{
  return s->stride[d][k] == s->width[k];
}

/* Whether every run of operand k along dimension run begins at a multiple of bytes. */
static int is_aligned(const THCCopyShape *s, int k, int run, int bytes)
{
  uintptr_t all = (uintptr_t)s->data[k];
  for (int d = 0; d < s->ndim; d++)
    if (d != run) all |= (uintptr_t)s->stride[d][k];
  return all % (uintptr_t)bytes == 0;
}

/* Merge elements into the widest units that fit both windows. */
static void widen(THCCopyShape *s)
{
  int unit = s->width[0];
  if (is_run(s, 0, 0) && is_run(s, 0, 1))
    for (int wide = WIDEST; wide > unit; wide /= 2)
      if (s->size[0] * s->width[0] % wide == 0 && is_aligned(s, 0, 0, wide) &&
          is_aligned(s, 1, 0, wide))
        unit = wide;
  if (unit > s->width[0]) {
    s->size[0] = s->size[0] * s->width[0] / unit;
    s->stride[0][0] = s->stride[0][1] = unit;
  }
  s->unit = s->width[0] = s->width[1] = unit;
  if (s->size[0] == 1 && s->ndim > 1) drop_dim(s, 0);
}

/* Look for a transposition: the destination's run is dimension 0, the source's becomes dimension 1.
   If the source repeats along the destination's run there is nothing to transpose. */
static int find_tiles(THCCopyShape *s)
{
  if (!is_run(s, 0, 0) || s->size[0] < SMALL_TILE || !s->stride[0][1]) return 0;
  for (int d = 1; d < s->ndim; d++)
    if (is_run(s, d, 1) && s->size[d] >= SMALL_TILE) {
      swap_dims(s, 1, d);
      return 1;
    }
  return 0;
}

static int smaller(int a, int b)
{
  return a < b ? a : b;
}

/* A thread transposes a square of pack x pack elements, so that a word fills a bank even if
   elements are narrower. Packs are used only if the sizes are multiples of pack. */
static void pack_tiles(THCCopyShape *s)
{
  int pack = BANK / smaller(s->width[0], s->width[1]);
  pack = smaller(pack, smaller(TILE_WORD / s->width[0], WIDEST / s->width[1]));
  if (pack > 1 && s->size[0] % pack == 0 && s->size[1] % pack == 0 &&
      is_aligned(s, 0, 0, pack * s->width[0]) && is_aligned(s, 1, 1, pack * s->width[1]))
    s->pack = pack;
}

/* Elements that do not fill a pack become a tail; that is possible only if there is a single
   run. */
static void pack_positions(THCCopyShape *s)
{
  int wider = s->width[0] > s->width[1] ? s->width[0] : s->width[1], pack = WIDEST / wider;
  int64_t rest = s->size[0] % pack;
  if (!is_run(s, 0, 0) || !is_run(s, 0, 1) || s->size[0] < pack || (rest && s->ndim > 1)) return;
  if (!is_aligned(s, 0, 0, pack * s->width[0]) || !is_aligned(s, 1, 0, pack * s->width[1])) return;
  s->pack = pack;
  s->tail = rest;
  s->size[0] -= rest;
}

void THCCopyShape_of(THCCopyShape *s, const THIter *it)
{
  memset(s, 0, sizeof *s);
  s->ndim = it->ndim;
  s->pack = 1;
  for (int k = 0; k < 2; k++) {
    s->dtype[k] = it->dtype[k];
    s->width[k] = THDtype_traits(it->dtype[k])->size;
    s->data[k] = it->data[k];
    for (int d = 0; d < it->ndim; d++) s->stride[d][k] = it->stride[d][k];
  }
  memcpy(s->size, it->size, (size_t)it->ndim * sizeof s->size[0]);
  int keeps_bits = THCCopyShape_keepsBits(s->dtype[0], s->dtype[1]);
  if (keeps_bits) widen(s);
  if (keeps_bits && s->ndim == 1 &&
      (s->size[0] == 1 || (is_run(s, 0, 0) && is_run(s, 0, 1)))) {
    s->kernel = THC_BYTES;
  } else if (find_tiles(s)) {
    s->kernel = THC_TILES;
    pack_tiles(s);
  } else {
    s->kernel = THC_POSITIONS;
    if (!keeps_bits) pack_positions(s);
  }
}

/* In tiles a position is a square of packs, otherwise one pack. */
int64_t THCCopyShape_count(const THCCopyShape *s)
{
  int64_t count = 1;
  for (int d = 0; d < s->ndim; d++) count *= s->size[d];
  return count / (s->kernel == THC_TILES ? s->pack * s->pack : s->pack);
}

void THCCopyShape_cut(THCCopyShape *s, THCCopyShape *rest, int d, int64_t at)
{
  *rest = *s;
  rest->size[d] -= at;
  s->size[d] = at;
  s->tail = 0;
  for (int k = 0; k < 2; k++) rest->data[k] += at * rest->stride[d][k];
}

void THCCopyShape_tail(const THCCopyShape *s, THCCopyShape *tail)
{
  *tail = *s;
  for (int k = 0; k < 2; k++) tail->data[k] += s->size[0] * s->stride[0][k];
  tail->size[0] = s->tail;
  tail->tail = 0;
  tail->pack = 1;
}
