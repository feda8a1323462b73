/*
** For hosts in C++11: tensor.h with objects that release what they hold, and exceptions in place of
** statuses. Link as for tensor.h. No error of Lua passes through a C++ function, so it does not
** matter whether Lua was compiled as C or as C++.
**
**   std::vector<float> heights(12);
**   tensor::State lua("share/lua/5.4");                      a Lua state with the global tensor
**   lua.set("heights", tensor::Tensor::borrow(heights.data(), {3, 4}));       without a copy
**   lua.run("heights:fill(1)");
**   tensor::Tensor sums = lua.eval("return heights:sum(1)");
**   float first = sums.data<float>()[0];
**
** examples/host.cpp is a complete program.
*/
#ifndef LUA_TENSOR_HPP
#define LUA_TENSOR_HPP

#include <complex>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

extern "C" {
#include <lauxlib.h>
#include <lualib.h>
}

#include "tensor.h"

namespace tensor {

/* A function of TH failed, with its status (THError.h) and text; or a script did, with TH_OK. */
class Error : public std::runtime_error {
public:
  Error(int status, const std::string &text) : std::runtime_error(text), status_(status) {}
  int status() const { return status_; }

private:
  int status_;
};

/* Throws if a function of TH failed. */
inline void check(int status)
{
  if (status) throw Error(status, TH_error());
}

/* Dtype<T>::value: the element type of tensors that hold T. */
template <class T> struct Dtype;
template <class T> struct Dtype<const T> { enum { value = Dtype<T>::value }; };
template <> struct Dtype<uint8_t> { enum { value = TH_BYTE }; };
template <> struct Dtype<int8_t> { enum { value = TH_CHAR }; };
template <> struct Dtype<int16_t> { enum { value = TH_SHORT }; };
template <> struct Dtype<uint16_t> { enum { value = TH_UINT16 }; };
template <> struct Dtype<int32_t> { enum { value = TH_INT }; };
template <> struct Dtype<int64_t> { enum { value = TH_LONG }; };
template <> struct Dtype<float> { enum { value = TH_FLOAT }; };
template <> struct Dtype<double> { enum { value = TH_DOUBLE }; };
template <> struct Dtype<std::complex<float> > { enum { value = TH_COMPLEXFLOAT }; };
template <> struct Dtype<std::complex<double> > { enum { value = TH_COMPLEXDOUBLE }; };

typedef std::vector<int64_t> Sizes;

/*
** A tensor. A copy is a window on the same elements, as an assignment in Lua is. get() is for the
** functions of TH.h: check(THTensor_fill(x.get(), TH_real(1))).
*/
class Tensor {
public:
  Tensor() noexcept : t() {}
  /* Elements that are not set. */
  Tensor(int dtype, const Sizes &sizes) : t()
  {
    check(THTensor_new(&t, 0, dtype, static_cast<int>(sizes.size()), sizes.data()));
  }
  /* Throws for NULL, which luaTH_totensor gives for what is no tensor. */
  explicit Tensor(const THTensor *other) : t()
  {
    if (!other) throw Error(TH_EINVAL, "Tensor: there is no tensor at NULL");
    THTensor_set(&t, other);
  }
  Tensor(const Tensor &other) : t() { THTensor_set(&t, &other.t); }
  Tensor(Tensor &&other) noexcept : t(other.t) { other.t = THTensor(); }
  Tensor &operator=(Tensor other) noexcept
  {
    std::swap(t, other.t);
    return *this;
  }
  ~Tensor() { THTensor_clear(&t); }

  template <class T> static Tensor zeros(const Sizes &sizes)
  {
    Tensor made(Dtype<T>::value, sizes);
    check(THTensor_fill(&made.t, TH_integer(0)));
    return made;
  }

  /*
  ** A window on memory of the host, row-major, without a copy. done is called when the last tensor
  ** on it is gone, in whatever thread that happens, and must not throw. It is not called if this
  ** throws.
  */
  template <class T>
  static Tensor borrow(T *data, const Sizes &sizes, std::function<void()> done = nullptr)
  {
    int64_t count = 1;
    for (size_t d = 0; d < sizes.size(); d++)
      if (sizes[d] < 0 || __builtin_mul_overflow(count, sizes[d], &count))
        throw Error(TH_EINVAL, "borrow: the sizes are negative or too large");
    std::unique_ptr<std::function<void()> > kept;
    if (done) kept.reset(new std::function<void()>(std::move(done)));
    THStorage *storage = THStorage_borrow(Dtype<T>::value, data, count, give_back, kept.get());
    if (!storage) throw Error(TH_EINVAL, TH_error());
    std::function<void()> *const given = kept.release(); /* the storage has it */
    Tensor made;
    const int status = THTensor_setStorage(&made.t, storage, 0, static_cast<int>(sizes.size()),
                                           sizes.data(), NULL);
    if (status && given) *given = nullptr; /* the memory stays the caller's */
    THStorage_release(storage);
    check(status);
    return made;
  }

  THTensor *get() { return &t; }
  const THTensor *get() const { return &t; }
  int dtype() const { return t.dtype; }
  int dim() const { return t.nDimension; }
  int64_t size(int d) const { return t.size[d]; }
  int64_t nElement() const { return THTensor_nElement(&t); }

  /* The elements in order. Throws unless they are of type T, row-major, without gaps, on the CPU;
     and if they may not be written to, for which data<const float>() asks. */
  template <class T> T *data() const
  {
    if (!std::is_const<T>::value && t.storage && t.storage->flag & TH_STORAGE_READONLY)
      throw Error(TH_EINVAL, "data: the tensor is read-only; data<const T>() reads it");
    if (t.dtype != Dtype<T>::value)
      throw Error(TH_EDTYPE, std::string("data: the tensor is a ") + THTensor_typeText(t.dtype).text);
    if (nElement() == 0) return NULL;
    if (t.storage && t.storage->flag & TH_STORAGE_DISPOSED)
      throw Error(TH_EINVAL, "data: the memory of the tensor was released");
    if (!THTensor_run(&t))
      throw Error(TH_EINVAL, "data: the elements are not a row-major run on the CPU; copy them first");
    return static_cast<T *>(static_cast<void *>(THTensor_data(&t)));
  }

private:
  static void give_back(void *context, void *)
  {
    const std::unique_ptr<std::function<void()> > done(static_cast<std::function<void()> *>(context));
    if (done && *done) (*done)();
  }

  THTensor t;
};

/*
** A Lua state with all of Lua's libraries and the global tensor. Errors of scripts are thrown, as
** texts: an object is asked for its __tostring. It stays where it is made; a unique_ptr to one moves.
*/
class State {
public:
  /* folder: that of the module's files in Lua, which holds tensor/init.lua. */
  explicit State(const char *folder) : L(luaL_newstate(), lua_close)
  {
    if (!L) throw Error(TH_ENOMEM, "State: no memory for a Lua state");
    Call call = Call();
    call.text = folder;
    protect(open, call);
  }
  State(const State &) = delete;
  State &operator=(const State &) = delete;

  /* For what this class does not have. Functions that raise errors, as those of tensor.h do, are to
     be called in a lua_CFunction that lua_pcall protects. */
  lua_State *get() const { return L.get(); }

  void run(const char *script)
  {
    Call call = Call();
    call.text = script;
    protect(run_text, call);
  }

  /* Calls a global function without arguments. */
  void call(const char *name)
  {
    Call call = Call();
    call.text = name;
    protect(call_function, call);
  }

  /* Collects garbage for so many seconds (luaTH_collectStep). Whether that ended a collection. */
  bool collect(double seconds)
  {
    Call call = Call();
    call.number = seconds;
    protect(collect_step, call);
    return call.number != 0;
  }

  /* The tensor that a script returns. */
  Tensor eval(const char *script)
  {
    Tensor result;
    Call call = Call();
    call.text = script;
    call.out = result.get();
    protect(run_text, call);
    return result;
  }

  /* Globals. */
  void set(const char *name, const Tensor &value)
  {
    Call call = Call();
    call.text = name;
    call.in = value.get();
    protect(set_tensor, call);
  }
  void set(const char *name, double value)
  {
    Call call = Call();
    call.text = name;
    call.number = value;
    protect(set_number, call);
  }
  /* A bool only: as a number, false would be true in Lua. Numbers and pointers do not come here. */
  template <class T>
  typename std::enable_if<std::is_same<T, bool>::value>::type set(const char *name, T value)
  {
    Call call = Call();
    call.text = name;
    call.number = value;
    protect(set_boolean, call);
  }

private:
  struct Call {
    lua_CFunction function;
    const char *text;
    const THTensor *in;
    THTensor *out;
    double number;
  };

  /* Calls f with the address of call as its argument. Lua may leave f by longjmp, so functions such
     as f have no objects with destructors. */
  void protect(lua_CFunction f, Call &call)
  {
    call.function = f;
#if LUA_VERSION_NUM < 502
    int status = lua_cpcall(L.get(), run_call, &call);
#else
    lua_pushcfunction(L.get(), run_call);
    lua_pushlightuserdata(L.get(), &call);
    int status = lua_pcall(L.get(), 1, 0, 0);
#endif
    if (!status) return;
    size_t length = 0;
    const char *text = lua_tolstring(L.get(), -1, &length);
    const std::string kept = text ? std::string(text, length) : "the error is no text";
    lua_pop(L.get(), 1);
    throw Error(TH_OK, kept);
  }

  /* Errors become texts here, where a further one is caught. */
  static int run_call(lua_State *L)
  {
    lua_pushcfunction(L, describe);
    lua_pushcfunction(L, call_of(L)->function);
    lua_pushvalue(L, 1);
    return lua_pcall(L, 1, 0, 2) ? lua_error(L) : 0;
  }

  static int describe(lua_State *L)
  {
    if (!lua_isstring(L, 1) && !luaL_callmeta(L, 1, "__tostring"))
      lua_pushfstring(L, "the error is a %s", luaL_typename(L, 1));
    return 1;
  }

  static Call *call_of(lua_State *L) { return static_cast<Call *>(lua_touserdata(L, 1)); }

  static int open(lua_State *L)
  {
    luaL_openlibs(L);
    luaTH_openmodule(L, call_of(L)->text);
    lua_setglobal(L, "tensor");
    return 0;
  }

  static int run_text(lua_State *L)
  {
    Call *call = call_of(L);
    if (luaL_loadstring(L, call->text)) return lua_error(L);
    lua_call(L, 0, 1);
    if (!call->out) return 0;
    const THTensor *t = luaTH_totensor(L, -1);
    if (!t) return luaL_error(L, "eval: the script returned a %s, not a tensor", luaL_typename(L, -1));
    THTensor_set(call->out, t);
    return 0;
  }

  static int call_function(lua_State *L)
  {
    const char *name = call_of(L)->text;
    lua_getglobal(L, name);
    if (lua_isnil(L, -1)) return luaL_error(L, "call: there is no global '%s'", name);
    lua_call(L, 0, 0);
    return 0;
  }

  static int collect_step(lua_State *L)
  {
    Call *call = call_of(L);
    call->number = luaTH_collectStep(L, call->number);
    return 0;
  }

  static int set_tensor(lua_State *L)
  {
    Call *call = call_of(L);
    luaTH_pushtensor(L, call->in);
    lua_setglobal(L, call->text);
    return 0;
  }

  static int set_number(lua_State *L)
  {
    Call *call = call_of(L);
    lua_pushnumber(L, call->number);
    lua_setglobal(L, call->text);
    return 0;
  }

  static int set_boolean(lua_State *L)
  {
    Call *call = call_of(L);
    lua_pushboolean(L, call->number != 0);
    lua_setglobal(L, call->text);
    return 0;
  }

  std::unique_ptr<lua_State, void (*)(lua_State *)> L;
};

} /* namespace tensor */

#endif
