/*
** Finding races: operations that touch the same bytes, one writing, without being ordered. A race
** is found whatever order the operations happened to run in.
*/
#ifndef EMU_RACES_H
#define EMU_RACES_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace emu {

struct Stream;

/* A vector clock: for each stream, by its number, how many of its operations have happened
   before. Number 0 is the host. */
using Clock = std::vector<uint64_t>;

void clock_join(Clock &clock, const Clock &other);

/* What is kept of an operation after it has run. */
struct Record {
  std::string what;             /* such as "cudaMemsetAsync in stream 3 of device 1" */
  std::shared_ptr<Stream> home; /* its stream, until it is done */
  size_t stream = 0;            /* the stream's number */
  uint64_t sequence = 0;        /* its own number in the stream */
  Clock clock;                  /* what happened before it, itself included */
  bool done = false;
  double time = 0;              /* when it was done, in ms */
};

using RecordP = std::shared_ptr<Record>;

/* Whether an operation happened before everything that has this clock. */
bool happened_before(const Record &operation, const Clock &clock);

/* Note that an operation reads or writes these bytes; report a race with earlier notes. */
void race_check(const RecordP &operation, const void *first, size_t bytes, bool writes);

/* Forget accesses to these bytes; to all memory if bytes is 0. */
void race_forget(const void *first, size_t bytes);

} /* namespace emu */

#endif
