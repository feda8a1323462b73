/*
** Entries for operations by position. An operation longer than a launch runs in pieces, in order.
** Scratch memory is freed as soon as the work is enqueued: the allocator reuses it only behind that
** work.
*/
#include "THC/ops/THCIndex.h"

#include "THC/kernels/THCKernels.h"
#include "THC/launch/THCLaunch.h"
#include "THC/memory/THCAllocator.h"
#include "THC/ops/THCMask.h"
#include "THC/ops/THCSort.h"

/* Operands of gather and scatter. */
enum { RESULT, SOURCE, POSITIONS };

/* --- outside --- */

typedef struct Search {
  const THCStream *stream;
  int64_t first, size;
  unsigned long long *found;
} Search;

static cudaError_t search_piece(const THIter *piece, void *context)
{
  Search *search = context;
  const int64_t first = search->first;
  search->first += piece->count;
  return thc_findOutside(piece, 0, search->size, first, search->found, search->stream->handle);
}

/* The address of operand 0's element at a position. */
static const char *place_of(const THIter *it, int64_t position)
{
  const char *p = it->data[0];
  for (int d = 0; d < it->ndim; position /= it->size[d++])
    p += position % it->size[d] * it->stride[d][0];
  return p;
}

static int search(THIndexCall *call, Search *search)
{
  const THIter *it = &call->it;
  unsigned long long found;
  THC_TRY(it->op, cudaMemsetAsync(search->found, 0xff, sizeof found, search->stream->handle));
  THC_TRY(it->op, THCLaunch_pieces(it, THC_LAUNCH_POSITIONS, search_piece, search));
  TH_TRY(thc_fetch(it->op, &found, search->found, sizeof found, search->stream));
  if (found >= (unsigned long long)it->count) return TH_OK;
  call->isOutside = 1;
  return thc_fetch(it->op, &call->found, place_of(it, (int64_t)found), sizeof(int64_t),
                   search->stream);
}

int THC_outside(THIndexCall *call)
{
  THCLaunch launch;
  void *found = NULL;
  TH_TRY(THCLaunch_begin(&launch, &call->it));
  int status = THCAllocator_alloc(launch.stream, sizeof(unsigned long long), &found);
  if (!status)
    status = search(call, &(Search){.stream = launch.stream, .size = call->size, .found = found});
  THCAllocator_free(found);
  return THCLaunch_end(&launch, status, cudaSuccess);
}

/* --- gather --- */

typedef struct Gather {
  const THIndexCall *call;
  const THCStream *stream;
  void *outside; /* a byte on the device; NULL if the call does not ask */
} Gather;

static cudaError_t gather_piece(const THIter *piece, void *context)
{
  const Gather *gather = context;
  return thc_gather(thc_wordOf(piece, RESULT), piece, gather->call->step, gather->call->size,
                    gather->outside, gather->stream->handle);
}

static int gather(THIndexCall *call, Gather *gather)
{
  const char *op = call->it.op;
  uint8_t outside;
  if (gather->outside)
    THC_TRY(op, cudaMemsetAsync(gather->outside, 0, 1, gather->stream->handle));
  THC_TRY(op, THCLaunch_pieces(&call->it, THC_LAUNCH_POSITIONS, gather_piece, gather));
  if (!gather->outside) return TH_OK;
  TH_TRY(thc_fetch(op, &outside, gather->outside, 1, gather->stream));
  call->isOutside = outside;
  return TH_OK;
}

/* The host waits only if it asks whether a position is outside. */
int THC_gather(THIndexCall *call)
{
  THCLaunch launch;
  void *outside = NULL;
  TH_TRY(THCLaunch_begin(&launch, &call->it));
  int status = call->isChecked ? TH_OK : THCAllocator_alloc(launch.stream, 1, &outside);
  if (!status) status = gather(call, &(Gather){call, launch.stream, outside});
  THCAllocator_free(outside);
  return THCLaunch_end(&launch, status, cudaSuccess);
}

/* --- scatter --- */

typedef struct Fill {
  const THIndexCall *call;
  cudaStream_t stream;
} Fill;

static cudaError_t fill_piece(const THIter *piece, void *context)
{
  const Fill *fill = context;
  return thc_fillAt(thc_wordOf(piece, RESULT), piece, fill->call->step, fill->call->size,
                    piece->data[SOURCE], fill->stream);
}

/*
** Two source elements can go to the same place in two ways: equal positions, or one position
** (stride 0) that serves several elements along the indexed dimension (where the result has stride
** 0). Dimensions where one of these can happen are named, the others free: along free dimensions
** every element keeps its own place.
*/
static int is_named(const THIter *it, int d)
{
  return it->stride[d][POSITIONS] || !it->stride[d][RESULT];
}

static void keep_dims(THIter *to, const THIter *from, int named)
{
  THIter_copy(to, from);
  to->ndim = 0;
  to->count = 1;
  for (int d = 0; d < from->ndim; d++)
    if (is_named(from, d) == named) {
      to->size[to->ndim] = from->size[d];
      to->count *= from->size[d];
      for (int k = 0; k < from->nop; k++) to->stride[to->ndim][k] = from->stride[d][k];
      to->ndim++;
    }
}

/* The number of elements from the first one that a position can reach to the last, inclusive. */
static int64_t extent(const THIndexCall *call, const THIter *it, int shift)
{
  int64_t bytes = (call->size - 1) * call->step;
  for (int d = 0; d < it->ndim; d++) bytes += (it->size[d] - 1) * it->stride[d][RESULT];
  return (bytes >> shift) + 1;
}

typedef struct Scatter {
  THCRunsLaunch launch;
  cudaStream_t stream;
  const THIter *named;
  THCRuns runs;
} Scatter;

static cudaError_t scatter_piece(const THIter *piece, void *context)
{
  const Scatter *scatter = context;
  return scatter->launch(piece, scatter->named, &scatter->runs, scatter->stream);
}

static int scatter(const THIndexCall *call, const THIter *named, THCRunsLaunch launch,
                   THCPairs *pairs, cudaStream_t stream)
{
  const THIter *it = &call->it;
  const int shift = thc_wordOf(it, RESULT);
  THIter free;
  keep_dims(&free, it, 0);
  THC_TRY(it->op, thc_findPlaces(named, call->step, call->size, shift, pairs->width,
                                 pairs->keys[0], pairs->numbers[0], stream));
  TH_TRY(THCPairs_sort(pairs, pairs->width, 0, thc_bitsOf(extent(call, named, shift)), stream));
  const THCRuns runs = {pairs->width, pairs->n, pairs->keys[pairs->now],
                        pairs->numbers[pairs->now]};
  THC_TRY(it->op, THCLaunch_pieces(&free, THC_LAUNCH_POSITIONS, scatter_piece,
                                   &(Scatter){launch, stream, named, runs}));
  return TH_OK;
}

static int run_scatter(const THIndexCall *call, THCRunsLaunch launch, const THCStream *stream)
{
  const THIter *it = &call->it;
  THIter named;
  THCPairs pairs;
  int64_t bytes;
  void *memory = NULL;
  keep_dims(&named, it, 1);
  const int width = extent(call, &named, thc_wordOf(it, RESULT)) <= UINT32_MAX ? 4 : 8;
  TH_TRY(THCPairs_bytes(it->op, named.count, width, &bytes));
  TH_TRY(THCAllocator_alloc(stream, (size_t)bytes, &memory));
  THCPairs_place(&pairs, it->op, named.count, width, memory, bytes);
  int status = scatter(call, &named, launch, &pairs, stream->handle);
  THCAllocator_free(memory);
  return status;
}

/* A number needs no sort: all writes to a place are equal. */
int THC_scatter(THIndexCall *call)
{
  const THIter *it = &call->it;
  THCLaunch launch;
  cudaError_t error = cudaSuccess;
  int status = TH_OK;
  TH_TRY(THCLaunch_begin(&launch, it));
  if (THIter_isNumber(it, SOURCE))
    error = THCLaunch_pieces(it, THC_LAUNCH_POSITIONS, fill_piece,
                             &(Fill){call, launch.stream->handle});
  else status = run_scatter(call, thc_putRuns[thc_wordOf(it, RESULT)], launch.stream);
  return THCLaunch_end(&launch, status, error);
}

int THC_scatterAdd(THIndexCall *call)
{
  static const THCRunsLaunch add[TH_NUM_DTYPES] = {
#define X(Name, CODE, type, kind) [TH_##CODE] = thc_addRuns##Name,
    TH_FORALL_DTYPES(X)
#undef X
  };
  THCLaunch launch;
  TH_TRY(THCLaunch_begin(&launch, &call->it));
  int status = run_scatter(call, add[call->it.dtype[RESULT]], launch.stream);
  return THCLaunch_end(&launch, status, cudaSuccess);
}
