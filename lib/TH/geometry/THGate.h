/*
** The gate: the checks that every driver makes before it reads or writes an element, so that no
** driver works on a tensor that it does not understand. A plain tensor passes: strided, without
** flags, on memory that no device is using. A tensor with flags or on other memory passes if the
** driver says that it knows them. A tensor with a layout never passes. For such a tensor an
** operation first asks the layout to do the work (THGate_serves), or works on a strided tensor that
** the layout makes (THGate_resolve).
*/
#ifndef TH_GATE_H
#define TH_GATE_H

#include "TH/geometry/THTensor.h"

/* The flags of views whose elements are the conjugates or the negatives of what memory holds. Views
   carry them on, copies resolve them (THLazy.h), and so does THInput_take for operands. */
enum { TH_FLAGS_LAZY = TH_FLAG_CONJUGATED | TH_FLAG_NEGATED };

/* A bit for memory, below: the driver can use host memory on which devices are at work, and orders
   its own work after theirs. For other drivers the gate waits (THStorage_settle). */
enum { TH_MEMORY_AWAY = 1 };

/*
** The check that every operand passes: its dtype is built (TH_EDTYPE), it is strided and has no
** flags (TH_EUNSUPPORTED), and it lies inside its storage (TH_EINVAL). The undefined tensor of a
** dtype passes. With Known, tensors with these flags (TH_FLAG_) and on this memory (TH_MEMORY_)
** pass too.
*/
TH_API int THTensor_operand(const char *op, const THTensor *t);
TH_API int THTensor_operandKnown(const char *op, const THTensor *t, unsigned flags,
                                 unsigned memory);

/* The same check for a tensor that is written to without a resize: it must also be writable and
   must not overlap itself (TH_EINVAL). */
TH_API int THTensor_target(const char *op, const THTensor *t);
TH_API int THTensor_targetKnown(const char *op, const THTensor *t, unsigned flags,
                                unsigned memory);

/* An operand: a tensor, or a number if tensor is NULL. */
typedef struct THOperand { const THTensor *tensor; THNumber number; } THOperand;

static inline THOperand TH_tensorOperand(const THTensor *t)
{
  const THOperand operand = {t, TH_integer(0)};
  return operand;
}

static inline THOperand TH_numberOperand(THNumber n)
{
  const THOperand operand = {NULL, n};
  return operand;
}

/*
** A call of an operation, as a layout sees it. op is the name by which it was called; chapter and
** row identify it (THChapter.h). The operands are the arguments of its C function in their order;
** dimensions are numbers, counted from 0. A result that is a number is written to *number; for
** other operations number is NULL.
*/
typedef struct THRequest {
  const char *op;
  int chapter, row, nresults, noperands;
  THTensor *const *result;
  THNumber *number;
  const THOperand *operand;
} THRequest;

/* What rearranges elements has no entry of its own and so no chapter: for layouts the chapter is
   TH_CHAPTER_SHAPE and the row one of these. For cat the last operand is the dimension. */
enum { TH_CHAPTER_SHAPE = -1 };
enum THShapeRow {
  TH_SHAPE_narrow, TH_SHAPE_select, TH_SHAPE_transpose, TH_SHAPE_permute, TH_SHAPE_unsqueeze,
  TH_SHAPE_index, TH_SHAPE_cat, TH_NUM_SHAPE_ROWS
};

/* The rows of TH_CHAPTER_CONVERT for layouts, with their operands. A dtype of 0 is that of src. */
enum THConvertRow {
  TH_CONVERT_copy,  /* src, into the result */
  TH_CONVERT_clone, /* src, dtype */
  TH_CONVERT_to,    /* src, device, dtype */
  TH_CONVERT_get,   /* src, position; the result is a number */
  TH_CONVERT_set,   /* number, position */
  TH_CONVERT_fill,  /* number */
  TH_NUM_CONVERT_ROWS
};

/* Whether the layout of a result or operand did the operation. If so, *status is its status. */
TH_API int THGate_serves(const THRequest *request, int *status);

/* Set *use to t or, if its layout can be resolved, to *own, which becomes a strided tensor of the
   same elements. *own must be {0}; the caller clears it. */
TH_API int THGate_resolve(const char *op, const THTensor *t, THTensor *own, const THTensor **use);

/* Make out the elements of t in the layout of that number, 0 for strided; t itself if it has it.
   TH_EUNSUPPORTED if the layout is not made this way. out may be t. */
TH_API int THTensor_toLayout(const char *op, THTensor *out, const THTensor *t, int layout);

/* Sets the error for a tensor that is not understood and returns TH_EUNSUPPORTED. The text names
   its layout or, if it has none, speaks of its flags. */
TH_API int THTensor_refuse(const char *op, const THTensor *t);

/* For views, which read no elements: refuses only a tensor with a layout. */
static inline int THTensor_viewable(const char *op, const THTensor *t)
{
  return t->layout ? THTensor_refuse(op, t) : TH_OK;
}

/* For what is asked of strides and storage alone: a layout may say what strided elements mean. */
static inline int THTensor_checkStrided(const char *op, const THTensor *t)
{
  return THLayout_number(t->layout) ? THTensor_refuse(op, t) : TH_OK;
}

/* The view of a tensor with a layout and these numbers: made by the layout, or refused. */
TH_API int THGate_view(const char *op, int row, THTensor *out, const THTensor *t, int n,
                       const int64_t *number);

/* For a result that gets its sizes later: it must have no layout, no flags but these, and a storage
   that is not read-only. */
TH_API int THTensor_writable(const char *op, const THTensor *t, unsigned flags);

#endif
