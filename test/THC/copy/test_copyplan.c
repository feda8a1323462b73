/* Plans of copies: which steps, temporaries, events and waits, for which windows and places.
   Integers only, so the test needs no CUDA. */
#include "TH/geometry/THView.h"
#include "THC/copy/THCCopyPlan.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

/* Windows of 64 x 96 elements. */
enum { PLAIN, TURNED, HALF_ROWS, EVERY_OTHER, EVERY_FOURTH, REPEATED, ODD_START };

static THTensor window(int dtype, int kind)
{
  static const struct { int rows, columns; } whole[] = {
    {64, 96}, {96, 64}, {64, 192}, {64, 192}, {64, 384}, {64, 1}, {65, 96}};
  THTensor t = {0};
  int failed = THTensor_new(&t, 0, dtype, 2, LIST(whole[kind].rows, whole[kind].columns));
  if (kind == TURNED) failed = failed || THTensor_transpose(&t, &t, 0, 1);
  if (kind == HALF_ROWS) failed = failed || THTensor_narrow(&t, &t, 1, 0, 96);
  if (kind == REPEATED) failed = failed || THTensor_expand(&t, &t, 2, LIST(64, 96));
  if (kind == EVERY_OTHER || kind == EVERY_FOURTH) {
    t.stride[1] = kind == EVERY_OTHER ? 2 : 4;
    t.size[1] = 96;
  }
  if (kind == ODD_START) {
    t.size[0] = 64;
    t.storageOffset = 1;
  }
  if (!CHECK(!failed)) exit(1);
  return t;
}

typedef struct Row {
  int to, to_window, from, from_window;
  THCCopyPlaces places;
  const char *path, *steps;
  int temporaries, events, waits;
  size_t passing;
} Row;

#define ON(a, b) {.device = {a, b}}
#define PEERS {.device = {2, 1}, .peer = 1}
#define PINNED(a, b) {.device = {a, b}, .pinned = {!(a), !(b)}}
#define ASYNC(a, b) {.device = {a, b}, .pinned = {!(a), !(b)}, .async = 1}
#define LAZY(a, b) {.device = {a, b}, .async = 1}

static const Row rows[] = {
  /* one device */
  {TH_FLOAT, PLAIN, TH_FLOAT, PLAIN, ON(1, 1), "device", "memory, 1 at a time, on device 1", 0, 0,
   0, 0},
  {TH_FLOAT, TURNED, TH_FLOAT, TURNED, ON(1, 1), "device", "memory, 1 at a time, on device 1", 0,
   0, 0, 0},
  {TH_BYTE, PLAIN, TH_CHAR, PLAIN, ON(1, 1), "device", "memory, 1 at a time, on device 1", 0, 0, 0,
   0},
  {TH_BYTE, PLAIN, TH_BOOL, PLAIN, ON(1, 1), "device", "memory, 1 at a time, on device 1", 0, 0, 0,
   0},
  {TH_BOOL, PLAIN, TH_BYTE, PLAIN, ON(1, 1), "device",
   "positions, Byte to Bool, 16 at a time, on device 1", 0, 0, 0, 0},
  {TH_HALF, PLAIN, TH_HALF, HALF_ROWS, ON(1, 1), "device",
   "positions of 16-byte units, 1 at a time, on device 1", 0, 0, 0, 0},
  {TH_HALF, HALF_ROWS, TH_HALF, PLAIN, ON(1, 1), "device",
   "positions of 16-byte units, 1 at a time, on device 1", 0, 0, 0, 0},
  {TH_HALF, HALF_ROWS, TH_HALF, ODD_START, ON(1, 1), "device",
   "positions of 2-byte units, 1 at a time, on device 1", 0, 0, 0, 0},
  {TH_INT, HALF_ROWS, TH_INT, ODD_START, ON(1, 1), "device",
   "positions of 4-byte units, 1 at a time, on device 1", 0, 0, 0, 0},
  {TH_FLOAT, PLAIN, TH_FLOAT, TURNED, ON(1, 1), "device",
   "tiles of 4-byte units, 1 at a time, on device 1", 0, 0, 0, 0},
  {TH_BYTE, TURNED, TH_BYTE, PLAIN, ON(1, 1), "device",
   "tiles of 1-byte units, 4 at a time, on device 1", 0, 0, 0, 0},
  {TH_BYTE, TURNED, TH_BYTE, ODD_START, ON(1, 1), "device",
   "tiles of 1-byte units, 1 at a time, on device 1", 0, 0, 0, 0},
  {TH_FLOAT, PLAIN, TH_HALF, TURNED, ON(1, 1), "device",
   "tiles, Half to Float, 2 at a time, on device 1", 0, 0, 0, 0},
  {TH_DOUBLE, PLAIN, TH_BYTE, TURNED, ON(1, 1), "device",
   "tiles, Byte to Double, 1 at a time, on device 1", 0, 0, 0, 0},
  {TH_FLOAT, PLAIN, TH_FLOAT, EVERY_OTHER, ON(1, 1), "device",
   "positions of 4-byte units, 1 at a time, on device 1", 0, 0, 0, 0},
  {TH_FLOAT, PLAIN, TH_FLOAT, REPEATED, ON(1, 1), "device",
   "positions of 4-byte units, 1 at a time, on device 1", 0, 0, 0, 0},
  {TH_HALF, PLAIN, TH_FLOAT, PLAIN, ON(1, 1), "device",
   "positions, Float to Half, 4 at a time, on device 1", 0, 0, 0, 0},
  {TH_HALF, PLAIN, TH_FLOAT, EVERY_OTHER, ON(1, 1), "device",
   "positions, Float to Half, 1 at a time, on device 1", 0, 0, 0, 0},
  /* two devices */
  {TH_FLOAT, PLAIN, TH_FLOAT, PLAIN, PEERS, "peer", "24576 bytes from device 1 to device 2", 0, 2,
   0, 24576},
  {TH_FLOAT, PLAIN, TH_FLOAT, TURNED, PEERS, "peer",
   "tiles of 4-byte units, 1 at a time, on device 1", 0, 2, 0, 24576},
  {TH_FLOAT, TURNED, TH_FLOAT, TURNED, ON(2, 1), "staged", "24576 bytes from device 1 to device 2",
   0, 2, 0, 24576},
  {TH_FLOAT, PLAIN, TH_FLOAT, TURNED, ON(2, 1), "staged",
   "tiles of 4-byte units, 1 at a time, on device 1; 24576 bytes from device 1 to device 2", 1, 2,
   0, 24576},
  {TH_FLOAT, HALF_ROWS, TH_HALF, HALF_ROWS, ON(2, 1), "staged",
   "positions of 16-byte units, 1 at a time, on device 1; 12288 bytes from device 1 to device 2; "
   "positions, Half to Float, 4 at a time, on device 2", 2, 2, 0, 12288},
  {TH_HALF, PLAIN, TH_FLOAT, PLAIN, ON(2, 1), "staged",
   "positions, Float to Half, 4 at a time, on device 1; 12288 bytes from device 1 to device 2", 1,
   2, 0, 12288},
  {TH_FLOAT, PLAIN, TH_FLOAT, REPEATED, ON(2, 1), "staged",
   "256 bytes from device 1 to device 2; positions of 4-byte units, 1 at a time, on device 2", 1, 2,
   0, 256},
  /* from the host */
  {TH_FLOAT, PLAIN, TH_FLOAT, PLAIN, ON(1, 0), "up", "24576 bytes from the host to device 1", 0, 0,
   1, 24576},
  {TH_FLOAT, PLAIN, TH_FLOAT, PLAIN, LAZY(1, 0), "up", "24576 bytes from the host to device 1", 0,
   0, 1, 24576},
  {TH_FLOAT, PLAIN, TH_FLOAT, PLAIN, PINNED(1, 0), "up",
   "24576 bytes from pinned memory to device 1", 0, 0, 1, 24576},
  {TH_FLOAT, PLAIN, TH_FLOAT, PLAIN, ASYNC(1, 0), "up",
   "24576 bytes from pinned memory to device 1", 0, 1, 0, 24576},
  {TH_HALF, PLAIN, TH_DOUBLE, PLAIN, ASYNC(1, 0), "up",
   "49152 bytes from pinned memory to device 1; "
   "positions, Double to Half, 2 at a time, on device 1",
   1, 1, 0, 49152},
  {TH_FLOAT, PLAIN, TH_FLOAT, TURNED, ON(1, 0), "up",
   "24576 bytes from the host to device 1; "
   "tiles of 4-byte units, 1 at a time, on device 1", 1, 0, 1,
   24576},
  {TH_FLOAT, PLAIN, TH_FLOAT, EVERY_OTHER, ASYNC(1, 0), "up",
   "49148 bytes from pinned memory to device 1; "
   "positions of 4-byte units, 1 at a time, on device 1",
   1, 1, 0, 49148},
  {TH_FLOAT, PLAIN, TH_FLOAT, EVERY_FOURTH, ASYNC(1, 0), "up",
   "Float to Float on the host; 24576 bytes from the host to device 1", 1, 1, 0, 24576},
  {TH_FLOAT, HALF_ROWS, TH_FLOAT, HALF_ROWS, ON(1, 0), "up",
   "48768 bytes from the host to device 1; positions of 16-byte units, 1 at a time, on device 1", 1,
   0, 1, 48768},
  {TH_FLOAT, TURNED, TH_HALF, REPEATED, ON(1, 0), "up",
   "128 bytes from the host to device 1; positions, Half to Float, 4 at a time, on device 1", 1, 0,
   1, 128},
  /* to the host */
  {TH_FLOAT, PLAIN, TH_FLOAT, PLAIN, ON(0, 1), "down", "24576 bytes from device 1 to the host", 0,
   0, 1, 24576},
  {TH_FLOAT, PLAIN, TH_FLOAT, TURNED, ASYNC(0, 1), "down",
   "tiles of 4-byte units, 1 at a time, on device 1", 0, 1, 0, 24576},
  {TH_FLOAT, TURNED, TH_FLOAT, TURNED, ASYNC(0, 1), "down",
   "24576 bytes from device 1 to pinned memory", 0, 1, 0, 24576},
  {TH_FLOAT, PLAIN, TH_FLOAT, TURNED, PINNED(0, 1), "down",
   "tiles of 4-byte units, 1 at a time, on device 1; 24576 bytes from device 1 to pinned memory", 1,
   0, 1, 24576},
  {TH_FLOAT, PLAIN, TH_DOUBLE, PLAIN, ON(0, 1), "down",
   "positions, Double to Float, 2 at a time, on device 1; 24576 bytes from device 1 to the host", 1,
   0, 1, 24576},
  {TH_DOUBLE, PLAIN, TH_FLOAT, PLAIN, ASYNC(0, 1), "down",
   "positions, Float to Double, 2 at a time, on device 1", 0, 1, 0, 49152},
  {TH_DOUBLE, PLAIN, TH_FLOAT, PLAIN, LAZY(0, 1), "down",
   "24576 bytes from device 1 to the host; Float to Double on the host", 1, 0, 1, 24576},
  {TH_FLOAT, EVERY_OTHER, TH_FLOAT, EVERY_OTHER, ON(0, 1), "down",
   "positions of 4-byte units, 1 at a time, on device 1; "
   "24576 bytes from device 1 to the host; "
   "Float to Float on the host", 2, 0, 1, 24576},
  /* the host alone */
  {TH_FLOAT, PLAIN, TH_HALF, TURNED, ON(0, 0), "host", "Half to Float on the host", 0, 0, 0, 0},
};

static void plan_of(THCCopyPlan *plan, const THTensor *to, const THTensor *from,
                    const THCCopyPlaces *places)
{
  THIter pair;
  CHECK(!THIter_begin(&pair, "copy", to->nDimension, to->size));
  CHECK(!THIter_add(&pair, to) && !THIter_add(&pair, from));
  THIter_finish(&pair);
  THCCopyPlan_of(plan, &pair, places);
}

static void check_row(int number, const Row *row)
{
  THTensor to = window(row->to, row->to_window), from = window(row->from, row->from_window);
  THCCopyPlan plan;
  char steps[300] = "";
  plan_of(&plan, &to, &from, &row->places);
  for (int i = 0; i < plan.nsteps; i++) {
    if (i) strcat(steps, "; ");
    strcat(steps, THCCopyPlan_text(&plan, &plan.step[i]).text);
  }
  int good = !strcmp(plan.path, row->path) && !strcmp(steps, row->steps) &&
             THCCopyPlan_temporaries(&plan) == row->temporaries && plan.events == row->events &&
             plan.waits == row->waits && THCCopyPlan_passing(&plan) == row->passing;
  if (!CHECK(good))
    fprintf(stderr, "row %d: %s: %s\n  %d temporaries, %d events, waits %d, %zu bytes\n", number,
            plan.path, steps, THCCopyPlan_temporaries(&plan), plan.events, plan.waits,
            THCCopyPlan_passing(&plan));
  THTensor_clear(&to), THTensor_clear(&from);
}

static void test_nothing(void)
{
  THTensor t = window(TH_FLOAT, TURNED), empty = {0}, other = {0};
  THCCopyPlan plan;
  plan_of(&plan, &t, &t, &(THCCopyPlaces)ON(1, 1));
  CHECK(!strcmp(plan.path, "nothing") && plan.nsteps == 0);
  plan_of(&plan, &t, &t, &(THCCopyPlaces)ON(2, 1)); /* the same address on another device */
  CHECK(!strcmp(plan.path, "staged") && plan.nsteps == 1);
  CHECK(!THTensor_new(&empty, 0, TH_FLOAT, 2, LIST(0, 3)));
  CHECK(!THTensor_new(&other, 0, TH_HALF, 2, LIST(0, 3)));
  plan_of(&plan, &empty, &other, &(THCCopyPlaces)ON(1, 0));
  CHECK(plan.nsteps == 0 && plan.waits == 0 && THCCopyPlan_passing(&plan) == 0);
  THTensor_clear(&t), THTensor_clear(&empty), THTensor_clear(&other);
}

/* The parts of a cut shape, and its tail, address the same elements as the whole. */
static void test_cut(void)
{
  THTensor to = {0}, from = {0};
  THCCopyPlan plan;
  THCCopyShape shape, rest, tail;
  CHECK(!THTensor_new(&to, 0, TH_HALF, 1, LIST(1003)));
  CHECK(!THTensor_new(&from, 0, TH_FLOAT, 1, LIST(1003)));
  plan_of(&plan, &to, &from, &(THCCopyPlaces)ON(1, 1));
  THCCopyShape_of(&shape, &plan.it);
  CHECK(shape.pack == 4 && shape.size[0] == 1000 && shape.tail == 3);
  CHECK(THCCopyShape_count(&shape) == 250);
  THCCopyShape_cut(&shape, &rest, 0, 600);
  CHECK(shape.size[0] == 600 && shape.tail == 0 && rest.size[0] == 400 && rest.tail == 3);
  CHECK(rest.data[0] == shape.data[0] + 1200 && rest.data[1] == shape.data[1] + 2400);
  THCCopyShape_tail(&rest, &tail);
  CHECK(tail.size[0] == 3 && tail.pack == 1 && tail.tail == 0);
  CHECK(tail.data[0] == shape.data[0] + 2000 && tail.data[1] == shape.data[1] + 4000);
  THTensor_clear(&to), THTensor_clear(&from);
}

int main(void)
{
  for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) check_row(i, &rows[i]);
  test_nothing();
  test_cut();
  return CHECK_RESULT();
}
