/*
** Primitives of a warp. Lanes with the same mask that come to a primitive form a meeting; the last
** to arrive wakes the others, and each takes its result. A meeting is kept until all its lanes have
** read theirs.
*/
#include "warp.h"

#include "control.h"

#include <algorithm>
#include <memory>

namespace emu {

namespace {

const int width = 32;

/* Lanes of a warp that meet in one call of a primitive. */
struct Meeting {
  unsigned mask, arrived = 0;
  int unread; /* lanes that have not taken their result */
  unsigned size;
  Site site;
  bool complete = false;
  unsigned char value[width][16];
};

using Meetings = std::vector<std::shared_ptr<Meeting>>;

std::vector<Meetings> warps;
size_t thread_count;

size_t warp()
{
  return static_cast<size_t>(thread_number() / width);
}

/* mask without the lanes that a partial last warp does not have. */
unsigned present(unsigned mask)
{
  size_t lanes = thread_count - warp() * width;
  return lanes < width ? mask & ((1u << lanes) - 1) : mask;
}

std::shared_ptr<Meeting> join(unsigned mask, unsigned size, Site site)
{
  Meetings &meetings = warps[warp()];
  unsigned bit = 1u << lane();
  for (auto &meeting : meetings) {
    if (meeting->complete || meeting->mask != mask || meeting->arrived & bit) continue;
    if (meeting->size != size) {
      finding("%s:%d and %s:%d: lanes of a warp meet in different primitives", site.file,
              site.line, meeting->site.file, meeting->site.line);
      block_fail();
    }
    return meeting;
  }
  auto meeting = std::make_shared<Meeting>();
  meeting->mask = mask;
  meeting->unread = __builtin_popcount(mask);
  meeting->size = size;
  meeting->site = site;
  meetings.push_back(meeting);
  return meeting;
}

/* Arrive at a meeting. The last lane to arrive wakes the others, the others wait. */
void arrive(const std::shared_ptr<Meeting> &meeting, Site site)
{
  int self = lane();
  meeting->arrived |= 1u << self;
  if (meeting->arrived != meeting->mask) return thread_wait(site);
  meeting->complete = true;
  for (int other = 0; other < width; other++)
    if (meeting->mask >> other & 1 && other != self)
      thread_wake(static_cast<int>(warp()) * width + other);
}

void leave(const std::shared_ptr<Meeting> &meeting)
{
  Meetings &meetings = warps[warp()];
  if (--meeting->unread == 0) meetings.erase(std::find(meetings.begin(), meetings.end(), meeting));
}

/* Meet with the other lanes of mask. Returns the meeting, with all lanes' values. */
std::shared_ptr<Meeting> hold(unsigned mask, const void *in, unsigned size, Site site)
{
  if (!(mask >> lane() & 1)) {
    finding("%s:%d: lane %d is not in its own mask %08x", site.file, site.line, lane(), mask);
    block_fail();
    mask |= 1u << lane();
  }
  auto meeting = join(mask, size, site);
  if (size) memcpy(meeting->value[lane()], in, size);
  arrive(meeting, site);
  return meeting;
}

} /* namespace */

int lane()
{
  return thread_number() % width;
}

/* If the primitive is left out, each lane keeps its own value. */
void meet(unsigned mask, const void *in, unsigned size, int source, void *out, Site site)
{
  if (left_out(EMU_WARP, site.file, site.line)) {
    if (size) memcpy(out, in, size);
    return;
  }
  mask = present(mask);
  auto meeting = hold(mask, in, size, site);
  if (size && !(mask >> source & 1)) {
    finding("%s:%d: a shuffle reads lane %d, which takes no part", site.file, site.line, source);
    memset(out, 0xA5, size);
  } else if (size) {
    memcpy(out, meeting->value[source], size);
  }
  leave(meeting);
}

unsigned ballot(unsigned mask, bool bit, Site site)
{
  unsigned result = 0;
  if (left_out(EMU_WARP, site.file, site.line)) return bit ? 1u << lane() : 0;
  mask = present(mask);
  auto meeting = hold(mask, &bit, sizeof bit, site);
  for (int other = 0; other < width; other++)
    if (mask >> other & 1 && meeting->value[other][0]) result |= 1u << other;
  leave(meeting);
  return result;
}

void warps_begin(size_t threads)
{
  thread_count = threads;
  warps.resize((threads + width - 1) / width);
}

void warps_clear()
{
  for (Meetings &meetings : warps) meetings.clear();
}

} /* namespace emu */

/* All lanes that exist count as active. */
unsigned __activemask()
{
  return emu::present(0xffffffffu);
}
