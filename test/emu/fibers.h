/* Stacks that one thread of the host switches between: the threads of a block on a device. */
#ifndef EMU_FIBERS_H
#define EMU_FIBERS_H

namespace emu {

struct Fiber;

/* The stack with which the calling thread came. */
Fiber *fiber_home();

/* A fiber that begins body, which never returns, when it is first switched to. */
Fiber *fiber_new(void (*body)());

/* Forget where a fiber stopped: it begins its body again. */
void fiber_restart(Fiber *fiber);

/* Leave one fiber, on which the caller runs, for another; return when something switches back. */
void fiber_switch(Fiber *from, Fiber *to);

/* Leave it for good: it is to be restarted. */
[[noreturn]] void fiber_abandon(Fiber *from, Fiber *to);

} /* namespace emu */

#endif
