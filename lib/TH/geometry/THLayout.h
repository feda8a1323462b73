/*
** Layouts: other ways than a strided window to keep the elements of a tensor, such as sparse. A
** library that adds one defines a struct that begins with a THLayout; tensors point to it. NULL is
** the strided layout. A layout is counted: a header owns a reference to it from THTensor_set to
** THTensor_clear, as to its storage. Only THGate.h calls a layout's functions, so no operation
** names a layout.
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

/* A kind of layout. Any function but free may be NULL. */
typedef struct THLayoutType {
  const char *name; /* "sparse", as in "sort: a sparse tensor is not supported here; .." */
  const char *hint; /* what to do instead, for that error: "toDense() makes it strided" */
  void (*free)(THLayout *layout); /* called when the last reference is released */
  /* Make a strided tensor of the same elements, for operations that do not know the layout. */
  int (*resolve)(const char *op, const struct THTensor *t, struct THTensor *strided);
  /* Do the operation and return its status, or return TH_UNSERVED: then the operation goes on, and
     resolves or refuses the tensor. */
  int (*serve)(const struct THRequest *request);
  int number; /* 1 .. TH_MAX_LAYOUTS - 1, set by THLayout_register */
} THLayoutType;

enum { TH_MAX_LAYOUTS = 8, TH_UNSERVED = -1 };

/* Register a kind of layout. Call it before the first tensor of that kind is made; any thread may,
   any number of times. TH_EINVAL if name or free is missing, or if another type has the name
   ("strided" is taken); TH_ENOMEM if there are TH_MAX_LAYOUTS - 1 already. */
TH_API int THLayout_register(THLayoutType *type);

/* The type with that number or name, or NULL. */
TH_API const THLayoutType *THLayout_numbered(int number);
TH_API const THLayoutType *THLayout_named(const char *name);

/* The number of a layout's type; 0 for the strided layout. */
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
