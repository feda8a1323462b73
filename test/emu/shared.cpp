/* Shared memory of the running block: one piece for each declaration, filled with 0xA5 when it is
   first used. Declarations and the launch together may use 48 KB, as on a device. */
#include "asan.h"
#include "control.h"
#include "warp.h"

#include <cstring>
#include <utility>

namespace emu {

namespace {

const size_t limit = 48 * 1024, red_zone = 64, room = 256 * 1024;

struct Piece {
  const void *key;
  void *data;
};

alignas(1024) char memory[room];
std::vector<Piece> pieces;
size_t used, total;
void *dynamic;

void *cut(size_t size, size_t align)
{
  size_t at = (used + align - 1) / align * align;
  total += size;
  if (total > limit || at + size > room) {
    finding("a block uses %zu bytes of shared memory, of %zu", total, limit);
    block_fail();
    at = 0;
  }
  used = at + size + red_zone;
  ASAN_UNPOISON_MEMORY_REGION(memory + at, size);
  memset(memory + at, 0xA5, size);
  return memory + at;
}

} /* namespace */

void shared_begin(size_t bytes)
{
  pieces.clear();
  used = total = 0;
  ASAN_POISON_MEMORY_REGION(memory, room);
  dynamic = bytes ? cut(bytes, 16) : nullptr;
}

void shared_end()
{
  ASAN_UNPOISON_MEMORY_REGION(memory, room);
}

void *shared(const void *key, size_t size, size_t align)
{
  for (const Piece &piece : pieces)
    if (piece.key == key) return piece.data;
  void *data = cut(size, align < 16 ? 16 : align);
  pieces.push_back({key, data});
  return data;
}

void *shared_dynamic()
{
  return dynamic;
}

} /* namespace emu */
