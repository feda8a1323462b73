/*
** luaTH_checkdepth: whether the C stack is deep enough for one more call from C into Lua.
**
** Lua 5.1 to 5.4 count such calls and refuse the 200th; LuaJIT counts none, and the process would
** end. What counts is the stack that is left, whatever used it: coroutines, threads of a host with
** small stacks and other libraries' callbacks share it.
*/
#include "core/luaTH.h"
#include "TH/platform/THPlatform.h"

/* The C stack of a thread, from its lowest address to its highest; empty if it is not known. */
typedef struct Stack { const char *lowest, *highest; int known; } Stack;

static void find_stack(Stack *stack)
{
  stack->known = 1;
  uintptr_t lowest;
  size_t size;
  if (!th_findStack(&lowest, &size)) return;
  stack->lowest = (const char *)lowest;
  stack->highest = stack->lowest + size;
}

void luaTH_checkdepth(lua_State *L, const char *name)
{
  static _Thread_local Stack stack;
  const char *here = __builtin_frame_address(0);
  if (!stack.known) find_stack(&stack);
  if (here < stack.lowest || here >= stack.highest) return; /* a stack that a host has made */
  const long size = (long)(stack.highest - stack.lowest);
  if (here - stack.lowest < size / 4)
    luaTH_fail(L, "%s: called too deeply inside of its own functions: three quarters of this "
               "thread's stack of %ld KB are used; call it in a loop instead", name, size / 1024);
}
