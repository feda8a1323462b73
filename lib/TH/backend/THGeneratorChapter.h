/*
** The chapter of what random generators compute; it knows no dtype (TH_UNDEFINED) and cannot fail.
** Operands: cpu/loops/THGenerator.c.
*/
#ifndef TH_GENERATOR_CHAPTER_H
#define TH_GENERATOR_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THIter.h"

enum {
  TH_GENERATOR_twister, TH_GENERATOR_temper, TH_GENERATOR_philox, TH_GENERATOR_normals,
  TH_GENERATOR_ROWS
};

#endif
