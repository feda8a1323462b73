/* Accesses to memory of devices, which the processor traps. */
#ifndef EMU_FAULTS_H
#define EMU_FAULTS_H

namespace emu {

/* Handle SIGSEGV and SIGBUS. Faults elsewhere go to the handlers that were there before. */
void faults_install();

/* Make a stack for the handler, once for each thread of the host. */
void faults_prepare_thread();

/*
** While a kernel runs: the function to continue with after an illegal access, else NULL. It is
** called on the kernel's own stack after the handler has returned, and does not return.
*/
extern void (*fault_escape)();

/* The address of the last fault. */
extern void *fault_address;

} /* namespace emu */

#endif
