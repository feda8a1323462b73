/*
** Layouts: other ways than a strided window to keep the elements of a tensor, such as sparse. A
** library that adds one defines a struct that begins with a THLayout; tensors point to it. NULL is
** the strided layout. A layout is counted: a header owns a reference to it from THTensor_set to
** THTensor_clear, as to its storage. Only THGate.h and THView.h call a layout's functions, so no
** operation names a layout.
**
** A layout may also keep the elements strided and say what they mean (THQuantizer.h). Its number is
** 0, as that of NULL: to whoever asks for the name, such a tensor is strided, and it is not
** registered.
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
  /* Whether there are tensors of this layout and dtype, on devices or on the CPU. NULL: all. */
  int (*has)(int dtype, int isOnDevice);
  /* Make a strided tensor of the same elements, for operations that do not know the layout. */
  int (*resolve)(const char *op, const struct THTensor *t, struct THTensor *strided);
  /* Do the operation and return its status, or return TH_UNSERVED: then the operation goes on, and
     resolves or refuses the tensor. */
  int (*serve)(const struct THRequest *request);
  /* Make a tensor of this layout, when a caller asks for it, of t, strided or of any
     layout; TH_UNSERVED if it is a layout that must be made strided first. out may be t. */
  int (*make)(const char *op, const struct THTensor *t, struct THTensor *out);
  /* Make a strided tensor when a caller asks for it: the same as resolve, but operations that do
     not know the layout never do. */
  int (*strided)(const char *op, const struct THTensor *t, struct THTensor *out);
  /* For strided elements with a meaning: a tensor of the same sizes that tells it for each element.
     A view of the tensor is the same view of both (THView.h); explained makes its layout. */
  const struct THTensor *(*explanation)(const THLayout *layout);
  int (*explained)(const THLayout *layout, const struct THTensor *explanation, THLayout **made);
  /* For handles (TH/exchange): the strided tensors that it is made of, at most TH_MAX_PARTS, and a
     number that says the rest. Returns how many. */
  int (*parts)(const THLayout *layout, const struct THTensor *part[], int64_t *number);
  /* Give out, which has its sizes, its dtype and, where they are strided, its elements, a layout of
     such parts. They are shared with others: all is checked, and what must stay is copied. */
  int (*assemble)(const char *op, struct THTensor *out, int64_t number,
                  const struct THTensor *part, int count);
  int number; /* 1 .. TH_MAX_LAYOUTS - 1, set by THLayout_register; 0: strided */
} THLayoutType;

enum { TH_MAX_LAYOUTS = 8, TH_MAX_PARTS = 3, TH_UNSERVED = -1 };

/* Register a kind of layout. Call it before the first tensor of that kind is made; any thread may,
   any number of times. TH_EINVAL if name or free is missing, or if another type has the name
   ("strided" is taken); TH_ENOMEM if there are TH_MAX_LAYOUTS - 1 already. */
TH_API int THLayout_register(THLayoutType *type);

/* The type with that number or name, or NULL. */
TH_API const THLayoutType *THLayout_numbered(int number);
TH_API const THLayoutType *THLayout_named(const char *name);

/* Whether tensors of that layout, 0 for strided, and dtype exist. */
static inline int THLayout_has(int number, int dtype, int isOnDevice)
{
  const THLayoutType *type = THLayout_numbered(number);
  return !type || !type->has || type->has(dtype, isOnDevice);
}

/* The number of a layout's type; 0 for strided elements. */
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
