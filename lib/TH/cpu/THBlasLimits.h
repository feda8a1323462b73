/*
** What the limits of the process leave to OpenBLAS, which takes none for an answer: where it cannot
** have a buffer it asks for ever, and where it cannot start a thread it prints and raises SIGINT.
** So it is asked here before the library is.
*/
#ifndef TH_BLAS_LIMITS_H
#define TH_BLAS_LIMITS_H

typedef enum THBlasMode {
  TH_BLAS_FREE,   /* as it likes: any number of threads, which may call it at the same time */
  TH_BLAS_ALONE,  /* one thread, and one call at a time: there is room for one buffer */
  TH_BLAS_REFUSED /* not at all; the reason is told */
} THBlasMode;

/* How a library may be opened, which starts a thread for each processor but one. */
THBlasMode th_blasMode(const char **reason);

/* Room for a buffer, which nobody else can take until it is let go; NULL if there is none. */
void *th_holdBuffer(void);
void th_letGoBuffer(void *room);

/* Whether it may start count threads, each with a buffer. */
int th_blasMayStart(int count);

#endif
