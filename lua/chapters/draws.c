/*
** Random numbers beyond the rows of TH_distributions: samplers, choices and permutations, tensors
** drawn like others, and parameters in tensors.
*/
#include "chapters/draws.h"
#include "chapters/lists.h"

static int return_argument(luaTH_Call *call, int k)
{
  lua_pushvalue(call->L, call->arg[k].index);
  call->pushed = 1;
  return TH_OK;
}

/* The generator given as argument k, or the state's generator for the device of x. */
static THGenerator *generator_for(luaTH_Call *call, int k, const THTensor *x)
{
  const luaTH_Value *g = &call->arg[k];
  return g->given ? g->generator : luaTH_generatorOf(call->L, THTensor_device(x));
}

/* --- values with parameters that are numbers or tensors --- */

/* Set n operands to the arguments from arg on; those not given to the defaults. Returns how many
   are tensors. */
static int read_operands(const luaTH_Value *arg, int n, const THParameter *parameter,
                         THOperand *operand)
{
  int tensors = 0;
  for (int k = 0; k < n; k++) {
    operand[k] = !arg[k].given ? TH_numberOperand(TH_real(parameter[k].value))
                 : arg[k].tensor ? TH_tensorOperand(arg[k].tensor)
                                 : TH_numberOperand(arg[k].number);
    tensors += operand[k].tensor != NULL;
  }
  return tensors;
}

/* Make out a tensor for values with these parameters: their common size and type, or the default
   floating type if the values need one. */
static int make_like(luaTH_Call *call, THTensor *out, const THOperand *operand, int n,
                     int floatingOnly)
{
  int64_t size[TH_MAX_DIM];
  int ndim = 0, dtype = TH_UNDEFINED, device = 0;
  for (int k = 0; k < n; k++) {
    const THTensor *x = operand[k].tensor;
    if (!x) continue;
    if (!dtype) device = THTensor_device(x);
    dtype = dtype ? THDtype_promote(dtype, x->dtype) : x->dtype;
    TH_TRY(THShape_broadcast(call->name, &ndim, size, x->nDimension, x->size));
  }
  if (floatingOnly && !THDtype_traits(dtype)->floating) dtype = luaTH_defaultfloat(call->L);
  return THTensor_new(out, device, dtype, ndim, size);
}

static int sample_into(luaTH_Call *call)
{
  const THSampler *s = call->row->data;
  THOperand operand[TH_MAX_PARAMETERS];
  THTensor *x = call->arg[0].tensor;
  read_operands(&call->arg[2], s->arity, s->parameter, operand);
  TH_TRY(THTensor_sample(x, generator_for(call, 1, x), s, operand));
  return return_argument(call, 0);
}

static int sample_new(luaTH_Call *call)
{
  const THSampler *s = call->row->data;
  THOperand operand[TH_MAX_PARAMETERS];
  double number[TH_MAX_PARAMETERS], value;
  if (read_operands(&call->arg[1], s->arity, s->parameter, operand)) {
    THTensor *out = luaTH_newtensor(call->L, TH_UNDEFINED);
    call->pushed = 1;
    TH_TRY(make_like(call, out, operand, s->arity, s->floatingOnly));
    luaTH_settype(call->L, -1);
    return THTensor_sample(out, generator_for(call, 0, out), s, operand);
  }
  for (int k = 0; k < s->arity; k++) number[k] = TH_asReal(operand[k].number);
  TH_TRY(THRandom_sample(&value, call->arg[0].generator, s, number));
  return luaTH_returnnumber(call, TH_real(value));
}

int luaTH_drawInto(luaTH_Call *call)
{
  const THDistribution *d = call->row->data;
  THOperand operand[TH_MAX_PARAMETERS];
  THTensor *x = call->arg[0].tensor;
  read_operands(&call->arg[2], d->arity, d->parameter, operand);
  TH_TRY(THTensor_drawBy(x, generator_for(call, 1, x), d, operand));
  return return_argument(call, 0);
}

int luaTH_drawNew(luaTH_Call *call)
{
  const THDistribution *d = call->row->data;
  THOperand operand[TH_MAX_PARAMETERS];
  read_operands(&call->arg[1], d->arity, d->parameter, operand);
  THTensor *out = luaTH_newtensor(call->L, TH_UNDEFINED);
  call->pushed = 1;
  TH_TRY(make_like(call, out, operand, d->arity, 1));
  luaTH_settype(call->L, -1);
  return THTensor_drawBy(out, generator_for(call, 0, out), d, operand);
}

static int dirichlet(luaTH_Call *call)
{
  const THTensor *alpha = call->arg[1].tensor;
  return THTensor_dirichlet(call->result[0], generator_for(call, 0, alpha), alpha);
}

static int multivariateNormal(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_multivariateNormal(call->result[0], generator_for(call, 0, arg[1].tensor),
                                     arg[1].tensor, arg[2].tensor,
                                     arg[3].given ? arg[3].integer : -1);
}

/* --- choices --- */

/* Choose as many positions of n as the sizes at arg[0] say; replacement and probabilities follow
   it. */
static int choose(luaTH_Call *call, THTensor *positions, int64_t n, const luaTH_Value *arg,
                  int ndim, const int64_t *size, const THTensor *x)
{
  int64_t count;
  TH_TRY(THShape_count("choice", ndim, size, &count));
  TH_TRY(THTensor_choice(positions, generator_for(call, 0, x), n, count, (int)arg[1].integer,
                         arg[2].tensor));
  return THTensor_reshape(positions, positions, 1, &count);
}

static int choice_of_positions(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  int64_t size[TH_MAX_DIM];
  THTensor positions = {0}, *r = call->result[0];
  const int n = luaTH_checksizes(call->L, arg[2].index, arg[2].index, size, "choice: size");
  int status = choose(call, &positions, arg[1].integer, &arg[2], n, size, r);
  if (!status) status = THTensor_view(&positions, &positions, n, size);
  if (!status)
    status = THTensor_result("choice", r, THTensor_device(r), r->dtype ? r->dtype : TH_LONG, n,
                             size);
  if (!status) status = THTensor_copy(r, &positions);
  THTensor_clear(&positions);
  return status;
}

static int choice(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *x = arg[1].tensor;
  int64_t size[TH_MAX_DIM];
  THTensor positions = {0}, chosen = {0};
  const int n = luaTH_checksizes(call->L, arg[2].index, arg[2].index, size, "choice: size");
  TH_TRY(TH_checkDim("choice", x, 0));
  int status = choose(call, &positions, x->size[0], &arg[2], n, size, x);
  if (!status) status = THTensor_index(&chosen, x, 0, &positions);
  if (!status)
    status = n ? THTensor_unflatten(&chosen, &chosen, 0, n, size)
               : THTensor_select(&chosen, &chosen, 0, 0);
  if (!status) status = THResult_replace("choice", call->result[0], &chosen);
  THTensor_clear(&positions);
  THTensor_clear(&chosen);
  return status;
}

static int permutation(luaTH_Call *call)
{
  const THTensor *x = call->arg[1].tensor;
  return THTensor_permutation(call->result[0], generator_for(call, 0, x), x);
}

static int permutation_of_positions(luaTH_Call *call)
{
  THTensor *r = call->result[0];
  const int dtype = luaTH_resultdtype(call, &call->arg[2]);
  return THTensor_randperm(r, generator_for(call, 0, r), dtype, call->arg[1].integer);
}

static int shuffle(luaTH_Call *call)
{
  THTensor *x = call->arg[0].tensor;
  TH_TRY(THTensor_shuffle(x, generator_for(call, 1, x)));
  return return_argument(call, 0);
}

/* --- made --- */

static int draw_like(luaTH_Call *call)
{
  const THDistribution *d = call->row->data;
  const THTensor *x = call->arg[0].tensor;
  const luaTH_Value *options = &call->arg[1];
  const double plain[] = {d->parameter[0].value, d->parameter[1].value};
  const int dtype = luaTH_optiondtype(call, options, x->dtype);
  int format = luaTH_likeformat(call, options);
  if (format == TH_FORMAT_PRESERVE) format = THTensor_handedFormat(x);
  THTensor *r = call->result[0];
  if (!THDtype_traits(dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: not defined for %s; the option dtype may say a floating type",
                   call->name, THTensor_typeText(dtype).text);
  TH_TRY(THTensor_resultInFormat(call->name, r, THTensor_device(x), dtype, x->nDimension, x->size,
                                 format));
  return THTensor_draw(r, luaTH_generatorOf(call->L, THTensor_device(r)), d, plain);
}

static int randint(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  THTensor *r = call->result[0];
  const int64_t low = luaTH_whole(call->L, arg[1].number, "randint: low");
  const int64_t high = luaTH_whole(call->L, arg[2].number, "randint: high");
  const int dtype = luaTH_optiondtype(call, &arg[4], r->dtype ? r->dtype : TH_LONG);
  TH_TRY(THRandom_checkBetween(low, high));
  if (!THDtype_isReal(dtype) || dtype == TH_BOOL)
    return th_fail(TH_EDTYPE, "randint: not defined for %s", THTensor_typeText(dtype).text);
  TH_TRY(THTensor_result("randint", r, THTensor_device(r), dtype, arg[3].nsizes, arg[3].sizes));
  return THTensor_randint(r, generator_for(call, 0, r), low, high);
}

#define SAMPLER(name) &TH_samplers[TH_SAMPLER_##name]
#define LIKE(name) &TH_distributions[TH_DISTRIBUTION_##name]

static const luaTH_Row rows[] = {
  {"gamma", "g:Generator shape:Operand scale:Operand?", sample_new,
   "gamma with the given shape and scale (1), so with mean shape * scale; or of tensors of these",
   LUATH_FUNCTION_ONLY, SAMPLER(gamma)},
  {"gamma", "x:Tensor g:Generator shape:Operand scale:Operand?", sample_into, "fills x", LUATH_METHOD_ONLY, SAMPLER(gamma)},
  {"beta", "g:Generator a:Operand b:Operand", sample_new,
   "beta in [0, 1], with mean a / (a + b); parameters may be tensors",
   LUATH_FUNCTION_ONLY, SAMPLER(beta)},
  {"beta", "x:Tensor g:Generator a:Operand b:Operand", sample_into, "fills x", LUATH_METHOD_ONLY, SAMPLER(beta)},
  {"poisson", "g:Generator rate:Operand", sample_new,
   "Poisson: whole numbers with mean rate, a number or a tensor",
   LUATH_FUNCTION_ONLY, SAMPLER(poisson)},
  {"poisson", "x:Tensor g:Generator rate:Operand", sample_into, "fills x", LUATH_METHOD_ONLY, SAMPLER(poisson)},
  {"binomial", "g:Generator n:Operand p:Operand", sample_new,
   "how many of n trials succeed, each with probability p; parameters may be tensors",
   LUATH_FUNCTION_ONLY, SAMPLER(binomial)},
  {"binomial", "x:Tensor g:Generator n:Operand p:Operand", sample_into, "fills x", LUATH_METHOD_ONLY, SAMPLER(binomial)},
  {"dirichlet", "r! g:Generator alpha:Tensor", dirichlet,
   "rows of positive numbers with sum 1, with the parameters in the rows of alpha",
   LUATH_FUNCTION_ONLY, 0},
  {"multivariateNormal", "r! g:Generator mean:Tensor covariance:Tensor n:count?", multivariateNormal,
   "n normal vectors with a mean and a covariance, as rows; without n one vector",
   LUATH_FUNCTION_ONLY, 0},
  {"choice", "r! g:Generator x:Tensor size:any replace:boolean=true p:Tensor?", choice,
   "elements of a vector, or slices of dimension 1, drawn with equal chances or those in p",
   LUATH_FUNCTION_ONLY, 0},
  {"choice", "r!Long g:Generator n:count size:any replace:boolean=true p:Tensor?", choice_of_positions,
   "the same of the positions from 1 to n", LUATH_FUNCTION_ONLY, 0},
  {"permutation", "r! g:Generator x:Tensor", permutation,
   "a copy with the slices of dimension 1 in random order; of a number, the positions from 1 to it",
   LUATH_FUNCTION_ONLY, 0},
  {"permutation", "r! g:Generator n:count o:options?", permutation_of_positions, "the same of positions", LUATH_FUNCTION_ONLY, 0},
  {"shuffle", "x:Tensor g:Generator", shuffle, "puts the slices of dimension 1 in random order", LUATH_METHOD_ONLY, 0},
  {"randLike", "r! x:Tensor o:options?", draw_like, "a tensor of the size and type of x, uniform from 0 up to 1",
   LUATH_FUNCTION_ONLY | LUATH_FORMATTED, LIKE(uniform)},
  {"randnLike", "r! x:Tensor o:options?", draw_like, "a tensor of the size and type of x, normal with mean 0 and deviation 1",
   LUATH_FUNCTION_ONLY | LUATH_FORMATTED, LIKE(normal)},
  {"randint", "r! g:Generator low:number high:number size:sizes o:options?", randint,
   "whole numbers from low to high, both included; a LongTensor unless told. A type that does not "
   "hold both is an error",
   LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_opendraws(lua_State *L)
{
  luaTH_register(L, rows);
}
