/*
** An extension that uses every public name of Torch7's C API. It compiles if each function has the
** types that Torch7 gave it, and each macro and type exists; it loads if each function is there. It
** gives Lua how many of each there are.
*/
#include "TH.h"
#include "luaT.h"

#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Waddress"

/* Take the address of a function, as one of its documented type. */
#define USE(returned, name, arguments)       \
  {                                          \
    returned (*volatile use) arguments = name; \
    count += use != 0;                       \
  }

#define TH_GENERIC_FILE "names/typed.c"
#include "THGenerateAllTypes.h"
#define TH_GENERIC_FILE "names/typed.c"
#include "THGenerateHalfType.h"

static int use_functions(void)
{
  int count = 0;
#define FUNCTION USE
#define CONSTANT(type, name) { type *volatile use = &name; count += use != 0; }
#include "names/plain.def"
#include "names/luaT.def"
#undef FUNCTION
#undef CONSTANT
  return count;
}

/* --- macros --- */

#if !(defined(TH_ALLOCATOR_MAPPED_SHARED) && defined(TH_ALLOCATOR_MAPPED_SHAREDMEM) && \
      defined(TH_ALLOCATOR_MAPPED_EXCLUSIVE) && defined(TH_ALLOCATOR_MAPPED_NOCREATE) && \
      defined(TH_ALLOCATOR_MAPPED_KEEPFD) && defined(TH_ALLOCATOR_MAPPED_FROMFD) && \
      defined(TH_ALLOCATOR_MAPPED_UNLINK) && defined(TH_ATOMIC_IPC_REFCOUNT))
#error "a macro of THAllocator.h or THAtomic.h is missing"
#endif
#if !(defined(__thalign__) && defined(TH_HALF_BITS_TO_LITERAL) && defined(TH_HALF_ZERO) && \
      defined(TH_HALF_INF) && defined(_MERSENNE_STATE_N) && defined(_MERSENNE_STATE_M) && \
      defined(torch_Generator) && defined(THLapackCheck) && defined(THLapackCheckWithCleanup))
#error "a macro of THHalf.h, THRandom.h or THLapack.h is missing"
#endif
#if !(defined(THBlas_) && defined(THLapack_) && defined(THVector_) && defined(THTensor) && \
      defined(THTensor_) && defined(THStorage) && defined(THStorage_) && \
      defined(TH_STORAGE_GET) && defined(TH_STORAGE_SET))
#error "a macro that makes names is missing"
#endif
#if !(defined(TH_STORAGE_REFCOUNTED) && defined(TH_STORAGE_RESIZABLE) && \
      defined(TH_STORAGE_FREEMEM) && defined(TH_STORAGE_VIEW) && defined(TH_TENSOR_REFCOUNTED))
#error "a flag of storages or tensors is missing"
#endif
#if !(defined(TH_TENSOR_APPLY) && defined(TH_TENSOR_APPLY_D) && defined(TH_TENSOR_APPLY2) && \
      defined(TH_TENSOR_APPLY2_D) && defined(TH_TENSOR_APPLY3) && defined(TH_TENSOR_APPLY3_D) && \
      defined(TH_TENSOR_DIM_APPLY) && defined(TH_TENSOR_DIM_APPLY2) && \
      defined(TH_TENSOR_DIM_APPLY3))
#error "a loop over tensors is missing"
#endif
#if !(defined(THTensor_fastGet1d) && defined(THTensor_fastGet2d) && \
      defined(THTensor_fastGet3d) && defined(THTensor_fastGet4d) && \
      defined(THTensor_fastSet1d) && defined(THTensor_fastSet2d) && \
      defined(THTensor_fastSet3d) && defined(THTensor_fastSet4d))
#error "fastGet or fastSet is missing"
#endif
#if !(defined(LUA_EXTERNC) && defined(DLL_EXPORT) && defined(DLL_IMPORT) && defined(LUAT_API) && \
      defined(LUAT_DEPRECATED))
#error "a macro of luaT.h is missing"
#endif
/* Lua has the function, or luaT.h the macro. */
#if LUA_VERSION_NUM == 501 && !(defined(lua_pushglobaltable) && defined(lua_setuservalue) && \
                                defined(lua_getuservalue))
#error "a function of Lua 5.2 is missing"
#endif
#if LUA_VERSION_NUM > 501 && !defined(lua_objlen)
#error "lua_objlen is missing"
#endif
#if !(defined(TH_EXTERNC) && defined(TH_API) && defined(M_PI) && defined(TH_INDEX_BASE) && \
      defined(THError) && defined(THArgCheck) && defined(THArgCheckWithCleanup) && \
      defined(THCleanup) && defined(THAssert) && defined(THAssertMsg) && defined(THMin) && \
      defined(THMax) && defined(TH_CONCAT_2) && defined(TH_CONCAT_3) && defined(TH_CONCAT_4) && \
      defined(TH_CONCAT_STRING_2) && defined(TH_CONCAT_STRING_3) && \
      defined(TH_CONCAT_STRING_4) && defined(TH_DESC_BUFF_LEN) && defined(_THError) && \
      defined(_THArgCheck) && defined(_THAssertionFailed))
#error "a macro of THGeneral.h is missing"
#endif

/* --- types --- */

static int use_types(void)
{
  const size_t sizes[] = {sizeof(THAllocator), sizeof(THMapAllocatorContext *), sizeof(THFile *),
                          sizeof(THHalf), sizeof(THHalf2), sizeof(THGenerator),
                          sizeof(THFloatStorage), sizeof(THFloatTensor), sizeof(THDescBuff)};
  int count = 0;
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) count += sizes[k] > 0;
  count += THDefaultAllocator.malloc && THMapAllocator.free && THRefcountedMapAllocator.free;
  return count;
}

static int count_functions(void)
{
  return TH_CONCAT_2(use, Byte)() + TH_CONCAT_2(use, Char)() + TH_CONCAT_2(use, Short)() +
         TH_CONCAT_2(use, Int)() + TH_CONCAT_2(use, Long)() + TH_CONCAT_2(use, Half)() +
         TH_CONCAT_2(use, Float)() + TH_CONCAT_2(use, Double)() + use_functions();
}

/* --- for Lua: how many functions and types were used, and a table of those that are absent --- */

LUA_EXTERNC DLL_EXPORT int luaopen_libnames(lua_State *L);

int luaopen_libnames(lua_State *L)
{
  lua_newtable(L);
  luaT_pushlong(L, count_functions());
  lua_setfield(L, -2, "functions");
  luaT_pushlong(L, use_types());
  lua_setfield(L, -2, "types");
  lua_newtable(L);
#define ABSENT(name, why)  \
  lua_pushliteral(L, why); \
  lua_setfield(L, -2, #name);
#include "names/absent.def"
#undef ABSENT
  lua_setfield(L, -2, "absent");
  return 1;
}
