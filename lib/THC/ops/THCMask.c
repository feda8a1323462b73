/*
** Entries for masks. First each tile of positions counts its selected elements, then running sums
** of the counts say where each tile's elements begin in the result: so the order is the CPU's.
*/
#include "THC/ops/THCMask.h"

#include "THC/kernels/THCKernels.h"
#include "THC/kernels/thc_sort.h"
#include "THC/launch/THCLaunch.h"
#include "THC/memory/THCAllocator.h"

int thc_wordOf(const THIter *it, int operand)
{
  return __builtin_ctz((unsigned)THDtype_traits(it->dtype[operand])->size);
}

/* --- how many elements there are before each tile of positions, in order --- */

typedef struct Ranks {
  const THIter *it;
  int mask;
  cudaStream_t stream;
  int64_t tiles;
  int64_t *before; /* before tile 0 .. tiles; the last one is the total */
} Ranks;

/* Every piece has tiles of its own: none reaches into the next piece. */
static int64_t tiles_of(const THIter *piece)
{
  return (piece->count + THC_MASK_TILE - 1) / THC_MASK_TILE;
}

static cudaError_t add_tiles(const THIter *piece, void *context)
{
  ((Ranks *)context)->tiles += tiles_of(piece);
  return cudaSuccess;
}

static cudaError_t count_tiles(const THIter *piece, void *context)
{
  Ranks *ranks = context;
  int64_t *counts = ranks->before + ranks->tiles;
  ranks->tiles += tiles_of(piece);
  return thc_countMask(piece, ranks->mask, counts, ranks->stream);
}

static cudaError_t each_piece(Ranks *ranks, THCPiece launch)
{
  ranks->tiles = 0;
  return THCLaunch_pieces(ranks->it, THC_LAUNCH_POSITIONS, launch, ranks);
}

static int add_up(const THCLaunch *launch, Ranks *ranks)
{
  const char *op = ranks->it->op;
  const int64_t n = ranks->tiles + 1;
  void *work = NULL;
  size_t bytes = 0;
  THC_TRY(op, thc_scan(NULL, &bytes, ranks->before, ranks->before, n, ranks->stream));
  TH_TRY(THCAllocator_alloc(launch->stream, bytes, &work));
  cudaError_t error = thc_scan(work, &bytes, ranks->before, ranks->before, n, ranks->stream);
  THCAllocator_free(work);
  return error ? thc_failed(op, error, "thc_scan") : TH_OK;
}

/* Find how many selected elements come before each tile. The caller frees ranks->before, also on
   failure. */
static int rank(const THCLaunch *launch, const THIter *it, int mask, Ranks *ranks)
{
  void *before = NULL;
  *ranks = (Ranks){.it = it, .mask = mask, .stream = launch->stream->handle};
  each_piece(ranks, add_tiles);
  const size_t bytes = (size_t)(ranks->tiles + 1) * sizeof *ranks->before;
  TH_TRY(THCAllocator_alloc(launch->stream, bytes, &before));
  ranks->before = before;
  THC_TRY(it->op, cudaMemsetAsync(ranks->before + ranks->tiles, 0, sizeof *ranks->before,
                                  ranks->stream));
  THC_TRY(it->op, each_piece(ranks, count_tiles));
  return add_up(launch, ranks);
}

/* --- entries --- */

static int count(const THCLaunch *launch, THIndexCall *call, Ranks *ranks)
{
  int64_t found = 0;
  TH_TRY(rank(launch, &call->it, 0, ranks));
  TH_TRY(thc_fetch(launch->op, &found, ranks->before + ranks->tiles, sizeof found, launch->stream));
  call->found += found;
  return TH_OK;
}

int THC_maskCount(THIndexCall *call)
{
  THCLaunch launch;
  Ranks ranks = {0};
  TH_TRY(THCLaunch_begin(&launch, &call->it));
  int status = count(&launch, call, &ranks);
  THCAllocator_free(ranks.before);
  return THCLaunch_end(&launch, status, cudaSuccess);
}

/* A move between the elements of one operand and the vector that begins at another operand. */
typedef struct Move {
  const THIndexCall *call;
  int kind, elements, vector;
  Ranks ranks;
} Move;

static cudaError_t move_piece(const THIter *piece, void *context)
{
  Move *move = context;
  Ranks *ranks = &move->ranks;
  const int64_t *before = ranks->before + ranks->tiles;
  const THCVector vector = {piece->data[move->vector], move->call->step, move->call->size};
  ranks->tiles += tiles_of(piece);
  return thc_moveMasked(move->kind, thc_wordOf(piece, move->vector), piece,
                        (int[]){move->elements, 2}, vector, before, ranks->stream);
}

static int run_move(Move move)
{
  const THIter *it = &move.call->it;
  THCLaunch launch;
  cudaError_t error = cudaSuccess;
  TH_TRY(THCLaunch_begin(&launch, it));
  int status = rank(&launch, it, 2, &move.ranks);
  if (!status) {
    move.ranks.tiles = 0;
    error = THCLaunch_pieces(it, THC_LAUNCH_POSITIONS, move_piece, &move);
  }
  THCAllocator_free(move.ranks.before);
  return THCLaunch_end(&launch, status, error);
}

int THC_maskedSelect(THIndexCall *call)
{
  return run_move((Move){.call = call, .kind = THC_MASKED_TAKE, .elements = 1, .vector = 0});
}

int THC_maskedPositions(THIndexCall *call)
{
  return run_move((Move){.call = call, .kind = THC_MASKED_NUMBER, .elements = 1, .vector = 0});
}

int THC_maskedCopy(THIndexCall *call)
{
  return run_move((Move){.call = call, .kind = THC_MASKED_GIVE, .elements = 0, .vector = 1});
}

static cudaError_t fill_piece(const THIter *piece, void *stream)
{
  return thc_fillMasked(thc_wordOf(piece, 0), piece, piece->data[3], stream);
}

int THC_maskedFill(THIndexCall *call)
{
  const THIter *it = &call->it;
  THCLaunch launch;
  TH_TRY(THCLaunch_begin(&launch, it));
  return THCLaunch_end(&launch, TH_OK,
                       THCLaunch_pieces(it, THC_LAUNCH_POSITIONS, fill_piece,
                                        launch.stream->handle));
}

static cudaError_t where_piece(const THIter *piece, void *stream)
{
  return thc_where(thc_wordOf(piece, 0), piece, stream);
}

int THC_where(THIndexCall *call)
{
  const THIter *it = &call->it;
  THCLaunch launch;
  TH_TRY(THCLaunch_begin(&launch, it));
  return THCLaunch_end(&launch, TH_OK,
                       THCLaunch_pieces(it, THC_LAUNCH_POSITIONS, where_piece,
                                        launch.stream->handle));
}
