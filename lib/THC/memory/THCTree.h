/*
** Ordered sets of structs that hold a THCNode: balanced by chance (a treap), so that every step is
** logarithmic on average. No memory of their own. An order is total: 0 only for the same struct.
*/
#ifndef THC_TREE_H
#define THC_TREE_H

#include <stddef.h>
#include <stdint.h>

typedef struct THCNode {
  struct THCNode *left, *right;
  uint32_t rank; /* above those of smaller rank */
} THCNode;

typedef int (*THCNodeOrder)(const THCNode *a, const THCNode *b);

/* The struct of a type whose member a node is. */
#define THC_HOLDER(type, member, node) ((type *)((char *)(node) - offsetof(type, member)))

void thc_insert(THCNode **root, THCNode *node, THCNodeOrder order);
void thc_remove(THCNode **root, THCNode *node, THCNodeOrder order);

/* The first that is not before probe, the last that is not behind it; NULL where there is none. */
THCNode *thc_atLeast(THCNode *root, const THCNode *probe, THCNodeOrder order);
THCNode *thc_atMost(THCNode *root, const THCNode *probe, THCNodeOrder order);

#endif
