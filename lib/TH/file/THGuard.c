/* Signals of writing, blocked for the calling thread: the system sends them to the one that
   writes. */
#include "TH/file/THGuard.h"

void THGuard_begin(THGuard *guard)
{
  th_beginWriting(&guard->before, &guard->ours);
}

void THGuard_end(THGuard *guard)
{
  th_endWriting(&guard->before, &guard->ours);
}
