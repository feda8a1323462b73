/*
** What filling needs of the generators and drawing one by one does not. For the files of TH.
*/
#ifndef TH_RANDOM_FILL_H
#define TH_RANDOM_FILL_H

#include "TH/geometry/THTensor.h"
#include "TH/ops/random/THRandom.h"

enum { TH_PHILOX_BLOCKS = TH_MT_WORDS / 4 }; /* that a generator holds */

/* The draws of blocks first, first + 1, .. of a key: 4 a block. */
void th_philoxBlocks(uint64_t key, uint64_t first, uint32_t *draws, int64_t blocks);

/* How many draws a Philox generator has made; and making more of them without a look at them. */
uint64_t th_philoxPosition(const THGenerator *gen);
void th_philoxAdvance(THGenerator *gen, uint64_t draws);

/* Making n more normals; the last one's draws are looked at where it has a partner to be kept. */
void th_philoxSkipNormals(THGenerator *gen, int64_t n);

/* Two standard normals for each two draws. */
void th_normalPairs(double *normals, const uint32_t *draws, int64_t pairs);

/* A new row-major tensor of the CPU with the elements of src, of any device, converted. */
int th_hostCopy(THTensor *copy, const THTensor *src, int dtype);

#endif
