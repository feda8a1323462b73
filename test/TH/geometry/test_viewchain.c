/* Random chains of views against plain index arithmetic. A model lists the storage position of
   every element; each view maps an index of its result to an index of its source. */
#include "TH.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

typedef struct Model {
  int ndim;
  int64_t size[TH_MAX_DIM], count, at[MOST];
} Model;

/* One view of the chain: its arguments, and the sizes of its result. */
typedef struct Step {
  int64_t n[TH_MAX_DIM];
  int order[TH_MAX_DIM + 1];
  int ndim;
  int64_t size[TH_MAX_DIM];
} Step;

static int64_t draw(int64_t below)
{
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (int64_t)(state % (uint64_t)below);
}

static int64_t flat(const Model *m, const int64_t *index)
{
  int64_t at = 0;
  for (int d = 0; d < m->ndim; d++) at = at * m->size[d] + index[d];
  return at;
}

static int64_t product(int n, const int64_t *size)
{
  int64_t count = 1;
  for (int d = 0; d < n; d++) count *= size[d];
  return count;
}

static void keep(const Model *m, Step *s)
{
  s->ndim = m->ndim;
  memcpy(s->size, m->size, sizeof s->size);
}

static void drop(Step *s, int dim)
{
  memmove(s->size + dim, s->size + dim + 1, sizeof *s->size * (size_t)(s->ndim - dim - 1));
  s->ndim--;
}

/*
** Three functions for each view: choose draws arguments (and returns 0 if the model does not allow
** the view), from maps an index of the result to one of the source, call makes the view.
*/
#define VIEW(name, ...)                                                                      \
static int name##_choose(const Model *m, Step *s);                                           \
static void name##_from(const Step *s, const int64_t *i, int64_t *j);                        \
static int name##_call(THTensor *t, const Step *s) { return THTensor_##name(t, t, __VA_ARGS__); }

VIEW(narrow, (int)s->n[0], s->n[1], s->n[2])
static int narrow_choose(const Model *m, Step *s)
{
  if (!m->ndim) return 0;
  s->n[0] = draw(m->ndim);
  s->n[1] = draw(m->size[s->n[0]] + 1);
  s->n[2] = draw(m->size[s->n[0]] - s->n[1] + 1);
  if (s->n[2] == 0 && draw(20)) return 0;
  s->size[s->n[0]] = s->n[2];
  return 1;
}
static void narrow_from(const Step *s, const int64_t *i, int64_t *j)
{
  memcpy(j, i, sizeof *j * TH_MAX_DIM);
  j[s->n[0]] += s->n[1];
}

VIEW(select, (int)s->n[0], s->n[1])
static int select_choose(const Model *m, Step *s)
{
  if (!m->ndim || (m->ndim < 3 && draw(3))) return 0;
  s->n[0] = draw(m->ndim);
  if (!m->size[s->n[0]]) return 0;
  s->n[1] = draw(m->size[s->n[0]]);
  drop(s, (int)s->n[0]);
  return 1;
}
static void select_from(const Step *s, const int64_t *i, int64_t *j)
{
  for (int d = 0; d < s->ndim + 1; d++)
    j[d] = d < s->n[0] ? i[d] : d == s->n[0] ? s->n[1] : i[d - 1];
}

VIEW(permute, s->ndim, s->order)
static int permute_choose(const Model *m, Step *s)
{
  for (int d = 0; d < m->ndim; d++) {
    int k = (int)draw(d + 1);
    s->order[d] = s->order[k];
    s->order[k] = d;
  }
  for (int d = 0; d < m->ndim; d++) s->size[d] = m->size[s->order[d]];
  return 1;
}
static void permute_from(const Step *s, const int64_t *i, int64_t *j)
{
  for (int d = 0; d < s->ndim; d++) j[s->order[d]] = i[d];
}

VIEW(transpose, (int)s->n[0], (int)s->n[1])
static int transpose_choose(const Model *m, Step *s)
{
  if (!m->ndim) return 0;
  s->n[0] = draw(m->ndim), s->n[1] = draw(m->ndim);
  s->size[s->n[0]] = m->size[s->n[1]];
  s->size[s->n[1]] = m->size[s->n[0]];
  return 1;
}
static void transpose_from(const Step *s, const int64_t *i, int64_t *j)
{
  memcpy(j, i, sizeof *j * TH_MAX_DIM);
  j[s->n[0]] = i[s->n[1]];
  j[s->n[1]] = i[s->n[0]];
}

VIEW(unfold, (int)s->n[0], s->n[1], s->n[2])
static int unfold_choose(const Model *m, Step *s)
{
  if (!m->ndim || m->ndim == TH_MAX_DIM) return 0;
  int64_t have = m->size[s->n[0] = draw(m->ndim)];
  s->n[1] = have ? 1 + draw(have) : 0, s->n[2] = 1 + draw(3);
  s->size[s->n[0]] = (have - s->n[1]) / s->n[2] + 1;
  s->size[s->ndim++] = s->n[1];
  return 1;
}
static void unfold_from(const Step *s, const int64_t *i, int64_t *j)
{
  memcpy(j, i, sizeof *j * TH_MAX_DIM);
  j[s->n[0]] = i[s->n[0]] * s->n[2] + i[s->ndim - 1];
}

VIEW(expand, s->ndim, s->n)
static int expand_choose(const Model *m, Step *s)
{
  int added = m->ndim < TH_MAX_DIM ? (int)draw(2) : 0;
  s->ndim = m->ndim + added;
  s->order[0] = added;
  for (int d = 0; d < s->ndim; d++) {
    int64_t have = d < added ? 1 : m->size[d - added];
    s->size[d] = have == 1 ? 1 + draw(3) : have;
    s->n[d] = d >= added && s->size[d] == have && draw(2) ? -1 : s->size[d];
    s->order[d + 1] = have == 1;
  }
  return 1;
}
static void expand_from(const Step *s, const int64_t *i, int64_t *j)
{
  for (int d = s->order[0]; d < s->ndim; d++) j[d - s->order[0]] = s->order[d + 1] ? 0 : i[d];
}

VIEW(diagonal, s->n[2], (int)s->n[0], (int)s->n[1])
static int diagonal_choose(const Model *m, Step *s)
{
  if (m->ndim < 2) return 0;
  s->n[0] = draw(m->ndim), s->n[1] = draw(m->ndim);
  if (s->n[0] == s->n[1]) return 0;
  int64_t rows = m->size[s->n[0]], columns = m->size[s->n[1]], count = 0;
  s->n[2] = draw(rows + columns + 1) - rows;
  for (int64_t i = 0; i < rows; i++) count += i + s->n[2] >= 0 && i + s->n[2] < columns;
  drop(s, (int)(s->n[0] > s->n[1] ? s->n[0] : s->n[1]));
  drop(s, (int)(s->n[0] < s->n[1] ? s->n[0] : s->n[1]));
  s->size[s->ndim++] = count;
  return count > 0 || !draw(20);
}
static void diagonal_from(const Step *s, const int64_t *i, int64_t *j)
{
  int64_t k = i[s->ndim - 1];
  for (int d = 0, from = 0; d < s->ndim + 1; d++) {
    if (d == s->n[0]) j[d] = s->n[2] < 0 ? k - s->n[2] : k;
    else if (d == s->n[1]) j[d] = s->n[2] > 0 ? k + s->n[2] : k;
    else j[d] = i[from++];
  }
}

VIEW(unsqueeze, (int)s->n[0])
static int unsqueeze_choose(const Model *m, Step *s)
{
  if (m->ndim == TH_MAX_DIM || draw(2)) return 0;
  s->n[0] = draw(m->ndim + 1);
  memmove(s->size + s->n[0] + 1, s->size + s->n[0], sizeof *s->size * (size_t)(m->ndim - s->n[0]));
  s->size[s->n[0]] = 1;
  s->ndim++;
  return 1;
}
static void unsqueeze_from(const Step *s, const int64_t *i, int64_t *j)
{
  for (int d = 0; d < s->ndim - 1; d++) j[d] = i[d < s->n[0] ? d : d + 1];
}

VIEW(squeezeDim, (int)s->n[0])
static int squeezeDim_choose(const Model *m, Step *s)
{
  if (!m->ndim) return 0;
  s->n[0] = draw(m->ndim);
  s->n[1] = m->size[s->n[0]] == 1;
  if (s->n[1]) drop(s, (int)s->n[0]);
  return 1;
}
static void squeezeDim_from(const Step *s, const int64_t *i, int64_t *j)
{
  int had = s->ndim + (int)s->n[1];
  for (int d = 0; d < had; d++) j[d] = !s->n[1] || d < s->n[0] ? i[d] : d == s->n[0] ? 0 : i[d - 1];
}

#define ROW(name) {name##_choose, name##_from, name##_call}
static const struct View {
  int (*choose)(const Model *m, Step *s);
  void (*from)(const Step *s, const int64_t *i, int64_t *j);
  int (*call)(THTensor *t, const Step *s);
} views[] = {
    ROW(narrow), ROW(select),   ROW(permute),   ROW(transpose),  ROW(unfold),
    ROW(expand), ROW(diagonal), ROW(unsqueeze), ROW(squeezeDim),
};

/* The next index in row-major order; after the last it is all zeros again. */
static void next(int64_t *i, int ndim, const int64_t *size)
{
  for (int d = ndim - 1; d >= 0 && ++i[d] == size[d]; d--) i[d] = 0;
}

static void follow(Model *m, const Step *s, const struct View *view)
{
  static Model result;
  int64_t i[TH_MAX_DIM] = {0}, j[TH_MAX_DIM];
  result.ndim = s->ndim;
  memcpy(result.size, s->size, sizeof s->size);
  result.count = product(s->ndim, s->size);
  for (int64_t k = 0; k < result.count; k++, next(i, s->ndim, s->size)) {
    memset(j, 0, sizeof j);
    view->from(s, i, j);
    result.at[k] = m->at[flat(m, j)];
  }
  *m = result;
}

/* Compare positions and elements; each element holds its own position. */
static int agrees(const THTensor *t, const Model *m)
{
  int64_t i[TH_MAX_DIM] = {0}, wrong = 0;
  if (t->nDimension != m->ndim || memcmp(t->size, m->size, sizeof *m->size * (size_t)m->ndim))
    return 0;
  for (int64_t k = 0; k < m->count; k++, next(i, m->ndim, m->size)) {
    int64_t at = t->storageOffset;
    THNumber n = {0};
    for (int d = 0; d < m->ndim; d++) at += i[d] * t->stride[d];
    wrong += at != m->at[k] || THTensor_get(t, k, &n) || n.integer != at;
  }
  return wrong == 0;
}

/* A view with other sizes must exist exactly if some strides visit the same positions in the same
   order. */
static void check_reshaped(const THTensor *t, const Model *m)
{
  THTensor r = {0}, copy = {0};
  int64_t i[TH_MAX_DIM] = {0}, size[3] = {1, 1, m->count}, stride[3] = {0};
  for (int d = 0; d < 2; d++)
    for (int64_t f = 1 + draw(8); f > 1; f--)
      if (size[2] && size[2] % f == 0) size[d] *= f, size[2] /= f;
  for (int d = 0; d < 3; d++)
    if (size[d] > 1)
      stride[d] = m->at[d == 2 ? 1 : d == 1 ? size[2] : size[1] * size[2]] - m->at[0];
  int possible = 1;
  for (int64_t k = 0; k < m->count; k++, next(i, 3, size))
    possible &= m->at[k] == m->at[0] + i[0] * stride[0] + i[1] * stride[1] + i[2] * stride[2];
  Model reshaped = *m;
  reshaped.ndim = 3;
  memcpy(reshaped.size, size, sizeof size);
  CHECK((THTensor_view(&r, t, 3, size) == TH_OK) == possible);
  if (possible) CHECK(agrees(&r, &reshaped));
  CHECK(THTensor_reshape(&copy, t, 3, size) == TH_OK);
  THNumber n = {0};
  int64_t wrong = 0;
  for (int64_t k = 0; k < m->count; k++)
    wrong += THTensor_get(&copy, k, &n) || n.integer != m->at[k];
  CHECK(wrong == 0);
  THTensor_clear(&r), THTensor_clear(&copy);
}

static void test_chain(void)
{
  static Model m;
  THTensor t = {0};
  m.ndim = 1 + (int)draw(4);
  for (int d = 0; d < m.ndim; d++) m.size[d] = 1 + draw(5);
  m.count = product(m.ndim, m.size);
  if (!CHECK(!THTensor_new(&t, 0, TH_INT, m.ndim, m.size))) exit(1);
  for (int64_t k = 0; k < m.count; k++) m.at[k] = ((int32_t *)t.storage->data)[k] = (int32_t)k;
  for (int length = 0; length < 8; length++) {
    const struct View *view = &views[draw(sizeof views / sizeof *views)];
    Step s = {0};
    keep(&m, &s);
    if (!view->choose(&m, &s) || product(s.ndim, s.size) > MOST) continue;
    CHECK(view->call(&t, &s) == TH_OK);
    follow(&m, &s, view);
    if (!CHECK(agrees(&t, &m))) fprintf(stderr, "view %d of the table\n", (int)(view - views));
  }
  check_reshaped(&t, &m);
  CHECK(t.storage->refcount == 1);
  THTensor_clear(&t);
}

int main(void)
{
  for (int chain = 0; chain < 4000; chain++) test_chain();
  return CHECK_RESULT();
}
