/* Calls that tell AddressSanitizer about the emulator's memory; empty in builds without it. */
#ifndef EMU_ASAN_H
#define EMU_ASAN_H

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define EMU_ASAN 1
#else
#define EMU_ASAN 0
#define ASAN_POISON_MEMORY_REGION(first, bytes) ((void)(first), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(first, bytes) ((void)(first), (void)(bytes))
#endif

#endif
