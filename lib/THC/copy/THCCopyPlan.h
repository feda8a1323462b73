/*
** The plan of a copy between two windows, wherever they are. A plan is a value, computed from
** integers alone: no call of CUDA.
**
** On one device, or if the source's device reaches the destination's memory, one step makes the
** copy. Otherwise bytes pass between the two places, in up to three steps:
**
**   pack    the source's side gathers and converts elements into a temporary
**   pass    the bytes go to the other side
**   unpack  the destination's side converts and scatters them
**
** A step is left out where the data already lies as it should. A device packs and converts where
** that makes fewer bytes; an element that the source repeats passes once. A window of the host with
** few gaps is not packed: its bytes pass as they lie, and the device picks the elements.
*/
#ifndef THC_COPY_PLAN_H
#define THC_COPY_PLAN_H

#include "THC/launch/THCCopyShape.h"

/* Where destination (0) and source (1) are. Device 0 is the host. */
typedef struct THCCopyPlaces {
  int device[2];
  int pinned[2]; /* pinned memory of the host */
  int peer;      /* the source's device reaches the destination's memory */
  int async;     /* the host should not wait */
} THCCopyPlaces;

/* Kinds of steps. THC_MOVE: a device's kernel, or its copy of memory. THC_PASS: bytes between two
   places. THC_HOST: the host's loops. */
enum { THC_MOVE, THC_PASS, THC_HOST };

/* The parts, which are the operands of plan->it: destination, source, and a temporary on each
   side. */
enum { THC_DESTINATION, THC_SOURCE, THC_PACKED, THC_ARRIVED, THC_PARTS };

typedef struct THCCopyStep { int kind, to, from; } THCCopyStep;

typedef struct THCCopyPlan {
  const char *path;        /* "nothing", "host", "device", "peer", "staged", "up" or "down" */
  THIter it;               /* the parts as operands; temporaries have no data yet */
  int device[THC_PARTS];   /* where each part is */
  int pinned[THC_PARTS];
  size_t bytes[THC_PARTS]; /* extents; 0 for a temporary that is not used */
  int nsteps;
  THCCopyStep step[3];
  int events;              /* recorded for another device's stream or the caller */
  int waits;               /* whether the host waits for the read or write */
} THCCopyPlan;

/* Make the plan. pair: an iterator with the destination and the source as operands, finished. */
TH_API void THCCopyPlan_of(THCCopyPlan *plan, const THIter *pair, const THCCopyPlaces *places);

/* The number of temporaries; the bytes that pass between the places. */
TH_API int THCCopyPlan_temporaries(const THCCopyPlan *plan);
TH_API size_t THCCopyPlan_passing(const THCCopyPlan *plan);

/* The operands of a step as a finished iterator. Along a dimension in which the step's destination
   has stride 0 the element is written once. */
TH_API void THCCopyPlan_pair(const THCCopyPlan *plan, const THCCopyStep *step, THIter *pair);

/* A step in words, such as "tiles of 4-byte units, 1 at a time, on device 1". */
typedef struct THCStepText { char text[96]; } THCStepText;
TH_API THCStepText THCCopyPlan_text(const THCCopyPlan *plan, const THCCopyStep *step);
TH_API THCStepText THCCopyPlan_shapeText(const THCCopyShape *shape, int device);

#endif
