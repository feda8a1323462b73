/*
** Bags: file descriptors that belong to nobody's table for a while.
**
** A queue holds what its messages mention, also when the sender has closed it or has ended. The
** only thing in the system that can hold a descriptor for several processes is a Unix socket with
** the descriptor under way, so a bag is a pair of connected sockets which all of them have: what
** was sent into one end lies there until somebody takes it from the other. The kernel closes what
** lies in a bag when the last process that has the bag ends, however it ends.
**
** A pair takes a few hundred descriptors. The further pairs lie in the first, the directory, which
** is read without taking them out. Every function but open and close wants the queue's lock held.
*/
#ifndef TH_BAG_H
#define TH_BAG_H

#include "TH/base/THError.h"

enum { TH_BAG_PAIRS = 120, TH_BAG_MOST = 1 << 20 /* descriptors of a message */ };

/* What all processes know of a bag. It is a part of the queue's state, which changes as a whole. */
typedef struct THBagState {
  uint64_t directory; /* the ticket of the directory's valid message */
  int32_t pairs;      /* how many there are */
  int32_t last;       /* the pair that took something last */
} THBagState;

/* What this process has of it: each end is one descriptor, or -1. */
typedef struct THBag {
  int directory[2];
  int known;
  int pair[TH_BAG_PAIRS][2];
} THBag;

/* Where descriptors lie. Tickets are never used twice, so what a killed process left is known. */
typedef struct THBagPlace { uint64_t ticket; int32_t pair, count; } THBagPlace;

/* A new bag, or one on two descriptors of another process, which it takes over. */
int THBag_new(THBag *bag);
void THBag_open(THBag *bag, const int directory[2]);
void THBag_close(THBag *bag);

/*
** Put copies of the descriptors into the bag; *ticket is counted up before each use. What lies
** there counts when the caller has stored place and state. TH_EINVAL where the system lets no more
** be under way.
*/
int THBag_put(THBag *bag, THBagState *state, uint64_t *ticket, const int *fds, int count,
              THBagPlace *place);

/* Forget what put has added to a state that was not stored. */
void THBag_undo(THBag *bag, const THBagState *stored);

/* Take what lies at a place, in new descriptors; what was put there before it is dropped. On
   failure what was there is lost. */
int THBag_take(THBag *bag, const THBagState *state, const THBagPlace *place, int *fds);

/* Drop everything. */
void THBag_clear(THBag *bag, const THBagState *state);

#endif
