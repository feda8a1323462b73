/*
** Chains: built as a list of values, planned as steps on registers and operands, and run block by
** block.
**
** A register is a block's worth of elements that one step writes and later ones read. Steps run the
** same entries as single operations, on the same elements in the same order, so the bits are the
** same. Results change only after every operand has been checked, and overlapping ones cloned.
*/
#include "TH/ops/elementwise/THFuse.h"

#include <string.h>

#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THFormat.h"
#include "TH/geometry/THGate.h"
#include "TH/iteration/THBlocks.h"
#include "TH/iteration/THStackBlock.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"

/* --- building --- */

void THFuse_clear(THFuse *chain)
{
  for (int v = 0; v < chain->count; v++)
    if (!chain->value[v].name) THTensor_clear(&chain->value[v].tensor);
  chain->count = 0;
}

/* The place of the next value; the caller sets it and counts it. A step has no tensor. */
static int next_value(THFuse *chain, const char *name, THFuseValue **value)
{
  *value = &chain->value[chain->count];
  if (chain->count < TH_FUSE_MAX_VALUES) return TH_OK;
  return th_fail(TH_EINVAL, "%s: a fused chain has at most %d tensors and operations", name,
                 TH_FUSE_MAX_VALUES);
}

int THFuse_tensor(THFuse *chain, const THTensor *t, int *value)
{
  TH_TRY(THTensor_operandKnown("fuse", t, TH_FLAGS_LAZY, 0)); /* run resolves them */
  if (THTensor_isUndefined(t))
    return th_fail(TH_ESHAPE, "fuse: a tensor without elements cannot be in a chain");
  if (!chain->count) chain->device = THTensor_device(t);
  TH_TRY(TH_checkSameDevice("fuse", (THPlaced){"a tensor", 0, THTensor_device(t)},
                            (THPlaced){"those before it", 0, chain->device}));
  for (int v = 0; v < chain->count; v++) {
    if (chain->value[v].name) continue;
    const THTensor *had = &chain->value[v].tensor;
    if (had->dtype != t->dtype || !THTensor_isSetTo(had, t)) continue;
    *value = v;
    return TH_OK;
  }
  THFuseValue *added;
  TH_TRY(next_value(chain, "fuse", &added));
  *added = (THFuseValue){.dtype = t->dtype};
  THTensor_set(&added->tensor, t);
  *value = chain->count++;
  return TH_OK;
}

static int check_values(const THFuse *chain, const char *name, int nin, const THFuseOperand *in,
                        int *dtype)
{
  *dtype = TH_UNDEFINED;
  for (int k = 0; k < nin; k++) {
    if (in[k].value >= chain->count)
      return th_fail(TH_EINVAL, "%s: value %d of %d", name, in[k].value, chain->count);
    int has = in[k].value < 0 ? *dtype : chain->value[in[k].value].dtype;
    if (!*dtype) *dtype = has;
    TH_TRY(TH_checkSameType(name, chain->device, *dtype, has));
  }
  if (*dtype) return TH_OK;
  return th_fail(TH_EINVAL, "%s: only numbers are given, a tensor is needed", name);
}

/* A zero must be found before anything is computed, so integers may be divided by a number only. */
static int check_division(const char *name, const THOp *op, int dtype, const THFuseOperand *in)
{
  int at = op->kind == TH_KIND_DIVISION ? 1 : op->kind == TH_KIND_DIVISION1 ? 2 : -1;
  uint64_t bits[2];
  if (at < 0 || !THDtype_traits(dtype)->integral) return TH_OK;
  if (in[at].value >= 0)
    return th_fail(TH_EINVAL,
                   "%s: a division of %ss by a tensor is not fused: an element may be 0; convert "
                   "both, as in x:double(), or divide outside",
                   name, THTensor_typeText(dtype).text);
  THDtype_store(dtype, bits, in[at].number);
  if (TH_asInteger(THDtype_load(dtype, bits)) != 0) return TH_OK;
  return th_fail(TH_EINVAL, "%s: division of a %s by zero", name, THTensor_typeText(dtype).text);
}

static int is_one(THFuseOperand operand)
{
  return operand.value < 0 && TH_asReal(operand.number) == 1;
}

/* Convert the numbers among the operands of a step as THOp_apply does. */
static int convert_numbers(THFuse *chain, const THOp *op, THFuseOperand *in, int nin, int *of)
{
  for (int k = 0; k < nin; k++) {
    if (in[k].value >= 0) continue;
    if (op->operands == 2 && THOp_comparesAsDouble(op, *of, in[k].number)) {
      *of = TH_DOUBLE;
      TH_TRY(THFuse_convert(chain, in[1 - k].value, TH_DOUBLE, &in[1 - k].value));
    }
    in[k].number = THOp_number(op, *of, in[k].number);
  }
  return TH_OK;
}

int THFuse_step(THFuse *chain, const char *name, const THOp *op, const THFuseOperand *in,
                int *value)
{
  THFuseOperand converted[4];
  THFuseValue *step;
  const int scaled = op->kind == TH_KIND_SCALED && !is_one(in[2]);
  int of, nin = scaled ? 3 : op->operands + op->numbers;
  TH_TRY(check_values(chain, name, nin, in, &of));
  if (op == &TH_ops[TH_OP_cpow] && in[1].value < 0) {
    op = THOp_ofPower(of, in[1].number);
    nin = op->operands;
  }
  memcpy(converted, in, sizeof *in * (size_t)nin);
  if (op->kind == TH_KIND_PART && THDtype_traits(of)->complex)
    return th_fail(TH_EUNSUPPORTED,
                   "%s: of complex numbers it is real, which is not fused; call it outside", name);
  TH_TRY(convert_numbers(chain, op, converted, nin, &of));
  TH_TRY(check_division(name, op, of, in));
  const int code = THOp_kernel(op, scaled);
  if (!THOp_entry(code, of, chain->device)) return TH_missing(name, of, chain->device);
  TH_TRY(next_value(chain, name, &step));
  step->name = name;
  step->code = code;
  step->dtype = THOp_isMask(op) ? TH_BYTE : of;
  step->of = of;
  step->nin = nin;
  memcpy(step->in, converted, sizeof *in * (size_t)nin);
  *value = chain->count++;
  return TH_OK;
}

int THFuse_convert(THFuse *chain, int value, int dtype, int *converted)
{
  THFuseValue *step;
  if (value < 0 || value >= chain->count)
    return th_fail(TH_EINVAL, "convert: value %d of %d", value, chain->count);
  if (!THDtype_isBuilt(dtype))
    return th_fail(TH_EDTYPE, "convert: %s is not built", THTensor_typeText(dtype).text);
  TH_TRY(next_value(chain, "convert", &step));
  step->name = "convert";
  step->code = TH_FUSE_CONVERT;
  step->dtype = step->of = dtype;
  step->nin = 1;
  step->in[0].value = value;
  *converted = chain->count++;
  return TH_OK;
}

/* --- planning --- */

/* REGISTER_BYTES is the part of the first-level cache that the registers of a block share; blocks
   have LEAST_BLOCK to MOST_BLOCK elements: few, so that a step's results and the operands of the
   next steps are in that cache together (row "four operations fused, 1e7" on an Intel Xeon: with
   blocks of 2048, 1.3 times as long; "tanh(2a + 1) b - a, fused, 1e5" on AMD EPYC 9004: with blocks
   of 512, 1.07 times). */
enum { REGISTER_BYTES = 32 << 10, LEAST_BLOCK = 64, MOST_BLOCK = 1024, MAX_STEPS = 2 * 64 };

/* Where an operand of a step is: in an operand of the iterator, in a register, or (nowhere) a
   number. */
typedef struct Place { int operand, reg; } Place;
static const Place nowhere = {-1, -1};

typedef struct Step {
  const char *name;
  THIterEntry entry;
  int nop, dtype[5];
  Place at[5];
  uint64_t number[5][2];
} Step;

typedef struct Plan {
  const THFuse *chain;
  int nout, ndim, nsteps, registers, width; /* width: bytes of the widest element */
  const int *result;
  uint64_t needs[TH_FUSE_MAX_VALUES]; /* the tensors that a value depends on, a bit each */
  int last[TH_FUSE_MAX_VALUES];       /* the last step that reads a value; -1 if none does */
  Place place[TH_FUSE_MAX_VALUES];
  int64_t size[TH_MAX_DIM];
  char used[TH_FUSE_MAX_VALUES];      /* registers in use while planning */
  int64_t length; /* elements of a block */
  THIter it;
  Step step[MAX_STEPS];
} Plan;

static void find_needs(Plan *plan)
{
  const THFuseValue *values = plan->chain->value;
  for (int v = 0; v < plan->chain->count; v++) {
    plan->last[v] = -1;
    plan->place[v] = nowhere;
    plan->needs[v] = values[v].name ? 0 : (uint64_t)1 << v;
    for (int k = 0; k < values[v].nin; k++)
      if (values[v].in[k].value >= 0) plan->needs[v] |= plan->needs[values[v].in[k].value];
  }
  for (int k = 0; k < plan->nout; k++) plan->last[plan->result[k]] = TH_FUSE_MAX_VALUES;
  for (int v = plan->chain->count - 1; v >= 0; v--)
    for (int k = 0; plan->last[v] >= 0 && k < values[v].nin; k++) {
      int from = values[v].in[k].value;
      if (from >= 0 && plan->last[from] < v) plan->last[from] = v;
    }
}

static int shape_of(const Plan *plan, int value, int *ndim, int64_t *size)
{
  *ndim = 0;
  for (int v = 0; v < plan->chain->count; v++) {
    const THTensor *t = &plan->chain->value[v].tensor; /* needed values are tensors */
    if (plan->needs[value] >> v & 1)
      TH_TRY(THShape_broadcast("fuse", ndim, size, t->nDimension, t->size));
  }
  return TH_OK;
}

static int find_shape(Plan *plan)
{
  TH_TRY(shape_of(plan, plan->result[0], &plan->ndim, plan->size));
  for (int k = 1; k < plan->nout; k++) {
    int ndim;
    int64_t size[TH_MAX_DIM];
    TH_TRY(shape_of(plan, plan->result[k], &ndim, size));
    if (ndim == plan->ndim && !memcmp(size, plan->size, sizeof *size * (size_t)ndim)) continue;
    return th_fail(TH_ESHAPE, "fuse: results are of sizes %s and %s; fuse them one by one",
                   THShape_text(plan->ndim, plan->size).text, THShape_text(ndim, size).text);
  }
  return TH_OK;
}

static Place new_register(Plan *plan)
{
  int reg = 0;
  while (plan->used[reg]) reg++;
  plan->used[reg] = 1;
  if (reg >= plan->registers) plan->registers = reg + 1;
  return (Place){-1, reg};
}

static void widen(Plan *plan, int dtype)
{
  int width = THDtype_traits(dtype)->size;
  if (width > plan->width) plan->width = width;
}

static THIterEntry entry_of(int code, int dtype, int device)
{
  return code == TH_FUSE_CONVERT ? TH_convertEntry(dtype, device) : THOp_entry(code, dtype, device);
}

static void add_step(Plan *plan, const char *name, int code, int of, int dtype, Place to)
{
  Step *step = &plan->step[plan->nsteps++];
  step->name = name;
  step->nop = 1;
  step->entry = entry_of(code, of, plan->chain->device);
  step->at[0] = to;
  step->dtype[0] = dtype;
  widen(plan, dtype);
}

static void add_operand(Plan *plan, int dtype, THFuseOperand in)
{
  Step *step = &plan->step[plan->nsteps - 1];
  int k = step->nop++;
  step->dtype[k] = in.value >= 0 ? plan->chain->value[in.value].dtype : dtype;
  step->at[k] = in.value >= 0 ? plan->place[in.value] : nowhere;
  if (in.value < 0) THDtype_store(dtype, step->number[k], in.number);
}

/* Values that no step after v reads give their registers back. */
static void give_back(Plan *plan, int v)
{
  const THFuseValue *value = &plan->chain->value[v];
  for (int k = 0; k < value->nin; k++) {
    int from = value->in[k].value;
    if (from >= 0 && plan->last[from] == v && plan->place[from].reg >= 0)
      plan->used[plan->place[from].reg] = 0;
  }
}

/* Add a step that copies from (elements of dtype) into to (elements of as). */
static void add_copy(Plan *plan, Place from, int dtype, Place to, int as)
{
  add_step(plan, "copy", TH_FUSE_CONVERT, as, as, to);
  Step *step = &plan->step[plan->nsteps - 1];
  step->at[1] = from;
  step->dtype[1] = dtype;
  step->nop = 2;
}

/*
** A single result is written in place by its step. Several results wait in registers until every
** step has read its operands, since a result may be an operand too. A result that is a tensor of
** the chain is copied to a register first.
*/
static void plan_steps(Plan *plan, THTensor *const *out)
{
  const THFuseValue *values = plan->chain->value;
  Place kept[TH_FUSE_MAX_TENSORS];
  int only = plan->nout == 1 && out[0]->dtype == values[plan->result[0]].dtype;
  for (int v = 0; v < plan->chain->count; v++) {
    if (plan->last[v] < 0 || !values[v].name) continue;
    int direct = only && v == plan->result[0];
    plan->place[v] = direct ? (Place){0, -1} : new_register(plan);
    add_step(plan, values[v].name, values[v].code, values[v].of, values[v].dtype, plan->place[v]);
    for (int k = 0; k < values[v].nin; k++) add_operand(plan, values[v].of, values[v].in[k]);
    give_back(plan, v);
  }
  for (int k = 0; k < plan->nout; k++) {
    int v = plan->result[k], dtype = values[v].dtype;
    kept[k] = values[v].name ? plan->place[v] : new_register(plan);
    if (!values[v].name) add_copy(plan, plan->place[v], dtype, kept[k], dtype);
  }
  for (int k = 0; k < plan->nout; k++)
    if (kept[k].reg >= 0)
      add_copy(plan, kept[k], values[plan->result[k]].dtype, (Place){k, -1}, out[k]->dtype);
}

/* --- running --- */

static void run_step(const Plan *plan, const Step *step, char *const *p, const ptrdiff_t *s,
                     int64_t n, char *registers)
{
  THIter it; /* only the fields in use are set: blocks are short */
  it.op = step->name;
  it.ndim = 1;
  it.nop = step->nop;
  it.device = it.computes = 0;
  it.size[0] = it.count = n;
  for (int k = 0; k < step->nop; k++) {
    const Place at = step->at[k];
    it.dtype[k] = step->dtype[k];
    it.data[k] = at.operand >= 0 ? p[at.operand]
                 : at.reg >= 0   ? registers + (int64_t)at.reg * plan->width * plan->length
                                 : (char *)step->number[k];
    it.stride[0][k] = at.operand >= 0 ? s[at.operand]
                      : at.reg >= 0   ? THDtype_traits(step->dtype[k])->size
                                      : 0;
  }
  step->entry(&it);
}

/* Run all steps on the n elements of a line, one block after the other. */
static void run_line(void *context, char *const *first, const ptrdiff_t *s, ptrdiff_t n)
{
  const Plan *plan = context;
  _Alignas(TH_ALIGN) char registers[REGISTER_BYTES];
  char *p[TH_MAX_OPERANDS];
  memcpy(p, first, sizeof *p * (size_t)plan->it.nop);
  while (n > 0) {
    ptrdiff_t count = n < plan->length ? n : plan->length;
    for (int k = 0; k < plan->nsteps; k++)
      run_step(plan, &plan->step[k], p, s, count, registers);
    for (int k = 0; k < plan->it.nop; k++) p[k] += count * s[k];
    n -= count;
  }
}

static int run_plan(Plan *plan)
{
  int64_t bytes = 0;
  plan->length = MOST_BLOCK;
  if (plan->registers) plan->length = REGISTER_BYTES / (plan->registers * plan->width);
  if (plan->length > MOST_BLOCK) plan->length = MOST_BLOCK;
  plan->length -= plan->length % LEAST_BLOCK;
  for (int k = 0; k < plan->nsteps; k++) bytes += THDtype_traits(plan->step[k].dtype[0])->size;
  return th_blocks(&plan->it, plan->nout, bytes, run_line, plan);
}

/* --- running on a device: each step is launched for all positions, and registers are that long
   --- */

static int64_t register_bytes(const Plan *plan)
{
  return (plan->it.count * plan->width + TH_ALIGN - 1) & -TH_ALIGN;
}

/* Set operand k of it to that of a step on all positions of the plan. */
static void place_operand(const Plan *plan, const Step *step, THIter *it, int k, char *registers)
{
  const Place at = step->at[k];
  ptrdiff_t packed = THDtype_traits(step->dtype[k])->size;
  memcpy(&it->number[k], step->number[k], sizeof it->number[k]);
  it->dtype[k] = step->dtype[k];
  it->data[k] = at.operand >= 0 ? plan->it.data[at.operand]
                : at.reg >= 0   ? registers + at.reg * register_bytes(plan)
                                : (char *)&it->number[k];
  for (int d = 0; d < it->ndim; packed *= it->size[d++])
    it->stride[d][k] = at.operand >= 0 ? plan->it.stride[d][at.operand] : at.reg >= 0 ? packed : 0;
}

static int launch_steps(const Plan *plan, char *registers)
{
  for (int n = 0; n < plan->nsteps; n++) {
    const Step *step = &plan->step[n];
    THIter it = {.op = step->name, .ndim = plan->it.ndim, .nop = step->nop,
                 .device = plan->chain->device, .count = plan->it.count};
    memcpy(it.size, plan->it.size, sizeof it.size);
    for (int k = 0; k < it.nop; k++) place_operand(plan, step, &it, k, registers);
    THIter_finish(&it);
    if (it.count) TH_TRY(step->entry(&it));
  }
  return TH_OK;
}

static int launch_plan(const Plan *plan)
{
  const int64_t bytes = plan->registers * register_bytes(plan);
  THTensor registers = {0};
  TH_TRY(THTensor_new(&registers, plan->chain->device, TH_BYTE, 1, &bytes));
  const int status = launch_steps(plan, THTensor_data(&registers));
  THTensor_clear(&registers);
  return status;
}

/* --- planning and running --- */

static int check_results(const Plan *plan, THTensor *const *out)
{
  int tensors = 0;
  for (int v = 0; v < plan->chain->count; v++)
    tensors += plan->last[v] >= 0 && !plan->chain->value[v].name;
  if (tensors + plan->nout > TH_FUSE_MAX_TENSORS)
    return th_fail(TH_EINVAL, "fuse: %d tensors and results; a chain has at most %d",
                   tensors + plan->nout, TH_FUSE_MAX_TENSORS);
  return THAlias_distinct("fuse", plan->nout, out, 0);
}

/* As for single operations: that of the first tensor that has another format than row-major. */
static int result_format(const Plan *plan)
{
  int format = TH_FORMAT_CONTIGUOUS;
  for (int v = 0; v < plan->chain->count && !format; v++) {
    const THFuseValue *value = &plan->chain->value[v];
    if (plan->last[v] >= 0 && !value->name && value->tensor.nDimension == plan->ndim)
      format = THTensor_handedFormat(&value->tensor);
  }
  return format;
}

static int make_result(const Plan *plan, THTensor *out, int value)
{
  const THFuseValue *v = &plan->chain->value[value];
  int mask = v->name && v->dtype == TH_BYTE && v->code >= 0 && v->code < TH_NUM_POINTWISE &&
             THOp_isMask(&TH_ops[v->code]);
  int dtype = mask && THDtype_isReal(out->dtype) ? out->dtype : v->dtype;
  return THTensor_resultInFormat("fuse", out, plan->chain->device, dtype, plan->ndim, plan->size,
                                 result_format(plan));
}

/* in[v] is tensor v, or a clone of it if a result overlaps it; {0} for values that are not
   tensors. */
static int run(Plan *plan, THTensor *const *out, THInput *in)
{
  find_needs(plan);
  TH_TRY(find_shape(plan));
  TH_TRY(check_results(plan, out));
  for (int v = 0; v < plan->chain->count; v++) {
    if (plan->last[v] < 0 || plan->chain->value[v].name) continue;
    TH_TRY(THInput_take(&in[v], "fuse", &plan->chain->value[v].tensor, 0));
    for (int k = 0; k < plan->nout; k++)
      TH_TRY(THInput_keepFrom(&in[v], out[k], plan->ndim, plan->size, 1));
  }
  for (int k = 0; k < plan->nout; k++) TH_TRY(make_result(plan, out[k], plan->result[k]));
  TH_TRY(THIter_begin(&plan->it, "fuse", plan->ndim, plan->size));
  for (int k = 0; k < plan->nout; k++) TH_TRY(THIter_add(&plan->it, out[k]));
  for (int v = 0; v < plan->chain->count; v++) {
    if (!in[v].use) continue;
    plan->place[v] = (Place){plan->it.nop, -1};
    widen(plan, in[v].use->dtype);
    TH_TRY(THIter_add(&plan->it, in[v].use));
  }
  THIter_finish(&plan->it);
  plan_steps(plan, out);
  return plan->chain->device ? launch_plan(plan) : run_plan(plan);
}

typedef struct Call {
  const THFuse *chain;
  int nout;
  THTensor *const *out;
  const int *value;
  int status;
} Call;

static void run_call(void *argument)
{
  Call *c = argument;
  Plan plan; /* large, as in and before are: only the parts in use are set */
  THInput in[TH_FUSE_MAX_VALUES];
  THTensor before[TH_FUSE_MAX_TENSORS];
  plan.chain = c->chain;
  plan.nout = c->nout;
  plan.result = c->value;
  plan.nsteps = plan.registers = plan.width = 0;
  memset(plan.used, 0, sizeof plan.used);
  memset(in, 0, sizeof *in * (size_t)c->chain->count);
  for (int k = 0; k < c->nout; k++) before[k] = *c->out[k];
  c->status = run(&plan, c->out, in);
  for (int k = 0; c->status && k < c->nout; k++) THTensor_restore(c->out[k], &before[k]);
  for (int v = 0; v < c->chain->count; v++) THInput_drop(&in[v]);
}

int THFuse_run(const THFuse *chain, int nout, THTensor *const *out, const int *value)
{
  Call call = {chain, nout, out, value, TH_OK};
  if (nout < 1) return th_fail(TH_EINVAL, "fuse: %d results; at least one is needed", nout);
  for (int k = 0; k < nout; k++)
    if (value[k] < 0 || value[k] >= chain->count)
      return th_fail(TH_EINVAL, "fuse: value %d of %d", value[k], chain->count);
  if (nout > TH_FUSE_MAX_TENSORS)
    return th_fail(TH_EINVAL, "fuse: %d results; a chain has at most %d", nout,
                   TH_FUSE_MAX_TENSORS);
  th_withStack(run_call, &call);
  return call.status;
}
