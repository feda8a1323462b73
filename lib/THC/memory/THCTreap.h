/*
** Ordered sets of structs that contain a THCNode. A set is a treap: a search tree balanced by
** pseudo-random ranks, so every operation takes logarithmic time on average. It allocates no
** memory. Orders are total: 0 only for the same struct.
*/
#ifndef THC_TREAP_H
#define THC_TREAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct THCNode {
  struct THCNode *left, *right;
  uint32_t rank; /* at least that of every node below */
} THCNode;

typedef int (*THCNodeOrder)(const THCNode *a, const THCNode *b);

/* The struct of the given type that contains the node as member. */
#define THC_HOLDER(type, member, node) ((type *)((char *)(node) - offsetof(type, member)))

void thc_insert(THCNode **root, THCNode *node, THCNodeOrder order);
void thc_remove(THCNode **root, THCNode *node, THCNodeOrder order);

/* The first node not before probe; the last node not after it. NULL if there is none. */
THCNode *thc_atLeast(THCNode *root, const THCNode *probe, THCNodeOrder order);
THCNode *thc_atMost(THCNode *root, const THCNode *probe, THCNodeOrder order);

#endif
