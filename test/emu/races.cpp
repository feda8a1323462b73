/*
** Races by vector clocks. The history of a page keeps the accesses that a later one could race
** with; an access that a newer one supersedes is dropped.
*/
#include "races.h"

#include "control.h"

#include <algorithm>
#include <unordered_map>

namespace emu {

namespace {

const size_t page = 4096;

/* An access to bytes [low, high) of a page. */
struct Access {
  RecordP operation;
  size_t low, high;
  bool writes;
};

std::unordered_map<uintptr_t, std::vector<Access>> history; /* by page number */

bool overlap(const Access &a, const Access &b)
{
  return a.low < b.high && b.low < a.high;
}

/* Whether now can replace old: every later access that is unordered with old is unordered with now
   too. */
bool supersedes(const Access &now, const Access &old)
{
  return now.low <= old.low && old.high <= now.high && (now.writes || !old.writes) &&
         happened_before(*old.operation, now.operation->clock);
}

void touch(uintptr_t number, const Access &now)
{
  auto &page_history = history[number];
  for (const Access &old : page_history)
    if (overlap(now, old) && (now.writes || old.writes) &&
        !happened_before(*old.operation, now.operation->clock))
      race("race: %s %s %p, unordered with %s, which %s it", now.operation->what.c_str(),
           now.writes ? "writes" : "reads", reinterpret_cast<void *>(number * page + now.low),
           old.operation->what.c_str(), old.writes ? "wrote" : "read");
  page_history.erase(std::remove_if(page_history.begin(), page_history.end(),
                                    [&](const Access &old) { return supersedes(now, old); }),
                     page_history.end());
  page_history.push_back(now);
}

} /* namespace */

void clock_join(Clock &clock, const Clock &other)
{
  if (clock.size() < other.size()) clock.resize(other.size());
  for (size_t i = 0; i < other.size(); i++) clock[i] = std::max(clock[i], other[i]);
}

bool happened_before(const Record &operation, const Clock &clock)
{
  return operation.stream < clock.size() && clock[operation.stream] >= operation.sequence;
}

void race_check(const RecordP &operation, const void *first, size_t bytes, bool writes)
{
  uintptr_t begin = reinterpret_cast<uintptr_t>(first), end = begin + bytes;
  for (uintptr_t at = begin; at < end; at = (at / page + 1) * page)
    touch(at / page, {operation, at % page, std::min(end - at / page * page, page), writes});
}

void race_forget(const void *first, size_t bytes)
{
  uintptr_t begin = reinterpret_cast<uintptr_t>(first), end = begin + bytes;
  if (!bytes) history.clear();
  for (uintptr_t number = begin / page; number < (end + page - 1) / page; number++)
    history.erase(number);
}

} /* namespace emu */
