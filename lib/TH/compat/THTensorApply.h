/*
** Runs code for every element, or every vector along a dimension, of one to three tensors.
**
** TH_TENSOR_APPLY(real, x, *x_data = 0;) runs the code with x_data pointing to each element in
** turn, in row-major order; x_i is its position along the innermost dimension with two elements or
** more, where elements are x_stride apart. With several tensors, which must have equal counts, the
** pointers go to the elements at the same place in that order. To end it, set
** TH_TENSOR_APPLY_hasFinished to 1 and break.
**
** TH_TENSOR_APPLY_D(real, x, dim, code) does the same and sets *x_dimOffset to the position along
** dim of the element, from 0; each of several tensors has its own.
**
** TH_TENSOR_DIM_APPLY2(real, x, real, y, dim, code) runs the code with x_data at the first element
** of each vector along dim, which has x_size elements, x_stride apart. The other sizes of the
** tensors are equal.
*/
#ifndef TH_COMPAT_TENSOR_APPLY_H
#define TH_COMPAT_TENSOR_APPLY_H

/* A place in a walk over a tensor. The innermost dimension with two elements or more is walked by a
   stride. */
typedef struct T7Walk {
  char *data;
  int more;                  /* 0 if there are no elements, or none left */
  int outer;                 /* dimensions around the innermost */
  int64_t at, count, stride; /* of the innermost dimension; stride in bytes */
  int64_t size[TH_MAX_DIM], step[TH_MAX_DIM], index[TH_MAX_DIM];
  int dim[TH_MAX_DIM]; /* the tensor's dimension of each */
} T7Walk;

/* The first place of a walk; left is a dimension to leave out, or -1. */
static inline T7Walk T7Walk_of(const THAnyTensor *t, int left)
{
  T7Walk w = {.more = t->storage != NULL, .count = 1};
  const int64_t width = t->storage ? THStorage_elementSize(t->storage) : 0;
  TH_RAISE(THTensor_operand("apply", t));
  w.data = (char *)THTensor_data(t);
  for (int d = 0; d < t->nDimension; d++) {
    if (d == left || t->size[d] == 1) continue;
    if (t->size[d] == 0) w.more = 0;
    w.size[w.outer] = t->size[d];
    w.dim[w.outer] = d;
    w.step[w.outer++] = t->stride[d] * width;
  }
  if (w.outer) {
    w.outer--;
    w.count = w.size[w.outer];
    w.stride = w.step[w.outer];
  }
  return w;
}

/* Move to the next place. */
static inline void T7Walk_next(T7Walk *w)
{
  w->data += w->stride;
  if (++w->at < w->count) return;
  w->data -= w->count * w->stride;
  w->at = 0;
  for (int d = w->outer - 1; d >= 0; d--) {
    w->data += w->step[d];
    if (++w->index[d] < w->size[d]) return;
    w->data -= w->size[d] * w->step[d];
    w->index[d] = 0;
  }
  w->more = 0;
}

/* The position of a place along a dimension, from 0. */
static inline int64_t T7Walk_along(const T7Walk *w, int dim)
{
  if (w->count > 1 && w->dim[w->outer] == dim) return w->at;
  for (int d = 0; d < w->outer; d++)
    if (w->dim[d] == dim) return w->index[d];
  return 0;
}

static inline void T7Walk_checkCount(const THAnyTensor *a, const THAnyTensor *b)
{
  if (THTensor_nElement(a) != THTensor_nElement(b)) THError("inconsistent tensor size");
}

/* Raises unless both have dimension dim and equal sizes in all others. */
static inline void T7Walk_checkSizes(const THAnyTensor *a, const THAnyTensor *b, int dim)
{
  if (dim < 0 || dim >= a->nDimension) THError("invalid dimension");
  if (a->nDimension != b->nDimension) THError("inconsistent tensor size");
  for (int d = 0; d < a->nDimension; d++)
    if (d != dim && a->size[d] != b->size[d]) THError("inconsistent tensor size");
}

/* Run the code for each place of T1; next moves all walks on. */
#define T7_WALK(T1, next, ...)                                                           \
  for (int TH_TENSOR_APPLY_hasFinished = !T1##_walk.more; !TH_TENSOR_APPLY_hasFinished;  \
       (void)(next), TH_TENSOR_APPLY_hasFinished |= !T1##_walk.more) {                   \
    __VA_ARGS__                                                                          \
  }
#define T7_OF(T, left) T7Walk T##_walk = T7Walk_of(TH_ANY(T), left);
#define T7_NEXT(T) T7Walk_next(&T##_walk)
#define T7_DATA(TYPE, T)                                                                 \
  TYPE *T##_data = (TYPE *)T##_walk.data;                                                \
  (void)T##_data;

#define T7_PLACE(TYPE, T)                                                                \
  T7_DATA(TYPE, T)                                                                       \
  const long T##_i = T##_walk.at, T##_stride = T##_walk.stride / (long)sizeof(TYPE);     \
  (void)T##_i, (void)T##_stride;

#define TH_TENSOR_APPLY(TYPE, T, ...)                                                    \
  {                                                                                      \
    T7_OF(T, -1)                                                                         \
    T7_WALK(T, T7_NEXT(T), T7_PLACE(TYPE, T) __VA_ARGS__)                                \
  }

#define TH_TENSOR_APPLY2(TYPE1, T1, TYPE2, T2, ...)                                      \
  {                                                                                      \
    T7Walk_checkCount(TH_ANY(T1), TH_ANY(T2));                                           \
    T7_OF(T1, -1)                                                                        \
    T7_OF(T2, -1)                                                                        \
    T7_WALK(T1, (T7_NEXT(T1), T7_NEXT(T2)),                                              \
            T7_PLACE(TYPE1, T1) T7_PLACE(TYPE2, T2) __VA_ARGS__)                         \
  }

#define TH_TENSOR_APPLY3(TYPE1, T1, TYPE2, T2, TYPE3, T3, ...)                           \
  {                                                                                      \
    T7Walk_checkCount(TH_ANY(T1), TH_ANY(T2));                                           \
    T7Walk_checkCount(TH_ANY(T1), TH_ANY(T3));                                           \
    T7_OF(T1, -1)                                                                        \
    T7_OF(T2, -1)                                                                        \
    T7_OF(T3, -1)                                                                        \
    T7_WALK(T1, (T7_NEXT(T1), T7_NEXT(T2), T7_NEXT(T3)),                                 \
            T7_PLACE(TYPE1, T1) T7_PLACE(TYPE2, T2) T7_PLACE(TYPE3, T3) __VA_ARGS__)     \
  }

/* The same, with the positions along a dimension. */
#define T7_ALONG(T, DIM)                                                                 \
  const long T##_along = T7Walk_along(&T##_walk, DIM);                                   \
  const long *T##_dimOffset = &T##_along;                                                \
  (void)T##_dimOffset;

#define TH_TENSOR_APPLY_D(TYPE, T, DIM, ...)                                             \
  TH_TENSOR_APPLY(TYPE, T, T7_ALONG(T, DIM) __VA_ARGS__)

#define TH_TENSOR_APPLY2_D(TYPE1, T1, TYPE2, T2, DIM, ...)                               \
  TH_TENSOR_APPLY2(TYPE1, T1, TYPE2, T2, T7_ALONG(T1, DIM) T7_ALONG(T2, DIM) __VA_ARGS__)

#define TH_TENSOR_APPLY3_D(TYPE1, T1, TYPE2, T2, TYPE3, T3, DIM, ...)                    \
  TH_TENSOR_APPLY3(TYPE1, T1, TYPE2, T2, TYPE3, T3,                                      \
                   T7_ALONG(T1, DIM) T7_ALONG(T2, DIM) T7_ALONG(T3, DIM) __VA_ARGS__)

#define T7_VECTOR(TYPE, T, DIM)                                                          \
  T7_DATA(TYPE, T)                                                                       \
  const int64_t T##_size = T->size[DIM], T##_stride = T->stride[DIM];                    \
  (void)T##_size, (void)T##_stride;

#define TH_TENSOR_DIM_APPLY(TYPE, T, DIM, ...)                                           \
  {                                                                                      \
    T7Walk_checkSizes(TH_ANY(T), TH_ANY(T), DIM);                                        \
    T7_OF(T, DIM)                                                                        \
    T7_WALK(T, T7_NEXT(T), T7_VECTOR(TYPE, T, DIM) __VA_ARGS__)                          \
  }

#define TH_TENSOR_DIM_APPLY2(TYPE1, T1, TYPE2, T2, DIM, ...)                             \
  {                                                                                      \
    T7Walk_checkSizes(TH_ANY(T1), TH_ANY(T2), DIM);                                      \
    T7_OF(T1, DIM)                                                                       \
    T7_OF(T2, DIM)                                                                       \
    T7_WALK(T1, (T7_NEXT(T1), T7_NEXT(T2)),                                              \
            T7_VECTOR(TYPE1, T1, DIM) T7_VECTOR(TYPE2, T2, DIM) __VA_ARGS__)             \
  }

#define TH_TENSOR_DIM_APPLY3(TYPE1, T1, TYPE2, T2, TYPE3, T3, DIM, ...)                  \
  {                                                                                      \
    T7Walk_checkSizes(TH_ANY(T1), TH_ANY(T2), DIM);                                      \
    T7Walk_checkSizes(TH_ANY(T1), TH_ANY(T3), DIM);                                      \
    T7_OF(T1, DIM)                                                                       \
    T7_OF(T2, DIM)                                                                       \
    T7_OF(T3, DIM)                                                                       \
    T7_WALK(T1, (T7_NEXT(T1), T7_NEXT(T2), T7_NEXT(T3)),                                 \
            T7_VECTOR(TYPE1, T1, DIM) T7_VECTOR(TYPE2, T2, DIM) T7_VECTOR(TYPE3, T3, DIM)\
            __VA_ARGS__)                                                                 \
  }

#endif
