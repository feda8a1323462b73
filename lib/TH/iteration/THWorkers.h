/*
** The pool's threads, for who ends the library. They are named "tensor worker", have stacks of
** TH_THREAD_STACK bytes and leave signals to the host's threads (THThread.h).
*/
#ifndef TH_WORKERS_H
#define TH_WORKERS_H

/* End them; the next work starts them again. No other thread may be computing. Returns 0, and does
   nothing, in a piece of work. */
int th_stopWorkers(void);

#endif
