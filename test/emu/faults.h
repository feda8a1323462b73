/* Accesses to the memory of devices, which the processor traps. */
#ifndef EMU_FAULTS_H
#define EMU_FAULTS_H

namespace emu {

/* Handle SIGSEGV and SIGBUS; what is none of the emulator's goes to the handler before. */
void faults_install();

/* Room for the handler, once for each thread of the host. */
void faults_prepare_thread();

/*
** While a kernel runs: where it goes on after an access that it may not make. Called on the
** kernel's own stack, after the handler has returned; does not return. NULL: no kernel runs.
*/
extern void (*fault_escape)();

/* The address of that access. */
extern void *fault_address;

} /* namespace emu */

#endif
