/*
** What a tensor is: sizes, strides, type, storage and device; copies, fills, resizing and
** conversions.
*/
#include <stdio.h>
#include <string.h>

#include "core/signature.h"

static int return_sizes(luaTH_Call *call, const int64_t *sizes)
{
  luaTH_pushsizes(call->L, call->arg[0].tensor->nDimension, sizes);
  call->pushed = 1;
  return TH_OK;
}

static int size(luaTH_Call *call)
{
  return return_sizes(call, call->arg[0].tensor->size);
}

static int size_of(luaTH_Call *call)
{
  return luaTH_returnnumber(call, TH_integer(call->arg[0].tensor->size[call->arg[1].integer]));
}

/* A layout has no strides, no storage and no address. */
static int check_strided(const luaTH_Call *call)
{
  return THTensor_checkStrided(call->name, call->arg[0].tensor);
}

static int stride(luaTH_Call *call)
{
  TH_TRY(check_strided(call));
  return return_sizes(call, call->arg[0].tensor->stride);
}

static int stride_of(luaTH_Call *call)
{
  TH_TRY(check_strided(call));
  return luaTH_returnnumber(call, TH_integer(call->arg[0].tensor->stride[call->arg[1].integer]));
}

static int dim(luaTH_Call *call)
{
  return luaTH_returnnumber(call, TH_integer(call->arg[0].tensor->nDimension));
}

static int nElement(luaTH_Call *call)
{
  return luaTH_returnnumber(call, TH_integer(THTensor_nElement(call->arg[0].tensor)));
}

static int elementSize(luaTH_Call *call)
{
  return luaTH_returnnumber(call, TH_integer(THDtype_traits(call->arg[0].tensor->dtype)->size));
}

static int storageOffset(luaTH_Call *call)
{
  TH_TRY(check_strided(call));
  return luaTH_returnnumber(call, TH_integer(call->arg[0].tensor->storageOffset + 1));
}

static int dataPtr(luaTH_Call *call)
{
  const THTensor *t = call->arg[0].tensor;
  TH_TRY(check_strided(call));
  if (t->flags) return THTensor_refuse("dataPtr", t);
  if (t->storage) TH_TRY(THStorage_settle(t->storage));
  if (t->storage) TH_TRY(THStorage_publish(t->storage));
  return luaTH_returnnumber(call, TH_integer((int64_t)(uintptr_t)THTensor_data(t)));
}

static int storage(luaTH_Call *call)
{
  const THTensor *t = call->arg[0].tensor;
  TH_TRY(check_strided(call));
  call->pushed = 1;
  if (t->storage) {
    /* Push the storage before reading t: allocating may run finalizers, which may change t. */
    THStorage **s = luaTH_newstorage(call->L, luaTH_storageKind(t->storage));
    *s = t->storage;
    THStorage_retain(*s);
  } else {
    lua_pushnil(call->L);
  }
  return TH_OK;
}

static int isSameSizeAs(luaTH_Call *call)
{
  return luaTH_returnboolean(call, THTensor_isSameSizeAs(call->arg[0].tensor, call->arg[1].tensor));
}

static int isSize(luaTH_Call *call)
{
  const THTensor *t = call->arg[0].tensor;
  const luaTH_Value *sizes = &call->arg[1];
  const int is_none = THTensor_isUndefined(t) && sizes->nsizes == 1 && sizes->sizes[0] == 0;
  int same = is_none || t->nDimension == sizes->nsizes;
  for (int d = 0; d < t->nDimension && same; d++) same = t->size[d] == sizes->sizes[d];
  return luaTH_returnboolean(call, same);
}

static int isSetTo(luaTH_Call *call)
{
  return luaTH_returnboolean(call, THTensor_isSetTo(call->arg[0].tensor, call->arg[1].tensor));
}

/* Methods that change their object return it. */
static int return_self(luaTH_Call *call, int status)
{
  lua_pushvalue(call->L, call->arg[0].index);
  call->pushed = 1;
  return status;
}

/* 1 if the options ask for it: x:copy(y, {async = true}). */
static int is_async(luaTH_Call *call, const luaTH_Value *options)
{
  if (!options->given) return 0;
  luaTH_checkoptions(call->L, call->name, options->index, "async");
  luaTH_rawfield(call->L, options->index, "async");
  const int async = lua_toboolean(call->L, -1);
  lua_pop(call->L, 1);
  return async;
}

/* --- copies and fills: by Torch7's rules also of tensors whose elements share memory --- */

static int copy_tensor(lua_State *L, THTensor *to, const THTensor *from)
{
  return luaTH_isTorch7(L) ? THTensor_copyInOrder(to, from) : THTensor_copy(to, from);
}

static int fill_tensor(lua_State *L, THTensor *t, THNumber number)
{
  return luaTH_isTorch7(L) ? THTensor_fillInOrder(t, number) : THTensor_fill(t, number);
}

static int copy(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  if (!is_async(call, &arg[2]))
    return return_self(call, copy_tensor(call->L, arg[0].tensor, arg[1].tensor));
  luaTH_pushcuda(call->L, "copyAsync");
  lua_pushvalue(call->L, arg[0].index);
  lua_pushvalue(call->L, arg[1].index);
  lua_call(call->L, 2, 1);
  call->pushed = 1;
  return TH_OK;
}

static int fill(luaTH_Call *call)
{
  return return_self(call, fill_tensor(call->L, call->arg[0].tensor, call->arg[1].number));
}

static int zero(luaTH_Call *call)
{
  return return_self(call, fill_tensor(call->L, call->arg[0].tensor, TH_integer(0)));
}

static int resize(luaTH_Call *call)
{
  const luaTH_Value *sizes = &call->arg[1];
  THTensor *t = call->arg[0].tensor;
  if (luaTH_isNoSizes(call->L, sizes->index)) return return_self(call, luaTH_toNoSizes(t));
  return return_self(call, THTensor_resize("resize", t, sizes->nsizes, sizes->sizes, NULL));
}

/* Sizes and strides are LongStorages or tables. */
static int resize_strided(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  int64_t sizes[TH_MAX_DIM], strides[TH_MAX_DIM];
  int n = luaTH_checksizes(call->L, arg[1].index, arg[1].index, sizes, "resize: size");
  int m = luaTH_checksizes(call->L, arg[2].index, arg[2].index, strides, "resize: stride");
  if (n != m) return th_fail(TH_ESHAPE, "resize: %d sizes and %d strides", n, m);
  return return_self(call, THTensor_resize("resize", arg[0].tensor, n, sizes, strides));
}

static int resizeAs(luaTH_Call *call)
{
  return return_self(call, THTensor_resizeAs(call->arg[0].tensor, call->arg[1].tensor));
}

static int set(luaTH_Call *call)
{
  THTensor *t = call->arg[0].tensor;
  if (!call->arg[1].given) TH_TRY(THTensor_viewable("set", t));
  if (!call->arg[1].given) THTensor_clear(t);
  else if (luaTH_kindOf(call->arg[1].tensor) != luaTH_kindOf(t))
    return th_fail(TH_EDTYPE, "set: a %s cannot become a window on a %s",
                   luaTH_kindText(luaTH_kindOf(t)).text,
                   luaTH_kindText(luaTH_kindOf(call->arg[1].tensor)).text);
  else THTensor_set(t, call->arg[1].tensor);
  return return_self(call, TH_OK);
}

/* Reads the same arguments as a constructor does. They are the last on the stack: a method without
   results pushes nothing behind them. */
static int set_window(luaTH_Call *call)
{
  static const luaTH_WindowNames names = {"set", "set: first", "set: size", "set: stride"};
  THTensor *t = call->arg[0].tensor;
  const int last = lua_gettop(call->L);
  TH_TRY(THTensor_viewable("set", t));
  THTensor *window = luaTH_newtensor(call->L, luaTH_kindOf(t));
  window->device = (uint8_t)THTensor_device(t);
  luaTH_readwindow(call->L, &names, window, last);
  THTensor_set(t, window);
  THTensor_clear(window);
  return return_self(call, TH_OK);
}

static const char *type_text(lua_State *L, int index)
{
  return lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : luaL_typename(L, index);
}

/*
** x:type(...) and the like: x itself if it is of that kind already, else a converted copy. device 0
** means: if x is on a device it stays on that one, otherwise the current device is used.
*/
static int as_kind(luaTH_Call *call, int kind, int device)
{
  const THTensor *t = call->arg[0].tensor;
  if (kind == luaTH_kindOf(t) && (!device || device == THTensor_device(t)))
    return return_self(call, TH_OK);
  if (!THLayout_has(luaTH_layoutOf(kind), luaTH_dtypeOf(kind), luaTH_isOnDevice(kind)))
    return THTensor_refuse(call->name, t);
  if (!device) device = luaTH_isOnDevice(kind) ? THTensor_device(t) : 0;
  if (!device) device = luaTH_deviceOf(call->L, kind);
  const int format = luaTH_isTorch7(call->L) ? TH_FORMAT_CONTIGUOUS : TH_FORMAT_PRESERVE;
  THTensor *converted = luaTH_newtensor(call->L, kind);
  const THTensor *like = t;
  if (luaTH_layoutOf(kind) != luaTH_layoutOf(luaTH_kindOf(t))) {
    TH_TRY(THTensor_toLayout(call->name, converted, t, luaTH_layoutOf(kind)));
    like = converted;
  }
  TH_TRY(THTensor_toInFormat(converted, like, device, luaTH_dtypeOf(kind), format));
  call->pushed = 1;
  return TH_OK;
}

/* The kind of that dtype on the CPU or a device, with the layout of argument 0. */
static int kind_like(const luaTH_Call *call, int dtype, int device)
{
  return luaTH_kind(dtype, device, luaTH_layoutOf(luaTH_kindOf(call->arg[0].tensor)));
}

/* :type('torch.FloatTensor') or :type(torch.FloatTensor), a type name or a type object. */
static int type_as(luaTH_Call *call)
{
  int kind = luaTH_tokind(call->L, call->arg[1].index);
  if (!THDtype_isBuilt(luaTH_dtypeOf(kind)))
    return th_fail(TH_EDTYPE, "type: '%s' is no tensor type; an example is 'torch.FloatTensor'",
                   type_text(call->L, call->arg[1].index));
  return as_kind(call, kind, 0);
}

static int type_name(luaTH_Call *call)
{
  lua_pushstring(call->L, luaTH_kindText(luaTH_kindOf(call->arg[0].tensor)).text);
  call->pushed = 1;
  return TH_OK;
}

static int typeAs(luaTH_Call *call)
{
  const THTensor *like = call->arg[1].tensor;
  return as_kind(call, luaTH_kindOf(like), THTensor_device(like));
}

static int real(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  const THTraits *traits = THDtype_traits(x->dtype);
  if (traits->complex) {
    const int kind = luaTH_kind(traits->value, THTensor_device(x), 0);
    call->pushed = 1;
    return THTensor_part("real", luaTH_newtensor(call->L, kind), x, 0);
  }
  const int kind = luaTH_defaultkind(call->L);
  return as_kind(call, kind_like(call, luaTH_dtypeOf(kind), luaTH_isOnDevice(kind)), 0);
}

/* x:cpu(): the elements on the CPU, with the same dtype. */
static int cpu(luaTH_Call *call)
{
  return as_kind(call, kind_like(call, call->arg[0].tensor->dtype, 0), 0);
}

/* x:cuda(device): a CudaTensor, which has floats, as in Torch7. x:cudaDouble() and the like:
   another dtype. */
static int cuda(luaTH_Call *call)
{
  const THTraits *traits = call->row->data;
  const luaTH_Value *device = &call->arg[1];
  int dtype = traits ? THDtype_find(traits->name) : TH_FLOAT;
  if (device->given && device->integer >= TH_MAX_DEVICES - 1)
    return th_fail(TH_EINVAL, "cuda: there is no device %" PRId64, device->integer + 1);
  int number = device->given ? (int)device->integer + 1 : 0;
  if (number) luaTH_deviceOf(call->L, luaTH_kind(dtype, 1, 0)); /* registers the devices */
  return as_kind(call, kind_like(call, dtype, 1), number);
}

static int getDevice(luaTH_Call *call)
{
  return luaTH_returnnumber(call, TH_integer(THTensor_device(call->arg[0].tensor)));
}

/* x:float() and the like: row->data is the dtype's traits. */
static int convert(luaTH_Call *call)
{
  const int dtype = THDtype_find(((const THTraits *)call->row->data)->name);
  return as_kind(call, kind_like(call, dtype, 0), 0);
}

enum { MAX_TABLE = 1 << 28 }; /* a larger table would exhaust memory */

/* Pushing may run the collector, whose finalizers may shrink the storage during the loop. */
static THNumber load_element(lua_State *L, const THTensor *t, int64_t at)
{
  const THStorage *s = t->storage;
  if (at >= s->size) luaTH_fail(L, "totable: the storage shrank to %" PRId64 " elements", s->size);
  return THDtype_load(t->dtype, (char *)s->data + at * THStorage_elementSize(s));
}

/* Push nested tables without a copy of the elements: one level per dimension, from position at
   on. */
static void push_table(lua_State *L, const THTensor *t, int d, int64_t at)
{
  luaL_checkstack(L, 4, NULL);
  lua_createtable(L, t->size[d] < 1 << 24 ? (int)t->size[d] : 0, 0);
  for (int64_t i = 0; i < t->size[d]; i++, at += t->stride[d]) {
    if (d == t->nDimension - 1) luaTH_pushnumber(L, load_element(L, t, at));
    else push_table(L, t, d + 1, at);
    lua_rawseti(L, -2, (int)(i + 1));
  }
}

static int64_t rows_of(const THTensor *t)
{
  int64_t rows = 1;
  for (int d = 0; d < t->nDimension - 1; d++) rows *= t->size[d];
  return rows;
}

static int totable(luaTH_Call *call)
{
  const THTensor *t = call->arg[0].tensor;
  lua_State *L = call->L;
  if (THTensor_isQuantized(t)) { /* its values */
    THTensor *values = luaTH_newtensor(L, TH_FLOAT);
    TH_TRY(THTensor_dequantize(values, t));
    t = values;
  }
  TH_TRY(THTensor_operand("totable", t));
  if (THTensor_nElement(t) > MAX_TABLE || rows_of(t) > MAX_TABLE)
    return th_fail(TH_ENOMEM, "totable: a tensor of size %s has more than %d elements",
                   THTensor_sizeText(t).text, MAX_TABLE);
  THTensor *held = luaTH_newtensor(L, t->dtype);
  TH_TRY(THTensor_to(held, t, 0, TH_UNDEFINED));
  if (THTensor_isUndefined(held)) lua_newtable(L);
  else if (held->nDimension) push_table(L, held, 0, held->storageOffset);
  else luaTH_pushnumber(L, load_element(L, held, held->storageOffset));
  THTensor_clear(held);
  call->pushed = 1;
  return TH_OK;
}

static int item(luaTH_Call *call)
{
  THNumber number;
  const THTensor *t = call->arg[0].tensor;
  if (THTensor_nElement(t) != 1)
    return th_fail(TH_ESHAPE, "item: a tensor of size %s has %" PRId64 " elements, not 1",
                   THTensor_sizeText(t).text, THTensor_nElement(t));
  TH_TRY(THTensor_get(t, 0, &number));
  if (!TH_isComplex(number)) return luaTH_returnnumber(call, number);
  lua_pushnumber(call->L, TH_asReal(number));
  lua_pushnumber(call->L, TH_imaginary(number));
  call->pushed = 2;
  return TH_OK;
}

static const luaTH_Row rows[] = {
  {"size", "x:Tensor dim:dim", size_of, "the sizes as a LongStorage, or that of one dim", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"size", "x:Tensor", size, "the sizes as a LongStorage, or that of one dim", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"stride", "x:Tensor dim:dim", stride_of, "the strides in elements as a LongStorage, or that of one dim", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"stride", "x:Tensor", stride, "the strides in elements as a LongStorage, or that of one dim", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"dim", "x:Tensor", dim, "the number of dimensions", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"nDimension", "x:Tensor", dim, "the number of dimensions", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"nElement", "x:Tensor", nElement, "the number of elements", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"numel", "x:Tensor", nElement, "the number of elements", LUATH_LAZY, 0},
  {"elementSize", "x:Tensor", elementSize, "bytes of an element", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"storage", "x:Tensor", storage, "the storage, or nil if there is none", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"storageOffset", "x:Tensor", storageOffset, "position of the first element in the storage, from 1", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"dataPtr", "x:Tensor", dataPtr, "address of the first element, an integer", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"isSameSizeAs", "x:Tensor y:Tensor", isSameSizeAs, "whether both have the same sizes", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"isSize", "x:Tensor size:sizes", isSize, "whether x has those sizes", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"isSetTo", "x:Tensor y:Tensor", isSetTo, "whether both are the same window on the same storage", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"copy", "x:Tensor y:Tensor o:options?", copy,
   "copies y, converted; y broadcasts or has as many elements; {async = true}: like copyAsync",
   LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"fill", "x:Tensor value:complex", fill, "sets every element to a number", LUATH_LAZY, 0},
  {"zero", "x:Tensor", zero, "sets every element to 0", LUATH_LAZY, 0},
  {"resize", "x:Tensor size:sizes", resize, "gives x other sizes; its storage grows if needed, new elements are not set", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"resize", "x:Tensor size:any stride:any", resize_strided, "the same with strides, both as LongStorages or tables", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"resizeAs", "x:Tensor like:Tensor", resizeAs, "like resize, to the size of another tensor", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"set", "x:Tensor y:Tensor?", set, "makes x the same window as y, or empty", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"set", "x:Tensor s:any first:position=1 size:any? stride:any?", set_window,
   "makes x a window on a storage; a negative stride stands for the row-major one",
   LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"set", "x:Tensor s:any first:position strides:pairs", set_window, "the same with a size and a stride for each dimension", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"set", "x:Tensor size:sizes", set_window,
   "gives x sizes and a new storage; for a LongTensor a single LongStorage is the "
   "elements", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"type", "x:Tensor", type_name, "the name of the type, or x converted to a type", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"type", "x:Tensor type:any", type_as, "the name of the type, or x converted to a type", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"cpu", "x:Tensor", cpu, "x on the CPU; x itself if it is there already", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"cuda", "x:Tensor device:position?", cuda,
   "x as floats on its own, the current or another CUDA device; x itself if nothing "
   "changes", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"getDevice", "x:Tensor", getDevice, "the number of the device that holds x, 0 for the CPU", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"typeAs", "x:Tensor y:Tensor", typeAs, "x converted to the type of y", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"real", "x:Tensor", real, "x converted to the default type; the real parts of a complex tensor as a view", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"totable", "x:Tensor", totable, "the elements as nested tables", 0, 0},
  {"item", "x:Tensor", item, "the number in a tensor that has one element; the two parts of a complex one", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

/* Two conversion methods for each dtype: x:double() and x:cudaDouble(). For floats the second is
   x:cuda(). */
static void open_conversions(lua_State *L)
{
  typedef struct Made { luaTH_Row row[2 * TH_NUM_DTYPES]; char name[TH_NUM_DTYPES][24]; } Made;
  Made *m = lua_newuserdata(L, sizeof *m);
  luaTH_Row *made = m->row;
  int n = 0;
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    const THTraits *traits = THDtype_traits(dtype);
    made[n++] = (luaTH_Row){traits->option, "x:Tensor", convert,
                            "x on the CPU, converted to that type; x itself if nothing changes",
                            LUATH_METHOD_ONLY | LUATH_LAZY, traits};
    if (dtype == TH_FLOAT) continue;
    snprintf(m->name[dtype], sizeof m->name[dtype], "cuda%s", traits->name);
    made[n++] = (luaTH_Row){m->name[dtype], "x:Tensor device:position?", cuda,
                            "x converted to that type, on its own, the current or another CUDA "
                            "device; x itself if nothing changes",
                            LUATH_METHOD_ONLY | LUATH_LAZY, traits};
  }
  made[n] = (luaTH_Row){0};
  luaL_ref(L, LUA_REGISTRYINDEX);
  luaTH_register(L, made);
}

void luaTH_opentensor(lua_State *L)
{
  luaTH_register(L, rows);
  open_conversions(L);
}
