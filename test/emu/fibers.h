/* Fibers: stacks between which a thread of the host switches. The threads of an emulated block run
   on them. */
#ifndef EMU_FIBERS_H
#define EMU_FIBERS_H

namespace emu {

struct Fiber;

/* The fiber of the calling thread's own stack. */
Fiber *fiber_home();

/* A new fiber. The first switch to it calls body, which must not return. */
Fiber *fiber_new(void (*body)());

/* Forget where the fiber stopped: the next switch to it calls its body again. */
void fiber_restart(Fiber *fiber);

/* Switch from the running fiber to another; returns when something switches back. */
void fiber_switch(Fiber *from, Fiber *to);

/* Switch without coming back: from must be restarted before it is used again. */
[[noreturn]] void fiber_abandon(Fiber *from, Fiber *to);

} /* namespace emu */

#endif
