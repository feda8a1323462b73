/*
** Memory of devices and pinned memory of the host.
**
** The memory of a device is mapped twice: at the addresses that programs know, where no access is
** allowed but those of a running kernel, and at other addresses for the emulator's own use. A block
** fills whole pages; what it does not use of them is checked for stray writes, and the page behind
** it belongs to no block.
*/
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include "races.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <set>
#include <vector>

namespace emu {

struct Pool;

struct Block {
  char *data = nullptr;
  size_t bytes = 0;
  int device = -1; /* -1: pinned */
  bool registered = false;
  Pool *pool = nullptr; /* it came from */
  RecordP freed;        /* by which operation, for a block of a pool that is free */
};

/* Other devices that may touch the blocks of a pool, whatever access peers have. */
struct Pool {
  int device = 0;
  std::set<int> guests;
  std::list<Block *> free;
  uint64_t threshold = 0; /* bytes to keep when something is waited for */
  uint64_t used = 0, reserved = 0, used_high = 0, reserved_high = 0;
};

enum class Place { Pageable, Pinned, Device };

/* Drop all memory; so many devices of so many bytes. */
void memory_reset(int devices, size_t bytes);

/* The device that an address belongs to, -1 for the host's. */
int memory_device(const void *address);

Place memory_place(const void *first, size_t bytes);

/* A block of a device, NULL when there is no room. Its bytes are neither 0 nor NaN: 0xA5. */
Block *memory_take(int device, size_t bytes);
void memory_give(Block *block);

size_t memory_used(int device);
size_t memory_total(int device);
size_t memory_blocks(int device);

/* The block that begins at an address; the block around an address; NULL where there is none. */
Block *memory_find(const void *data);
Block *memory_around(const void *address);

/* Whether bytes lie in one block, or on the host; if not, that is a finding. */
bool memory_holds(const void *first, size_t bytes, const char *what);

/* Whether an address is inside a block that was freed. */
bool memory_stale(const void *address);

/* Pinned memory, to be freed or (registered) not. */
Block *pinned_take(size_t bytes);
bool pinned_register(void *first, size_t bytes);
void pinned_give(Block *block);
size_t pinned_blocks();

/* The same byte for the emulator's own use: no access there is trapped. */
void *memory_view(const void *address);

/* Report writes beyond the ends of a block. */
void memory_check_ends(const Block *block);

/*
** A kernel of a device touches memory between begin and end, of that device and those in the list.
** end checks all that was touched as accesses of the operation.
*/
void memory_begin(int device, const std::set<int> &peers);
void memory_end(const RecordP &operation);

/* Let a kernel go on at an address: false when it may not. For the handler of SIGSEGV. */
bool memory_open(const void *address, bool writes);

} /* namespace emu */

#endif
