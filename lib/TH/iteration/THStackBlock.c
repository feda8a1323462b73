/*
** Stack for work with large buffers. A block is twice as large as what work may need, since such
** work begins inside other work: then it goes on on the same block, and the last one is not asked
** for twice by one thread.
*/
#include "TH/iteration/THStackBlock.h"

#include "TH/base/THThread.h"
#include "TH/memory/THHostAllocator.h"

#define BLOCK (2 * TH_WORK_STACK)

static void run_on_block(void (*work)(void *), void *argument)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the last block */
  static char last[BLOCK];
  const THAllocator *memory = TH_allocator();
  char *block = memory->alloc(memory->context, BLOCK);
  if (!block) pthread_mutex_lock(&lock);
  th_onBlock(block ? block : last, BLOCK, work, argument);
  if (block) memory->free(memory->context, block, BLOCK);
  else pthread_mutex_unlock(&lock);
}

void th_withStack(void (*work)(void *), void *argument)
{
  if (th_hasStack(TH_WORK_STACK)) work(argument);
  else run_on_block(work, argument);
}
