/*
** A library that answers as oneDNN 2 or 3 does (VERSION), for as many functions as TH calls, on
** row-major floats. stub_live counts the objects that were made and not destroyed. The call that
** brings stub_until_failure to 0 fails, with the status stub_status.
*/
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default")))

API int stub_live, stub_until_failure = -1, stub_status = 3;

static int fails(void)
{
  return stub_until_failure >= 0 && stub_until_failure-- == 0;
}

#define MAY_FAIL() do { if (fails()) return stub_status; } while (0)

static void *made(size_t bytes)
{
  stub_live++;
  return calloc(1, bytes);
}

static int destroyed(void *object)
{
  stub_live -= object != NULL;
  free(object);
  return 0;
}

typedef struct { int ndim; int64_t size[12]; } Form;
typedef struct { Form form; float *data; } Block;
typedef struct { int algorithm; float alpha, beta; } Plan; /* algorithm 0: reorder */
typedef struct { int arg; Block *block; } Argument;

enum { ADD = 0x1fff0, LINEAR = VERSION == 2 ? 0x7f : 0x26 };

API const int *dnnl_version(void)
{
  static const int version[8] = {VERSION};
  return version;
}

API int dnnl_engine_create(void **engine, int kind, size_t index)
{
  static int only;
  *engine = &only;
  return kind != 1 || index;
}

API int dnnl_stream_create(void **stream, void *engine, unsigned flags)
{
  MAY_FAIL();
  *stream = made(1);
  return engine && flags == 1 ? 0 : 2;
}

API int dnnl_stream_wait(void *stream) { (void)stream; MAY_FAIL(); return 0; }
API int dnnl_stream_destroy(void *stream) { return destroyed(stream); }
API int dnnl_memory_destroy(Block *block) { return destroyed(block); }
API int dnnl_primitive_desc_destroy(Plan *plan) { return destroyed(plan); }
API int dnnl_primitive_destroy(Plan *primitive) { return destroyed(primitive); }

API int dnnl_memory_create(Block **block, const Form *form, void *engine, void *data)
{
  (void)engine;
  MAY_FAIL();
  *block = made(sizeof **block);
  **block = (Block){*form, data};
  return 0;
}

API int dnnl_memory_get_memory_desc(const Block *block, const Form **form)
{
  *form = &block->form;
  return 0;
}

API size_t dnnl_memory_desc_get_size(const Form *form)
{
  size_t bytes = sizeof(float);
  for (int d = 0; d < form->ndim; d++) bytes *= (size_t)form->size[d];
  return bytes;
}

static int plan(Plan **out, int algorithm, float alpha, float beta)
{
  MAY_FAIL();
  *out = made(sizeof **out);
  **out = (Plan){algorithm, alpha, beta};
  return 0;
}

API int dnnl_reorder_primitive_desc_create(Plan **out, const Form *from, void *engine,
                                           const Form *to, void *same, const void *attr)
{
  if (engine != same || attr || memcmp(from, to, sizeof *to)) return 2;
  return plan(out, 0, 0, 0);
}

API int dnnl_primitive_create(Plan **primitive, const Plan *of)
{
  return plan(primitive, of->algorithm, of->alpha, of->beta);
}

static float value(const Plan *p, float a, float b)
{
  if (p->algorithm == ADD) return a + b;
  return p->algorithm == LINEAR ? p->alpha * a + p->beta : a;
}

/* Arguments in order: 1, 2 if there are two operands, 17 the result, which may be the first operand
   but not the second. */
API int dnnl_primitive_execute(const Plan *p, void *stream, int n, const Argument *argument)
{
  (void)stream;
  MAY_FAIL();
  Block *a = argument[0].block, *b = argument[n - 2].block, *r = argument[n - 1].block;
  int64_t count = 1;
  if (n != (p->algorithm == ADD ? 3 : 2) || argument[0].arg != 1 || argument[n - 1].arg != 17 ||
      (n == 3 && (argument[1].arg != 2 || b->data == r->data)))
    return 2;
  for (int d = 0; d < r->form.ndim; d++) count *= r->form.size[d];
  for (int64_t i = 0; i < count; i++) r->data[i] = value(p, a->data[i], b->data[i]);
  return 0;
}

/* Only row-major forms. */
static int set_form(Form *form, int ndim, const int64_t *size, int dtype, const int64_t *stride)
{
  int64_t step = 1;
  memset(form, 0, sizeof *form);
  form->ndim = ndim;
  for (int d = ndim - 1; d >= 0; d--) {
    if (stride[d] != step) return 2;
    form->size[d] = size[d];
    step *= size[d] ? size[d] : 1;
  }
  return dtype == 3 ? 0 : 2;
}

#if VERSION == 2
API int dnnl_memory_desc_init_by_strides(Form *form, int ndim, const int64_t *size, int dtype,
                                         const int64_t *stride)
{
  MAY_FAIL();
  return set_form(form, ndim, size, dtype, stride);
}

API int dnnl_eltwise_forward_desc_init(Plan *call, int mode, int algorithm, const Form *form,
                                       float alpha, float beta)
{
  MAY_FAIL();
  *call = (Plan){algorithm, alpha, beta};
  return mode == 96 && form->ndim ? 0 : 2;
}

API int dnnl_binary_desc_init(Plan *call, int algorithm, const Form *a, const Form *b,
                              const Form *r)
{
  MAY_FAIL();
  *call = (Plan){algorithm, 0, 0};
  return memcmp(a, b, sizeof *a) || memcmp(a, r, sizeof *a) ? 2 : 0;
}

API int dnnl_primitive_desc_create(Plan **out, const Plan *call, const void *attr, void *engine,
                                   const void *hint)
{
  return engine && !attr && !hint ? plan(out, call->algorithm, call->alpha, call->beta) : 2;
}
#else
API int dnnl_memory_desc_create_with_strides(Form **form, int ndim, const int64_t *size, int dtype,
                                             const int64_t *stride)
{
  MAY_FAIL();
  *form = made(sizeof **form);
  return set_form(*form, ndim, size, dtype, stride);
}

API int dnnl_memory_desc_destroy(Form *form) { return destroyed(form); }

API int dnnl_eltwise_forward_primitive_desc_create(Plan **out, void *engine, int mode,
                                                   int algorithm, const Form *x, const Form *r,
                                                   float alpha, float beta, const void *attr)
{
  if (!engine || attr || mode != 96 || memcmp(x, r, sizeof *x)) return 2;
  return plan(out, algorithm, alpha, beta);
}

API int dnnl_binary_primitive_desc_create(Plan **out, void *engine, int algorithm, const Form *a,
                                          const Form *b, const Form *r, const void *attr)
{
  if (!engine || attr || memcmp(a, b, sizeof *a) || memcmp(a, r, sizeof *a)) return 2;
  return plan(out, algorithm, 0, 0);
}
#endif
