/*
** The CPU's entries for Fourier transforms: lines are transformed in blocks by the level's
** butterflies (loops/THButterfly.c). The first and the last pass read and write complex numbers
** where they are, if they lie side by side; other lines are copied into blocks and out.
**
** Short lines go through in blocks of a few side by side, on all threads; the threads share each
** long line. A backward transform is a forward one of conjugates, conjugated. All memory is taken
** before the first element is written. What is done to a line depends on its length alone, so its
** bits do not depend on its neighbours or on threads.
*/
#include "TH/cpu/THFfts.h"

#include <string.h>

#include "TH/base/THError.h"
#include "TH/cpu/THCpu.h"
#include "TH/iteration/THParallel.h"
#include "TH/memory/THHostAllocator.h"
#include "TH/memory/THWatch.h"

/* Two blocks: the lines are in now, the other is for the next pass, or the turned matrix. */
typedef struct Blocks {
  THPlanes now, other;
  char *room; /* of workers on a long line */
} Blocks;

/* The entries of the level, the bytes of a part, how many threads the call has room for, and who
   stops it. */
typedef struct Kernels {
  const THButterflyEntry *entry;
  int64_t width, threads;
  THWatch *watch;
} Kernels;

static Kernels kernels_of(int dtype, THWatch *watch)
{
  return (Kernels){THTables_entries(THCpu_tables(), TH_CHAPTER_BUTTERFLY, dtype),
                   THDtype_traits(dtype)->size, TH_getNumThreads(), watch};
}

/* --- planes --- */

static void *at(const Kernels *k, const void *p, int64_t elements)
{
  return p ? (char *)p + elements * k->width : NULL;
}

static THPlanes from_row(const Kernels *k, THPlanes p, int64_t row, int64_t lane)
{
  const int64_t by = row * p.step + lane * p.lane;
  return (THPlanes){at(k, p.re, by), at(k, p.im, by), p.step, p.lane};
}

static THPlanes exchanged(THPlanes p)
{
  return (THPlanes){p.im, p.re, p.step, p.lane};
}

/* A plane of a block and the room behind it; a little more, so that planes of a power of two do not
   fall on each other in the caches. */
static int64_t bytes_of_plane(const Kernels *k, int64_t rows, int64_t lanes)
{
  return (rows * lanes * k->width + TH_FFT_ROW_BYTES + 63) / 64 * 64 + 64;
}

static int64_t bytes_of_block(const Kernels *k, int64_t rows, int64_t lanes)
{
  return 2 * bytes_of_plane(k, rows, lanes);
}

static THPlanes block_at(const Kernels *k, char *memory, int64_t rows, int64_t lanes)
{
  return (THPlanes){memory, memory + bytes_of_plane(k, rows, lanes), lanes, 1};
}

/* y = x * scale, row by row, with imaginary parts times sign. Parts that x lacks are 0, where y is
   a block; those that y lacks are left out. */
static void move(const Kernels *k, const THPlanes *y, const THPlanes *x, int64_t rows,
                 int64_t lanes, double scale, double sign)
{
  const size_t bytes = (size_t)(rows * lanes * k->width);
  k->entry[TH_OP_move](
      &(THButterflyCall){.x = x, .y = y, .n = rows, .lanes = lanes, .scale = scale, .sign = sign});
  if (!x->re && y->re) memset(y->re, 0, bytes);
  if (!x->im && y->im) memset(y->im, 0, bytes);
}

/* --- blocks of short lines --- */

static void multiply(const Kernels *k, THPlanes x, int64_t rows, int64_t lanes, const void *wr,
                     const void *wi)
{
  k->entry[TH_OP_factors](
      &(THButterflyCall){.x = &x, .n = rows, .lanes = lanes, .wr = wr, .wi = wi});
}

/* Where lines are read and written, if not in now, for which x or y is NULL; what is done to them
   there (signs: of imaginary parts). */
typedef struct Ends {
  const THPlanes *x;
  double signIn;
  const THPlanes *y;
  double signOut, scale;
} Ends;

static const Ends inside = {.scale = 1, .signIn = 1, .signOut = 1};

/* Whether a pass may read or write lines where they are: pairs side by side. */
static int are_pairs(const Kernels *k, const THPlanes *p, int64_t lanes, int64_t neighbours)
{
  return at(k, p->re, 1) == p->im && (lanes == 1 ? p->step : p->lane) == 2 &&
         (lanes == 1 ? neighbours : lanes) * k->width >= TH_FFT_ROW_BYTES;
}

/* Whether a plan reads x, or writes y, where it is. */
static int reads(const Kernels *k, const THFftPlan *p, const THPlanes *x, int64_t lanes)
{
  return p->method == TH_FFT_MATRIX ||
         (p->passes > 1 && p->pass[0].radix % 4 == 0 && are_pairs(k, x, lanes, p->pass[0].m));
}

static int writes(const Kernels *k, const THFftPlan *p, const THPlanes *y, int64_t lanes)
{
  const int last = p->passes ? p->pass[p->passes - 1].radix : 1;
  return p->method == TH_FFT_MATRIX || (last % 4 == 0 && are_pairs(k, y, lanes, p->n / last));
}

/* now becomes the block with the lines, if there is no y. */
static void run_passes(const Kernels *k, const THFftPlan *p, Blocks *b, int64_t lanes,
                       const Ends *e)
{
  k->entry[TH_OP_passes](&(THButterflyCall){
      .x = e->x, .y = e->y, .now = &b->now, .other = &b->other, .n = p->n, .lanes = lanes,
      .passes = p->passes, .pass = p->pass, .scale = e->scale,
      .sign = e->y ? e->signOut : e->signIn});
  if ((p->passes + (e->x != NULL)) % 2 == 0) return;
  const THPlanes result = b->other;
  b->other = b->now;
  b->now = result;
}

/* The planes of a block of which only the first rows count, the others being 0. */
static void clear_rows(const Kernels *k, THPlanes x, int64_t from, int64_t to, int64_t lanes)
{
  const size_t bytes = (size_t)((to - from) * lanes * k->width);
  memset(at(k, x.re, from * lanes), 0, bytes);
  memset(at(k, x.im, from * lanes), 0, bytes);
}

static void transform(const Kernels *k, const THFftPlan *p, Blocks *b, int64_t lanes,
                      const Ends *e);

/* A line times the chirp, convolved with the chirp's conjugate, times the chirp: v has the factor
   1 / m. A transform of lines with their parts exchanged is a backward one. */
static void convolve(const Kernels *k, const THFftPlan *p, Blocks *b, int64_t lanes)
{
  multiply(k, b->now, p->n, lanes, p->wr, p->wi);
  clear_rows(k, b->now, p->n, p->m, lanes);
  transform(k, p->part[0], b, lanes, &inside);
  multiply(k, b->now, p->m, lanes, p->vr, p->vi);
  Blocks back = {exchanged(b->now), exchanged(b->other), b->room};
  transform(k, p->part[0], &back, lanes, &inside);
  *b = (Blocks){exchanged(back.now), exchanged(back.other), b->room};
  multiply(k, b->now, p->n, lanes, p->wr, p->wi);
}

/* The rows that a block needs for a plan, and, of a real signal, one more. */
static int64_t rows_of(const THFftPlan *p)
{
  if (p->method == TH_FFT_PAIRS) return rows_of(p->part[0]) + 1;
  return p->method == TH_FFT_CONVOLUTION ? rows_of(p->part[0]) : p->n;
}

/* --- long lines, each as a matrix --- */

typedef struct Matrix {
  const Kernels *k;
  const THFftPlan *p;
  THPlanes x, y, turned; /* turned: blocks of the matrix's rows side by side, of p->lanes each */
  const Ends *e;
  char *room;            /* for each worker two blocks */
  int64_t roomBytes, workers, tasks;
  void (*task)(const struct Matrix *m, char *room, int64_t task);
} Matrix;

static Blocks blocks_in(const Kernels *k, char *room, int64_t rows, int64_t lanes)
{
  char *second = room + bytes_of_block(k, rows, lanes);
  return (Blocks){block_at(k, room, rows, lanes), block_at(k, second, rows, lanes), NULL};
}

/* Transform some columns; their rows go to where each row's block is. */
static void columns_task(const Matrix *m, char *room, int64_t task)
{
  const Kernels *k = m->k;
  const THFftPlan *p = m->p;
  const int64_t first = task * p->lanes, left = p->columns - first;
  const int64_t lanes = left < p->lanes ? left : p->lanes;
  Blocks b = blocks_in(k, room, p->rows, lanes);
  THPlanes x = {at(k, m->x.re, first * m->x.step), at(k, m->x.im, first * m->x.step),
                p->columns * m->x.step, m->x.step};
  Ends e = inside;
  if (reads(k, p->part[0], &x, lanes)) e.x = &x, e.signIn = m->e->signIn;
  else move(k, &b.now, &x, p->rows, lanes, 1, m->e->signIn);
  run_passes(k, p->part[0], &b, lanes, &e);
  THPlanes to = from_row(k, m->turned, first, 0);
  to.step = p->columns * p->lanes;
  k->entry[TH_OP_twist](&(THButterflyCall){
      .x = &b.now, .y = &to, .n = p->rows, .lanes = lanes, .wr = p->wr, .wi = p->wi,
      .vr = at(k, p->vr, task * p->rows), .vi = at(k, p->vi, task * p->rows)});
}

/* Transform some rows. */
static void rows_task(const Matrix *m, char *room, int64_t task)
{
  const Kernels *k = m->k;
  const THFftPlan *p = m->p;
  const int64_t first = task * p->lanes, left = p->rows - first;
  const int64_t lanes = left < p->lanes ? left : p->lanes;
  Blocks b = {from_row(k, m->turned, task * p->columns, 0),
              block_at(k, room, p->columns, p->lanes), NULL};
  THPlanes y = {at(k, m->y.re, first * m->y.step), at(k, m->y.im, first * m->y.step),
                p->rows * m->y.step, m->y.step};
  Ends e = *m->e;
  e.x = NULL;
  e.y = lanes == p->lanes && writes(k, p->part[1], &y, lanes) ? &y : NULL;
  run_passes(k, p->part[1], &b, p->lanes, &e);
  if (!e.y) move(k, &y, &b.now, p->columns, lanes, e.scale, e.signOut);
}

static void matrix_worker(void *context, int64_t begin, int64_t end)
{
  const Matrix *m = context;
  for (int64_t w = begin; w < end; w++)
    for (int64_t t = w * m->tasks / m->workers; t < (w + 1) * m->tasks / m->workers; t++)
      if (!th_mustStop(m->k->watch)) m->task(m, m->room + w * m->roomBytes, t);
}

static void run_tasks(Matrix *m, int64_t tasks, void (*task)(const Matrix *, char *, int64_t))
{
  m->tasks = tasks;
  m->task = task;
  THParallel_for(m->workers, 1, matrix_worker, m);
}

static int64_t longer(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

/* What a plan's matrix, if it has one, needs beside blocks: for each worker two blocks. */
static int64_t room_of(const Kernels *k, const THFftPlan *p)
{
  if (p->method == TH_FFT_MATRIX)
    return 2 * bytes_of_block(k, longer(p->rows, p->columns), p->lanes);
  return p->part[0] ? room_of(k, p->part[0]) : 0;
}

/* The rows that the turned matrix needs: the last block is not always full. */
static int64_t turned_rows(const THFftPlan *p)
{
  if (p->method == TH_FFT_MATRIX)
    return (p->rows + p->lanes - 1) / p->lanes * p->lanes * p->columns;
  return p->part[0] ? turned_rows(p->part[0]) : p->n;
}

/* By way of other. */
static void run_matrix(const Kernels *k, const THFftPlan *p, const Blocks *b, const Ends *e)
{
  Matrix m = {.k = k, .p = p, .x = e->x ? *e->x : b->now, .y = e->y ? *e->y : b->now,
              .turned = b->other, .e = e, .room = b->room, .workers = k->threads,
              .roomBytes = room_of(k, p)};
  const int64_t blocks = (p->rows + p->lanes - 1) / p->lanes, full = blocks * p->lanes;
  m.turned.step = p->lanes;
  if (full > p->rows) /* lanes that no row comes to */
    clear_rows(k, m.turned, (blocks - 1) * p->columns, blocks * p->columns, p->lanes);
  run_tasks(&m, (p->columns + p->lanes - 1) / p->lanes, columns_task);
  run_tasks(&m, blocks, rows_task);
}

static void transform(const Kernels *k, const THFftPlan *p, Blocks *b, int64_t lanes,
                      const Ends *e)
{
  if (p->method == TH_FFT_PASSES) run_passes(k, p, b, lanes, e);
  else if (p->method == TH_FFT_CONVOLUTION) convolve(k, p, b, lanes);
  else run_matrix(k, p, b, e);
}

/* The memory of a line that may be long: the block it is in, the other block or the turned matrix,
   and the workers' room. */
static int64_t bytes_of_line(const Kernels *k, const THFftPlan *p)
{
  return bytes_of_block(k, rows_of(p), 1) + bytes_of_block(k, turned_rows(p), 1) +
         k->threads * room_of(k, p);
}

static Blocks blocks_of_line(const Kernels *k, const THFftPlan *p, char *room)
{
  char *second = room + bytes_of_block(k, rows_of(p), 1);
  return (Blocks){block_at(k, room, rows_of(p), 1), block_at(k, second, turned_rows(p), 1),
                  second + bytes_of_block(k, turned_rows(p), 1)};
}

int THFfts_chirp(THFftPlan *p)
{
  THWatch nobody = {NULL, 0}; /* the plan is for all */
  const Kernels k = kernels_of(p->dtype, &nobody);
  const int64_t rows = p->m, bytes = bytes_of_line(&k, p);
  const THAllocator *memory = TH_allocator();
  char *room = memory->alloc(memory->context, (size_t)bytes);
  if (!room) return TH_ENOMEM;
  Blocks b = blocks_of_line(&k, p, room);
  const THPlanes w = {p->wr, p->wi, 1, 1}, v = {p->vr, p->vi, 1, 1};
  clear_rows(&k, b.now, 0, rows, 1);
  move(&k, &b.now, &w, p->n, 1, 1, 1);
  THPlanes mirrored = from_row(&k, b.now, rows - 1, 0), rest = from_row(&k, w, 1, 0);
  mirrored.step = -1;
  move(&k, &mirrored, &rest, p->n - 1, 1, 1, 1);
  move(&k, &b.now, &b.now, rows, 1, 1, -1);
  transform(&k, p->part[0], &b, 1, &inside);
  move(&k, &v, &b.now, rows, 1, 1 / (double)p->m, 1);
  memory->free(memory->context, room, (size_t)bytes);
  return TH_OK;
}

/* --- calls --- */

typedef struct Job {
  const THFftCall *call;
  const THFftPlan *plan;
  Kernels k;
  double sign; /* of imaginary parts: -1 for a backward transform */
  int64_t rowsIn, rowsOut;
  /* Lines side by side: lanes, of count, laneIn and laneOut apart; outer times of them. */
  int64_t lanes, count, outer, laneIn, laneOut;
  int64_t workers, roomBytes;
  char *room;
} Job;

/* The planes of lines as the plan wants them: a real signal is one of pairs, or has no imaginary
   parts. */
static THPlanes planes_of(const Job *j, const void *data, int isReal, int64_t at_line,
                          int64_t lane)
{
  const int64_t inner = j->call->inner;
  const int isPairs = j->plan->method == TH_FFT_PAIRS;
  if (!isReal) {
    void *first = at(&j->k, data, 2 * at_line);
    return (THPlanes){first, at(&j->k, first, 1), 2 * inner, 2 * lane};
  }
  void *first = at(&j->k, data, at_line);
  return (THPlanes){first, isPairs ? at(&j->k, first, inner) : NULL, isPairs ? 2 * inner : inner,
                    lane};
}

/* Half of a signal becomes all of it: row n - i is the conjugate of row i. */
static void mirror(const Job *j, const THPlanes *x, int64_t lanes)
{
  const int64_t n = j->call->n;
  const THPlanes from = from_row(&j->k, *x, 1, 0);
  THPlanes to = from_row(&j->k, *x, n - 1, 0);
  to.step = -to.step;
  clear_rows(&j->k, (THPlanes){x->im, x->im, x->step, 1}, 0, 1, lanes);
  move(&j->k, &to, &from, n - j->rowsIn, lanes, 1, -1);
}

/* unfold or fold: from x to y, pairs, or without y in place. */
static void pair_rows(const Job *j, int row, const THPlanes *x, const THPlanes *y, int64_t lanes)
{
  const THFftPlan *p = j->plan;
  j->k.entry[row](&(THButterflyCall){.x = x, .y = y, .n = p->n, .lanes = lanes, .wr = p->wr,
                                     .wi = p->wi, .scale = j->call->scale, .sign = 1});
}

/* Whether unfold and fold work between a block and where the half is. */
static int is_near(const Job *j, const THPlanes *half, int64_t lanes)
{
  return lanes == 1 && are_pairs(&j->k, half, 1, j->plan->n / 2);
}

/* Bring lines into now: all but those that the transform reads where they are. */
static void bring(const Job *j, const Blocks *b, const THPlanes *in, int64_t lanes)
{
  const int isReal = j->call->kind == TH_FFT_REAL;
  const int folds = isReal && j->plan->method == TH_FFT_PAIRS;
  if (folds && is_near(j, in, lanes)) {
    pair_rows(j, TH_OP_fold, in, &b->now, lanes);
    return;
  }
  move(&j->k, &b->now, in, j->rowsIn, lanes, 1, folds ? 1 : j->sign);
  if (folds) pair_rows(j, TH_OP_fold, &b->now, NULL, lanes);
  else if (isReal) mirror(j, &b->now, lanes);
}

static void take_away(const Job *j, const Blocks *b, const THPlanes *out, int64_t lanes)
{
  const int unfolds = j->plan->method == TH_FFT_PAIRS && j->call->kind == TH_FFT_HALF;
  if (unfolds && is_near(j, out, lanes)) {
    pair_rows(j, TH_OP_unfold, &b->now, out, lanes);
    return;
  }
  if (unfolds) pair_rows(j, TH_OP_unfold, &b->now, NULL, lanes);
  move(&j->k, out, &b->now, j->rowsOut, lanes, j->call->scale, j->sign);
}

/* Transform lanes of lines o, first .. */
static void run_lines(const Job *j, Blocks *b, int64_t o, int64_t first, int64_t lanes)
{
  const THFftCall *c = j->call;
  const THFftPlan *p = j->plan->method == TH_FFT_PAIRS ? j->plan->part[0] : j->plan;
  const THPlanes in = planes_of(j, c->in, c->kind == TH_FFT_HALF,
                                o * c->nextIn + first * j->laneIn, j->laneIn);
  const THPlanes out = planes_of(j, c->out, c->kind == TH_FFT_REAL,
                                 o * c->nextOut + first * j->laneOut, j->laneOut);
  Ends e = inside;
  if (c->kind != TH_FFT_REAL && reads(&j->k, p, &in, lanes)) e.x = &in, e.signIn = j->sign;
  else bring(j, b, &in, lanes);
  if (c->kind != TH_FFT_HALF && writes(&j->k, p, &out, lanes))
    e.y = &out, e.signOut = j->sign, e.scale = c->scale;
  transform(&j->k, p, b, lanes, &e);
  if (!e.y) take_away(j, b, &out, lanes);
}

static void worker(void *context, int64_t begin, int64_t end)
{
  const Job *j = context;
  const int64_t blocks = (j->count + j->lanes - 1) / j->lanes, tasks = blocks * j->outer;
  for (int64_t w = begin; w < end; w++)
    for (int64_t t = w * tasks / j->workers; t < (w + 1) * tasks / j->workers; t++) {
      if (th_mustStop(j->k.watch)) return;
      const int64_t o = t / blocks, block = t - o * blocks, first = block * j->count / blocks;
      const int64_t lanes = (block + 1) * j->count / blocks - first;
      Blocks b = blocks_in(&j->k, j->room + w * j->roomBytes, rows_of(j->plan), lanes);
      run_lines(j, &b, o, first, lanes);
    }
}

static void run_long(const Job *j)
{
  Blocks b = blocks_of_line(&j->k, j->plan, j->room);
  for (int64_t o = 0; o < j->outer; o++)
    for (int64_t i = 0; i < j->count && !th_mustStop(j->k.watch); i++) run_lines(j, &b, o, i, 1);
}

/* Lines are taken side by side where elements of neighbours are, and where they are short: then
   rows would be too short for vectors. */
static void choose_lanes(Job *j)
{
  enum { SHORT = 64 };
  const THFftCall *c = j->call;
  const int64_t lanes = TH_FFT_LANES_BYTES / j->k.width;
  j->lanes = lanes, j->count = c->inner, j->outer = c->outer;
  j->laneIn = j->laneOut = 1;
  if (c->inner == 1 && j->plan->n < SHORT) {
    j->count = c->outer, j->outer = 1;
    j->laneIn = c->nextIn, j->laneOut = c->nextOut;
  } else if (c->inner == 1) {
    j->lanes = 1;
  }
}

static int run(Job *j)
{
  enum { GRAIN = 1 << 14 }; /* elements for a worker: about 20 us */
  const THFftCall *c = j->call;
  const THAllocator *memory = TH_allocator();
  const int isLong = THFftPlan_isLong(j->plan);
  const int64_t blocks = (j->count + j->lanes - 1) / j->lanes * j->outer;
  const int64_t most = c->outer * c->inner * c->n / GRAIN + 1, threads = j->k.threads;
  j->workers = most < threads ? most : threads;
  if (j->workers > blocks) j->workers = blocks;
  j->roomBytes = 2 * bytes_of_block(&j->k, rows_of(j->plan), j->lanes);
  const size_t bytes = (size_t)(isLong ? bytes_of_line(&j->k, j->plan) : j->workers * j->roomBytes);
  if (!(j->room = memory->alloc(memory->context, bytes)))
    return th_fail(TH_ENOMEM, "%s: not enough memory for %zu bytes", c->op, bytes);
  if (isLong) run_long(j);
  else THParallel_for(j->workers, 1, worker, j);
  memory->free(memory->context, j->room, bytes);
  return th_watched(j->k.watch);
}

static int fft(const THFftCall *c)
{
  THFftPlan *plan;
  const int64_t half = c->n / 2 + 1;
  const int isPairs = c->kind != TH_FFT_COMPLEX && c->n % 2 == 0;
  TH_TRY(THFftPlan_take(c->op, c->dtype, c->n, isPairs, &plan));
  THWatch watch = th_watch();
  Job j = {.call = c, .plan = plan, .k = kernels_of(c->dtype, &watch),
           .sign = c->kind == TH_FFT_REAL || c->backward ? -1 : 1};
  const int64_t reals = isPairs ? c->n / 2 : c->n;
  j.rowsIn = c->kind == TH_FFT_REAL ? half : reals;
  j.rowsOut = c->kind == TH_FFT_HALF ? half : reals;
  choose_lanes(&j);
  const int status = run(&j);
  THFftPlan_give(plan);
  return status;
}

static const THFftEntry entries[TH_FFT_ROWS] = {[TH_OP_fft] = fft};

const void *const th_ffts[TH_NUM_DTYPES] = {[TH_FLOAT] = entries, [TH_DOUBLE] = entries};
