/*
** The entries of the CPU in the chapters Multiply and Dot, over THBlas.
*/
#include "TH/cpu/THProducts.h"

#include "TH/base/THError.h"
#include "TH/cpu/THBlas.h"
#include "TH/iteration/THMove.h"
#include "TH/iteration/THSlices.h"

static int64_t at_least_1(int64_t n)
{
  return n > 1 ? n : 1;
}

typedef struct Run {
  int dtype;
  int kernel, library; /* whether one of these answers, or neither */
  int mirrored;        /* whether only C's lower half is computed */
  THProducts p;
  uint64_t alpha[2], beta[2]; /* as elements, for the kernel */
} Run;

/* Part of one product of the stack, or of several that follow it. */
typedef struct Part { int64_t row, rows, column, columns, stack; } Part;

/* The kernel takes matrices with any strides; BLAS gets an op and a leading dimension. */
static void multiply_part(const Run *run, int64_t s, Part part)
{
  const THProducts *p = &run->p;
  const char *a = p->a.data + (s * p->a.next + part.row * p->a.down) * p->width;
  const char *b = p->b.data + (s * p->b.next + part.column * p->b.across) * p->width;
  const int64_t c_at = s * p->c.next + part.row * p->c.down + part.column * p->c.across;
  char *c = p->c.data + c_at * p->width;
  if (run->kernel) {
    th_runKernel(run->dtype, (THProduct){
      .m = part.rows, .n = part.columns, .k = p->k, .alpha = run->alpha, .beta = run->beta,
      .a = a, .b = b, .c = c, .ai = p->a.down, .ap = p->a.across, .bp = p->b.down,
      .bj = p->b.across, .ci = 1, .cj = p->c.across, .lower = run->mirrored,
      .first = part.column - part.row, .stack = part.stack, .an = p->a.next, .bn = p->b.next,
      .cn = p->c.next});
    return;
  }
  /* A row is a column turned, which BLAS sums faster: row "einsum bij,bij->b", 0.3 -> 0.1 ms. */
  const int isRow = part.rows == 1 && p->a.across == 1 && p->n == 1 && !p->a.conj;
  const char op = isRow ? 'T' : THMatrix_op(p->a);
  const int64_t rows = op == 'N' ? part.rows : p->k, columns = op == 'N' ? p->k : part.rows;
  if (p->n == 1 && !p->b.conj)
    THBlas_gemv(run->dtype, op, rows, columns, p->alpha, a,
                isRow ? p->k : THMatrix_leading(p->a), b, p->b.down, p->beta, c,
                at_least_1(p->c.down));
  else
    THBlas_gemm(run->dtype, op, THMatrix_op(p->b), part.rows, part.columns, p->k, p->alpha, a,
                THMatrix_leading(p->a), b, THMatrix_leading(p->b), p->beta, c,
                THMatrix_leading(p->c));
}

/* Compute columns [begin, end), counted over all products of the stack one after the other. Cannot
   fail: everything was checked. */
static void multiply_columns(void *context, int64_t begin, int64_t end)
{
  const Run *run = context;
  const THProducts *p = &run->p;
  while (begin < end) {
    int64_t s = begin / p->n, first = begin % p->n, count = p->n - first, stack = 1;
    if (count > end - begin) count = end - begin;
    if (run->kernel && !first && count == p->n) stack = (end - begin) / p->n;
    multiply_part(run, s, (Part){0, p->m, first, count, stack});
    begin += count * stack;
  }
}

static void multiply_rows(void *context, int64_t begin, int64_t end)
{
  const Run *run = context;
  multiply_part(run, 0, (Part){begin, end - begin, 0, run->p.n, 1});
}

/* Whether this is the product of a matrix and its transpose, which has the same bits above the
   diagonal as below. */
static int is_symmetric(const THProducts *p)
{
  return p->stack == 1 && p->m == p->n && p->a.data == p->b.data && p->a.down == p->b.across &&
         p->a.across == p->b.down && TH_isZero(p->beta);
}

/* Whether this is a matrix with short rows, one after the other, times a vector: BLAS takes several
   times as long as a kernel (row "1e5 points times a vector"). */
static int is_narrow(const THProducts *p)
{
  return p->n == 1 && p->k <= 4 && p->a.across == 1 && p->a.down == p->k && p->c.down == 1;
}

/* Copy what is below C's diagonal above it. Row "product with a transposed, 256": without, 1.7
   times as long. */
static void mirror(const THProducts *p)
{
  enum { SIDE = 8 }; /* no tile has fewer rows: what a kernel left out is covered */
  const ptrdiff_t along = p->width, across = p->c.across * p->width;
  for (int64_t j = SIDE; j < p->n; j += SIDE) {
    const int64_t n[2] = {j, p->n - j < SIDE ? p->n - j : SIDE};
    th_moveTile((int)p->width, p->c.data + j * across, (const ptrdiff_t[]){along, across},
                p->c.data + j * along, (const ptrdiff_t[]){across, along}, n);
  }
}

/* A product of few columns packs as much of its other factor as one of many; the built-in code
   packs for each block of 32. */
static int in_slices(int64_t count, int64_t grain, THRange work, Run *run)
{
  const int64_t least = run->kernel || run->library ? 256 : 32;
  return th_inSlicesOf(grain > least ? grain : least, count, grain, work, run);
}

/*
** Products are cut for the pool's threads, and each piece is one call of BLAS. A library is held to
** one thread: its own threads would go on spinning beside the pool's after a product, and the host
** could not control them. All other code gives the same bits wherever it is cut.
*/
static int multiply(const THProducts *products)
{
  Run run = {.dtype = products->dtype, .p = *products};
  THProducts *p = &run.p;
  run.kernel = (p->n > 1 || is_narrow(p)) && THBlas_hasKernel(run.dtype);
  if (p->n > 1) THProducts_turn(p); /* gemv writes any column, and is_narrow says that C is a run */
  run.library = !run.kernel && THBlas_hasLibrary(run.dtype);
  const int is_fast = run.kernel || run.library;
  const int64_t grain = is_fast ? 1 << 18 : 1 << 16; /* products; about 4 and 40 us */
  if (run.kernel) {
    THDtype_store(run.dtype, run.alpha, p->alpha);
    THDtype_store(run.dtype, run.beta, p->beta);
    run.mirrored = is_symmetric(p);
  }
  if (run.library) THBlas_setNumThreads(1);
  const int64_t columns = p->stack * p->n;
  if (p->stack == 1 && p->m > p->n)
    TH_TRY(in_slices(p->m, at_least_1(grain / (p->k * p->n)), multiply_rows, &run));
  else TH_TRY(in_slices(columns, at_least_1(grain / (p->k * p->m)), multiply_columns, &run));
  if (run.mirrored) mirror(p);
  return TH_OK;
}

static int dot(THDot *d)
{
  THBlas_setNumThreads(1);
  return (d->conjx ? THBlas_vdot : THBlas_dot)(d->dtype, d->n, d->x, d->incx, d->y, d->incy,
                                               &d->result);
}

/* All dtypes with arithmetic have the same. */
static const THMultiplyEntry multiply_entries[TH_MULTIPLY_ROWS] = {[TH_OP_multiply] = multiply};
static const THDotEntry dot_entries[TH_DOT_ROWS] = {[TH_OP_dot] = dot};

const void *const th_products[TH_NUM_DTYPES] = {
#define X(Name, CODE, type, kind) [TH_##CODE] = multiply_entries,
  TH_FORALL_DTYPES(X)
  TH_FORALL_COMPLEX_DTYPES(X)
#undef X
};

const void *const th_dots[TH_NUM_DTYPES] = {
#define X(Name, CODE, type, kind) [TH_##CODE] = dot_entries,
  TH_FORALL_DTYPES(X)
  TH_FORALL_COMPLEX_DTYPES(X)
#undef X
};
