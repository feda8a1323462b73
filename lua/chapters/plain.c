/*
** The plain calls of views, such as x:narrow(1, 2, 3) and x[{1, {2, 3}}] with Lua numbers: short
** ways for the methods (luaTH_Quick), and functions for code that LuaJIT compiles
** (tensor/views.lua).
**
** Such code leaves its trace to call a function of Lua's C API, but not for a C function that it
** calls by FFI. That one must not touch the Lua state, so it cannot make a userdata: Lua gives it
** an empty tensor from a stock, which it turns into the view.
**
** They serve a call entirely or not at all. Other calls and all errors are left to the method,
** which does everything from the start.
*/
#include <stdbool.h>
#include <string.h>

#include "chapters/positions.h"
#include "core/signature.h"

/* --- a view by numbers, counted from 1 --- */

/* Make the empty tensor view a view of x. False if the numbers are not plain or do not fit. */
typedef bool Plain(THTensor *view, const THTensor *x, double a, double b, double c);

/* A whole number; any other becomes one that is no position, dimension or count. */
static int64_t whole(double number)
{
  const int64_t none = -((int64_t)1 << 60);
  const bool is = number > -0x1p53 && number < 0x1p53 && (double)(int64_t)number == number;
  return is ? (int64_t)number : none;
}

/* Read a dimension; a negative one counts from the end. It counts from 0 here. */
static bool read_dim(const THTensor *x, double number, int *dim)
{
  const int64_t d = whole(number);
  *dim = (int)(d < 0 ? d + x->nDimension : d - 1);
  return d && d >= -x->nDimension && d <= x->nDimension;
}

static bool narrow(THTensor *view, const THTensor *x, double dim, double first, double count)
{
  int d;
  return read_dim(x, dim, &d) && !THTensor_narrow(view, x, d, whole(first) - 1, whole(count));
}

/* Of a vector it is a number, which is left to the method. */
static bool select(THTensor *view, const THTensor *x, double dim, double at, double unused)
{
  int d;
  (void)unused;
  return x->nDimension > 1 && read_dim(x, dim, &d) && !THTensor_select(view, x, d, whole(at) - 1);
}

static bool transpose(THTensor *view, const THTensor *x, double dim1, double dim2, double unused)
{
  int d1, d2;
  (void)unused;
  return read_dim(x, dim1, &d1) && read_dim(x, dim2, &d2) && !THTensor_transpose(view, x, d1, d2);
}

static bool t(THTensor *view, const THTensor *x, double unused, double unused2, double unused3)
{
  (void)unused, (void)unused2, (void)unused3;
  return x->nDimension == 2 && !THTensor_transpose(view, x, 0, 1);
}

/* x[i]. Of a vector it is a number. */
static bool slice(THTensor *view, const THTensor *x, double i, double unused, double unused2)
{
  (void)unused, (void)unused2;
  THTensor window = *x;
  if (x->nDimension < 2 || THTensor_viewable("index", x)) return false;
  if (!select_position(&window, 0, whole(i))) return false;
  THTensor_set(view, &window);
  return true;
}

/* --- short ways for methods --- */

/* least: the dimensions of x that the view needs. The view comes first: making it may run
   finalizers, which may change x. */
static inline int quick(lua_State *L, int last, Plain *plain, int numbers, int least)
{
  const THTensor *x = last == numbers + 1 ? luaTH_totensor(L, 1) : NULL;
  double number[3] = {0};
  if (!x || x->nDimension < least) return LUATH_NOT_QUICK;
  for (int k = 0; k < numbers; k++) {
    if (lua_type(L, k + 2) != LUA_TNUMBER) return LUATH_NOT_QUICK;
    number[k] = lua_tonumber(L, k + 2);
  }
  const int kind = luaTH_kindOf(x);
  THTensor *view = luaTH_newtyped(L, x->dtype, kind);
  if (plain(view, x, number[0], number[1], number[2]) && luaTH_kindOf(view) == kind) return 1;
  lua_settop(L, last);
  return LUATH_NOT_QUICK;
}

static int quick_narrow(lua_State *L, int last)
{
  return quick(L, last, narrow, 3, 1);
}

static int quick_select(lua_State *L, int last)
{
  return quick(L, last, select, 2, 2);
}

static int quick_transpose(lua_State *L, int last)
{
  return quick(L, last, transpose, 2, 1);
}

static int quick_t(lua_State *L, int last)
{
  return quick(L, last, t, 0, 2);
}

/* --- for compiled code --- */

/* The first word of an empty tensor in a stock. Its finalizer takes the mark off, since nothing
   would release a view of it any more. */
static const char in_stock;

/* The arguments are userdata with the metatables of tensors, or a missing view. */
static bool may_become(const luaTH_Tensor *view, const luaTH_Tensor *x)
{
  return view && view->block.first == &in_stock && x->block.magic == view->block.magic &&
         luaTH_kindOf(&x->tensor) == view->tensor.dtype;
}

/* If the view was made, it has left the stock. Tell Lua which it is. */
enum { STAYS, LEAVES, WAS_NONE };
static int become(luaTH_Tensor *view, bool made)
{
  if (made) view->block.first = NULL;
  return made ? LEAVES : view && view->block.first == &in_stock ? STAYS : WAS_NONE;
}

#define FOR_COMPILED(name)                                                                    \
static int compiled_##name(luaTH_Tensor *view, const luaTH_Tensor *x, double a, double b,     \
                           double c)                                                          \
{                                                                                             \
  return become(view, may_become(view, x) && name(&view->tensor, &x->tensor, a, b, c));       \
}
FOR_COMPILED(narrow)
FOR_COMPILED(select)
FOR_COMPILED(slice)

/*
** x[{...}] of a tensor with up to four dimensions, for each of which there is a position (i) or a
** range (i to j). kinds has two bits for each of them, the first lowest.
*/
enum { AT_POSITION = 1, AT_RANGE = 2, MOST_DIMS = 4 };

static bool window(THTensor *view, const THTensor *x, int kinds, const double (*end)[2])
{
  THTensor window = *x;
  if (x->nDimension > MOST_DIMS || THTensor_viewable("index", x)) return false;
  for (int k = 0; k < x->nDimension; k++, kinds >>= 2) {
    const int dim = k - (x->nDimension - window.nDimension);
    const int64_t i = whole(end[k][0]), j = whole(end[k][1]);
    const int kind = kinds & 3;
    const bool fits = kind == AT_POSITION ? select_position(&window, dim, i)
                    : kind == AT_RANGE && narrow_positions(&window, dim, i, j);
    if (!fits) return false;
  }
  if (kinds || !window.nDimension) return false; /* too many, or an element */
  THTensor_set(view, &window);
  return true;
}

static int compiled_window(luaTH_Tensor *view, const luaTH_Tensor *x, int kinds, double i1,
                           double j1, double i2, double j2, double i3, double j3, double i4,
                           double j4)
{
  const double end[MOST_DIMS][2] = {{i1, j1}, {i2, j2}, {i3, j3}, {i4, j4}};
  return become(view, may_become(view, x) && window(&view->tensor, &x->tensor, kinds, end));
}

/* stock(list, dtype, n): list[1] to list[n] become empty tensors, and list.n becomes n */
static int core_stock(lua_State *L)
{
  const int dtype = (int)luaL_checkinteger(L, 2), n = (int)luaL_checkinteger(L, 3);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argcheck(L, THDtype_isBuilt(dtype), 2, "a dtype expected");
  for (int k = 1; k <= n; k++) {
    luaTH_newtyped(L, dtype, dtype);
    luaTH_Tensor *u = lua_touserdata(L, -1);
    u->block.first = (void *)&in_stock;
    lua_rawseti(L, 1, k);
  }
  lua_pushinteger(L, n);
  lua_setfield(L, 1, "n");
  return 0;
}

/* plainViews(): the functions for FFI, as a struct in a userdata; tensor/views.lua declares it. */
static int core_plainViews(lua_State *L)
{
  static const struct {
    int (*narrow)(luaTH_Tensor *, const luaTH_Tensor *, double, double, double);
    int (*select)(luaTH_Tensor *, const luaTH_Tensor *, double, double, double);
    int (*slice)(luaTH_Tensor *, const luaTH_Tensor *, double, double, double);
    int (*window)(luaTH_Tensor *, const luaTH_Tensor *, int, double, double, double, double,
                  double, double, double, double);
  } functions = {compiled_narrow, compiled_select, compiled_slice, compiled_window};
  memcpy(lua_newuserdata(L, sizeof functions), &functions, sizeof functions);
  return 1;
}

void luaTH_openplain(lua_State *L)
{
  static const luaTH_QuickRow methods[] = {
    {"narrow", quick_narrow}, {"select", quick_select}, {"transpose", quick_transpose},
    {"t", quick_t}, {NULL, NULL}
  };
  luaTH_setquick(L, methods);
  lua_pushnil(L);
  luaTH_pushtypes(L); /* LUATH_TYPES */
  lua_pushcclosure(L, core_stock, 2);
  lua_setfield(L, -2, "stock");
  lua_pushcfunction(L, core_plainViews);
  lua_setfield(L, -2, "plainViews");
}
