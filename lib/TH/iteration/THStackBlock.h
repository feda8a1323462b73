/*
** Stack for work with large buffers: 64 KB of it are enough to call any function of the library,
** which runs what needs more than a part of them by this.
*/
#ifndef TH_STACK_BLOCK_H
#define TH_STACK_BLOCK_H

#include "TH/base/THBase.h"

/* What any work of the library may need: reductions along columns take 224 KB. */
#ifdef TH_SANITIZE
#define TH_WORK_STACK ((size_t)1) /* a sanitizer does not follow to a block */
#else
#define TH_WORK_STACK ((size_t)240 << 10)
#endif

/* Call work(argument) in this thread. If less than TH_WORK_STACK is left, its stack is a block that
   TH_allocator gives; if there is no memory, one of the process, which threads use in turn. */
void th_withStack(void (*work)(void *), void *argument);

#endif
