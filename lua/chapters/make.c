/*
** Constructors: the type objects (torch.FloatTensor(...)), and functions that make tensors (zeros,
** eye, range, ...).
*/
#include <math.h>
#include <string.h>

#include "core/signature.h"

/* --- type objects: torch.FloatTensor(...) --- */

/* If the last argument is a table of named fields, remove it and return the dtype it asks for; else
   return otherwise. */
static int take_options(lua_State *L, int otherwise)
{
  int last = lua_gettop(L), dtype;
  if (last < 2 || !lua_istable(L, last) || lua_rawlen(L, last)) return otherwise;
  lua_pushnil(L);
  if (!lua_next(L, last)) return otherwise; /* {} is an empty list of sizes */
  lua_settop(L, last);
  dtype = luaTH_readdtype(L, "tensor", last, otherwise);
  lua_settop(L, last - 1);
  return dtype;
}

/* Read pairs of size and stride from the arguments at to last. Returns the number of pairs. */
static int read_pairs(lua_State *L, const luaTH_WindowNames *names, int at, int last,
                      int64_t *sizes, int64_t *strides)
{
  const int count = last - at + 1;
  if (count % 2 || count > 2 * TH_MAX_DIM)
    luaL_error(L, "%s: %d numbers after the storage offset; expected a size and a stride "
               "for each of at most %d dimensions", names->op, count, TH_MAX_DIM);
  for (int d = 0; d < count / 2; d++) {
    sizes[d] = luaTH_tointeger(L, at + 2 * d, names->size);
    strides[d] = luaTH_tointeger(L, at + 2 * d + 1, names->stride);
  }
  return count / 2;
}

/* Read a list of sizes at index at and, if given, one of strides behind it. Returns the number of
   sizes. */
static int read_lists(lua_State *L, const luaTH_WindowNames *names, int at, int last,
                      int64_t *sizes, int64_t *strides)
{
  const int n = luaTH_checksizes(L, at, at, sizes, names->size);
  if (last > at && luaTH_checksizes(L, at + 1, at + 1, strides, names->stride) != n)
    luaL_error(L, "%s: as many strides as sizes are needed", names->op);
  return n;
}

/* (storage, first?, sizes?, strides?), or as in Torch7 (storage, first, size, stride, size,
   ...). */
static void from_storage(lua_State *L, const luaTH_WindowNames *names, THTensor *t, THStorage *s,
                         int last)
{
  const int is_placed = last >= 3 && !lua_istable(L, 3) && !luaTH_tostorage(L, 3);
  const int at = is_placed ? 4 : 3;
  int64_t first = 1, sizes[TH_MAX_DIM], strides[TH_MAX_DIM];
  int n = 1;
  if (is_placed && !lua_isnil(L, 3)) first = luaTH_tointeger(L, 3, names->offset);
  if (luaTH_storageKind(s) != luaTH_kindOf(t))
    luaL_error(L, "%s: a %s cannot be a window on a %s", names->op,
               luaTH_kindText(luaTH_kindOf(t)).text, luaTH_storageText(s).text + strlen("torch."));
  sizes[0] = s->size >= first ? s->size - first + 1 : 0;
  if (last > at && lua_type(L, at) == LUA_TNUMBER)
    n = read_pairs(L, names, at, last, sizes, strides);
  else if (last >= at)
    n = read_lists(L, names, at, last, sizes, strides);
  const int64_t *given = last > at ? strides : NULL;
  luaTH_result(L, THTensor_setWindow(names->op, t, s, first - 1, n, sizes, given), 0);
}

static void from_sizes(lua_State *L, const luaTH_WindowNames *names, THTensor *t, int last)
{
  int64_t sizes[TH_MAX_DIM], strides[TH_MAX_DIM];
  int pair = last == 3 && luaTH_tostorage(L, 2) && luaTH_tostorage(L, 3);
  if (last == 2 && luaTH_isNoSizes(L, 2)) return;
  int n = pair ? read_lists(L, names, 2, last, sizes, strides)
               : luaTH_checksizes(L, 2, last, sizes, names->size);
  const int64_t *given = pair ? strides : NULL;
  int status = n ? THTensor_resize(names->op, t, n, sizes, given) : TH_OK;
  if (luaTH_again(L, status, last + 1)) status = THTensor_resize(names->op, t, n, sizes, given);
  if (status) luaTH_failed(L, names->op);
}

/*
** Whether a storage given to a constructor holds the elements. A LongStorage is a list of sizes,
** except for a LongTensor without a second LongStorage: there it is the data, as in Torch7.
*/
static int is_data(lua_State *L, const THStorage *s, int kind)
{
  return s && (s->dtype != TH_LONG || s->device ||
               (kind == TH_LONG && !luaTH_tostorage(L, 3)));
}

void luaTH_readwindow(lua_State *L, const luaTH_WindowNames *names, THTensor *t, int last)
{
  THStorage *s = luaTH_toanystorage(L, 2);
  while (last > 2 && lua_isnil(L, last)) last--;
  if (is_data(L, s, luaTH_kindOf(t))) from_storage(L, names, t, s, last);
  else from_sizes(L, names, t, last);
}

/* Upvalue: the kind, or 0 for the default one. Argument 1 is the type object. Nils at the end count
   as absent, except a nil alone: it is an error, as a size that a script forgot. */
static int type_call(lua_State *L)
{
  static const luaTH_WindowNames names = {"tensor", "tensor: storage offset", "tensor: size",
                                          "tensor: stride"};
  const int of = (int)lua_tointeger(L, lua_upvalueindex(1)), given = of ? of : luaTH_defaultkind(L);
  while (lua_gettop(L) > 2 && lua_isnil(L, -1)) lua_pop(L, 1);
  const int dtype = take_options(L, luaTH_dtypeOf(given));
  const int device = luaTH_deviceOf(L, given), kind = luaTH_kind(dtype, device, 0);
  luaTH_Memory *memory = luaTH_begin(L);
  if (lua_istable(L, 2)) {
    luaTH_newfromtable(L, 2, dtype);
    luaTH_moveto(L, kind, device);
  } else {
    const int last = lua_gettop(L);
    THTensor *source = luaTH_totensor(L, 2), *t = luaTH_newtyped(L, dtype, kind);
    t->device = (uint8_t)device;
    if (source && luaTH_kindOf(source) != kind)
      return luaL_error(
          L, "tensor: a %s cannot share the elements of a %s; convert it, as in x:type('%s')",
          luaTH_kindText(kind).text, luaTH_kindText(luaTH_kindOf(source)).text,
          luaTH_kindText(kind).text);
    if (source) THTensor_set(t, source);
    else luaTH_readwindow(L, &names, t, last);
  }
  luaTH_end(memory);
  return 1;
}

/* --- functions --- */

/* Make the result on its own device. */
static int make(luaTH_Call *call, int dtype, int ndim, const int64_t *size)
{
  THTensor *r = call->result[0];
  return THTensor_result(call->name, r, THTensor_device(r), dtype, ndim, size);
}

/* The same with the dtype and the memory format of the options. */
static int make_formatted(luaTH_Call *call, const luaTH_Value *options, int ndim,
                          const int64_t *size)
{
  THTensor *r = call->result[0];
  const int dtype = luaTH_resultdtype(call, options);
  const int format = luaTH_optionformat(call, options, TH_FORMAT_CONTIGUOUS);
  return THTensor_resultInFormat(call->name, r, THTensor_device(r), dtype, ndim, size, format);
}

/* Make the result on the device of the first argument, in its memory format. */
static int make_like(luaTH_Call *call, int options_at)
{
  const THTensor *x = call->arg[0].tensor;
  const luaTH_Value *options = &call->arg[options_at];
  const int dtype = luaTH_optiondtype(call, options, x->dtype);
  int format = luaTH_likeformat(call, options);
  if (format == TH_FORMAT_PRESERVE) format = THTensor_handedFormat(x);
  return THTensor_resultInFormat(call->name, call->result[0], THTensor_device(x), dtype,
                                 x->nDimension, x->size, format);
}

static int filled(luaTH_Call *call, int value)
{
  TH_TRY(make_formatted(call, &call->arg[1], call->arg[0].nsizes, call->arg[0].sizes));
  if (luaTH_isNoSizes(call->L, call->arg[0].index)) return luaTH_toNoSizes(call->result[0]);
  return value < 0 ? TH_OK : THTensor_fill(call->result[0], TH_integer(value));
}

static int empty(luaTH_Call *call) { return filled(call, -1); }
static int zeros(luaTH_Call *call) { return filled(call, 0); }
static int ones(luaTH_Call *call) { return filled(call, 1); }

/* full({2, 3}, value): the sizes must be one table or LongStorage; as single numbers they could not
   be told from the value. */
static int full(luaTH_Call *call)
{
  int64_t sizes[TH_MAX_DIM];
  int n = luaTH_checksizes(call->L, call->arg[0].index, call->arg[0].index, sizes, "full: size");
  TH_TRY(make_formatted(call, &call->arg[2], n, sizes));
  return THTensor_fill(call->result[0], call->arg[1].number);
}

/* A quantized tensor like x has its quantizer too. */
static int like(luaTH_Call *call, int value)
{
  const THTensor *x = call->arg[0].tensor;
  const int keeps = THTensor_isQuantized(x) && !call->given[0] &&
                    luaTH_optiondtype(call, &call->arg[1], x->dtype) == x->dtype;
  TH_TRY(keeps ? THTensor_clone(call->result[0], x, x->dtype) : make_like(call, 1));
  return value < 0 ? TH_OK : THTensor_fill(call->result[0], TH_integer(value));
}

static int emptyLike(luaTH_Call *call) { return like(call, -1); }
static int zerosLike(luaTH_Call *call) { return like(call, 0); }
static int onesLike(luaTH_Call *call) { return like(call, 1); }

static int fullLike(luaTH_Call *call)
{
  TH_TRY(make_like(call, 2));
  return THTensor_fill(call->result[0], call->arg[1].number);
}

static int eye(luaTH_Call *call)
{
  THTensor diagonal = {0};
  int64_t n = call->arg[0].integer, m = call->arg[1].given ? call->arg[1].integer : n;
  if (!m && luaTH_isTorch7(call->L)) m = n; /* Torch7's default */
  TH_TRY(make(call, luaTH_resultdtype(call, &call->arg[2]), 2, (int64_t[]){n, m}));
  TH_TRY(THTensor_fill(call->result[0], TH_integer(0)));
  int status = THTensor_diagonal(&diagonal, call->result[0], 0, 0, 1);
  if (!status) status = THTensor_fill(&diagonal, TH_integer(1));
  THTensor_clear(&diagonal);
  return status;
}

/* Copy a vector to the result. By Torch7's rules one of equal count keeps its sizes. */
static int give_vector(luaTH_Call *call, const THTensor *made)
{
  THTensor *r = call->result[0];
  if (luaTH_isTorch7(call->L) && r->dtype == made->dtype && THTensor_nElement(r) == made->size[0])
    return THTensor_copyInOrder(r, made);
  TH_TRY(make(call, made->dtype, 1, made->size));
  return THTensor_copy(r, made);
}

/* Apply the function to each element of a contiguous vector of doubles. */
static void apply_to_all(THTensor *t, double (*value)(double))
{
  double *p = THTensor_data(t);
  for (int64_t i = 0; i < t->size[0]; i++) p[i] = value(p[i]);
}

/* Element i of the result is start + i * step, or value of that. It is made in the result itself if
   that is on the CPU and gets the sizes of a vector. */
static int sequence(luaTH_Call *call, int dtype, int64_t count, double start, double step,
                    double (*value)(double))
{
  THTensor *r = call->result[0], made = {0};
  if (!value && !THTensor_device(r) && !(call->given[0] && luaTH_isTorch7(call->L))) {
    TH_TRY(make(call, dtype, 1, &count));
    return THTensor_fillSequence(r, start, step);
  }
  TH_TRY(THTensor_new(&made, 0, value ? TH_DOUBLE : dtype, 1, &count));
  int status = THTensor_fillSequence(&made, start, step);
  if (!status && value) apply_to_all(&made, value);
  if (!status && value) status = THTensor_clone(&made, &made, dtype);
  if (!status) status = give_vector(call, &made);
  THTensor_clear(&made);
  return status;
}

static double power_of_ten(double x)
{
  return pow(10, x);
}

static int spaced(luaTH_Call *call, double (*value)(double))
{
  double start = TH_asReal(call->arg[0].number), end = TH_asReal(call->arg[1].number);
  int64_t n = call->arg[2].integer;
  if (n == 1 && start != end && luaTH_isTorch7(call->L))
    return th_fail(TH_EINVAL, "%s: one point cannot be %g and %g; ask for 2 or more", call->name,
                   start, end);
  if (n < 1)
    return th_fail(TH_EINVAL, "%s: %" PRId64 " points asked for, at least 1 is needed", call->name,
                   n);
  const double step = n > 1 ? (end - start) / (double)(n - 1) : 0;
  return sequence(call, luaTH_resultdtype(call, &call->arg[3]), n, start, step, value);
}

static int linspace(luaTH_Call *call) { return spaced(call, NULL); }
static int logspace(luaTH_Call *call) { return spaced(call, power_of_ten); }

static int range(luaTH_Call *call)
{
  double first = TH_asReal(call->arg[0].number), last = TH_asReal(call->arg[1].number),
         step = TH_asReal(call->arg[2].number);
  double count = floor((last - first) / step + 1);
  if (!(step != 0) || !isfinite(count) || count < 1)
    return th_fail(TH_EINVAL, "range: from %g to %g there are no numbers in steps of %g", first,
                   last, step);
  if (count > (double)TH_MAX_COUNT)
    return th_fail(TH_ENOMEM, "range: %g numbers exceed all memory", count);
  return sequence(call, luaTH_resultdtype(call, &call->arg[3]), (int64_t)count, first, step, NULL);
}

static int arange_between(luaTH_Call *call, double first, double last, double step,
                          const luaTH_Value *options)
{
  const double count = ceil((last - first) / step);
  if (!(step != 0) || !isfinite(count))
    return th_fail(TH_EINVAL, "arange: from %g to %g there are no numbers in steps of %g", first,
                   last, step);
  if (count > (double)TH_MAX_COUNT)
    return th_fail(TH_ENOMEM, "arange: %g numbers exceed all memory", count);
  return sequence(call, luaTH_resultdtype(call, options), count > 0 ? (int64_t)count : 0, first,
                  step, NULL);
}

static int arange(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return arange_between(call, TH_asReal(arg[0].number), TH_asReal(arg[1].number),
                        TH_asReal(arg[2].number), &arg[3]);
}

static int arange_to(luaTH_Call *call)
{
  return arange_between(call, 0, TH_asReal(call->arg[0].number), 1, &call->arg[1]);
}

static const luaTH_Row rows[] = {
  {"empty", "r! size:sizes o:options?", empty, "a tensor of those sizes; its elements are not set", LUATH_FORMATTED, 0},
  {"zeros", "r! size:sizes o:options?", zeros, "a tensor of those sizes, all 0", LUATH_INPLACE | LUATH_FORMATTED, 0},
  {"ones", "r! size:sizes o:options?", ones, "a tensor of those sizes, all 1", LUATH_INPLACE | LUATH_FORMATTED, 0},
  {"full", "r! size:any value:complex o:options?", full, "a tensor of the sizes in a table, all of one value", LUATH_FUNCTION_ONLY | LUATH_FORMATTED, 0},
  {"emptyLike", "r! x:Tensor o:options?", emptyLike, "a tensor of the size and type of x; its elements are not set", LUATH_FUNCTION_ONLY | LUATH_FORMATTED, 0},
  {"zerosLike", "r! x:Tensor o:options?", zerosLike, "a tensor of the size and type of x, all 0", LUATH_FUNCTION_ONLY | LUATH_FORMATTED, 0},
  {"onesLike", "r! x:Tensor o:options?", onesLike, "a tensor of the size and type of x, all 1", LUATH_FUNCTION_ONLY | LUATH_FORMATTED, 0},
  {"fullLike", "r! x:Tensor value:complex o:options?", fullLike, "a tensor of the size and type of x, of one value", LUATH_FUNCTION_ONLY | LUATH_FORMATTED, 0},
  {"eye", "r! n:count m:count? o:options?", eye, "a matrix of n rows and m (or n) columns with 1 on the diagonal and 0 elsewhere", LUATH_INPLACE, 0},
  {"linspace", "r! first:number last:number n:count=100 o:options?", linspace, "n numbers in equal steps from first to last", LUATH_INPLACE, 0},
  {"logspace", "r! first:number last:number n:count=100 o:options?", logspace,
   "10 to the power of n numbers in equal steps from first to last", LUATH_INPLACE, 0},
  {"range", "r! first:number last:number step:number=1 o:options?", range, "the numbers from first to last, last included, in steps", LUATH_INPLACE, 0},
  {"arange", "r! last:number o:options?", arange_to, "the numbers from first, or 0, up to last, which is excluded, in steps", LUATH_FUNCTION_ONLY, 0},
  {"arange", "r! first:number last:number step:number=1 o:options?", arange, "the same from first on, in steps", LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

/* tensor.Tensor is the table of common methods; called, it makes a tensor of the default type. */
static void open_default_type(lua_State *L, int module)
{
  luaTH_pushmethods(L);
  lua_newtable(L);
  luaTH_setcall(L, LUATH_TENSORS, TH_UNDEFINED);
  luaTH_findmethods(L);
  lua_setmetatable(L, -2);
  lua_setfield(L, module, "Tensor");
}

/* Comes last: the types get the functions that all chapters gave. */
void luaTH_opentensors(lua_State *L)
{
  int module = lua_gettop(L);
  luaTH_maketypes(L);
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    luaTH_pushtype(L, dtype);
    lua_setfield(L, module, THTensor_typeText(dtype).text + strlen("torch."));
  }
  open_default_type(L, module);
}

void luaTH_openmake(lua_State *L)
{
  luaTH_setconstructor(L, LUATH_TENSORS, type_call);
  luaTH_register(L, rows);
}
