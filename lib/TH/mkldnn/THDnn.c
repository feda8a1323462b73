/*
** The table of oneDNN's functions and the calls of them. The types below are those of its C
** interface, as its documentation gives them. What both versions call alike stands once; what
** differs is a function for version 2 and one for version 3, chosen by the version that was opened.
**
** In version 2 descriptors are structs of the caller's, in version 3 objects of the library's; here
** the first are bytes with room to spare, so that no field of them is known. In both a block
** remembers its descriptor. The engine is made once, when the library is opened; a primitive and
** its stream live for one call (the library itself keeps the code of recent primitives).
*/
#include "TH/mkldnn/THDnn.h"

#include <stddef.h>

#include "TH/base/THError.h"
#include "TH/base/THLibrary.h"
#include "TH/iteration/THIter.h"
#include "TH/iteration/THParallel.h"

enum { DNN_OK, DNN_OUT_OF_MEMORY, DNN_INVALID_ARGUMENTS, DNN_UNIMPLEMENTED };
enum { DNN_FLOAT = 3, DNN_CPU = 1, DNN_IN_ORDER = 1, DNN_INFERENCE = 96, DNN_ADD = 0x1fff0 };
enum { DNN_ARG_SOURCE = 1, DNN_ARG_SECOND = 2, DNN_ARG_RESULT = 17, DNN_MAX_DIM = 12 };

/* An algorithm whose number the versions do not share: that of 2 and of 3. */
static const int linear[] = {0x7f, 0x26};

typedef struct { int major, minor, patch; } Version;
typedef struct { int arg; const THDnnBlock *block; } Argument;
typedef struct Engine Engine;
typedef struct Stream Stream;
typedef struct Plan Plan; /* a "primitive descriptor" */
typedef struct Primitive Primitive;

/* A memory or operation descriptor of version 2: the largest has 2.2 KB. */
typedef union { max_align_t aligned; char bytes[8192]; } Room;

/* In the order of the symbols. attr and hint are always NULL. */
static struct {
  const Version *(*version)(void);
  int (*makeEngine)(Engine **engine, int kind, size_t index);
  int (*makeStream)(Stream **stream, Engine *engine, unsigned flags);
  int (*wait)(Stream *stream);
  int (*destroyStream)(Stream *stream);
  int (*makeBlock)(THDnnBlock **block, const void *form, Engine *engine, void *data);
  int (*destroyBlock)(THDnnBlock *block);
  int (*formOf)(const THDnnBlock *block, const void **form);
  size_t (*bytesOf)(const void *form);
  int (*planReorder)(Plan **plan, const void *from, Engine *, const void *to, Engine *,
                     const void *attr);
  int (*destroyPlan)(Plan *plan);
  int (*makePrimitive)(Primitive **primitive, const Plan *plan);
  int (*execute)(const Primitive *primitive, Stream *stream, int n, const Argument *argument);
  int (*destroyPrimitive)(Primitive *primitive);
  /* version 2 */
  int (*setForm)(Room *form, int ndim, const int64_t *size, int dtype, const int64_t *stride);
  int (*setEltwise)(Room *call, int mode, int algorithm, const void *form, float, float);
  int (*setBinary)(Room *call, int algorithm, const void *a, const void *b, const void *r);
  int (*planCall)(Plan **plan, const Room *call, const void *attr, Engine *, const void *hint);
  /* version 3 */
  int (*makeForm)(void **form, int ndim, const int64_t *size, int dtype, const int64_t *stride);
  int (*destroyForm)(void *form);
  int (*planEltwise)(Plan **plan, Engine *, int mode, int algorithm, const void *x, const void *r,
                     float, float, const void *attr);
  int (*planBinary)(Plan **plan, Engine *, int algorithm, const void *a, const void *b,
                    const void *r, const void *attr);
  /* OpenMP, where the library was built with it */
  int (*getThreads)(void);
  void (*setThreads)(int count);
} dnn;

static const char *const symbols[] = {
  "dnnl_version", "dnnl_engine_create", "dnnl_stream_create", "dnnl_stream_wait",
  "dnnl_stream_destroy", "dnnl_memory_create", "dnnl_memory_destroy",
  "dnnl_memory_get_memory_desc", "dnnl_memory_desc_get_size",
  "dnnl_reorder_primitive_desc_create",
  "dnnl_primitive_desc_destroy", "dnnl_primitive_create", "dnnl_primitive_execute",
  "dnnl_primitive_destroy",
  "?dnnl_memory_desc_init_by_strides", "?dnnl_eltwise_forward_desc_init", "?dnnl_binary_desc_init",
  "?dnnl_primitive_desc_create",
  "?dnnl_memory_desc_create_with_strides", "?dnnl_memory_desc_destroy",
  "?dnnl_eltwise_forward_primitive_desc_create", "?dnnl_binary_primitive_desc_create",
  "?omp_get_max_threads", "?omp_set_num_threads", NULL};

_Static_assert(sizeof dnn == sizeof symbols - sizeof *symbols, "a function for each symbol");

/* Written when the library is opened. */
static Engine *engine;
static int is3; /* version 3, else 2 */

static int accepts(const char **reason)
{
  const int major = dnn.version()->major;
  const int has2 = dnn.setForm && dnn.setEltwise && dnn.setBinary && dnn.planCall;
  const int has3 = dnn.makeForm && dnn.destroyForm && dnn.planEltwise && dnn.planBinary;
  is3 = major == 3;
  *reason = "is neither version 2 nor version 3 of oneDNN";
  if (!(major == 2 && has2) && !(major == 3 && has3)) return 0;
  *reason = "has no engine for this processor";
  return dnn.makeEngine(&engine, DNN_CPU, 0) == DNN_OK;
}

static const char *const files[] = {"libdnnl.so.3", "libdnnl.so.2", "libdnnl.so", NULL};
static THLibrary library = {
  .title = "oneDNN", .variable = "TH_MKLDNN",
  .install = "oneDNN (Debian: libdnnl2 or libdnnl3; Fedora: onednn)", .files = files,
  .symbols = symbols, .table = &dnn, .accepts = accepts};

int THDnn_open(const char *op)
{
  return THLibrary_open(&library, op);
}

/* The status of a call of the library as one of ours. */
static int answer(const char *op, int status)
{
  if (status == DNN_OK) return TH_OK;
  if (status == DNN_OUT_OF_MEMORY) return th_fail(TH_ENOMEM, "%s: oneDNN is out of memory", op);
  const Version *v = dnn.version();
  return th_fail(TH_EUNSUPPORTED, "%s: oneDNN %d.%d.%d cannot do it (status %d%s)", op, v->major,
                 v->minor, v->patch, status,
                 status == DNN_UNIMPLEMENTED ? ", unimplemented" : "");
}

/* --- blocks --- */

static int make_block_2(int ndim, const int64_t *size, const int64_t *stride, void *data,
                        THDnnBlock **block)
{
  Room form;
  const int status = dnn.setForm(&form, ndim, size, DNN_FLOAT, stride);
  return status ? status : dnn.makeBlock(block, &form, engine, data);
}

static int make_block_3(int ndim, const int64_t *size, const int64_t *stride, void *data,
                        THDnnBlock **block)
{
  void *form = NULL;
  int status = dnn.makeForm(&form, ndim, size, DNN_FLOAT, stride);
  if (!status) status = dnn.makeBlock(block, form, engine, data);
  if (form) dnn.destroyForm(form);
  return status;
}

int THDnn_describe(const char *op, int ndim, const int64_t *size, void *data, THDnnBlock **block)
{
  int64_t stride[DNN_MAX_DIM], step = 1;
  for (int d = ndim - 1; d >= 0; d--) {
    stride[d] = step;
    step *= size[d] ? size[d] : 1;
  }
  *block = NULL;
  return answer(op, (is3 ? make_block_3 : make_block_2)(ndim, size, stride, data, block));
}

void THDnn_destroy(THDnnBlock *block)
{
  if (block) dnn.destroyBlock(block);
}

static const void *form_of(const THDnnBlock *block)
{
  const void *form = NULL;
  dnn.formOf(block, &form);
  return form;
}

/* --- running a plan --- */

/* As for loops of TH, which leave a piece to each thread. */
static int threads_for(const THDnnBlock *result)
{
  const size_t pieces = dnn.bytesOf(form_of(result)) / TH_GRAIN_BYTES + 1;
  const int most = TH_getNumThreads();
  return pieces < (size_t)most ? (int)pieces : most;
}

/* The last argument is the result. The calling thread's own number of threads is put back. */
static int execute(const Primitive *primitive, Stream *stream, int n, const Argument *argument)
{
  const int threads = dnn.getThreads && dnn.setThreads ? dnn.getThreads() : 0;
  if (threads) dnn.setThreads(threads_for(argument[n - 1].block));
  int status = dnn.execute(primitive, stream, n, argument);
  if (!status) status = dnn.wait(stream);
  if (threads) dnn.setThreads(threads);
  return status;
}

/* Takes the plan, which is NULL if planned is a failure. */
static int run(const char *op, int planned, Plan *plan, int n, const Argument *argument)
{
  Primitive *primitive = NULL;
  Stream *stream = NULL;
  int status = planned;
  if (!status) status = dnn.makePrimitive(&primitive, plan);
  if (!status) status = dnn.makeStream(&stream, engine, DNN_IN_ORDER);
  if (!status) status = execute(primitive, stream, n, argument);
  if (stream) dnn.destroyStream(stream);
  if (primitive) dnn.destroyPrimitive(primitive);
  if (plan) dnn.destroyPlan(plan);
  return answer(op, status);
}

int THDnn_reorder(const char *op, const THDnnBlock *from, const THDnnBlock *to)
{
  const Argument argument[] = {{DNN_ARG_SOURCE, from}, {DNN_ARG_RESULT, to}};
  Plan *plan = NULL;
  const int planned =
      dnn.planReorder(&plan, form_of(from), engine, form_of(to), engine, NULL);
  return run(op, planned, plan, 2, argument);
}

/* It adds a number, and -0 is what changes no sum. */
static int plan_scale(Plan **plan, float factor, const THDnnBlock *x, const THDnnBlock *r)
{
  Room call;
  if (is3)
    return dnn.planEltwise(plan, engine, DNN_INFERENCE, linear[1], form_of(x), form_of(r), factor,
                           -0.f, NULL);
  const int status = dnn.setEltwise(&call, DNN_INFERENCE, linear[0], form_of(x), factor, -0.f);
  return status ? status : dnn.planCall(plan, &call, NULL, engine, NULL);
}

int THDnn_scale(const char *op, float factor, const THDnnBlock *x, const THDnnBlock *r)
{
  const Argument argument[] = {{DNN_ARG_SOURCE, x}, {DNN_ARG_RESULT, r}};
  Plan *plan = NULL;
  const int planned = plan_scale(&plan, factor, x, r);
  return run(op, planned, plan, 2, argument);
}

static int plan_add(Plan **plan, const THDnnBlock *a, const THDnnBlock *b, const THDnnBlock *r)
{
  Room call;
  if (is3)
    return dnn.planBinary(plan, engine, DNN_ADD, form_of(a), form_of(b), form_of(r), NULL);
  const int status = dnn.setBinary(&call, DNN_ADD, form_of(a), form_of(b), form_of(r));
  return status ? status : dnn.planCall(plan, &call, NULL, engine, NULL);
}

int THDnn_add(const char *op, const THDnnBlock *a, const THDnnBlock *b, const THDnnBlock *r)
{
  const Argument argument[] = {{DNN_ARG_SOURCE, a}, {DNN_ARG_SECOND, b}, {DNN_ARG_RESULT, r}};
  Plan *plan = NULL;
  const int planned = plan_add(&plan, a, b, r);
  return run(op, planned, plan, 3, argument);
}
