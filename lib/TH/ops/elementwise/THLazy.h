/*
** Elements of views with the conjugate or the negative bit (TH_FLAGS_LAZY): what they are and what
** memory holds, changed into each other. Both ways are the same change, so where two tensors have
** the same bits nothing changes. bits: those in which they differ.
*/
#ifndef TH_LAZY_H
#define TH_LAZY_H

#include "TH/geometry/THGate.h"
#include "TH/iteration/THIter.h"

/* Add a tensor of any bits as what memory holds. */
int TH_addStored(THIter *it, const THTensor *t);

/* Copy elements of one dtype, changed. */
int TH_moveChanged(const THIter *it, unsigned bits);

/* The number, changed as an element of that dtype. */
THNumber TH_changed(int dtype, THNumber number, unsigned bits);

#endif
