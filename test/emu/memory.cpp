/*
** Memory of devices, in pages. A page is shut to everyone; the first access of a running kernel
** faults, and memory_open opens the page for reading, or for reading and writing, if the block may
** be touched. So the opened pages are what the kernel accessed. A block lies at the end of its
** pages, so an access behind it faults.
*/
#include "memory.h"

#include "asan.h"
#include "control.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <unistd.h>

namespace emu {

namespace {

const size_t page = 4096, alignment = 256, worth_returning = 4 << 20;
const unsigned char fresh = 0xA5, slack = 0xC5;

enum Opened : uint8_t { Shut, Read, Written };

using Blocks = std::map<const char *, Block>; /* by the address of their first byte */

struct Arena {
  char *device = nullptr, *view = nullptr;
  size_t pages = 0, used = 0;
  Blocks live, freed;
  std::map<size_t, size_t> gaps; /* runs of free pages: the first page, how many */
  std::vector<Opened> opened;    /* state of each page, in the running kernel */
  std::vector<size_t> touched;   /* pages that are not shut */
};

std::vector<Arena> arenas;
Blocks pinned;
int running = -1;    /* the device of the running kernel */
std::set<int> peers; /* other devices whose memory it may touch */

/* The first page of a block and how many it has, slack included. */
struct Extent {
  size_t first, count;
};

Extent extent(const Arena &arena, const Block &block)
{
  size_t offset = static_cast<size_t>(block.data - arena.device);
  return {offset / page, (offset % page + block.bytes + page - 1) / page};
}

/* Uses an anonymous file, so that the same pages can be mapped twice. */
void map_arena(Arena &arena, size_t bytes)
{
  int file = memfd_create("emulated device", MFD_CLOEXEC);
  size_t size = (bytes + page - 1) / page * page;
  if (file < 0 || ftruncate(file, static_cast<off_t>(size))) abort();
  void *device = mmap(nullptr, size, PROT_NONE, MAP_SHARED | MAP_NORESERVE, file, 0);
  void *view = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  close(file);
  if (device == MAP_FAILED || view == MAP_FAILED) {
    fprintf(stderr, "emu: no room for a device of %zu bytes\n", bytes);
    abort();
  }
  arena.device = static_cast<char *>(device);
  arena.view = static_cast<char *>(view);
  arena.pages = size / page;
  arena.gaps = {{0, arena.pages}};
  arena.opened.assign(arena.pages, Shut);
}

void unmap_arena(Arena &arena)
{
  ASAN_UNPOISON_MEMORY_REGION(arena.device, arena.pages * page);
  munmap(arena.device, arena.pages * page);
  munmap(arena.view, arena.pages * page);
}

Arena *arena_of(const void *address)
{
  for (Arena &arena : arenas)
    if (address >= arena.device && address < arena.device + arena.pages * page) return &arena;
  return nullptr;
}

Block *around(Blocks &blocks, const void *address)
{
  auto next = blocks.upper_bound(static_cast<const char *>(address));
  if (next == blocks.begin()) return nullptr;
  Block &block = std::prev(next)->second;
  return address < block.data + std::max<size_t>(block.bytes, 1) ? &block : nullptr;
}

/* Take the first run of free pages that has room for count pages and one more behind them. */
bool take_pages(Arena &arena, size_t count, size_t *first)
{
  for (auto gap = arena.gaps.begin(); gap != arena.gaps.end(); ++gap) {
    if (gap->second <= count) continue;
    size_t rest = gap->second - count - 1;
    *first = gap->first;
    arena.gaps.erase(gap);
    if (rest) arena.gaps[*first + count + 1] = rest;
    return true;
  }
  return false;
}

void give_pages(Arena &arena, size_t first, size_t count)
{
  auto next = arena.gaps.lower_bound(first);
  if (next != arena.gaps.end() && first + count == next->first) {
    count += next->second;
    next = arena.gaps.erase(next);
  }
  if (next != arena.gaps.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == first) {
      before->second += count;
      return;
    }
  }
  arena.gaps[first] = count;
}

void forget_freed(Arena &arena, const char *first, const char *end)
{
  auto block = arena.freed.lower_bound(first);
  while (block != arena.freed.end() && block->first < end) block = arena.freed.erase(block);
}

/* Whether all bytes still have the slack's value. */
bool is_slack(const char *first, const char *end)
{
  return std::all_of(first, end, [](char c) { return static_cast<unsigned char>(c) == slack; });
}

} /* namespace */

void memory_reset(int devices, size_t bytes)
{
  for (Arena &arena : arenas) unmap_arena(arena);
  arenas.clear();
  arenas.resize(static_cast<size_t>(devices));
  for (Arena &arena : arenas) map_arena(arena, bytes);
  for (auto &entry : pinned)
    if (!entry.second.registered) free(entry.second.data);
  pinned.clear();
  race_forget(nullptr, 0);
}

int memory_device(const void *address)
{
  Arena *arena = arena_of(address);
  return arena ? static_cast<int>(arena - arenas.data()) : -1;
}

Place memory_place(const void *first, size_t bytes)
{
  if (arena_of(first)) return Place::Device;
  Block *block = around(pinned, first);
  const char *end = static_cast<const char *>(first) + bytes;
  return block && end <= block->data + block->bytes ? Place::Pinned : Place::Pageable;
}

/* Place the block at the end of its pages, as near as alignment allows: an access behind it is
   trapped. */
Block *memory_take(int device, size_t bytes)
{
  Arena &arena = arenas[static_cast<size_t>(device)];
  size_t rounded = std::max((bytes + alignment - 1) / alignment, size_t(1)) * alignment;
  size_t count = (rounded + page - 1) / page, first;
  if (!take_pages(arena, count, &first)) return nullptr;
  char *data = arena.device + (first + count) * page - rounded;
  char *view = arena.view + first * page, *end = view + count * page;
  forget_freed(arena, arena.device + first * page, arena.device + (first + count) * page);
  memset(view, slack, count * page - rounded);
  memset(end - rounded, fresh, bytes);
  memset(end - rounded + bytes, slack, rounded - bytes);
  ASAN_POISON_MEMORY_REGION(arena.device + first * page, count * page);
  ASAN_UNPOISON_MEMORY_REGION(data, bytes);
  race_forget(arena.device + first * page, count * page);
  arena.used += count * page;
  Block &block = arena.live[data];
  block.data = data;
  block.bytes = bytes;
  block.device = device;
  return &block;
}

void memory_give(Block *block)
{
  Arena &arena = arenas[static_cast<size_t>(block->device)];
  Extent pages = extent(arena, *block);
  memory_check_ends(block);
  ASAN_POISON_MEMORY_REGION(block->data, block->bytes);
  if (block->bytes >= worth_returning)
    madvise(arena.view + pages.first * page, pages.count * page, MADV_REMOVE);
  give_pages(arena, pages.first, pages.count + 1);
  arena.used -= pages.count * page;
  arena.freed[block->data] = *block;
  arena.freed[block->data].freed = nullptr;
  arena.live.erase(block->data);
}

size_t memory_used(int device)
{
  return arenas[static_cast<size_t>(device)].used;
}

size_t memory_total(int device)
{
  return arenas[static_cast<size_t>(device)].pages * page;
}

size_t memory_blocks(int device)
{
  return arenas[static_cast<size_t>(device)].live.size();
}

Block *memory_around(const void *address)
{
  Arena *arena = arena_of(address);
  return around(arena ? arena->live : pinned, address);
}

Block *memory_find(const void *data)
{
  Block *block = memory_around(data);
  return block && block->data == data ? block : nullptr;
}

bool memory_holds(const void *first, size_t bytes, const char *what)
{
  Arena *arena = arena_of(first);
  if (!arena) return true;
  Block *block = around(arena->live, first);
  if (block && static_cast<const char *>(first) + bytes <= block->data + block->bytes) return true;
  finding("%s: %zu bytes at %p are not inside one block of device %d", what, bytes, first,
          memory_device(first));
  return false;
}

bool memory_stale(const void *address)
{
  Arena *arena = arena_of(address);
  return arena && !around(arena->live, address) && around(arena->freed, address);
}

Block *pinned_take(size_t bytes)
{
  void *data = nullptr;
  if (posix_memalign(&data, page, std::max<size_t>(bytes, 1))) return nullptr;
  memset(data, fresh, bytes);
  Block &block = pinned[static_cast<char *>(data)];
  block.data = static_cast<char *>(data);
  block.bytes = bytes;
  return &block;
}

bool pinned_register(void *first, size_t bytes)
{
  char *data = static_cast<char *>(first);
  auto next = pinned.lower_bound(data);
  if (around(pinned, first) || (next != pinned.end() && next->first < data + bytes)) return false;
  Block &block = pinned[data];
  block.data = data;
  block.bytes = bytes;
  block.registered = true;
  return true;
}

void pinned_give(Block *block)
{
  race_forget(block->data, std::max<size_t>(block->bytes, 1));
  if (!block->registered) free(block->data);
  pinned.erase(block->data);
}

size_t pinned_blocks()
{
  return pinned.size();
}

void *memory_view(const void *address)
{
  Arena *arena = arena_of(address);
  char *host = static_cast<char *>(const_cast<void *>(address));
  return arena ? arena->view + (host - arena->device) : host;
}

void memory_check_ends(const Block *block)
{
  const Arena &arena = arenas[static_cast<size_t>(block->device)];
  Extent pages = extent(arena, *block);
  const char *begin = arena.view + pages.first * page, *end = begin + pages.count * page;
  const char *data = arena.view + (block->data - arena.device);
  if (!is_slack(begin, data))
    finding("bytes before the block of %zu bytes at %p were written", block->bytes, block->data);
  if (!is_slack(data + block->bytes, end))
    finding("bytes behind the block of %zu bytes at %p were written", block->bytes, block->data);
}

void memory_begin(int device, const std::set<int> &list)
{
  running = device;
  peers = list;
}

static bool may_touch(const Block &block)
{
  if (block.device == running) return true;
  return block.pool ? block.pool->guests.count(running) : peers.count(block.device);
}

bool memory_open(const void *address, bool writes)
{
  Arena *arena = arena_of(address);
  if (!arena) return false;
  size_t number = static_cast<size_t>(static_cast<const char *>(address) - arena->device) / page;
  char *first = arena->device + number * page;
  Opened &state = arena->opened[number];
  auto next = arena->live.lower_bound(first + page);
  if (next == arena->live.begin()) return false;
  const Block &block = std::prev(next)->second;
  if (block.data + std::max<size_t>(block.bytes, 1) <= first || !may_touch(block)) return false;
  if (state == Shut) arena->touched.push_back(number);
  if (state == Written || (state == Read && !writes)) return false; /* another kind of fault */
  state = writes ? Written : Read;
  return !mprotect(first, page, writes ? PROT_READ | PROT_WRITE : PROT_READ);
}

/* Accesses are known by page only: check the whole page. */
static void check_page(Arena &arena, size_t number, const RecordP &operation)
{
  char *first = arena.device + number * page;
  bool writes = arena.opened[number] == Written;
  const Block *block = &std::prev(arena.live.lower_bound(first + page))->second;
  Extent pages = extent(arena, *block);
  bool is_end = number == pages.first || number == pages.first + pages.count - 1;
  arena.opened[number] = Shut;
  race_check(operation, first, page, writes);
  if (writes && is_end) memory_check_ends(block);
}

void memory_end(const RecordP &operation)
{
  running = -1;
  for (Arena &arena : arenas) {
    if (arena.touched.empty()) continue;
    auto ends = std::minmax_element(arena.touched.begin(), arena.touched.end());
    char *first = arena.device + *ends.first * page;
    mprotect(first, (*ends.second - *ends.first + 1) * page, PROT_NONE);
    for (size_t number : arena.touched) check_page(arena, number, operation);
    arena.touched.clear();
  }
}

} /* namespace emu */
