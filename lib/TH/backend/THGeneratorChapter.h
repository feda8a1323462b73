/*
** The chapter of what random generators compute: words of 32 bits, and standard normals (doubles)
** made of them. It knows no dtype (TH_UNDEFINED) and cannot fail.
**
**   twister   result, the state of a Mersenne Twister: its next 624 words
**   temper    n words of result: the draws of n words of such a state, source
**   philox    4 n words of result: the draws of n blocks of a key from the one numbered first on
**   normals   2 n doubles of result: a pair for each two of the 2 n draws of source
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
