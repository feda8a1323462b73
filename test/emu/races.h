/*
** Which operations are ordered, and which are not although they touch the same bytes. What is found
** does not depend on the order in which they happened to run.
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

/* How many operations of each stream, by the stream's number, have happened before. */
using Clock = std::vector<uint64_t>;

void clock_join(Clock &clock, const Clock &other);

/* What remains of an operation when it has run. */
struct Record {
  std::string what;             /* "cudaMemsetAsync in stream 3 of device 1" */
  std::shared_ptr<Stream> home; /* its stream */
  size_t stream = 0;            /* the stream's number */
  uint64_t sequence = 0;        /* its own number in the stream */
  Clock clock;                  /* what happened before it, itself included */
  bool done = false;
  double time = 0;              /* when it was done, in ms */
};

using RecordP = std::shared_ptr<Record>;

/* Whether an operation has happened before everything that has this clock. */
bool happened_before(const Record &operation, const Clock &clock);

/* An operation reads or writes bytes at an address. */
void race_check(const RecordP &operation, const void *first, size_t bytes, bool writes);

/* Those bytes are no one's any more. Everything is forgotten where bytes is 0. */
void race_forget(const void *first, size_t bytes);

} /* namespace emu */

#endif
