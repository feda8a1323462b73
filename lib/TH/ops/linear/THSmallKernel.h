/*
** The loops of THSmall.c for one element type, which defines T, its magnitude SIZE(x), whether it
** is finite, FINITE(x), what it is where there is no result, NOTHING, and K(name). Matrices are
** row-major and contiguous.
*/

/*
** Replace the n x n matrix m by its factors L, below the diagonal, and U, and apply the exchanges
** of rows and L to b, n x r, too. *sign becomes 1 or -1 by the number of exchanges. Returns the
** first pivot, from 1, that is 0; 0 if there is none; -1 if an element of m is not finite.
*/
static int K(eliminate)(T *m, int64_t n, T *b, int64_t r, int *sign)
{
  int singular = 0;
  *sign = 1;
  for (int64_t i = 0; i < n * n; i++)
    if (!FINITE(m[i])) return -1;
  for (int64_t c = 0; c < n; c++) {
    int64_t best = c;
    for (int64_t i = c + 1; i < n; i++)
      if (SIZE(m[i * n + c]) > SIZE(m[best * n + c])) best = i;
    if (SIZE(m[best * n + c]) == 0) {
      if (!singular) singular = (int)c + 1;
      continue;
    }
    if (best != c) {
      *sign = -*sign;
      for (int64_t k = 0; k < n; k++) SWAP(m[c * n + k], m[best * n + k]);
      for (int64_t k = 0; k < r; k++) SWAP(b[c * r + k], b[best * r + k]);
    }
    const T pivot = m[c * n + c];
    for (int64_t i = c + 1; i < n; i++) {
      const T factor = m[i * n + c] / pivot;
      m[i * n + c] = factor;
      for (int64_t k = c + 1; k < n; k++) m[i * n + k] -= factor * m[c * n + k];
      for (int64_t k = 0; k < r; k++) b[i * r + k] -= factor * b[c * r + k];
    }
  }
  return singular;
}

/* b becomes the solution of U x = b. */
static void K(substitute)(const T *m, int64_t n, T *b, int64_t r)
{
  for (int64_t i = n - 1; i >= 0; i--) {
    const T pivot = m[i * n + i];
    for (int64_t c = i + 1; c < n; c++)
      for (int64_t k = 0; k < r; k++) b[i * r + k] -= m[i * n + c] * b[c * r + k];
    for (int64_t k = 0; k < r; k++) b[i * r + k] /= pivot;
  }
}

/* x holds the right sides, and becomes the solutions: one that is not finite all NaN. work has room
   for a matrix. */
static int K(solve)(const void *a, int64_t n, void *x, int64_t r, void *work)
{
  int sign;
  T *first = x;
  memcpy(work, a, (size_t)(n * n) * sizeof(T));
  for (int64_t i = 0; i < n * r; i++)
    if (!FINITE(first[i])) first[i % r] = NOTHING;
  const int failed = K(eliminate)(work, n, x, r, &sign);
  if (!failed) K(substitute)(work, n, x, r);
  for (int64_t i = 0; i < n * r && failed < 0; i++) ((T *)x)[i] = NOTHING;
  return failed > 0 ? failed : 0;
}

static int K(invert)(const void *a, int64_t n, void *x, int64_t r, void *work)
{
  T *identity = x;
  memset(x, 0, (size_t)(n * n) * sizeof(T));
  for (int64_t i = 0; i < n; i++) identity[i * n + i] = 1;
  return K(solve)(a, n, x, r, work);
}

/* *x becomes the determinant. */
static int K(determinant)(const void *a, int64_t n, void *x, int64_t r, void *work)
{
  int sign;
  T *m = work, product = 1;
  (void)r;
  memcpy(work, a, (size_t)(n * n) * sizeof(T));
  if (K(eliminate)(work, n, NULL, 0, &sign) < 0) product = NOTHING;
  for (int64_t i = 0; i < n; i++) product *= m[i * n + i];
  *(T *)x = product * sign;
  return 0;
}

/* The sign goes to x[0], the logarithm of the absolute value to x[1]. */
static int K(logarithm)(const void *a, int64_t n, void *x, int64_t r, void *work)
{
  int exchanges;
  T *m = work, sign = 1, *to = x;
  double logarithm = 0;
  (void)r;
  memcpy(work, a, (size_t)(n * n) * sizeof(T));
  const int failed = K(eliminate)(work, n, NULL, 0, &exchanges);
  for (int64_t i = 0; i < n; i++) {
    const double size = LENGTH(m[i * n + i]);
    logarithm += log(size);
    sign *= size > 0 ? m[i * n + i] / size : 0;
  }
  to[0] = failed < 0 ? NOTHING : sign * exchanges + (T)0; /* no -0 */
  to[1] = failed < 0 ? NOTHING : logarithm;
  return 0;
}
#undef T
#undef K
#undef SIZE
#undef LENGTH
#undef FINITE
#undef NOTHING
