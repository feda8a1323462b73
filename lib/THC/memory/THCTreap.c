/*
** A treap: nodes are in search order from left to right, and a node's rank is at least the ranks of
** its children.
*/
#include "THC/memory/THCTreap.h"

/* Ranks are mixed bits of the node's address: fixed for a node, rarely equal for two. */
static uint32_t rank_of(const THCNode *node)
{
  uint64_t x = (uint64_t)(uintptr_t)node * 0x9e3779b97f4a7c15u;
  return (uint32_t)(x >> 32) ^ (uint32_t)(x >> 17);
}

/* Split a tree: nodes before node go to *left, the others to *right. */
static void split(THCNode *root, const THCNode *node, THCNodeOrder order, THCNode **left,
                  THCNode **right)
{
  while (root) {
    if (order(root, node) < 0) {
      *left = root;
      left = &root->right;
      root = root->right;
    } else {
      *right = root;
      right = &root->left;
      root = root->left;
    }
  }
  *left = *right = NULL;
}

void thc_insert(THCNode **root, THCNode *node, THCNodeOrder order)
{
  node->rank = rank_of(node);
  while (*root && (*root)->rank >= node->rank)
    root = order(*root, node) < 0 ? &(*root)->right : &(*root)->left;
  split(*root, node, order, &node->left, &node->right);
  *root = node;
}

void thc_remove(THCNode **root, THCNode *node, THCNodeOrder order)
{
  while (*root != node) root = order(*root, node) < 0 ? &(*root)->right : &(*root)->left;
  THCNode *left = node->left, *right = node->right;
  while (left && right) {
    if (left->rank >= right->rank) {
      *root = left;
      root = &left->right;
      left = left->right;
    } else {
      *root = right;
      root = &right->left;
      right = right->left;
    }
  }
  *root = left ? left : right;
}

THCNode *thc_atLeast(THCNode *root, const THCNode *probe, THCNodeOrder order)
{
  THCNode *found = NULL;
  while (root) {
    if (order(root, probe) < 0) {
      root = root->right;
    } else {
      found = root;
      root = root->left;
    }
  }
  return found;
}

THCNode *thc_atMost(THCNode *root, const THCNode *probe, THCNodeOrder order)
{
  THCNode *found = NULL;
  while (root) {
    if (order(root, probe) > 0) {
      root = root->left;
    } else {
      found = root;
      root = root->right;
    }
  }
  return found;
}
