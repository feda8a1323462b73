/*
** How a long operation looks whether it is to stop. It takes a watch in the thread that was called;
** all threads that work for it look; that thread returns what th_watched says. As long as no
** account of the process had a limit, a watch costs a comparison or two.
*/
#ifndef TH_WATCH_H
#define TH_WATCH_H

#include "TH/memory/THAccount.h"

enum { TH_CANCELLED = 1, TH_OUT_OF_TIME };

typedef struct THWatch {
  const THAccount *account; /* that of the calling thread, or NULL if that has no limit */
  int reason;               /* atomic: why to stop, once a thread has seen it */
} THWatch;

extern int th_isLimited; /* atomic: once any account had a limit */
THWatch th_takeWatch(void);

static inline THWatch th_watch(void)
{
  const THWatch nothing = {NULL, 0};
  return __atomic_load_n(&th_isLimited, __ATOMIC_RELAXED) ? th_takeWatch() : nothing;
}

/* Between th_shield(1) and th_shield(-1) watches that are taken in this thread watch nothing. */
void th_shield(int change);

/* Whether to stop: flag and clock are read. For a watch on an account. */
int th_look(THWatch *watch);

static inline int th_mustStop(THWatch *watch)
{
  return watch->account && th_look(watch);
}

/* TH_ECANCELLED with a text if a thread has seen that it must stop. */
int th_tellWatched(const THWatch *watch);

static inline int th_watched(const THWatch *watch)
{
  return watch->account ? th_tellWatched(watch) : 0;
}

/* A clock that never goes back. */
double th_seconds(void);

#endif
