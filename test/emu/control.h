/*
** What tests control and what they are told: findings, failures to order, places to leave out,
** random numbers.
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

/* Note that the program under test did something wrong. */
void finding(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, for two operations that may run at once. */
void race(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A number below n. There are two generators: what kernels draw does not change what streams do. */
enum class Draw { Schedule, Order };
uint64_t draw(Draw generator, uint64_t n);

/* Count a call of a function; the error that was ordered for it, or cudaSuccess. */
cudaError_t count_call(const char *function);

/* The number of a place, from 1, which it keeps. */
size_t place_number(int kind, const char *file, int line);

/* Whether this place, or this call, is left out. */
bool left_out(int kind, const char *file, int line);
bool left_out(int kind, const char *function);

void forget_controls();

} /* namespace emu */

#endif
