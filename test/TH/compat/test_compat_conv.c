/*
** Convolutions of Torch7's C API (THCompatConv): every function equals its formula, in one loop of
** double arithmetic, with steps, factors and both forms; whole numbers, so results are equal.
*/
#include "TH.h"
#include "check.h"

/* --- the formulas, on packed numbers of which a picture is a volume with one layer --- */

static int count(const int *n)
{
  return n[0] * n[1] * n[2];
}

/* 'V' valid, 'F' full, 'R' reversed. */
static void sizes(char form, const int *x, const int *k, const int *step, int *r)
{
  for (int d = 0; d < 3; d++)
    r[d] = form == 'V' ? (x[d] - k[d]) / step[d] + 1
         : form == 'F' ? (x[d] - 1) * step[d] + k[d] : x[d] - (k[d] - 1) * step[d];
}

static int at(const int *n, int z, int y, int x)
{
  return (z * n[1] + y) * n[2] + x;
}

/* Add alpha times the product, each product of one element of x, or of r, and one of k. */
static void reference(char form, char kind, double alpha, const double *x, const int *nx,
                      const double *k, const int *nk, const int *step, double *r)
{
  int nr[3];
  sizes(form, nx, nk, step, nr);
  const int *outer = form == 'F' ? nx : nr;
  for (int i = 0; i < count(outer) * count(nk); i++) {
    const int o = i / count(nk), q = i % count(nk);
    const int a[3] = {o / (outer[1] * outer[2]), o / outer[2] % outer[1], o % outer[2]};
    const int b[3] = {q / (nk[1] * nk[2]), q / nk[2] % nk[1], q % nk[2]};
    int far[3];
    for (int d = 0; d < 3; d++)
      far[d] = form == 'R' ? a[d] + b[d] * step[d] : a[d] * step[d] + b[d];
    const int flips = form == 'F' ? kind == 'X' : kind == 'C';
    const double weight = k[flips ? count(nk) - 1 - q : q];
    const int there = at(form == 'F' ? nr : nx, far[0], far[1], far[2]);
    if (form == 'F') r[there] += alpha * weight * x[o];
    else r[o] += alpha * weight * x[there];
  }
}

/* --- the functions --- */

static unsigned state = 1;

static double small(void)
{
  state = state * 1103515245u + 12345u;
  return (double)(state >> 16 & 7) - 3;
}

static void fill(double *a, int n)
{
  for (int i = 0; i < n; i++) a[i] = small();
}

enum { MOST = 1000 };
enum { MUL, CMUL, MV, MM, GER, GERM };

typedef struct Case {
  int dims;
  char form, kind;
  double beta;
  int x[3], k[3], step[3];
} Case;

static const Case cases[] = {
  {2, 'V', 'X', 1, {1, 5, 6}, {1, 3, 2}, {1, 1, 1}},
  {2, 'V', 'C', 0, {1, 5, 6}, {1, 3, 2}, {1, 1, 1}},
  {2, 'V', 'X', 3, {1, 7, 6}, {1, 2, 3}, {1, 2, 3}},
  {2, 'V', 'C', 1, {1, 6, 6}, {1, 3, 3}, {1, 2, 2}},
  {2, 'F', 'X', 1, {1, 3, 4}, {1, 2, 3}, {1, 1, 1}},
  {2, 'F', 'C', 2, {1, 3, 4}, {1, 2, 3}, {1, 1, 1}},
  {2, 'F', 'X', 0, {1, 3, 2}, {1, 2, 3}, {1, 2, 3}},
  {2, 'F', 'C', 1, {1, 2, 2}, {1, 3, 2}, {1, 3, 1}},
  {2, 'R', 'X', 1, {1, 5, 6}, {1, 3, 2}, {1, 1, 1}},
  {2, 'R', 'X', 2, {1, 7, 6}, {1, 3, 2}, {1, 2, 3}},
  {3, 'V', 'X', 1, {3, 4, 5}, {2, 3, 2}, {1, 1, 1}},
  {3, 'V', 'C', 2, {5, 4, 5}, {2, 2, 3}, {3, 2, 1}},
  {3, 'F', 'X', 0, {2, 3, 2}, {3, 1, 2}, {1, 1, 1}},
  {3, 'F', 'C', 1, {2, 2, 2}, {2, 2, 2}, {2, 1, 3}},
  {3, 'R', 'X', 1, {4, 3, 5}, {2, 2, 2}, {1, 1, 1}},
  {3, 'R', 'X', 0, {5, 4, 5}, {2, 2, 3}, {3, 2, 1}}};

#define TH_GENERIC_FILE "compat_conv.h"
#include "THGenerateAllTypes.h"

/* Where the kernel is larger than x, nothing is added. */
static void test_nothing(void)
{
  float x[4] = {1, 1, 1, 1}, k[9] = {1}, r[1] = {5};
  THFloatTensor_validXCorr2Dptr(r, 1, x, 2, 2, k, 3, 3, 1, 1);
  CHECK(r[0] == 5);
}

int main(void)
{
  const size_t live = TH_memoryStats().live;
  THByteTensor_testConv(), THCharTensor_testConv(), THShortTensor_testConv();
  THIntTensor_testConv(), THLongTensor_testConv();
  THFloatTensor_testConv(), THDoubleTensor_testConv();
  test_nothing();
  CHECK(TH_memoryStats().live == live);
  return CHECK_RESULT();
}
