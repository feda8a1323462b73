/*
** The loops of THSingular.c for one element type, which defines T, integers M as wide, ROOT(x), its
** EPSILON, the LEAST length of a column that is not taken for none, and K(name).
*/

typedef T K(Lanes) __attribute__((vector_size(BYTES)));
typedef M K(Mask) __attribute__((vector_size(BYTES)));
enum { K(lanes) = BYTES / sizeof(T) };

/* b: the columns; v: those of what they were turned by. */
typedef struct {
  int rows, columns;
  K(Lanes) b[MOST][MOST], v[MOST][MOST];
  K(Lanes) square[MOST], size[MOST]; /* of b, of its lengths; of v, its lengths */
  K(Mask) turned;                    /* in this sweep */
  double unit[K(lanes)];             /* of b: the largest element is from 1 to 2 units */
} K(Block);

static inline K(Lanes) K(root)(K(Lanes) x)
{
  for (int l = 0; l < K(lanes); l++) x[l] = ROOT(x[l]);
  return x;
}

static inline K(Lanes) K(absolute)(K(Lanes) x)
{
  const K(Lanes) zero = {0};
  return (K(Lanes))((K(Mask))x & ~(K(Mask))-zero);
}

static inline K(Lanes) K(select)(K(Mask) which, K(Lanes) a, T other)
{
  const K(Lanes) b = (K(Lanes)){0} + other;
  return (K(Lanes))(((K(Mask))a & which) | ((K(Mask))b & ~which));
}

/* Take a matrix to lane l, as long columns, and in its unit. Whether its elements are finite, and
   not all 0. */
static int K(take)(K(Block) *k, const THSingular *job, int64_t at, int l)
{
  const T *a = (const T *)job->a + at * job->m * job->n;
  const int64_t across = job->m < job->n ? job->n : 1, along = job->m < job->n ? 1 : job->n;
  double most = 0, rest = 0;
  int exponent;
  for (int64_t i = 0; i < job->m * job->n; i++) {
    const double x = fabs((double)a[i]);
    most = x > most ? x : most;
    rest += x - x;
  }
  const int regular = rest == 0 && most > 1e-290 && most < 1e290;
  frexp(regular ? most : 1, &exponent);
  k->unit[l] = ldexp(1, exponent - 1);
  const double scale = ldexp(1, 1 - exponent);
  for (int c = 0; c < k->columns; c++)
    for (int r = 0; r < k->rows; r++)
      k->b[c][r][l] = regular ? (T)((double)a[c * across + r * along] * scale) : c == r;
  return regular;
}

static inline K(Lanes) K(dot)(const K(Lanes) *a, const K(Lanes) *b, int n)
{
  K(Lanes) even = {0}, odd = {0};
  for (int r = 0; r + 1 < n; r += 2) even += a[r] * b[r], odd += a[r + 1] * b[r + 1];
  if (n % 2) even += a[n - 1] * b[n - 1];
  return even + odd;
}

/* (a, b) becomes (cosine a - sine b, sine a + cosine b). */
static inline void K(turn)(K(Lanes) *a, K(Lanes) *b, int n, K(Lanes) cosine, K(Lanes) sine)
{
  for (int r = 0; r < n; r++) {
    const K(Lanes) x = a[r], y = b[r];
    a[r] = cosine * x - sine * y;
    b[r] = sine * x + cosine * y;
  }
}

/* Turn columns p and q so that they are orthogonal, in the lanes where they are not. Others are
   turned by nothing, which may change the sign of a 0. Whether some lane was not done. */
static int K(orthogonalize)(K(Block) *k, int p, int q, T bound)
{
  const K(Lanes) of_p = k->square[p], of_q = k->square[q];
  const K(Lanes) dot = K(dot)(k->b[p], k->b[q], k->rows);
  const K(Mask) off = K(absolute)(dot) > bound * (K(root)(of_p) * K(root)(of_q));
  M any = 0;
  for (int l = 0; l < K(lanes); l++) any |= off[l];
  if (!any) return 0;
  const K(Lanes) cotangent = (of_q - of_p) / K(select)(off, 2 * dot, 1); /* of twice the angle */
  const K(Lanes) size = K(absolute)(cotangent);
  const K(Lanes) tangent = 1 / (size + K(root)(1 + cotangent * cotangent));
  const K(Lanes) cosine = K(select)(off, 1 / K(root)(1 + tangent * tangent), 1);
  const K(Mask) sign = (K(Mask))cotangent ^ (K(Mask))size;
  const K(Lanes) sine = (K(Lanes))(((K(Mask))(tangent * cosine) ^ sign) & off);
  K(turn)(k->b[p], k->b[q], k->rows, cosine, sine);
  K(turn)(k->v[p], k->v[q], k->columns, cosine, sine);
  k->square[p] = K(dot)(k->b[p], k->b[p], k->rows);
  k->square[q] = K(dot)(k->b[q], k->b[q], k->rows);
  k->turned |= off;
  return 1;
}

/* All pairs of columns, as in a tournament: neighbours in this order do not wait for each other.
   Whether some pair was not orthogonal. */
static int K(sweep)(K(Block) *k, T bound)
{
  const int n = k->columns, others = n - 1 + n % 2;
  int turned = 0;
  for (int round = 0; round < others; round++)
    for (int i = 0; i <= others / 2; i++) {
      const int p = (round + i) % others, q = i ? (round + others - i) % others : others;
      if (p < n && q < n) turned |= K(orthogonalize)(k, p, q, bound);
    }
  return turned;
}

/* Sweeps until one finds all pairs orthogonal. What rounding did to the lengths of v it did to
   those of b, too. */
static void K(decompose)(K(Block) *k)
{
  enum { SWEEPS = 30 };
  const T bound = ROOT((T)k->rows) * EPSILON;
  memset(k->v, 0, sizeof k->v);
  for (int c = 0; c < k->columns; c++) {
    k->v[c][c] += 1;
    k->square[c] = K(dot)(k->b[c], k->b[c], k->rows);
  }
  int turned = 1;
  for (int sweep = 0; sweep < SWEEPS && turned; sweep++) {
    k->turned = (K(Mask)){0};
    turned = K(sweep)(k, bound);
  }
  for (int c = 0; c < k->columns; c++)
    k->size[c] = K(root)(K(dot)(k->v[c], k->v[c], k->columns));
}

/* Give out lane l, its columns by their lengths, if they are orthogonal and none vanishes. Zeros
   are positive. */
static int K(give)(const K(Block) *k, const THSingular *job, int64_t at, int l)
{
  const int n = k->columns;
  T *s = (T *)job->s + at * n, length[MOST];
  int order[MOST];
  if (k->turned[l]) return 0;
  for (int c = 0, i; c < n; c++) {
    length[c] = ROOT(k->square[c][l]);
    if (!(length[c] >= LEAST)) return 0;
    for (i = c; i > 0 && length[order[i - 1]] < length[c]; i--) order[i] = order[i - 1];
    order[i] = c;
  }
  for (int i = 0; i < n; i++)
    s[i] = (T)((double)(length[order[i]] / k->size[order[i]][l]) * k->unit[l]);
  if (!job->u) return 1;
  T *of_b = (T *)(job->m < job->n ? job->v : job->u) + at * n * k->rows;
  T *of_v = (T *)(job->m < job->n ? job->u : job->v) + at * n * n;
  for (int i = 0; i < n; i++) {
    const int c = order[i];
    for (int r = 0; r < k->rows; r++) of_b[r * n + i] = k->b[c][r][l] / length[c] + 0;
    for (int r = 0; r < n; r++) of_v[r * n + i] = k->v[c][r][l] / k->size[c][l] + 0;
  }
  return 1;
}

/* Matrices [at, at + count), at most one a lane. */
static unsigned K(run)(const THSingular *job, int64_t at, int64_t count)
{
  K(Block) k;
  unsigned left = 0;
  k.rows = (int)(job->m < job->n ? job->n : job->m);
  k.columns = (int)(job->m < job->n ? job->m : job->n);
  for (int l = 0; l < K(lanes); l++) {
    const int here = l < count ? l : (int)count - 1;
    if (!K(take)(&k, job, at + here, l)) left |= 1u << here;
  }
  K(decompose)(&k);
  for (int l = 0; l < count; l++)
    if (!(left >> l & 1) && !K(give)(&k, job, at + l, l)) left |= 1u << l;
  return left;
}
#undef T
#undef M
#undef K
#undef ROOT
#undef EPSILON
#undef LEAST
