/*
** Random numbers: generators; a number or a filled tensor for each row of TH_distributions; random
** tensors, permutations and positions.
*/
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chapters/draws.h"

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

/* --- distributions: f(gen?, parameters) gives a number, f(x, gen?, parameters) fills x --- */

static void read_parameters(const luaTH_Value *arg, int n, double *parameters)
{
  for (int k = 0; k < n; k++) parameters[k] = TH_asReal(arg[k].number);
}

static int draw_number(luaTH_Call *call)
{
  const THDistribution *d = call->row->data;
  double parameters[TH_MAX_PARAMETERS];
  read_parameters(&call->arg[1], d->arity, parameters);
  TH_TRY(THDistribution_check(d, parameters));
  return luaTH_returnnumber(call, TH_real(d->draw(call->arg[0].generator, parameters)));
}

static int draw_tensor(luaTH_Call *call)
{
  const THDistribution *d = call->row->data;
  double parameters[TH_MAX_PARAMETERS];
  read_parameters(&call->arg[2], d->arity, parameters);
  THTensor *x = call->arg[0].tensor;
  TH_TRY(THTensor_draw(x, generator_for(call, 1, x), d, parameters));
  return return_argument(call, 0);
}

static int bernoulli_tensor(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  TH_TRY(THTensor_bernoulli(arg[0].tensor, generator_for(call, 1, arg[0].tensor), arg[2].tensor));
  return return_argument(call, 0);
}

enum { SIGNATURE = 96 };

/* Write a signature such as " mean:number=0 stdv:number=1". A parameter whose default is NaN must
   be given. */
static void write_signature(char *to, const char *start, const THDistribution *d)
{
  int length = snprintf(to, SIGNATURE, "%s", start);
  for (int k = 0; k < d->arity; k++) {
    const THParameter *p = &d->parameter[k];
    length += snprintf(to + length, SIGNATURE - (size_t)length, " %s:number", p->name);
    if (!isnan(p->value))
      length += snprintf(to + length, SIGNATURE - (size_t)length, "=%g", p->value);
  }
}

/* The forms with parameters in tensors, of the distributions whose values are scaled ones of plain
   parameters. Two tensors make a new one; three, or the method, fill the first. */
static const struct { int distribution; const char *of_new, *of_tensor; } by_tensors[] = {
  {TH_DISTRIBUTION_uniform, "g:Generator a:Operand b:Tensor",
   "x:Tensor g:Generator a:Operand b:Operand?"},
  {TH_DISTRIBUTION_normal, "g:Generator mean:Operand stdv:Tensor",
   "x:Tensor g:Generator mean:Operand stdv:Operand?"},
  {TH_DISTRIBUTION_exponential, NULL, "x:Tensor g:Generator lambda:Tensor"},
};

static luaTH_Row *add_by_tensors(luaTH_Row *row, int distribution)
{
  const THDistribution *d = &TH_distributions[distribution];
  for (size_t k = 0; k < sizeof by_tensors / sizeof *by_tensors; k++) {
    if (by_tensors[k].distribution != distribution) continue;
    if (by_tensors[k].of_new)
      *row++ = (luaTH_Row){d->name, by_tensors[k].of_new, luaTH_drawNew, d->doc,
                           LUATH_FUNCTION_ONLY, d};
    *row++ = (luaTH_Row){d->name, by_tensors[k].of_tensor, luaTH_drawInto, d->doc, 0, d};
  }
  return row;
}

/* Rows and their signatures; they live as long as the state. */
typedef struct Forms {
  luaTH_Row row[4 * TH_NUM_DISTRIBUTIONS + 1];
  char signature[2 * TH_NUM_DISTRIBUTIONS][SIGNATURE];
} Forms;

static void open_distributions(lua_State *L)
{
  Forms *forms = lua_newuserdata(L, sizeof *forms);
  luaTH_Row *row = forms->row;
  memset(forms, 0, sizeof *forms);
  for (int k = 0; k < TH_NUM_DISTRIBUTIONS; k++) {
    const THDistribution *d = &TH_distributions[k];
    char *of_number = forms->signature[2 * k], *of_tensor = forms->signature[2 * k + 1];
    write_signature(of_number, "g:Generator", d);
    write_signature(of_tensor, "x:Tensor g:Generator", d);
    *row++ = (luaTH_Row){d->name, of_number, draw_number, d->doc, LUATH_FUNCTION_ONLY, d};
    *row++ = (luaTH_Row){d->name, of_tensor, draw_tensor, d->doc, 0, d};
    row = add_by_tensors(row, k);
    if (k != TH_DISTRIBUTION_bernoulli) continue;
    *row++ = (luaTH_Row){d->name, "x:Tensor g:Generator p:Tensor", bernoulli_tensor, d->doc, 0, d};
  }
  luaL_ref(L, LUA_REGISTRYINDEX);
  luaTH_register(L, forms->row);
}

/* --- whole numbers: random(gen?), random(gen?, b), random(gen?, a, b) --- */

/* Read the bounds at arg. A single bound is the upper one; the lower is then 1. */
static int read_bounds(luaTH_Call *call, const luaTH_Value *arg, int64_t *a, int64_t *b)
{
  *a = 1;
  *b = luaTH_tointeger(call->L, arg[0].index, "random: a bound");
  if (arg[1].given) {
    *a = *b;
    *b = luaTH_tointeger(call->L, arg[1].index, "random: a bound");
  }
  return THRandom_checkBetween(*a, *b);
}

static int random_number(luaTH_Call *call)
{
  int64_t a, b;
  THGenerator *gen = call->arg[0].generator;
  if (!call->arg[1].given) return luaTH_returnnumber(call, TH_integer(THRandom_random(gen)));
  TH_TRY(read_bounds(call, &call->arg[1], &a, &b));
  return luaTH_returnnumber(call, TH_integer(THRandom_between(gen, a, b)));
}

static int random_tensor(luaTH_Call *call)
{
  int64_t a, b;
  THTensor *x = call->arg[0].tensor;
  THGenerator *gen = generator_for(call, 1, x);
  if (!call->arg[2].given) {
    TH_TRY(THTensor_random(x, gen));
  } else {
    TH_TRY(read_bounds(call, &call->arg[2], &a, &b));
    TH_TRY(THTensor_randomBetween(x, gen, a, b));
  }
  return return_argument(call, 0);
}

/* --- makers --- */

/* rand and randn draw with the default parameters of their distribution. */
static int make_drawn(luaTH_Call *call)
{
  const THDistribution *d = call->row->data;
  const luaTH_Value *arg = call->arg;
  const double parameters[] = {d->parameter[0].value, d->parameter[1].value};
  int dtype = luaTH_resultdtype(call, &arg[2]);
  if (!THDtype_traits(dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: not defined for %s, which %s", call->name,
                   THTensor_typeText(dtype).text,
                   THDtype_traits(dtype)->complex ? "is complex; tensor.complex() takes the parts"
                                                  : "holds whole numbers only");
  THTensor *r = call->result[0];
  const int format = luaTH_optionformat(call, &arg[2], TH_FORMAT_CONTIGUOUS);
  TH_TRY(THTensor_resultInFormat(call->name, r, THTensor_device(r), dtype, arg[1].nsizes,
                                 arg[1].sizes, format));
  if (luaTH_isNoSizes(call->L, arg[1].index)) return luaTH_toNoSizes(r);
  return THTensor_draw(r, generator_for(call, 0, r), d, parameters);
}

static int randperm(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  int dtype = luaTH_resultdtype(call, &arg[2]);
  THTensor *r = call->result[0];
  return THTensor_randperm(r, generator_for(call, 0, r), dtype, arg[1].integer);
}

static int multinomial(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_multinomial(call->result[0], generator_for(call, 0, arg[1].tensor), arg[1].tensor,
                              arg[2].integer, (int)arg[3].integer);
}

/* The tables are optional arguments behind the operand; those not given are made and pushed. */
static int alias_setup(luaTH_Call *call)
{
  const THTensor *weights = call->arg[0].tensor;
  THTensor *tables[2];
  const int dtypes[2] = {TH_LONG, weights->dtype};
  for (int k = 0; k < 2; k++) {
    tables[k] = call->arg[1 + k].tensor;
    if (tables[k]) lua_pushvalue(call->L, call->arg[1 + k].index);
    else tables[k] = luaTH_newtensor(call->L, dtypes[k]);
  }
  call->pushed = 2;
  return THTensor_multinomialAliasSetup(tables[0], tables[1], weights);
}

static int alias_draw(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  THTensor *r = call->result[0];
  return THTensor_multinomialAlias(r, generator_for(call, 0, r), arg[1].tensor, arg[2].tensor);
}

/* --- generators --- */

static int manual_seed(luaTH_Call *call)
{
  int64_t seed = luaTH_tointeger(call->L, call->arg[1].index, "manualSeed: a seed");
  THGenerator *gen = call->arg[0].generator;
  return THGenerator_start(gen, gen->kind, (uint64_t)seed);
}

static int seed(luaTH_Call *call)
{
  THGenerator *gen = call->arg[0].generator;
  TH_TRY(THGenerator_start(gen, gen->kind, THGenerator_anySeed()));
  return luaTH_returnnumber(call, TH_integer((int64_t)gen->seed));
}

static int initial_seed(luaTH_Call *call)
{
  return luaTH_returnnumber(
    call, TH_integer((int64_t)THGenerator_initialSeed(call->arg[0].generator)));
}

static int get_state(luaTH_Call *call)
{
  const int64_t size = sizeof(THGenerator);
  THTensor *state = call->arg[1].tensor, bytes = {0};
  if (state) return_argument(call, 1);
  else state = luaTH_newtensor(call->L, TH_BYTE);
  TH_TRY(THTensor_new(&bytes, 0, TH_BYTE, 1, &size));
  memcpy(THTensor_data(&bytes), call->arg[0].generator, sizeof(THGenerator));
  int status = THTensor_result("getRNGState", state, 0, TH_BYTE, 1, &size);
  if (!status) status = THTensor_copy(state, &bytes);
  THTensor_clear(&bytes);
  call->pushed = 1;
  return status;
}

static int set_state(luaTH_Call *call)
{
  const THTensor *state = call->arg[1].tensor;
  THTensor bytes = {0};
  TH_TRY(THTensor_operand("setRNGState", state));
  TH_TRY(THTensor_contiguous(&bytes, state));
  size_t size = (size_t)THTensor_nElement(&bytes);
  int status = THGenerator_restore(call->arg[0].generator, THTensor_data(&bytes), size);
  THTensor_clear(&bytes);
  return status ? status : return_argument(call, 1);
}

static const char *const kinds[] = {[TH_MERSENNE] = "mersenne", [TH_PHILOX] = "philox"};

static int new_generator(luaTH_Call *call)
{
  const int kind = strcmp(call->arg[0].string, kinds[TH_PHILOX]) == 0 ? TH_PHILOX : TH_MERSENNE;
  call->pushed = 1;
  return THGenerator_start(luaTH_newgenerator(call->L), kind, THGenerator_anySeed());
}

/* gen:kind() returns "mersenne" or "philox". */
static int generator_kind(lua_State *L)
{
  const THGenerator *gen = luaTH_togenerator(L, 1);
  if (!gen) return luaL_error(L, "kind: a Generator expected, got %s", luaL_typename(L, 1));
  lua_pushstring(L, kinds[gen->kind]);
  return 1;
}

static int clone_generator(lua_State *L)
{
  const THGenerator *gen = luaTH_togenerator(L, 1);
  if (!gen) return luaL_error(L, "clone: a Generator expected, got %s", luaL_typename(L, 1));
  *luaTH_newgenerator(L) = *gen;
  return 1;
}

#define DRAWN(name) &TH_distributions[TH_DISTRIBUTION_##name]

static const luaTH_Row rows[] = {
  {"random", "g:Generator a:number? b:number?", random_number,
    "a whole number: from a to b, from 1 to a, or below 2^32; made of one 32-bit draw",
    LUATH_FUNCTION_ONLY, 0},
  {"random", "x:Tensor g:Generator a:number? b:number?", random_tensor,
   "fills x with such numbers; without bounds, from 0 as far as its type counts exactly", 0, 0},
  {"rand", "r! g:Generator size:sizes o:options?", make_drawn,
   "a tensor of those sizes, uniform from 0 up to 1", LUATH_INPLACE | LUATH_FORMATTED,
   DRAWN(uniform)},
  {"randn", "r! g:Generator size:sizes o:options?", make_drawn,
   "a tensor of those sizes, normal with mean 0 and deviation 1",
   LUATH_INPLACE | LUATH_FORMATTED, DRAWN(normal)},
  {"randperm", "r! g:Generator n:count o:options?", randperm, "the numbers from 1 to n in random order", LUATH_INPLACE, 0},
  {"multinomial", "r!Long g:Generator weights:Tensor n:count replacement:boolean=false", multinomial,
   "n positions drawn by the weights in a vector, or in each row of a matrix", 0, 0},
  {"multinomialAliasSetup_", "weights:Tensor1 alias:LongTensor? share:Tensor?", alias_setup,
   "the two tables with which multinomialAlias_ draws positions by the weights in a vector",
   LUATH_LAZY, 0},
  {"multinomialAlias_", "r!Long g:Generator alias:LongTensor share:Tensor", alias_draw,
   "fills r with positions drawn with the tables of multinomialAliasSetup_", LUATH_INPLACE, 0},
  {"manualSeed", "g:Generator seed:number", manual_seed, "starts the stream of a seed, a whole number of which 32 bits are used (64 for philox)",
   LUATH_FUNCTION_ONLY, 0},
  {"seed", "g:Generator", seed, "starts a stream with a seed from the operating system; returns the seed", LUATH_FUNCTION_ONLY, 0},
  {"initialSeed", "g:Generator", initial_seed, "the seed with which the stream was started", LUATH_FUNCTION_ONLY, 0},
  {"getRNGState", "g:Generator state:ByteTensor?", get_state, "the state of the generator as bytes, for setRNGState", LUATH_FUNCTION_ONLY | LUATH_LAZY, 0},
  {"setRNGState", "g:Generator state:ByteTensor", set_state, "continues from a state; returns the state", LUATH_FUNCTION_ONLY, 0},
  {"Generator", "kind:mersenne/philox=mersenne", new_generator,
   "a new generator with a seed from the system: Torch7's, or Philox, which fills on all threads",
   LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

/* Methods of generators: gen:normal(0, 1) is tensor.normal(gen, 0, 1), and so on. The module is at
   the top. */
static void open_generator(lua_State *L)
{
  static const char *const names[] = {
    "random", "rand", "randn", "randperm", "multinomial", "multinomialAlias_", "gamma", "beta",
    "poisson", "binomial", "dirichlet", "multivariateNormal", "choice", "permutation", "randint",
    "manualSeed", "seed", "initialSeed", "getRNGState", "setRNGState"};
  int module = lua_gettop(L);
  luaTH_newgenerator(L);
  lua_getmetatable(L, -1);
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    lua_getfield(L, module, names[k]);
    lua_setfield(L, -2, names[k]);
  }
  for (const THDistribution *d = TH_distributions; d->name; d++) {
    lua_getfield(L, module, d->name);
    lua_setfield(L, -2, d->name);
  }
  lua_pushcfunction(L, clone_generator);
  lua_setfield(L, -2, "clone");
  lua_pushcfunction(L, generator_kind);
  lua_setfield(L, -2, "kind");
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "torch.Generator");
  lua_setfield(L, -2, "__typename");
  lua_settop(L, module);
}

void luaTH_openrandom(lua_State *L)
{
  open_distributions(L);
  luaTH_register(L, rows);
  open_generator(L);
}
