/*
** What systems without fork, and without signals from other threads, have in common: nothing is to
** be done. Work runs on the stack of its thread: Windows knows the bounds of a stack and ends a
** process that leaves them; a WebAssembly engine keeps return addresses to itself.
*/
#include "TH/platform/THPlatform.h"

int th_countThreads(const char *others)
{
  (void)others;
  return 0;
}

void th_withVariable(const char *name, const char *value, void (*work)(void *), void *argument)
{
  (void)name, (void)value;
  work(argument);
}

void th_runOnBlock(void *block, size_t bytes, void (*work)(void *), void *argument)
{
  (void)block, (void)bytes;
  work(argument);
}

void th_atFork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
  (void)before, (void)parent, (void)child;
}

void th_blockSignals(THSignals *before)
{
  *before = (THSignals){{0}};
}

void th_restoreSignals(const THSignals *before)
{
  (void)before;
}

void th_beginWriting(THSignals *before, THSignals *ours)
{
  *before = *ours = (THSignals){{0}};
}

void th_endWriting(const THSignals *before, const THSignals *ours)
{
  (void)before, (void)ours;
}
