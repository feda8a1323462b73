/*
** Fibers: by a few instructions on x86-64, else by ucontext (EMU_UCONTEXT chooses that too).
** AddressSanitizer is told of every switch. A page without access lies below each stack, so an
** overflow faults.
*/
#include "fibers.h"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

#include "asan.h"

#if !defined(__x86_64__) || defined(EMU_UCONTEXT)
#include <ucontext.h>
#define EMU_PORTABLE 1
#else
#define EMU_PORTABLE 0
#endif

namespace emu {

struct Fiber {
  char *stack = nullptr; /* lowest address; of a home fiber as the sanitizer says */
  size_t bytes = 0;
  size_t colour = 0;     /* shifts the top: tops of stacks would share a cache set */
  void (*body)() = nullptr;
  void *top = nullptr;   /* stack pointer where it stopped */
  void *fake = nullptr;  /* the sanitizer's fake stack */
#if EMU_PORTABLE
  ucontext_t context;
#endif
};

namespace {

const size_t page = 4096, stack_bytes = (EMU_ASAN ? 256 : 64) * 1024;

/* The two fibers of a switch in progress: a fiber that begins must know where it came from. */
thread_local Fiber *leaving, *arriving;

void arrived(void *fake)
{
#if EMU_ASAN
  const void *bottom;
  size_t bytes;
  __sanitizer_finish_switch_fiber(fake, &bottom, &bytes);
  leaving->stack = static_cast<char *>(const_cast<void *>(bottom));
  leaving->bytes = bytes;
#else
  (void)fake;
#endif
}

void begin()
{
  arrived(nullptr);
  arriving->body();
  abort();
}

#if EMU_PORTABLE

void jump(Fiber *from, Fiber *to)
{
  swapcontext(&from->context, &to->context);
}

#else

extern "C" void emu_jump(void **from, void *to);
__asm__(".text\n.type emu_jump,@function\nemu_jump:\n"
        "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
        "movq %rsp,(%rdi)\nmovq %rsi,%rsp\n"
        "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\npopq %rbp\nret\n"
        ".size emu_jump,.-emu_jump\n");

void jump(Fiber *from, Fiber *to)
{
  emu_jump(&from->top, to->top);
}

#endif

void change(Fiber *from, Fiber *to, void **fake)
{
#if EMU_ASAN
  __sanitizer_start_switch_fiber(fake, to->stack, to->bytes);
#else
  (void)fake;
#endif
  leaving = from;
  arriving = to;
  jump(from, to);
}

} /* namespace */

Fiber *fiber_home()
{
  thread_local Fiber home;
  return &home;
}

Fiber *fiber_new(void (*body)())
{
  static size_t colours;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  char *memory = static_cast<char *>(
    mmap(nullptr, stack_bytes + page, PROT_READ | PROT_WRITE, flags, -1, 0));
  if (memory == MAP_FAILED || mprotect(memory, page, PROT_NONE)) {
    fprintf(stderr, "emu: no memory for the stack of a thread of a block\n");
    abort();
  }
  Fiber *fiber = new Fiber;
  fiber->stack = memory + page;
  fiber->bytes = stack_bytes;
  fiber->colour = colours++ % 61;
  fiber->body = body;
  fiber_restart(fiber);
  return fiber;
}

void fiber_restart(Fiber *fiber)
{
#if EMU_ASAN
  __asan_unpoison_memory_region(fiber->stack, fiber->bytes);
#endif
#if EMU_PORTABLE
  getcontext(&fiber->context);
  fiber->context.uc_stack.ss_sp = fiber->stack;
  fiber->context.uc_stack.ss_size = fiber->bytes;
  fiber->context.uc_link = nullptr;
  makecontext(&fiber->context, begin, 0);
#else
  /* What emu_jump pops: six registers, the address of begin, and a return address for begin. */
  void **top = reinterpret_cast<void **>(fiber->stack + fiber->bytes - fiber->colour * 192);
  *--top = nullptr;
  *--top = reinterpret_cast<void *>(begin);
  for (int i = 0; i < 6; i++) *--top = nullptr;
  fiber->top = top;
#endif
}

void fiber_switch(Fiber *from, Fiber *to)
{
  change(from, to, &from->fake);
  arrived(from->fake);
}

void fiber_abandon(Fiber *from, Fiber *to)
{
  change(from, to, nullptr);
  abort();
}

} /* namespace emu */
