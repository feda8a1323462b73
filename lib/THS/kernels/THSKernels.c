/*
** The entries of the chapter "Sparse" for one dtype; the TH_GENERIC_FILE of THSChapter.c and
** THSLevel.c, which define THS_QUOTIENT and THS_ON_KEYS. Rows of a result are divided among
** threads; each is computed by one of them.
*/
#define K(name) TH_CONCAT_3(name, _, Real)

/* --- sums of rows --- */

static void K(fold_range)(void *context, int64_t begin, int64_t end)
{
  const THSCall *call = context;
  const int64_t width = call->width, *order = call->order;
  const real *in = (const real *)call->in;
  real *out = (real *)call->out;
  for (int64_t g = begin; g < end; g++) {
    for (int64_t j = 0; j < width; j++) {
      int64_t k = call->start[g];
      TH_COMPUTE sum = TH_LOAD(in[(order ? order[k] - 1 : k) * width + j]);
      for (k++; k < call->start[g + 1]; k++)
        sum += TH_LOAD(in[(order ? order[k] - 1 : k) * width + j]);
      out[g * width + j] = TH_STORE(sum);
    }
  }
}

static int K(fold)(THSCall *call)
{
  THParallel_for(call->count, GRAIN / (call->width + 1) + 1, K(fold_range), call);
  return TH_OK;
}

/* --- sums of two lists --- */

/* Without branches, since which list has the next key cannot be told. What a list lacks is 0. */
static int K(unite)(THSCall *call)
{
  const int64_t *x = call->key[0], *y = call->key[1], m = call->keys[0], n = call->keys[1];
  const real *a = (const real *)call->value[0], *b = (const real *)call->value[1];
  const TH_COMPUTE factor = TH_LOAD(*(const real *)call->factor), none = 0;
  real *out = (real *)call->out;
  int64_t i = 0, j = 0, k = 0;
  for (; i < m && j < n; k++) {
    const int64_t left = x[i], right = y[j], isLeft = left <= right, isRight = right <= left;
    const TH_COMPUTE p[2] = {none, TH_LOAD(a[i])}, q[2] = {none, TH_LOAD(b[j])};
    call->made[k] = isLeft ? left : right;
    out[k] = TH_STORE(p[isLeft] + factor * q[isRight]);
    i += isLeft;
    j += isRight;
  }
  for (; i < m; i++, k++) {
    call->made[k] = x[i];
    out[k] = TH_STORE(TH_LOAD(a[i]) + none);
  }
  for (; j < n; j++, k++) {
    call->made[k] = y[j];
    out[k] = TH_STORE(none + factor * TH_LOAD(b[j]));
  }
  call->count = k;
  return TH_OK;
}

/* --- compressed rows times a matrix --- */

/* A vector: four sums side by side. */
static void K(multiply_vector)(void *context, int64_t begin, int64_t end)
{
  const THSCall *call = context;
  const real *x = (const real *)call->in, *v = (const real *)call->values;
  const int32_t *c = call->column;
  real *out = (real *)call->out;
  for (int64_t i = begin; i < end; i++) {
    int64_t k = call->start[i];
    const int64_t last = call->start[i + 1];
    TH_COMPUTE a = 0, b = 0, d = 0, e = 0;
    for (; k + 4 <= last; k += 4) {
      __builtin_prefetch((const char *)(v + k) + FETCH);
      __builtin_prefetch((const char *)(c + k) + FETCH);
      a += TH_LOAD(v[k]) * TH_LOAD(x[c[k]]);
      b += TH_LOAD(v[k + 1]) * TH_LOAD(x[c[k + 1]]);
      d += TH_LOAD(v[k + 2]) * TH_LOAD(x[c[k + 2]]);
      e += TH_LOAD(v[k + 3]) * TH_LOAD(x[c[k + 3]]);
    }
    a = (a + b) + (d + e);
    for (; k < last; k++) a += TH_LOAD(v[k]) * TH_LOAD(x[c[k]]);
    out[i] = TH_STORE(a);
  }
}

/* n columns of row i from column j on; n is a constant where it matters. */
static inline void K(multiply_strip)(const THSCall *call, int64_t i, int64_t j, int64_t n)
{
  const real *v = (const real *)call->values, *in = (const real *)call->in + j;
  real *out = (real *)call->out + i * call->width + j;
  TH_COMPUTE sum[STRIP] = {0};
  for (int64_t k = call->start[i]; k < call->start[i + 1]; k++) {
    const TH_COMPUTE factor = TH_LOAD(v[k]);
    const real *row = in + call->column[k] * call->width;
    for (int64_t l = 0; l < n; l++) sum[l] += factor * TH_LOAD(row[l]);
  }
  for (int64_t l = 0; l < n; l++) out[l] = TH_STORE(sum[l]);
}

#ifdef THS_VECTOR
typedef real K(vector) __attribute__((vector_size(THS_VECTOR), aligned(sizeof(real)), may_alias));
enum { K(LANES) = THS_VECTOR / (int)sizeof(real) };

/* Four vectors of columns of row i from column j on. What later entries name is fetched ahead. */
static inline void K(multiply_four)(const THSCall *call, int64_t i, int64_t j)
{
  const real *v = (const real *)call->values, *in = (const real *)call->in + j;
  K(vector) *out = (K(vector) *)((real *)call->out + i * call->width + j);
  K(vector) a = {0}, b = {0}, c = {0}, d = {0};
  const int64_t most = call->start[call->count] - 1;
  for (int64_t k = call->start[i]; k < call->start[i + 1]; k++) {
    const K(vector) *row = (const K(vector) *)(in + call->column[k] * call->width);
    const int64_t ahead = k + AHEAD < most ? k + AHEAD : most;
    const char *next = (const char *)(in + call->column[ahead] * call->width);
    for (int l = 0; l < 4 * THS_VECTOR; l += LINE) __builtin_prefetch(next + l);
    a += v[k] * row[0];
    b += v[k] * row[1];
    c += v[k] * row[2];
    d += v[k] * row[3];
  }
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
}

static inline void K(multiply_one)(const THSCall *call, int64_t i, int64_t j)
{
  const real *v = (const real *)call->values, *in = (const real *)call->in + j;
  K(vector) sum = {0};
  for (int64_t k = call->start[i]; k < call->start[i + 1]; k++)
    sum += v[k] * *(const K(vector) *)(in + call->column[k] * call->width);
  *(K(vector) *)((real *)call->out + i * call->width + j) = sum;
}
#endif

static void K(multiply_range)(void *context, int64_t begin, int64_t end)
{
  const THSCall *call = context;
  for (int64_t i = begin; i < end; i++) {
    int64_t j = 0;
#ifdef THS_VECTOR
    for (; j + 4 * K(LANES) <= call->width; j += 4 * K(LANES)) K(multiply_four)(call, i, j);
    for (; j + K(LANES) <= call->width; j += K(LANES)) K(multiply_one)(call, i, j);
#endif
    for (; j + STRIP <= call->width; j += STRIP) K(multiply_strip)(call, i, j, STRIP);
    if (j < call->width) K(multiply_strip)(call, i, j, call->width - j);
  }
}

static int K(multiply)(THSCall *call)
{
  const int64_t entries = call->count ? call->start[call->count] / call->count + 1 : 1;
  THParallel_for(call->count, GRAIN / (entries * call->width + 1) + 1,
                 call->width == 1 ? K(multiply_vector) : K(multiply_range), call);
  return TH_OK;
}

/* --- triangular systems: columns of the result are independent --- */

static void K(solve_row)(const THSCall *call, int64_t i, int64_t j, int64_t n)
{
  const real *v = (const real *)call->values;
  real *out = (real *)call->out;
  for (int64_t l = j; l < j + n; l++) {
    TH_COMPUTE sum = TH_LOAD(out[i * call->width + l]), diagonal = 0;
    for (int64_t k = call->start[i]; k < call->start[i + 1]; k++) {
      const int64_t c = call->column[k];
      if (c == i) diagonal = TH_LOAD(v[k]);
      else if ((c > i) == call->isUpper)
        sum -= TH_LOAD(v[k]) * TH_LOAD(out[c * call->width + l]);
    }
    out[i * call->width + l] = TH_STORE(call->isUnit ? sum : THS_QUOTIENT(sum, diagonal));
  }
}

static void K(solve_range)(void *context, int64_t begin, int64_t end)
{
  const THSCall *call = context;
  for (int64_t i = 0; i < call->count; i++)
    K(solve_row)(call, call->isUpper ? call->count - 1 - i : i, begin, end - begin);
}

static int K(solve)(THSCall *call)
{
  THParallel_for(call->width, 1, K(solve_range), call);
  return TH_OK;
}

static const THSEntry K(entries)[THS_ROWS] = {K(fold), K(multiply), K(unite), K(solve),
                                                THS_ON_KEYS};
#undef K
