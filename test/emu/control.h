/*
** The state behind emu.h: findings, ordered failures, places that are left out, random numbers.
*/
#ifndef EMU_CONTROL_H
#define EMU_CONTROL_H

#include "emu.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace emu {

struct Settings {
  int schedule = EMU_EAGER, order = EMU_FORWARD;
};

extern Settings settings;

/* Record a mistake of the program under test. */
void finding(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a race. */
void race(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A random number below n. There are two generators, so that what kernels draw does not change what
   streams do. */
enum class Draw { Schedule, Order };
uint64_t draw(Draw generator, uint64_t n);

/* Count a call of a function; return the error that was ordered for it, or cudaSuccess. */
cudaError_t count_call(const char *function);

/* The number of a place, from 1. A place keeps its number for the life of the process. */
size_t place_number(int kind, const char *file, int line);

/* Whether this place or call is to be left out. Both count it. */
bool left_out(int kind, const char *file, int line);
bool left_out(int kind, const char *function);

void forget_controls();

} /* namespace emu */

#endif
