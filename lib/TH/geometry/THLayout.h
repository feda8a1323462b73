/*
** Layouts: what a tensor is where its elements are not a strided window. A library's own struct
** begins with a THLayout, of which NULL is the strided one. It is counted: a header owns a
** reference from THTensor_set to THTensor_clear, as of its storage. Only THGate.h asks a layout
** anything, so that no operation names one.
*/
#ifndef TH_LAYOUT_H
#define TH_LAYOUT_H

#include "TH/base/THBase.h"

struct THTensor;
struct THRequest; /* THGate.h */

typedef struct THLayout {
  const struct THLayoutType *type;
  int32_t refcount; /* atomic */
} THLayout;

/* What a library knows of its layout. Any function but free may be NULL. */
typedef struct THLayoutType {
  const char *name; /* "sparse", as in "sort: a sparse tensor is not supported here; .." */
  const char *hint; /* what to do then: "toDense() makes it strided" */
  void (*free)(THLayout *layout); /* the last reference went */
  /* A strided tensor of the same elements, for operations that know nothing of the layout. */
  int (*resolve)(const char *op, const struct THTensor *t, struct THTensor *strided);
  /* Do what is asked, and give its status; TH_UNSERVED: the operation goes on as if the layout had
     not been asked, and resolves or refuses the tensor. */
  int (*serve)(const struct THRequest *request);
  int number; /* 1 .. TH_MAX_LAYOUTS - 1, set by THLayout_register */
} THLayoutType;

enum { TH_MAX_LAYOUTS = 8, TH_UNSERVED = -1 };

/* Before the first tensor of it is made, by any thread and any number of times. TH_EINVAL where
   another type has its name ("strided" is TH's), TH_ENOMEM beyond TH_MAX_LAYOUTS. */
TH_API int THLayout_register(THLayoutType *type);

/* The type of that number or name, or NULL. */
TH_API const THLayoutType *THLayout_numbered(int number);
TH_API const THLayoutType *THLayout_named(const char *name);

/* 0 is the strided layout. */
static inline int THLayout_number(const THLayout *layout)
{
  return layout ? layout->type->number : 0;
}

static inline void THLayout_retain(THLayout *layout)
{
  if (layout) __atomic_fetch_add(&layout->refcount, 1, __ATOMIC_RELAXED);
}

static inline void THLayout_release(THLayout *layout)
{
  if (layout && !__atomic_sub_fetch(&layout->refcount, 1, __ATOMIC_ACQ_REL))
    layout->type->free(layout);
}

#endif
