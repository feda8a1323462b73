/*
** How a copy between two windows is made, wherever they are: as a value, by integers alone, without
** a call of CUDA.
**
** On one device, or where the source's device reaches the destination, one step does it. Else what
** passes between the places are bytes, and there are up to three steps: the source packs them, they
** pass, the destination unpacks them. A device packs and converts where that makes fewer bytes;
** what the source repeats passes once. A window of the host with few gaps is not packed: its bytes
** pass as they lie, and the device picks the elements. An end that lies as the bytes do needs no
** step.
*/
#ifndef THC_COPY_PLAN_H
#define THC_COPY_PLAN_H

#include "THC/launch/THCCopyShape.h"

/* Where destination and source are. Device 0 is the host. */
typedef struct THCCopyPlaces {
  int device[2];
  int pinned[2]; /* memory of the host that devices reach */
  int peer;      /* the source's device reaches the destination's memory */
  int async;     /* the host shall not wait */
} THCCopyPlaces;

/* THC_MOVE: by the device, a kernel or a copy of its memory. THC_PASS: bytes between two places.
   THC_HOST: by the host. */
enum { THC_MOVE, THC_PASS, THC_HOST };

/* Operands: the destination, the source, and temporaries on either side. */
enum { THC_DESTINATION, THC_SOURCE, THC_PACKED, THC_ARRIVED, THC_PARTS };

typedef struct THCCopyStep { int kind, to, from; } THCCopyStep;

typedef struct THCCopyPlan {
  const char *path;        /* nothing, host, device, peer, staged, up or down */
  THIter it;               /* the parts as operands; temporaries have no data yet */
  int device[THC_PARTS];   /* where each is */
  int pinned[THC_PARTS];
  size_t bytes[THC_PARTS]; /* from first to last; 0 for a temporary that is not used */
  int nsteps;
  THCCopyStep step[3];
  int events;              /* recorded, for a stream of another device or for the caller */
  int waits;               /* the host, until the source was read or the destination written */
} THCCopyPlan;

/* pair: the destination and the source as operands, finished. */
TH_API void THCCopyPlan_of(THCCopyPlan *plan, const THIter *pair, const THCCopyPlaces *places);

/* How many temporaries there are, and the bytes that pass between places. */
TH_API int THCCopyPlan_temporaries(const THCCopyPlan *plan);
TH_API size_t THCCopyPlan_passing(const THCCopyPlan *plan);

/* The operands of a step, finished: what the destination of the step repeats is there once. */
TH_API void THCCopyPlan_pair(const THCCopyPlan *plan, const THCCopyStep *step, THIter *pair);

/* "tiles of 4-byte units on device 1" and the like. */
typedef struct THCStepText { char text[96]; } THCStepText;
TH_API THCStepText THCCopyPlan_text(const THCCopyPlan *plan, const THCCopyStep *step);
TH_API THCStepText THCCopyPlan_shapeText(const THCCopyShape *shape, int device);

#endif
