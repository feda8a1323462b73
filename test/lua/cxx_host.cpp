/*
** A C++ program with Lua and tensors in it. It shows that TH.h and tensor.h compile as C++ and that
** what they declare links: functions of the typed and the erased API, tables, those of tensor.h.
*/
#include <cstdio>

#include "TH.h"
#include "tensor.h"

extern "C" {
#include <lauxlib.h>
#include <lualib.h>
}

/* The sum of a 2 x 3 tensor of 0.5, or -1. */
static double sum_in_cxx()
{
  THFloatTensor x = THFloatTensor();
  double sum = 0;
  const int status = THFloatTensor_resize2d(&x, 2, 3) || THFloatTensor_fill(&x, 0.5) ||
                     THFloatTensor_sumall(&sum, &x);
  THFloatTensor_clear(&x);
  return status ? -1 : sum;
}

/* The same sum, computed by a Lua script that gets the tensor. */
static double sum_in_lua(lua_State *L)
{
  THTensor x = THTensor();
  const int64_t size[] = {2, 3};
  double sum = -1;
  if (THTensor_new(&x, 0, TH_DOUBLE, 2, size) || THTensor_fill(&x, TH_real(0.5))) return -1;
  if (luaL_loadstring(L, "local x = ... return x:sum(), x") == 0) {
    luaTH_pushtensor(L, &x);
    if (lua_pcall(L, 1, 2, 0) == 0 && luaTH_totensor(L, -1)) sum = lua_tonumber(L, -2);
    else std::fprintf(stderr, "%s\n", lua_tostring(L, -1));
  }
  lua_settop(L, 0);
  THTensor_clear(&x);
  return sum;
}

int main()
{
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_pushcfunction(L, luaopen_tensor_core);
  int status = lua_pcall(L, 0, 0, 0);
  if (!status && sum_in_lua(L) != 3) status = 1;
  lua_close(L);
  if (sum_in_cxx() != 3 || !TH_ops[TH_OP_cadd].name || !TH_lapackOps[0].name) status = 1;
  return status;
}
