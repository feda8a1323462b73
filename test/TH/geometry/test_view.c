/*
** Views: sizes, strides and offsets against a table of known answers, and errors. Random chains of
** views are in test_viewchain.c.
*/
#include "TH.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

static THTensor tensor(int ndim, const int64_t *size)
{
  THTensor t = {0};
  if (!CHECK(!THTensor_new(&t, 0, TH_INT, ndim, size))) exit(1);
  return t;
}

static int same(int n, const int64_t *a, const int64_t *b)
{
  return n == 0 || memcmp(a, b, sizeof *a * (size_t)n) == 0;
}

/* One call on a tensor of size from, and the view it must give. */
typedef struct Known {
  const char *what;
  int from_ndim;
  int64_t from[TH_MAX_DIM];
  int (*call)(THTensor *r, const THTensor *t);
  int ndim;
  int64_t size[TH_MAX_DIM], stride[TH_MAX_DIM], offset;
} Known;

#define CALL(name, ...) \
static int name(THTensor *r, const THTensor *t) { return __VA_ARGS__; }
CALL(itself, (THTensor_set(r, t), TH_OK))
CALL(diagonal_0_2_3, THTensor_diagonal(r, t, 0, 1, 2))
CALL(diagonal_1_2_3, THTensor_diagonal(r, t, 1, 1, 2))
CALL(diagonal_m1_2_3, THTensor_diagonal(r, t, -1, 1, 2))
CALL(diagonal_0_1_2, THTensor_diagonal(r, t, 0, 0, 1))
CALL(diagonal_twice, THTensor_diagonal(r, t, -1, 1, 2) || THTensor_diagonal(r, r, 1, 0, 1))
CALL(diagonal_4, THTensor_diagonal(r, t, 4, 1, 2))
CALL(diagonal_m4, THTensor_diagonal(r, t, -4, 1, 2))
CALL(diagonal_far, THTensor_diagonal(r, t, INT64_MAX, 1, 2))
CALL(diagonal_farther, THTensor_diagonal(r, t, INT64_MIN, 1, 2))
CALL(narrow_2_2_2, THTensor_narrow(r, t, 1, 1, 2))
CALL(narrow_none, THTensor_narrow(r, t, 1, 4, 0))
CALL(expand_2_3_2_4, THTensor_expand(r, t, 4, LIST(2, 3, 2, 4)))
CALL(expand_keep, THTensor_expand(r, t, 3, LIST(-1, 4, -1)))
CALL(permute_3_1_2, THTensor_permute(r, t, 3, (const int[]){2, 0, 1}))
CALL(unfold_2_2_1, THTensor_unfold(r, t, 1, 2, 1))
CALL(select_last, THTensor_select(r, t, 2, 3))
CALL(transpose_1_3, THTensor_transpose(r, t, 0, 2))
CALL(squeeze, THTensor_squeeze(r, t))
CALL(squeeze_2, THTensor_squeezeDim(r, t, 1))
CALL(squeeze_1, THTensor_squeezeDim(r, t, 0))
CALL(unsqueeze_2, THTensor_unsqueeze(r, t, 1))
CALL(unsqueeze_end, THTensor_unsqueeze(r, t, 3))
CALL(view_derived, THTensor_view(r, t, 2, LIST(6, -1)))
CALL(strided, THTensor_asStrided(r, t, 2, LIST(3, 2), LIST(1, 2), 5))

static const Known known[] = {
  {"2x3x4x5", 4, {2, 3, 4, 5}, itself, 4, {2, 3, 4, 5}, {60, 20, 5, 1}, 0},
  {"2x3x5", 3, {2, 3, 5}, itself, 3, {2, 3, 5}, {15, 5, 1}, 0},
  {"2x4x4", 3, {2, 4, 4}, itself, 3, {2, 4, 4}, {16, 4, 1}, 0},
  {"diagonal(0,2,3)", 3, {2, 4, 4}, diagonal_0_2_3, 2, {2, 4}, {16, 5}, 0},
  {"diagonal(1,2,3)", 3, {2, 4, 4}, diagonal_1_2_3, 2, {2, 3}, {16, 5}, 1},
  {"diagonal(-1,2,3)", 3, {2, 4, 4}, diagonal_m1_2_3, 2, {2, 3}, {16, 5}, 4},
  {"diagonal(0,1,2)", 3, {2, 4, 4}, diagonal_0_1_2, 2, {4, 2}, {1, 20}, 0},
  {"diagonal twice", 3, {2, 4, 4}, diagonal_twice, 1, {2}, {21}, 9},
  {"diagonal(4)", 3, {2, 4, 4}, diagonal_4, 2, {2, 0}, {16, 5}, 0},
  {"diagonal(-4)", 3, {2, 4, 4}, diagonal_m4, 2, {2, 0}, {16, 5}, 0},
  {"diagonal(2^63-1)", 3, {2, 4, 4}, diagonal_far, 2, {2, 0}, {16, 5}, 0},
  {"diagonal(-2^63)", 3, {2, 4, 4}, diagonal_farther, 2, {2, 0}, {16, 5}, 0},
  {"narrow(2,2,2)", 3, {2, 4, 4}, narrow_2_2_2, 3, {2, 2, 4}, {16, 4, 1}, 4},
  {"narrow(2,5,0)", 3, {2, 4, 4}, narrow_none, 3, {2, 0, 4}, {16, 4, 1}, 0},
  {"expand(2,3,2,4)", 3, {3, 1, 4}, expand_2_3_2_4, 4, {2, 3, 2, 4}, {0, 4, 0, 1}, 0},
  {"expand(-1,4,-1)", 3, {2, 1, 4}, expand_keep, 3, {2, 4, 4}, {4, 0, 1}, 0},
  {"permute(3,1,2)", 3, {2, 3, 4}, permute_3_1_2, 3, {4, 2, 3}, {1, 12, 4}, 0},
  {"unfold(2,2,1)", 3, {2, 3, 4}, unfold_2_2_1, 4, {2, 2, 4, 2}, {12, 4, 1, 4}, 0},
  {"select(3,4)", 3, {2, 3, 4}, select_last, 2, {2, 3}, {12, 4}, 3},
  {"transpose(1,3)", 3, {2, 3, 4}, transpose_1_3, 3, {4, 3, 2}, {1, 4, 12}, 0},
  {"squeeze", 4, {1, 3, 1, 2}, squeeze, 2, {3, 2}, {2, 1}, 0},
  {"squeeze to a scalar", 2, {1, 1}, squeeze, 0, {0}, {0}, 0},
  {"squeeze(2)", 3, {3, 1, 2}, squeeze_2, 2, {3, 2}, {2, 1}, 0},
  {"squeeze(1) of 3", 3, {3, 1, 2}, squeeze_1, 3, {3, 1, 2}, {2, 2, 1}, 0},
  {"unsqueeze(2)", 3, {2, 3, 4}, unsqueeze_2, 4, {2, 1, 3, 4}, {12, 12, 4, 1}, 0},
  {"unsqueeze(4)", 3, {2, 3, 4}, unsqueeze_end, 4, {2, 3, 4, 1}, {12, 4, 1, 1}, 0},
  {"view(6,-1)", 3, {2, 3, 4}, view_derived, 2, {6, 4}, {4, 1}, 0},
  {"asStrided", 3, {2, 3, 4}, strided, 2, {3, 2}, {1, 2}, 5},
};

/* Also with the source as result, and with the source released before the result. */
static void test_known(void)
{
  for (const Known *k = known; k < known + sizeof known / sizeof *known; k++) {
    THTensor t = tensor(k->from_ndim, k->from), r = {0};
    int good = CHECK(k->call(&r, &t) == TH_OK) && CHECK(r.nDimension == k->ndim) &&
               CHECK(same(k->ndim, r.size, k->size)) && CHECK(same(k->ndim, r.stride, k->stride)) &&
               CHECK(r.storageOffset == k->offset) && CHECK(r.storage == t.storage);
    good &= CHECK(k->call(&t, &t) == TH_OK) && CHECK(THTensor_isSetTo(&t, &r));
    if (!good) fprintf(stderr, "in %s\n", k->what);
    THTensor_clear(&t);
    CHECK(r.storage->refcount == 1);
    THTensor_clear(&r);
  }
}

/* A refused call leaves its result unchanged and says why. */
static void refuses(int status, int got, const THTensor *r, const THTensor *before,
                    const char *text)
{
  CHECK(got == status);
  CHECK(memcmp(r, before, sizeof *r) == 0);
  if (!CHECK(strstr(TH_error(), text))) fprintf(stderr, "  in: %s\n", TH_error());
}

#define REFUSES(status, text, call) refuses(status, call, &r, &before, text)

static void test_refusals(void)
{
  THTensor t = tensor(3, LIST(2, 3, 4)), r = tensor(1, LIST(2)), before = r,
           full = tensor(8, LIST(1, 1, 1, 1, 1, 1, 1, 1));
  REFUSES(TH_EINVAL, "no dimension 4", THTensor_narrow(&r, &t, 3, 0, 1));
  REFUSES(TH_EINVAL, "no dimension 0", THTensor_narrow(&r, &t, -1, 0, 1));
  REFUSES(TH_EINVAL, "do not fit", THTensor_narrow(&r, &t, 1, 2, 2));
  REFUSES(TH_EINVAL, "do not fit", THTensor_narrow(&r, &t, 1, INT64_MAX, INT64_MAX));
  REFUSES(TH_EINVAL, "do not fit", THTensor_narrow(&r, &t, 1, 0, -1));
  REFUSES(TH_EINVAL, "no position 4", THTensor_select(&r, &t, 1, 3));
  REFUSES(TH_EINVAL, "no position 0", THTensor_select(&r, &t, 1, -1));
  REFUSES(TH_EINVAL, "no dimension", THTensor_transpose(&r, &t, 0, 3));
  REFUSES(TH_ESHAPE, "2 dimensions named", THTensor_permute(&r, &t, 2, (const int[]){0, 1}));
  REFUSES(TH_EINVAL, "named twice", THTensor_permute(&r, &t, 3, (const int[]){0, 1, 0}));
  REFUSES(TH_EINVAL, "no windows of size 4", THTensor_unfold(&r, &t, 1, 4, 1));
  REFUSES(TH_EINVAL, "step 0", THTensor_unfold(&r, &t, 1, 2, 0));
  REFUSES(TH_EINVAL, "9 dimensions", THTensor_unfold(&r, &full, 1, 1, 1));
  REFUSES(TH_EINVAL, "9 dimensions", THTensor_unsqueeze(&r, &full, 0));
  REFUSES(TH_EINVAL, "at most 8", THTensor_expand(&r, &full, 9, LIST(1, 1, 1, 1, 1, 1, 1, 1, 1)));
  REFUSES(TH_ESHAPE, "only size 1 is repeated", THTensor_expand(&r, &t, 3, LIST(2, 6, 4)));
  REFUSES(TH_EINVAL, "new dimension", THTensor_expand(&r, &t, 4, LIST(-1, 2, 3, 4)));
  REFUSES(TH_ESHAPE, "2 sizes given", THTensor_expand(&r, &t, 2, LIST(3, 4)));
  REFUSES(TH_ENOMEM, "more elements",
          THTensor_expand(&r, &full, 8, LIST(1, 1, 1, 1, 1, 1, 1 << 30, 1 << 30)));
  REFUSES(TH_EINVAL, "named twice", THTensor_diagonal(&r, &t, 0, 1, 1));
  REFUSES(TH_EINVAL, "no place 5", THTensor_unsqueeze(&r, &t, 4));
  REFUSES(TH_ESHAPE, "24 elements", THTensor_view(&r, &t, 2, LIST(5, -1)));
  REFUSES(TH_ESHAPE, "24 elements", THTensor_view(&r, &t, 2, LIST(5, 5)));
  REFUSES(TH_EINVAL, "more than one", THTensor_view(&r, &t, 2, LIST(-1, -1)));
  REFUSES(TH_EINVAL, "negative", THTensor_view(&r, &t, 2, LIST(-2, -12)));
  REFUSES(TH_EINVAL, "25 elements", THTensor_asStrided(&r, &t, 1, LIST(25), LIST(1), 0));
  REFUSES(TH_EINVAL, "24 in all", THTensor_asStrided(&r, &t, 1, LIST(2), LIST(23), 1));
  REFUSES(TH_EINVAL, "negative", THTensor_asStrided(&r, &t, 1, LIST(2), LIST(-1), 5));
  REFUSES(TH_EINVAL, "beyond all memory",
          THTensor_asStrided(&r, &t, 2, LIST(2, 2), LIST(1, INT64_MAX), 0));
  CHECK(!THTensor_transpose(&t, &t, 0, 2));
  REFUSES(TH_ESHAPE, "strides 1x4x12; use contiguous()", THTensor_view(&r, &t, 1, LIST(24)));
  THTensor_clear(&t), THTensor_clear(&r), THTensor_clear(&full);
}

static void test_of_undefined(void)
{
  THTensor none = {0}, r = tensor(1, LIST(2)), before = r;
  REFUSES(TH_EINVAL, "a tensor without dimensions", THTensor_select(&r, &none, 0, 0));
  REFUSES(TH_ESHAPE, "no elements", THTensor_expand(&r, &none, 1, LIST(2)));
  REFUSES(TH_ESHAPE, "no elements", THTensor_unsqueeze(&r, &none, 0));
  CHECK(THTensor_nElement(&none) == 0 && THTensor_isContiguous(&none));
  THTensor_clear(&r);
}

int main(void)
{
  test_known();
  test_refusals();
  test_of_undefined();
  return CHECK_RESULT();
}
