/*
** Makes each allocation of a list of calls fail in turn. Each call must report TH_ENOMEM, leave its
** result unchanged and free everything. The linker redirects TH's calls of malloc and the like to
** the functions here (CMakeLists.txt).
*/
#include "TH.h"
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

/*
** until_failure counts down to the first allocation that fails. All later ones fail too, because TH
** retries after emptying its cache. -1: none fails. live counts blocks that are not freed.
*/
static int until_failure = -1, live;

static int fails_now(void)
{
  if (until_failure > 0) until_failure--;
  else return until_failure == 0;
  return 0;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
int __real_posix_memalign(void **data, size_t alignment, size_t bytes);
void __real_free(void *data);

void *__wrap_malloc(size_t bytes)
{
  void *data = fails_now() ? NULL : __real_malloc(bytes);
  live += data != NULL;
  return data;
}

void *__wrap_calloc(size_t n, size_t bytes)
{
  void *data = fails_now() ? NULL : __real_calloc(n, bytes);
  live += data != NULL;
  return data;
}

int __wrap_posix_memalign(void **data, size_t alignment, size_t bytes)
{
  int status = fails_now() ? ENOMEM : __real_posix_memalign(data, alignment, bytes);
  live += status == 0;
  return status;
}

void __wrap_free(void *data)
{
  live -= data != NULL;
  __real_free(data);
}

enum { OPERANDS = 5 };

/* Operands, made before failures begin: a matrix, its transpose, a vector, a mask, positions. */
typedef struct Fixture { THTensor m, turned, x, mask, at, *in[OPERANDS]; } Fixture;

static void set_up(Fixture *f)
{
  memset(f, 0, sizeof *f);
  CHECK(!THTensor_new(&f->m, 0, TH_FLOAT, 2, LIST(3, 4)) &&
        !THTensor_new(&f->x, 0, TH_FLOAT, 1, LIST(4)));
  CHECK(!THTensor_new(&f->mask, 0, TH_BYTE, 2, LIST(3, 4)) &&
        !THTensor_new(&f->at, 0, TH_LONG, 1, LIST(2)));
  for (int i = 0; i < 12; i++)
    CHECK(!THTensor_put(&f->m, i, TH_real(i + 1)) && !THTensor_put(&f->mask, i, TH_integer(i & 1)));
  CHECK(!THTensor_fill(&f->x, TH_real(2)) && !THTensor_fill(&f->at, TH_integer(2)));
  CHECK(!THTensor_transpose(&f->turned, &f->m, 0, 1));
  THTensor *in[OPERANDS] = {&f->m, &f->turned, &f->x, &f->mask, &f->at};
  memcpy(f->in, in, sizeof in);
}

static void tear_down(Fixture *f)
{
  for (int k = 0; k < OPERANDS; k++) THTensor_clear(f->in[k]);
}

/* 1 if the operands hold what set_up put there. */
static int untouched(const Fixture *f)
{
  int wrong = 0;
  const float *m = f->m.storage->data, *x = f->x.storage->data;
  for (int i = 0; i < 12; i++) wrong += m[i] != (float)i + 1;
  for (int i = 0; i < 4; i++) wrong += x[i] != 2;
  return !wrong && f->m.nDimension == 2 && f->turned.size[0] == 4 && f->x.size[0] == 4;
}

static int op(const char *name, THTensor *out, const THTensor *a, const THTensor *b)
{
  const THOperand in[] = {TH_tensorOperand(a), TH_tensorOperand(b),
                          TH_numberOperand(TH_integer(1))};
  return THOp_apply(THOp_find(name), out, in);
}

/* A call that writes to r, which is undefined or a matrix of 7s. */
#define CALL(name, ...)                                \
static int name(THTensor *r, const Fixture *f)         \
{                                                      \
  return (void)r, (void)f, (__VA_ARGS__);              \
}
CALL(new, THTensor_new(r, 0, TH_FLOAT, 1, LIST(1000)))
CALL(clone, THTensor_clone(r, &f->m, 0))
CALL(contiguous, THTensor_contiguous(r, &f->turned))
CALL(reshape, THTensor_reshape(r, &f->turned, 1, LIST(12)))
CALL(resize, (r->dtype = TH_FLOAT, THTensor_resize("resize", r, 2, LIST(30, 40), NULL)))
CALL(add, op("cadd", r, &f->m, &f->x))
CALL(in_order, op("cadd", r, &f->m, &f->turned))
CALL(square, op("square", r, &f->m, NULL))
CALL(compare, op("lt", r, &f->m, &f->x))
CALL(cat, THTensor_cat(r, 2, (const THTensor *[]){&f->m, &f->m}, 0))
CALL(repeat, THTensor_repeat(r, &f->m, 3, LIST(2, 2, 2)))
CALL(tril, THTensor_tril(r, &f->m, 0))
CALL(diag, THTensor_diag(r, &f->x, 1))
CALL(sum, THTensor_reduce(TH_OP_sum, r, &f->turned, 0))
CALL(var, THTensor_deviation(TH_OP_var, r, &f->m, 1, 0))
CALL(norm, THTensor_norm(r, &f->m, 3, 0))
CALL(cumsum, THTensor_scan(TH_OP_cumsum, r, &f->m, 0))
CALL(mm, THTensor_mm(r, &f->m, &f->turned))
CALL(addmm, THTensor_addmm(r, TH_real(1), &f->x, TH_real(2), &f->turned, &f->m))
CALL(mv, THTensor_mv(r, &f->m, &f->x))
CALL(ger, THTensor_ger(r, &f->x, &f->x))
CALL(gather, THTensor_index(r, &f->m, 1, &f->at))
CALL(masked, THTensor_maskedSelect(r, &f->m, &f->mask))

/* A result that overlaps its own operand, shifted by one, so that the operand is copied first. */
static int overlap(THTensor *r, const Fixture *f)
{
  THTensor head = {0}, tail = {0};
  if (!r->storage) return THTensor_clone(r, &f->m, 0);
  CHECK(!THTensor_narrow(&head, r, 1, 0, 3) && !THTensor_narrow(&tail, r, 1, 1, 3));
  int status = op("cmul", &tail, &head, &tail);
  THTensor_clear(&head), THTensor_clear(&tail);
  return status;
}

/* Writes to memory of the caller; r stays as it is. */
static int nonzero(THTensor *r, const Fixture *f)
{
  int64_t kept[24], wrong = 0;
  THTensor at = {0};
  (void)r;
  for (int i = 0; i < 24; i++) kept[i] = 7;
  THStorage *s = THStorage_borrow(TH_LONG, kept, 24, NULL, NULL);
  if (!s) return TH_ENOMEM;
  CHECK(!THTensor_setStorage(&at, s, 0, 1, LIST(24), NULL));
  THStorage_release(s);
  int status = THTensor_nonzero(&at, &f->m);
  for (int i = 0; i < 24; i++) wrong += kept[i] != 7;
  CHECK(status ? !wrong && at.nDimension == 1 : wrong && at.nDimension == 2);
  THTensor_clear(&at);
  return status;
}

#define ROW(name) {#name, name}
static const struct Call {
  const char *name;
  int (*call)(THTensor *r, const Fixture *f);
} calls[] = {
    ROW(new),      ROW(clone),  ROW(contiguous), ROW(reshape), ROW(resize), ROW(add),
    ROW(in_order), ROW(square), ROW(compare),    ROW(cat),     ROW(repeat), ROW(tril),
    ROW(diag),     ROW(sum),    ROW(var),        ROW(norm),    ROW(cumsum), ROW(mm),
    ROW(addmm),    ROW(mv),     ROW(ger),        ROW(gather),  ROW(masked), ROW(overlap),
    ROW(nonzero),
};

/* The result before a call: undefined, or a matrix of 7s with its own storage. */
static THTensor result(int given)
{
  THTensor r = {0};
  if (given) CHECK(!THTensor_new(&r, 0, TH_FLOAT, 2, LIST(3, 4)) && !THTensor_fill(&r, TH_real(7)));
  return r;
}

static int sevens(const THTensor *r)
{
  int wrong = 0;
  for (int64_t i = 0; r->storage && i < r->storage->size; i++)
    wrong += ((float *)r->storage->data)[i] != 7;
  return !wrong;
}

/* Returns how many allocations the call makes. */
static int test_call(const struct Call *call, const Fixture *f, int given)
{
  for (int fail_at = 0; fail_at < 50; fail_at++) {
    int before = live;
    THTensor r = result(given), copy = r;
    int held = live;
    until_failure = fail_at;
    int status = call->call(&r, f);
    until_failure = -1;
    if (status) {
      int good =
          CHECK(status == TH_ENOMEM) && CHECK(strstr(TH_error(), "memory")) && CHECK(live == held);
      copy.dtype = r.dtype; /* resize may have set the dtype */
      good &= CHECK(memcmp(&r, &copy, sizeof r) == 0) && CHECK(sevens(&r));
      if (!good) fprintf(stderr, "  %s, failing at %d: %s\n", call->name, fail_at, TH_error());
    }
    THTensor_clear(&r);
    CHECK(untouched(f) && live == before);
    if (!status) return fail_at;
  }
  CHECK(0);
  return 0;
}

int main(void)
{
  Fixture f;
  int allocations = 0;
  TH_setCacheLimit(0);
  set_up(&f);
  for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
    int fresh = test_call(&calls[k], &f, 0), given = test_call(&calls[k], &f, 1);
    if (!CHECK(fresh > 0)) fprintf(stderr, "  %s allocates nothing\n", calls[k].name);
    allocations += fresh + given;
  }
  CHECK(allocations >= 50);
  tear_down(&f);
  CHECK(live == 0 && TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
