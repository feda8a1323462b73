/*
** Tests the layout 'mkldnn': which block a result is written to, and that each failure, of an
** allocation or of a call of the library, is reported, changes no result and leaks nothing.
** CMakeLists.txt runs it with two stubs of oneDNN, which count what is made (stub.c), and without
** one: then with the library that this computer has, if any. Values and errors are in
** test/spec/tensor/mkldnn_spec.lua.
*/
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "TH/TH.h"
#include "check.h"
#include "failing.h"

#define LIST(...) (const int64_t[]){__VA_ARGS__}

/* --- the library --- */

static int none, *stub_live = &none, *stub_until_failure = &none, *stub_status = &none;

/* Whether there is a library. It is looked for again after a file that does not exist. */
static int open_library(const THTensor *x)
{
  THTensor m = {0};
  const char *named = getenv("TH_MKLDNN");
  char file[4096];
  snprintf(file, sizeof file, "%s", named ? named : "");
  setenv("TH_MKLDNN", "libnone.so", 1);
  CHECK(THMkldnn_from(&m, x) == TH_EUNSUPPORTED && !m.layout && !m.nDimension);
  CHECK(strstr(TH_error(), "toMkldnn: cannot open oneDNN (libnone.so") != NULL);
  CHECK(strstr(TH_error(), "install oneDNN") != NULL);
  unsetenv("TH_MKLDNN");
  if (*file) setenv("TH_MKLDNN", file, 1);
  const int status = THMkldnn_from(&m, x);
  void *stub = *file ? dlopen(file, RTLD_NOW) : NULL;
  if (stub && dlsym(stub, "stub_live")) {
    stub_live = dlsym(stub, "stub_live");
    stub_until_failure = dlsym(stub, "stub_until_failure");
    stub_status = dlsym(stub, "stub_status");
  }
  CHECK(!*file || (stub && !status));
  THTensor_clear(&m);
  return !status;
}

/* --- calls --- */

/* x is 2 x 3 with 1, -2, 3, -4 ..; a and b are x and relu(x) in the layout. */
typedef struct Fixture { THTensor x, a, b; } Fixture;

static int apply(int row, THTensor *r, const THTensor *a, const THTensor *b, double factor)
{
  const THOperand in[] = {TH_tensorOperand(a), TH_tensorOperand(b),
                          TH_numberOperand(TH_real(factor))};
  return THOp_apply(&TH_ops[row], r, in);
}

static void set_up(Fixture *f)
{
  CHECK(!THTensor_new(&f->x, 0, TH_FLOAT, 2, LIST(2, 3)));
  for (int i = 0; i < 6; i++)
    CHECK(!THTensor_put(&f->x, i, TH_real(i % 2 ? -i - 1 : i + 1)));
}

static int relu(THTensor *r, const Fixture *f)
{
  return apply(TH_OP_relu, r, &f->a, NULL, 0);
}

static int add(THTensor *r, const Fixture *f)
{
  return apply(TH_OP_cadd, r, &f->a, &f->b, 1);
}

static int add_scaled(THTensor *r, const Fixture *f)
{
  return apply(TH_OP_cadd, r, &f->a, &f->b, 3);
}

static int clone(THTensor *r, const Fixture *f)
{
  return THTensor_clone(r, &f->a, 0);
}

static int from(THTensor *r, const Fixture *f)
{
  return THMkldnn_from(r, &f->x);
}

static int strided(THTensor *r, const Fixture *f)
{
  return THTensor_toLayout("toDense", r, &f->a, 0);
}

static int (*const calls[])(THTensor *r, const Fixture *f) = {
  relu, add, add_scaled, clone, from, strided};

/* The sum of i * element i, of a tensor of this layout or a strided one. */
static double weight(const THTensor *t)
{
  THTensor s = {0};
  double sum = 0;
  CHECK(!THTensor_toLayout("toDense", &s, t, 0) && s.nDimension == 2);
  for (int i = 0; i < 6; i++) sum += (i + 1) * ((float *)THTensor_data(&s))[i];
  THTensor_clear(&s);
  return sum;
}

/* --- tests --- */

/* The call fails at its first, second .. step, which *counter counts, until it succeeds. */
static void test_failures(const Fixture *f, int (*call)(THTensor *, const Fixture *), int *counter,
                          int expected)
{
  const THTensor undefined = {0};
  int status = 1, n = 0;
  for (; status && CHECK(n < 30); n++) {
    const int before = live, objects = *stub_live;
    THTensor r = {0};
    *counter = n;
    status = call(&r, f);
    *counter = -1;
    if (status) CHECK(status == expected && memcmp(&r, &undefined, sizeof r) == 0);
    THTensor_clear(&r);
    CHECK(live == before && *stub_live == objects);
  }
  CHECK(n > 1);
}

/* A result of the size is written in place, so that headers which share the block see it. */
static void test_results(const Fixture *f)
{
  THTensor r = {0}, other = {0}, small = {0}, v = {0};
  const double a = weight(&f->a), b = weight(&f->b);
  CHECK(a == weight(&f->x) && a == -21 && b == 35);
  CHECK(!clone(&r, f) && r.layout != f->a.layout && weight(&r) == a);
  THTensor_set(&other, &r);
  CHECK(!add(&r, f) && r.layout == other.layout && weight(&other) == a + b);
  CHECK(!apply(TH_OP_cadd, &r, &r, &f->b, 1) && weight(&other) == a + 2 * b);
  CHECK(!apply(TH_OP_cadd, &r, &f->b, &r, 1) && weight(&other) == a + 3 * b);
  CHECK(!apply(TH_OP_cadd, &r, &f->b, &r, 2) && weight(&other) == 2 * a + 7 * b);
  CHECK(!apply(TH_OP_cadd, &r, &r, &r, 1) && weight(&other) == 4 * a + 14 * b);
  CHECK(!relu(&other, f) && weight(&r) == b && weight(&f->a) == a);
  CHECK(!THTensor_narrow(&v, &f->x, 0, 0, 1) && !THMkldnn_from(&small, &v));
  CHECK(!relu(&small, f) && small.size[0] == 2 && weight(&small) == b);
  CHECK(apply(TH_OP_cadd, &r, &f->a, &f->x, 1) == TH_EUNSUPPORTED && weight(&r) == b);
  CHECK(relu(&v, f) == TH_EUNSUPPORTED && strstr(TH_error(), "toDense") && !v.layout);
  CHECK(!THMkldnn_from(&r, &r) && r.layout == other.layout && THMkldnn_is(&r));
  THTensor_clear(&r), THTensor_clear(&other), THTensor_clear(&small), THTensor_clear(&v);
}

int main(void)
{
  Fixture f = {0};
  TH_setCacheLimit(0);
  set_up(&f);
  if (open_library(&f.x)) {
    const int isStub = stub_live != &none;
    CHECK(!THMkldnn_from(&f.a, &f.x) && !relu(&f.b, &f));
    test_results(&f);
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
      test_failures(&f, calls[k], &until_failure, TH_ENOMEM);
      for (int status = 1; isStub && status <= 3; status += 2) {
        *stub_status = status;
        test_failures(&f, calls[k], stub_until_failure, status == 1 ? TH_ENOMEM : TH_EUNSUPPORTED);
      }
    }
    CHECK(*stub_live == 2 * isStub); /* a and b */
  }
  THTensor_clear(&f.x), THTensor_clear(&f.a), THTensor_clear(&f.b);
  CHECK(live == 0 && *stub_live == 0 && TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
