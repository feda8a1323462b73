/*
** The core that OpenBLAS computes for. It knows processors by their numbers, and takes one that is
** newer than itself for an old one, which makes it two to three times as slow. Its environment
** variable OPENBLAS_CORETYPE names a core instead; it is read when the library is loaded.
*/
#ifndef TH_BLAS_CORE_H
#define TH_BLAS_CORE_H

/* The core to name in place of the one that OpenBLAS has chosen, on a processor with AVX2 or with
   AVX-512 too; NULL if the chosen one is as good. */
const char *th_betterCore(const char *chosen, int hasAvx2, int hasAvx512);

/* The same for this processor. NULL also if the environment names a core already. */
const char *th_betterCoreHere(const char *chosen);

/* Whether the environment may be changed for a moment: the host has one thread, so no other can
   change it too. Threads of this library do not count, since they only read it. */
int th_mayNameCore(void);

/* Call open(argument) while OPENBLAS_CORETYPE names core. Then the environment is the same array
   again, with the same strings. Without memory it is called as it is. */
void th_withCore(const char *core, void (*open)(void *), void *argument);

#endif
