/*
** Parts of the generators that filling a tensor needs, for the files of TH only.
*/
#ifndef TH_RANDOM_FILL_H
#define TH_RANDOM_FILL_H

#include "TH/geometry/THTensor.h"
#include "TH/ops/random/THRandom.h"

enum { TH_PHILOX_BLOCKS = TH_MT_WORDS / 4 }; /* blocks that a generator holds */

/* The draws of blocks first, first + 1, .. for a key: 4 a block. */
void th_philoxBlocks(uint64_t key, uint64_t first, uint32_t *draws, int64_t blocks);

/* How many draws a Philox generator has made; and how to skip draws, which are then not made. */
uint64_t th_philoxPosition(const THGenerator *gen);
void th_philoxAdvance(THGenerator *gen, uint64_t draws);

/* Skip n standard normals. If the last one is the first of a pair, the pair is made and its second
   one kept as the spare. */
void th_philoxSkipNormals(THGenerator *gen, int64_t n);

/* Two standard normals from each two draws. */
void th_normalPairs(double *normals, const uint32_t *draws, int64_t pairs);

/* A new row-major tensor on the CPU with the elements of src, which may be on any device,
   converted. */
int th_hostCopy(THTensor *copy, const THTensor *src, int dtype);

#endif
