/*
** The chapter Generator: the computations of random generators. They make words of 32 bits (draws),
** and standard normals (doubles) from them. The chapter has no dtype (TH_UNDEFINED); its entries
** cannot fail.
**
**   twister   advance result, the state of a Mersenne Twister, to its next 624 words
**   temper    write n draws to result, made from n words of such a state in source
**   philox    write 4 n draws to result: n blocks of key, from block number first on
**   normals   write 2 n doubles to result, a pair for each two of the 2 n draws in source
*/
#ifndef TH_GENERATOR_CHAPTER_H
#define TH_GENERATOR_CHAPTER_H

#include "TH/backend/THChapter.h"

enum {
  TH_GENERATOR_twister, TH_GENERATOR_temper, TH_GENERATOR_philox, TH_GENERATOR_normals,
  TH_GENERATOR_ROWS
};

typedef struct THGeneratorCall {
  void *result;
  const void *source;
  uint64_t key, first;
  int64_t n;
} THGeneratorCall;

typedef void (*THGeneratorEntry)(const THGeneratorCall *call);

#endif
