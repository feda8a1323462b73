/*
** Products compared with their definition on random windows that share memory; without memory; on
** other devices.
*/
#include "TH.h"
#include "TH/backend/THProductChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/platform/THPlatform.h"
#include "check.h"
#include "failing.h"

#include <stdlib.h>
#include <string.h>

static int64_t pick(THGenerator *gen, int64_t least, int64_t most)
{
  return THRandom_between(gen, least, most);
}

/* --- random windows --- */

enum { POOL = 700, MOST = 5 };

/*
** A window of those sizes on the pool, at a random place, its dimensions in random order and with
** gaps. A window that is only read may repeat along a dimension.
*/
static void random_window(THTensor *t, THGenerator *gen, THStorage *pool, int ndim,
                          const int64_t *size, int only_read)
{
  int64_t stride[3], step = pick(gen, 1, 3);
  int first = (int)pick(gen, 0, ndim - 1);
  for (int k = 0; k < ndim; k++) {
    int d = (first + k) % ndim;
    stride[d] = step;
    step *= (size[d] ? size[d] : 1) + pick(gen, 0, 1);
  }
  if (only_read && !pick(gen, 0, 3)) stride[pick(gen, 0, ndim - 1)] = 0;
  CHECK(!THTensor_setStorage(t, pool, pick(gen, 0, POOL - step), ndim, size, stride));
}

static int64_t element(const THTensor *t, int64_t s, int64_t i, int64_t j)
{
  int64_t at = t->nDimension == 3 ? s * t->stride[0] : 0;
  int d = t->nDimension == 3;
  at += i * t->stride[d] + (t->nDimension - d > 1 ? j * t->stride[d + 1] : 0);
  const char *p = THTensor_data(t);
  return TH_asInteger(THDtype_load(t->dtype, p + at * THDtype_traits(t->dtype)->size));
}

/* An operation on random windows of one pool, so that operands and result overlap in any way. */
typedef struct Case {
  const char *name;
  int a, b, out; /* numbers of dimensions */
  int (*product)(THTensor *, const THTensor *, const THTensor *);
  int (*sum)(THTensor *, THNumber, const THTensor *, THNumber, const THTensor *, const THTensor *);
} Case;

static const Case cases[] = {
  {"mv", 2, 1, 1, THTensor_mv, THTensor_addmv},
  {"mm", 2, 2, 2, THTensor_mm, THTensor_addmm},
  {"ger", 1, 1, 2, THTensor_ger, THTensor_addr},
  {"bmm", 3, 3, 3, THTensor_bmm, THTensor_baddbmm},
  {"addbmm", 3, 3, 2, NULL, THTensor_addbmm},
};

/* The sizes of an operand: with the stack in front if it has 3 dimensions. */
static void set_sizes(int64_t *size, int ndim, int64_t stack, int64_t rows, int64_t columns)
{
  const int64_t all[3] = {stack, rows, columns};
  memcpy(size, ndim == 3 ? all : all + 1, sizeof *size * (size_t)ndim);
}

typedef struct Sizes { int64_t stack, m, k, n; } Sizes;

/* The expected element s, i, j, computed from clones of the operands. */
static int64_t expected(const Case *c, const Sizes *z, const THTensor *a, const THTensor *b,
                        int64_t s, int64_t i, int64_t j)
{
  int64_t total = 0, first = c->out == 2 && c->a == 3 ? 0 : s;
  int64_t last = c->out == 2 && c->a == 3 ? z->stack - 1 : s;
  for (s = first; s <= last; s++)
    for (int64_t p = 0; p < z->k; p++)
      total += element(a, s, i, c->a == 1 ? 0 : p) *
               (c->a == 1 ? element(b, 0, j, 0) : element(b, s, p, c->b == 1 ? 0 : j));
  return total;
}

static void check_elements(const Case *c, const Sizes *z, int64_t beta, int64_t alpha,
                         const THTensor *clone, const THTensor *out)
{
  int64_t stack = c->out == 3 ? z->stack : 1, n = c->out == 1 ? 1 : z->n;
  int ok = 1;
  for (int64_t s = 0; s < stack; s++)
    for (int64_t i = 0; i < z->m; i++)
      for (int64_t j = 0; j < n; j++) {
        int64_t want = alpha * expected(c, z, &clone[0], &clone[1], s, i, j);
        if (beta) want += beta * element(&clone[2], s, i, j);
        ok &= element(out, s, i, j) == want;
      }
  if (!CHECK(ok)) fprintf(stderr, "  %s of dtype %d\n", c->name, out->dtype);
}

static void run_case(const Case *c, THGenerator *gen, THStorage *pool)
{
  const Sizes z = {pick(gen, 0, 3), pick(gen, 0, MOST), c->a == 1 ? 1 : pick(gen, 0, MOST),
                   c->b == 1 && c->a != 1 ? 1 : pick(gen, 0, MOST)};
  int64_t size[3], beta = pick(gen, 0, 2), alpha = pick(gen, 0, 2);
  THTensor t[3] = {{.dtype = 0}}, clone[3] = {{.dtype = 0}}, out = {0};
  const THNumber scale = TH_integer(alpha), keep = TH_integer(beta);
  int same = pick(gen, 0, 2) == 0; /* result and addend are the same */
  set_sizes(size, c->a, z.stack, z.m, z.k);
  random_window(&t[0], gen, pool, c->a, size, 1);
  set_sizes(size, c->b, z.stack, c->a == 1 ? z.n : z.k, z.n);
  random_window(&t[1], gen, pool, c->b, size, 1);
  set_sizes(size, c->out, z.stack, z.m, z.n);
  random_window(&t[2], gen, pool, c->out, size, !same);
  random_window(&out, gen, pool, c->out, size, 0);
  for (int k = 0; k < 3; k++) CHECK(!THTensor_clone(&clone[k], &t[k], 0));
  if (c->product && pick(gen, 0, 1)) {
    CHECK(!c->product(&out, &t[0], &t[1]));
    check_elements(c, &z, 0, 1, clone, &out);
  } else {
    if (same) THTensor_set(&out, &t[2]);
    CHECK(!c->sum(&out, keep, &t[2], scale, &t[0], &t[1]));
    check_elements(c, &z, beta, alpha, clone, &out);
  }
  for (int k = 0; k < 3; k++) {
    THTensor_clear(&t[k]);
    THTensor_clear(&clone[k]);
  }
  THTensor_clear(&out);
}

/* Elements are 0 .. 3, so that sums are exact in all these types. */
static void test_windows(void)
{
  static const int dtypes[] = {TH_SHORT, TH_LONG, TH_HALF, TH_FLOAT, TH_DOUBLE};
  THGenerator gen;
  THGenerator_manualSeed(&gen, 1);
  for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
    THStorage *pool = THStorage_new(dtypes[d], POOL, NULL);
    THTensor all = {0};
    if (!CHECK(pool)) return;
    CHECK(!THTensor_setStorage(&all, pool, 0, 1, (int64_t[]){POOL}, NULL));
    for (int round = 0; round < 150; round++)
      for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        CHECK(!THTensor_randomBetween(&all, &gen, 0, 3));
        run_case(&cases[c], &gen, pool);
      }
    THTensor_clear(&all);
    THStorage_release(pool);
  }
}

/* --- threads --- */

static void test_threads(void)
{
  static const int dtypes[] = {TH_HALF, TH_INT};
  const int64_t size[3] = {3, 90, 90};
  THGenerator gen;
  THGenerator_manualSeed(&gen, 2);
  int before = TH_getNumThreads();
  for (int d = 0; d < 2; d++) {
    THTensor a = {0}, one = {0}, many = {0};
    CHECK(!THTensor_new(&a, 0, dtypes[d], 3, size) && !THTensor_random(&a, &gen));
    TH_setNumThreads(1);
    CHECK(!THTensor_bmm(&one, &a, &a));
    TH_setNumThreads(7);
    CHECK(!THTensor_bmm(&many, &a, &a));
    CHECK(!memcmp(THTensor_data(&one), THTensor_data(&many), (size_t)one.storage->size *
                  (size_t)THDtype_traits(dtypes[d])->size));
    THTensor_clear(&a);
    THTensor_clear(&one);
    THTensor_clear(&many);
  }
  TH_setNumThreads(before);
}

/* Sums of whole numbers are exact, so results must agree however a product is cut: by rows, columns
   or stack. */
static void test_cut_products(void)
{
  static const struct { int dtype; int64_t s, m, k, n; } cases[] = {
    {TH_FLOAT, 1, 700, 90, 60}, {TH_DOUBLE, 1, 60, 90, 700}, {TH_FLOAT, 1, 3000, 700, 1},
    {TH_DOUBLE, 9, 70, 80, 90}, {TH_FLOAT, 300, 12, 11, 13}, {TH_SHORT, 1, 401, 67, 71},
  };
  const int before = TH_getNumThreads();
  THGenerator gen;
  THGenerator_manualSeed(&gen, 3);
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    const int64_t size_a[3] = {cases[c].s, cases[c].m, cases[c].k};
    const int64_t size_b[3] = {cases[c].s, cases[c].k, cases[c].n};
    THTensor a = {0}, b = {0}, one = {0}, many = {0};
    CHECK(!THTensor_new(&a, 0, cases[c].dtype, 3, size_a));
    CHECK(!THTensor_new(&b, 0, cases[c].dtype, 3, size_b));
    CHECK(!THTensor_randomBetween(&a, &gen, -4, 4) && !THTensor_randomBetween(&b, &gen, -4, 4));
    TH_setNumThreads(1);
    CHECK(!THTensor_bmm(&one, &a, &b));
    for (int threads = 2; threads < 6; threads++) {
      TH_setNumThreads(threads);
      CHECK(!THTensor_bmm(&many, &a, &b));
      CHECK(THTensor_isSameSizeAs(&one, &many));
      CHECK(!memcmp(THTensor_data(&one), THTensor_data(&many), (size_t)THTensor_nElement(&one) *
                    (size_t)THDtype_traits(cases[c].dtype)->size));
    }
    THTensor_clear(&a), THTensor_clear(&b), THTensor_clear(&one), THTensor_clear(&many);
  }
  TH_setNumThreads(before);
}

/* A matrix times its own transpose, of which a kernel computes half, agrees with the product with a
   copy of that. */
static void check_mirrored(int dtype, int64_t n, int64_t k, THGenerator *gen)
{
  const int64_t size[2] = {n, k};
  THTensor a = {0}, turned = {0}, apart = {0}, r = {0}, expected = {0};
  CHECK(!THTensor_new(&a, 0, dtype, 2, size) && !THTensor_randomBetween(&a, gen, -4, 4));
  CHECK(!THTensor_transpose(&turned, &a, 0, 1) && !THTensor_clone(&apart, &turned, dtype));
  CHECK(!THTensor_mm(&expected, &a, &apart));
  const size_t bytes = (size_t)(n * n * THDtype_traits(dtype)->size);
  for (int threads = 1; threads < 5; threads++) {
    TH_setNumThreads(threads);
    CHECK(!THTensor_mm(&r, &a, &turned));
    CHECK(!memcmp(THTensor_data(&r), THTensor_data(&expected), bytes));
    CHECK(!THTensor_addmm(&r, TH_integer(3), &expected, TH_integer(-2), &a, &turned));
    CHECK(!memcmp(THTensor_data(&r), THTensor_data(&expected), bytes));
  }
  THTensor_clear(&a), THTensor_clear(&turned), THTensor_clear(&apart);
  THTensor_clear(&r), THTensor_clear(&expected);
}

static void test_mirrored(void)
{
  static const int64_t sizes[][2] = {{5, 3}, {9, 300}, {15, 1}, {33, 20}, {65, 64}, {201, 270}};
  const int before = TH_getNumThreads();
  THGenerator gen;
  THGenerator_manualSeed(&gen, 4);
  for (int level = 0; THCpu_levels()[level]; level++) {
    CHECK(!THCpu_setLevel(THCpu_levels()[level]));
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
      check_mirrored(TH_FLOAT, sizes[k][0], sizes[k][1], &gen);
      check_mirrored(TH_DOUBLE, sizes[k][0], sizes[k][1], &gen);
    }
  }
  TH_setNumThreads(before);
}

/* --- conjugated factors, as an entry gets them --- */

static THComplexDouble element_of(THMatrix x, int64_t i, int64_t j)
{
  const THComplexDouble *at = (THComplexDouble *)x.data + i * x.down + j * x.across;
  return (THComplexDouble){at->re, x.conj ? -at->im : at->im};
}

static THComplexDouble product_of(const THProducts *p, int64_t i, int64_t j)
{
  THComplexDouble sum = {0, 0};
  for (int64_t k = 0; k < p->k; k++) {
    const THComplexDouble a = element_of(p->a, i, k), b = element_of(p->b, k, j);
    sum.re += a.re * b.re - a.im * b.im;
    sum.im += a.re * b.im + a.im * b.re;
  }
  return sum;
}

/* A matrix of those sizes on the pool: row-major, or column-major. */
static THMatrix matrix_on(THComplexDouble *pool, int64_t rows, int64_t columns, int form)
{
  const THMatrix turned = {(char *)pool, 1, columns, rows, 0, 1, columns, form >> 1};
  return form & 1 ? (THMatrix){(char *)pool, 1, rows, columns, 0, 1, rows, form >> 1}
                  : THMatrix_transposed(turned);
}

/* Whether the entry may get the product, as THLinear says it of its operands. */
static int is_allowed(THProducts p)
{
  if (p.n > 1) THProducts_turn(&p);
  return THMatrix_isBlas(p.a) && THMatrix_isBlas(p.b);
}

static int check_conjugated(int64_t m, int64_t n, int64_t k, int form_a, int form_b)
{
  enum { MOST_ELEMENTS = 20 };
  const THMultiplyEntry *entries = TH_entries(TH_CHAPTER_MULTIPLY, TH_COMPLEXDOUBLE, 0);
  THComplexDouble a[MOST_ELEMENTS], b[MOST_ELEMENTS], c[MOST_ELEMENTS];
  for (int i = 0; i < MOST_ELEMENTS; i++) {
    a[i] = (THComplexDouble){i % 5 - 2, i % 3};
    b[i] = (THComplexDouble){i % 4, i % 7 - 3};
  }
  const THProducts p = {
    .op = "mm", .dtype = TH_COMPLEXDOUBLE, .stack = 1, .m = m, .n = n, .k = k,
    .width = sizeof *c, .alpha = TH_integer(1), .beta = TH_integer(0),
    .a = matrix_on(a, m, k, form_a), .b = matrix_on(b, k, n, form_b), .c = matrix_on(c, m, n, 0)};
  if (!is_allowed(p)) return 0;
  CHECK(!entries[TH_OP_multiply](&p));
  for (int64_t i = 0; i < m * n; i++) {
    const THComplexDouble expected = product_of(&p, i / n, i % n);
    CHECK(c[i].re == expected.re && c[i].im == expected.im);
  }
  return 1;
}

static void test_conjugated(void)
{
  enum { FORMS = 4, SIZES = 27 };
  int done = 0;
  for (int forms = 0; forms < FORMS * FORMS; forms++)
    for (int s = 0; s < SIZES; s++) {
      const int64_t m = 1 + s % 3, n = 1 + s / 3 % 3, k = 1 + s / 9;
      done += check_conjugated(m, n, k, forms % FORMS, forms / FORMS);
    }
  CHECK(done > FORMS * FORMS * SIZES / 2);
  CHECK(check_conjugated(3, 4, 2, 3, 3));  /* conjugates of columns: C' = B' A' */
  CHECK(!check_conjugated(3, 4, 2, 2, 0)); /* BLAS has no such form */
}

/* --- failures --- */

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

static void test_dimensions(void)
{
  THTensor v = {0}, a = {0}, none = {0}, out = {0};
  THNumber number;
  CHECK(!THTensor_new(&v, 0, TH_FLOAT, 1, (int64_t[]){3}));
  CHECK(!THTensor_new(&a, 0, TH_FLOAT, 2, (int64_t[]){3, 3}));
  CHECK(THTensor_mm(&out, &a, &v) == TH_ESHAPE);
  CHECK(says("mm: a factor has 1 dimensions, expected 2"));
  CHECK(THTensor_mv(&out, &v, &v) == TH_ESHAPE && THTensor_bmm(&out, &a, &a) == TH_ESHAPE);
  CHECK(THTensor_mm(&out, &none, &a) == TH_EDTYPE);
  CHECK(THTensor_dot(&number, &none, &a) == TH_EDTYPE);
  CHECK(THTensor_dot(&number, &v, &a) == TH_ESHAPE && says("3 elements against 9"));
  CHECK(THTensor_isUndefined(&out) && out.dtype == TH_UNDEFINED);
  THTensor_clear(&v);
  THTensor_clear(&a);
}

static void *host_alloc(void *context, size_t bytes)
{
  (void)context;
  return th_newAligned(TH_ALIGN, bytes);
}

static void host_free(void *context, void *data, size_t bytes)
{
  (void)context, (void)bytes;
  th_freeAligned(data);
}

static void test_device(void)
{
  static const THAllocator memory = {.alloc = host_alloc, .free = host_free, .device = 3};
  static const THBackend device = {.name = "mock", .allocator = &memory};
  THTensor a = {0}, out = {0}, there = {0};
  THNumber number;
  THGenerator gen;
  THGenerator_init(&gen);
  CHECK(!TH_registerBackend(3, &device));
  CHECK(!THTensor_new(&there, 3, TH_FLOAT, 2, (int64_t[]){2, 2}));
  CHECK(!THTensor_new(&a, 0, TH_FLOAT, 2, (int64_t[]){2, 2}) && !THTensor_random(&a, &gen));
  CHECK(THTensor_mm(&out, &a, &there) == TH_EUNSUPPORTED && says("mm: operand 1 is on device 0"));
  CHECK(THTensor_mm(&out, &there, &there) == TH_EDTYPE && says("mm: not defined for"));
  CHECK(THTensor_dot(&number, &there, &there) == TH_EDTYPE && says("dot: not defined for"));
  CHECK(THTensor_mm(&there, &a, &a) == TH_EUNSUPPORTED);
  CHECK(THTensor_addmm(&out, TH_integer(1), &there, TH_integer(1), &a, &a) == TH_EUNSUPPORTED);
  CHECK(THTensor_random(&there, &gen) == TH_EUNSUPPORTED);
  CHECK(says("nothing copies from device 0 to device 3"));
  CHECK(THTensor_randperm(&there, &gen, TH_FLOAT, 3) == TH_EUNSUPPORTED);
  CHECK(THTensor_bernoulli(&a, &gen, &there) == TH_EUNSUPPORTED);
  CHECK(THTensor_multinomial(&out, &gen, &there, 1, 0) == TH_EUNSUPPORTED);
  CHECK(THTensor_isUndefined(&out));
  THTensor_clear(&there);
  THTensor_clear(&a);
  CHECK(!TH_registerBackend(3, NULL));
}

/* The operands of the calls: t[0] .. t[2] share a pool and are strided, so that all must be
   copied. */
typedef struct Bench {
  THTensor t[3], sums;
  THGenerator gen;
} Bench;

static void begin(Bench *b, THStorage *pool)
{
  const int64_t size[2] = {3, 3}, stride[2] = {8, 2};
  memset(b, 0, sizeof *b);
  for (int k = 0; k < 3; k++) CHECK(!THTensor_setStorage(&b->t[k], pool, k, 2, size, stride));
  THGenerator_init(&b->gen);
}

static void end(Bench *b)
{
  for (int k = 0; k < 3; k++) THTensor_clear(&b->t[k]);
  THTensor_clear(&b->sums);
}

static int call_mm(Bench *b) { return THTensor_mm(&b->t[0], &b->t[1], &b->t[2]); }
static int call_square(Bench *b) { return THTensor_mm(&b->t[0], &b->t[0], &b->t[0]); }
static int call_new(Bench *b) { return THTensor_mm(&b->sums, &b->t[1], &b->t[2]); }
static int call_addmm(Bench *b)
{
  return THTensor_addmm(&b->t[0], TH_integer(2), &b->t[1], TH_integer(1), &b->t[1], &b->t[2]);
}
static int call_dot(Bench *b)
{
  THNumber number;
  return THTensor_dot(&number, &b->t[0], &b->t[1]);
}
static int call_draw(Bench *b)
{
  const THDistribution *d = &TH_distributions[TH_DISTRIBUTION_normal];
  return THTensor_draw(&b->t[0], &b->gen, d, (double[]){0, 1});
}
static int call_bernoulli(Bench *b)
{
  return THTensor_bernoulli(&b->t[0], &b->gen, &b->t[1]);
}
static int call_randperm(Bench *b) { return THTensor_randperm(&b->sums, &b->gen, TH_INT, 20); }
static int call_multinomial(Bench *b)
{
  return THTensor_multinomial(&b->sums, &b->gen, &b->t[1], 2, 0);
}

/* Whichever allocation fails: TH_ENOMEM, no leak, result and generator unchanged. */
static void test_no_memory(void)
{
  static int (*const calls[])(Bench *) = {
    call_mm, call_square, call_new, call_addmm, call_dot, call_draw, call_bernoulli, call_randperm,
    call_multinomial};
  enum { ELEMENTS = 32 };
  for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
    int status = TH_ENOMEM, fail_at;
    for (fail_at = 0; status == TH_ENOMEM && fail_at < 20; fail_at++) {
      THStorage *pool = THStorage_new(TH_DOUBLE, ELEMENTS, NULL);
      THGenerator before;
      Bench bench;
      double *value = pool->data, kept[ELEMENTS];
      for (int i = 0; i < ELEMENTS; i++) kept[i] = value[i] = i / 64.0 + 0.25;
      begin(&bench, pool);
      before = bench.gen;
      size_t live = TH_memoryStats().live;
      until_failure = fail_at;
      status = calls[c](&bench);
      until_failure = -1;
      if (status) {
        CHECK(status == TH_ENOMEM && TH_memoryStats().live == live);
        CHECK(!memcmp(value, kept, sizeof kept) && THTensor_isUndefined(&bench.sums));
        CHECK(!memcmp(&before, &bench.gen, sizeof before));
      }
      end(&bench);
      THStorage_release(pool);
    }
    CHECK(status == TH_OK && fail_at > 1);
  }
  CHECK(TH_memoryStats().live == 0);
}

/* --- the typed functions, and threads of the BLAS library --- */

static void test_typed(void)
{
  THIntTensor a = {0}, r = {0};
  THFloatTensor x = {0};
  THLongTensor drawn = {0};
  THGenerator gen;
  int64_t sum = 0;
  THGenerator_manualSeed(&gen, 42);
  CHECK(!THIntTensor_resize2d(&a, 2, 2) && !THIntTensor_fill(&a, 3));
  CHECK(!THIntTensor_dot(&sum, &a, &a) && sum == 36);
  CHECK(!THIntTensor_mm(&r, &a, &a) && r.dtype == TH_INT && r.storage->data[3] == 18);
  CHECK(!THIntTensor_addmm(&r, 2, &r, -1, &a, &a) && r.storage->data[0] == 18);
  CHECK(!THIntTensor_cappedRandom(&a, &gen, 6) && a.storage->data[0] == 1);
  CHECK(!THFloatTensor_resize1d(&x, 3) && !THFloatTensor_uniform(&x, &gen, 2, 3));
  CHECK(x.storage->data[0] >= 2 && x.storage->data[0] <= 3);
  CHECK(!THFloatTensor_multinomial(&drawn, &gen, &x, 3, 0) && drawn.dtype == TH_LONG);
  CHECK(drawn.storage->data[0] + drawn.storage->data[1] + drawn.storage->data[2] == 6);
  CHECK(!THIntTensor_randperm(&r, &gen, 4) && r.nDimension == 1 && r.size[0] == 4);
  THIntTensor_clear(&a), THIntTensor_clear(&r);
  THFloatTensor_clear(&x), THLongTensor_clear(&drawn);
}

/* The pool's threads cut a product; each piece of the library's work stays in the thread that calls
   it. */
static void test_library_threads(void)
{
  const int64_t size[2] = {4, 4};
  THTensor a = {0}, x = {0}, r = {0};
  int (*count)(void), before = TH_getNumThreads();
  void *symbol = THBlas_symbol("openblas_get_num_threads");
  if (!symbol) return; /* built-in code, or a library without threads */
  memcpy(&count, &symbol, sizeof count);
  CHECK(!THTensor_new(&a, 0, TH_FLOAT, 2, size) && !THTensor_fill(&a, TH_integer(1)));
  CHECK(!THTensor_new(&x, 0, TH_FLOAT, 1, size) && !THTensor_fill(&x, TH_integer(1)));
  for (int n = 1; n <= 2; n++) {
    TH_setNumThreads(n);
    CHECK(!THTensor_mv(&r, &a, &x) && count() == 1);
  }
  TH_setNumThreads(before);
  THTensor_clear(&a), THTensor_clear(&x), THTensor_clear(&r);
}

int main(void)
{
  test_windows();
  test_threads();
  test_cut_products();
  test_mirrored();
  test_conjugated();
  test_typed();
  test_library_threads();
  test_dimensions();
  test_device();
  test_no_memory();
  return CHECK_RESULT();
}
