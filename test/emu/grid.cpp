/*
** Runs the blocks of a grid one after another, in the order of the settings. A thread runs on a
** fiber until it ends or waits. When nothing can run, either all threads are at a barrier, which
** then opens, or the kernel is wrong and a finding says where.
*/
#include "grid.h"

#include "control.h"
#include "emu_device.h"
#include "faults.h"
#include "fibers.h"
#include "memory.h"
#include "warp.h"

#include <algorithm>
#include <deque>
#include <numeric>

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace emu {

namespace {

enum class State { New, Runs, AtBarrier, InWarp, Done };

struct Thread {
  uint3 index;
  State state;
  Fiber *fiber;
  BarrierKind kind; /* of the barrier it waits at */
  int predicate, result;
  Site site;
};

/* The block that runs. */
struct ThreadBlock {
  std::vector<Thread> threads;
  std::vector<int> order;  /* in which threads begin */
  size_t begun;            /* how many of order have begun */
  std::deque<int> ready;   /* threads that can go on */
  int running;
  bool failed;
  const std::function<void()> *body;
  const char *what;        /* the operation's name, for findings */
};

ThreadBlock block;
/* Free fibers. The list is never destroyed, because fibers stay until the end of the process. */
std::vector<Fiber *> &idle = *new std::vector<Fiber *>;
Fiber *home, *beginning;
bool illegal; /* a thread made an illegal access */

void become(int id)
{
  block.running = id;
  threadIdx = block.threads[static_cast<size_t>(id)].index;
}

/* The body of a fiber: run threads one after another. A thread that waits keeps the fiber it is on,
   so another fiber begins the next thread. */
void run_threads()
{
  Fiber *self = beginning;
  for (;;) {
    while (block.begun < block.order.size()) {
      int id = block.order[block.begun++];
      Thread &thread = block.threads[static_cast<size_t>(id)];
      thread.fiber = self;
      thread.state = State::Runs;
      become(id);
      (*block.body)();
      thread.state = State::Done;
      thread.fiber = nullptr;
    }
    idle.push_back(self);
    fiber_switch(self, home);
  }
}

/* The running thread waits until make_ready is called for it. */
void give_way(State state, Site site)
{
  int id = block.running;
  Thread &thread = block.threads[static_cast<size_t>(id)];
  thread.state = state;
  thread.site = site;
  fiber_switch(thread.fiber, home);
  become(id);
}

void make_ready(int id)
{
  block.threads[static_cast<size_t>(id)].state = State::Runs;
  block.ready.push_back(id);
}

void go_on()
{
  size_t last = block.ready.size() - 1, at = 0;
  if (settings.order == EMU_REVERSE) at = last;
  if (settings.order == EMU_SHUFFLED) at = draw(Draw::Order, last + 1);
  int id = block.ready[at];
  block.ready.erase(block.ready.begin() + static_cast<std::ptrdiff_t>(at));
  become(id);
  fiber_switch(home, block.threads[static_cast<size_t>(id)].fiber);
}

void begin_some()
{
  if (idle.empty()) idle.push_back(fiber_new(run_threads));
  beginning = idle.back();
  idle.pop_back();
  fiber_switch(home, beginning);
}

size_t count_in(State state)
{
  return static_cast<size_t>(std::count_if(block.threads.begin(), block.threads.end(),
                                           [=](const Thread &t) { return t.state == state; }));
}

void open_barrier()
{
  const Site &site = block.threads[0].site;
  int yes = 0, n = static_cast<int>(block.threads.size());
  for (const Thread &thread : block.threads) {
    yes += thread.predicate != 0;
    if (thread.site.line != site.line || thread.site.file != site.file) {
      finding("%s: threads of a block are at different barriers, %s:%d and %s:%d", block.what,
              site.file, site.line, thread.site.file, thread.site.line);
      block.failed = true;
    }
  }
  for (Thread &thread : block.threads)
    thread.result = thread.kind == ANY ? yes > 0 : thread.kind == ALL ? yes == n : yes;
  for (int id : block.order) make_ready(id);
}

/* Nothing can run: report where one of the waiting threads waits. */
void say_stuck()
{
  for (size_t id = 0; id < block.threads.size(); id++) {
    const Thread &thread = block.threads[id];
    if (thread.state == State::InWarp)
      return finding("%s: thread %zu waits at %s:%d for lanes of its warp that never come",
                     block.what, id, thread.site.file, thread.site.line);
  }
  for (const Thread &thread : block.threads)
    if (thread.state == State::AtBarrier)
      return finding("%s: %zu of %zu threads of a block came to the barrier at %s:%d", block.what,
                     count_in(State::AtBarrier), block.threads.size(), thread.site.file,
                     thread.site.line);
}

/* Take the fibers from threads that will never end. */
void clear_block()
{
  for (Thread &thread : block.threads) {
    if (!thread.fiber) continue;
    fiber_restart(thread.fiber);
    idle.push_back(thread.fiber);
    thread.fiber = nullptr;
  }
  block.ready.clear();
  warps_clear();
}

/* The order of n things, by the settings. */
void arrange(std::vector<int> *order, size_t n)
{
  order->resize(n);
  std::iota(order->begin(), order->end(), 0);
  if (settings.order == EMU_REVERSE) std::reverse(order->begin(), order->end());
  if (settings.order == EMU_SHUFFLED)
    for (size_t i = n; i > 1; i--) std::swap((*order)[i - 1], (*order)[draw(Draw::Order, i)]);
}

void set_block(const Grid &grid, uint3 index)
{
  size_t n = static_cast<size_t>(grid.block.x) * grid.block.y * grid.block.z;
  unsigned id = 0;
  block.threads.resize(n);
  for (unsigned z = 0; z < grid.block.z; z++)
    for (unsigned y = 0; y < grid.block.y; y++)
      for (unsigned x = 0; x < grid.block.x; x++)
        block.threads[id++] = {{x, y, z}, State::New, nullptr, PLAIN, 0, 0, {"", 0}};
  arrange(&block.order, n);
  block.begun = 0;
  block.ready.clear();
  blockIdx = index;
  shared_begin(grid.shared);
  warps_begin(n);
}

/* Run a block. Whether all its threads ended. */
bool run_block(const Grid &grid, uint3 index)
{
  set_block(grid, index);
  for (;;) {
    while (block.begun < block.order.size() && !illegal) begin_some();
    while (!block.ready.empty() && !illegal) go_on();
    if (illegal) break;
    if (count_in(State::Done) == block.threads.size()) return true;
    if (count_in(State::AtBarrier) != block.threads.size()) break;
    open_barrier();
  }
  if (!illegal) say_stuck();
  clear_block();
  return false;
}

/* Called on the stack of a thread that made an illegal access: leave the thread. */
void escape()
{
  illegal = true;
  fiber_abandon(block.threads[static_cast<size_t>(block.running)].fiber, home);
}

bool run_blocks(const Grid &grid)
{
  size_t n = static_cast<size_t>(grid.size.x) * grid.size.y * grid.size.z;
  std::vector<int> order;
  arrange(&order, n);
  for (int number : order) {
    unsigned i = static_cast<unsigned>(number);
    uint3 index = {i % grid.size.x, i / grid.size.x % grid.size.y,
                   i / grid.size.x / grid.size.y};
    if (!run_block(grid, index) || block.failed) return false;
  }
  return true;
}

} /* namespace */

int barrier(BarrierKind kind, int predicate, Site site)
{
  if (left_out(EMU_BARRIER, site.file, site.line)) return predicate;
  Thread &thread = block.threads[static_cast<size_t>(block.running)];
  thread.kind = kind;
  thread.predicate = predicate;
  give_way(State::AtBarrier, site);
  return thread.result;
}

int thread_number()
{
  return block.running;
}

void thread_wait(Site site)
{
  give_way(State::InWarp, site);
}

void thread_wake(int id)
{
  make_ready(id);
}

void block_fail()
{
  block.failed = true;
}

size_t bound(Site site)
{
  return place_number(EMU_BOUND, site.file, site.line);
}

cudaError_t grid_run(const Grid &grid, int device, const RecordP &operation)
{
  home = fiber_home();
  block.body = &grid.thread;
  block.what = operation->what.c_str();
  block.failed = illegal = false;
  blockDim = dim3(grid.block.x, grid.block.y, grid.block.z);
  gridDim = dim3(grid.size.x, grid.size.y, grid.size.z);
  fault_escape = escape;
  bool good = run_blocks(grid);
  fault_escape = nullptr;
  shared_end();
  memory_end(operation);
  if (illegal) {
    int owner = memory_device(fault_address);
    const char *whose = owner < 0 ? "no memory of a device" : owner == device ? "no block" :
                        "memory of another device";
    finding("%s touched %p, %s", operation->what.c_str(), fault_address, whose);
    return cudaErrorIllegalAddress;
  }
  return good ? cudaSuccess : cudaErrorLaunchFailure;
}

} /* namespace emu */
