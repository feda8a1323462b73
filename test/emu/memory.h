/*
** Memory of devices, and pinned memory of the host.
**
** The memory of a device is mapped twice: at the addresses that programs see, where only the
** running kernel has access, and at other addresses for the emulator itself. A block has whole
** pages to itself. Their unused bytes (the slack) are checked for stray writes, and the page after
** a block belongs to no block.
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
  Pool *pool = nullptr; /* the pool it came from, or NULL */
  RecordP freed;        /* the operation that freed it, for a free block of a pool */
};

/* guests: other devices that may access the pool's blocks, whatever peer access there is. */
struct Pool {
  int device = 0;
  std::set<int> guests;
  std::list<Block *> free;
  uint64_t threshold = 0; /* bytes to keep when the device is waited for */
  uint64_t used = 0, reserved = 0, used_high = 0, reserved_high = 0;
};

enum class Place { Pageable, Pinned, Device };

/* Drop all memory and make new devices of that many bytes each. */
void memory_reset(int devices, size_t bytes);

/* The device that an address belongs to; -1 for the host. */
int memory_device(const void *address);

Place memory_place(const void *first, size_t bytes);

/* A new block of a device, or NULL if there is no room. Its bytes are 0xA5: neither 0 nor NaN. */
Block *memory_take(int device, size_t bytes);
void memory_give(Block *block);

size_t memory_used(int device);
size_t memory_total(int device);
size_t memory_blocks(int device);

/* find: the block that begins at an address. around: the block that contains it. NULL if there is
   none. */
Block *memory_find(const void *data);
Block *memory_around(const void *address);

/* Whether the bytes lie in one block of a device, or on the host. If not, that is a finding. */
bool memory_holds(const void *first, size_t bytes, const char *what);

/* Whether an address is inside a block that was freed. */
bool memory_stale(const void *address);

/* Pinned memory: allocated here, or registered, which give does not free. */
Block *pinned_take(size_t bytes);
bool pinned_register(void *first, size_t bytes);
void pinned_give(Block *block);
size_t pinned_blocks();

/* The address at which the emulator itself can access the same byte. */
void *memory_view(const void *address);

/* Report writes into the slack of a block. */
void memory_check_ends(const Block *block);

/*
** Between begin and end a kernel may touch memory of device and of the listed peers. end checks
** everything it touched as accesses of the operation.
*/
void memory_begin(int device, const std::set<int> &peers);
void memory_end(const RecordP &operation);

/* Open the page at an address for the running kernel, if it may access it; false if not. For the
   SIGSEGV handler. */
bool memory_open(const void *address, bool writes);

} /* namespace emu */

#endif
