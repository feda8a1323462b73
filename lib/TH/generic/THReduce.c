/*
** Kernels of the reductions and scans: what happens to a block's elements, between accumulators,
** and where results go. THFold.h says how blocks become results.
*/
#ifndef TH_REDUCE_MACROS
#define TH_REDUCE_MACROS

#define TH_SIMD _Pragma("omp simd")
#define TH_LANES TH_FOLD_LANES
#define TH_COLUMNS for (int c = 0; c < block->width; c++)

/* Rows with numbers per output: u and v are operands 2 and 3. */
#define TH_PARAMETER(tile, k, c) (*(const accreal *)((tile)->p[k] + (c) * (tile)->across[k]))
#define TH_PREPARE_NONE
#define TH_PREPARE_U                                                                               \
  accreal us[TH_FOLD_WIDTH];                                                                       \
  TH_COLUMNS us[c] = TH_PARAMETER(block->tile, 2, c);
#define TH_LOAD_NONE(c)
#define TH_LOAD_U(c) const accreal u = us[c]; (void)u;
#define TH_STORED_NONE
#define TH_STORED_U                                                                                \
  const accreal u = TH_PARAMETER(tile, 2, c), v = TH_PARAMETER(tile, 3, c);                        \
  (void)u, (void)v;

#define TH_INTO(type, element_type, place, element, fold)                                          \
  const type acc = place;                                                                          \
  const element_type a = TH_LOAD(element);                                                         \
  place = (type)(fold)

#define TH_MERGE(type, place, other, merge)                                                        \
  const type acc = place, b = other;                                                               \
  place = (type)(merge)

/* Accumulators of type; elements come as element_type. */
#define TH_FOLD_KERNELS(name, type, element_type, params, init, fold, merge)                       \
static void K(name##Row)(void *state, const THFoldBlock *block)                                    \
{                                                                                                  \
  const real *x = (const real *)block->x;                                                          \
  type lane[TH_LANES];                                                                             \
  int i = 0;                                                                                       \
  TH_PREPARE_##params                                                                              \
  TH_LOAD_##params(0)                                                                              \
  for (int l = 0; l < TH_LANES; l++) lane[l] = init;                                               \
  for (; i + TH_LANES <= block->n; i += TH_LANES, x += TH_LANES)                                   \
    TH_SIMD for (int l = 0; l < TH_LANES; l++) {                                                   \
      TH_INTO(type, element_type, lane[l], x[l], fold);                                            \
    }                                                                                              \
  for (int l = 0; i + l < block->n; l++) {                                                         \
    TH_INTO(type, element_type, lane[l], x[l], fold);                                              \
  }                                                                                                \
  for (int half = TH_LANES / 2; half; half /= 2)                                                   \
    for (int l = 0; l < half; l++) { TH_MERGE(type, lane[l], lane[l + half], merge); }             \
  *(type *)state = lane[0];                                                                        \
}                                                                                                  \
static void K(name##Columns)(void *state, const THFoldBlock *block)                                \
{                                                                                                  \
  type lane[TH_LANES][TH_FOLD_WIDTH];                                                              \
  const int lanes = block->n < TH_LANES ? block->n : TH_LANES;                                     \
  TH_PREPARE_##params                                                                              \
  for (int l = 0; l < lanes || l == 0; l++) TH_COLUMNS lane[l][c] = init;                          \
  for (int i = 0; i < block->n; i++) {                                                             \
    type *to = lane[i % TH_LANES];                                                                 \
    const char *from = block->x + i * block->step;                                                 \
    const real *x = (const real *)from;                                                            \
    if (block->across == sizeof(real))                                                             \
      TH_SIMD TH_COLUMNS { TH_LOAD_##params(c) TH_INTO(type, element_type, to[c], x[c], fold); }   \
    else TH_COLUMNS {                                                                              \
      const real *p = (const real *)(from + c * block->across);                                    \
      TH_LOAD_##params(c)                                                                          \
      TH_INTO(type, element_type, to[c], *p, fold);                                                \
    }                                                                                              \
  }                                                                                                \
  for (int half = TH_LANES / 2; half; half /= 2)                                                   \
    for (int l = 0; l < half && l + half < lanes; l++)                                             \
      TH_SIMD TH_COLUMNS { TH_MERGE(type, lane[l][c], lane[l + half][c], merge); }                 \
  TH_COLUMNS ((type *)state)[c] = lane[0][c];                                                      \
}                                                                                                  \
static void K(name##Merge)(void *state, const void *later, int width)                              \
{                                                                                                  \
  for (int c = 0; c < width; c++) {                                                                \
    TH_MERGE(type, ((type *)state)[c], ((const type *)later)[c], merge);                           \
  }                                                                                                \
}

#define TH_FOLD_ENTRY(name, results)                                                               \
static int E(name)(const THIter *it)                                                               \
{                                                                                                  \
  static const THFold fold = {                                                                     \
    results, K(name##Row), K(name##Columns), K(name##Merge), K(name##Store)};                      \
  return THFold_run(it, &fold);                                                                    \
}

/* A result is an element, or an accumulator where a number or a mean is wanted. */
#define TH_PUT(tile, c, value)                                                                     \
  do {                                                                                             \
    char *to = (tile)->p[0] + (c) * (tile)->across[0];                                             \
    if ((tile)->dtype[0] == TH_DTYPE) *(real *)to = TH_STORE_ACC(value);                           \
    else *(accreal *)to = value;                                                                   \
  } while (0)

#define TH_REDUCE_KERNELS(name, params, init, fold, merge, value)                                  \
TH_FOLD_KERNELS(name, accreal, accreal, params, init, fold, merge)                                 \
static void K(name##Store)(const void *state, const THFoldTile *tile)                              \
{                                                                                                  \
  const accreal n = (accreal)tile->n;                                                              \
  (void)n;                                                                                         \
  for (int c = 0; c < tile->width; c++) {                                                          \
    const accreal acc = ((const accreal *)state)[c];                                               \
    TH_STORED_##params                                                                             \
    TH_PUT(tile, c, value);                                                                        \
  }                                                                                                \
}                                                                                                  \
TH_FOLD_ENTRY(name, 1)

#define TH_TEST_KERNELS(name, init, fold, merge)                                                   \
TH_FOLD_KERNELS(name, int32_t, TH_COMPUTE, NONE, init, fold, merge)                                \
static void K(name##Store)(const void *state, const THFoldTile *tile)                              \
{                                                                                                  \
  for (int c = 0; c < tile->width; c++)                                                            \
    *(uint8_t *)(tile->p[0] + c * tile->across[0]) = ((const int32_t *)state)[c] != 0;             \
}                                                                                                  \
TH_FOLD_ENTRY(name, 1)

/*
** Extremes: pairs of a value and the position of its first occurrence. The start value with the
** block's first position stands for no element: where it is the answer, so is that position.
*/
#define TH_EXTREME_KERNELS(name, init, better)                                                     \
typedef struct S(name) { TH_COMPUTE value[TH_FOLD_WIDTH]; int64_t at[TH_FOLD_WIDTH]; } S(name);    \
static inline int K(name##Better)(TH_COMPUTE a, TH_COMPUTE acc) { return better; }                 \
_Static_assert(sizeof(S(name)) <= TH_FOLD_STATE, "a tile's extremes fit a state");                 \
static void K(name##Row)(void *to, const THFoldBlock *block)                                       \
{                                                                                                  \
  S(name) *state = to;                                                                             \
  const real *x = (const real *)block->x;                                                          \
  TH_COMPUTE value[TH_LANES];                                                                      \
  int32_t at[TH_LANES] = {0}, i = 0;                                                               \
  for (int l = 0; l < TH_LANES; l++) value[l] = init;                                              \
  for (; i + TH_LANES <= block->n; i += TH_LANES, x += TH_LANES)                                   \
    TH_SIMD for (int l = 0; l < TH_LANES; l++) {                                                   \
      const TH_COMPUTE a = TH_LOAD(x[l]), acc = value[l];                                          \
      const int take = better;                                                                     \
      value[l] = take ? a : acc;                                                                   \
      at[l] = take ? i + l : at[l];                                                                \
    }                                                                                              \
  for (int l = 0; i + l < block->n; l++) {                                                         \
    const TH_COMPUTE a = TH_LOAD(x[l]);                                                            \
    if (K(name##Better)(a, value[l])) value[l] = a, at[l] = i + l;                                 \
  }                                                                                                \
  for (int half = TH_LANES / 2; half; half /= 2)                                                   \
    TH_SIMD for (int l = 0; l < half; l++) {                                                       \
      const TH_COMPUTE mine = value[l], other = value[l + half];                                   \
      const int loses = K(name##Better)(mine, other), wins = K(name##Better)(other, mine);         \
      const int take = wins | (!loses & (at[l + half] < at[l]));                                   \
      value[l] = take ? other : mine;                                                              \
      at[l] = take ? at[l + half] : at[l];                                                         \
    }                                                                                              \
  state->value[0] = value[0];                                                                      \
  state->at[0] = block->first + at[0];                                                             \
}                                                                                                  \
static void K(name##Columns)(void *to, const THFoldBlock *block)                                   \
{                                                                                                  \
  S(name) *state = to;                                                                             \
  TH_COMPUTE *value = state->value;                                                                \
  int32_t at[TH_FOLD_WIDTH] = {0};                                                                 \
  TH_COLUMNS value[c] = init;                                                                      \
  for (int i = 0; i < block->n; i++) {                                                             \
    const char *from = block->x + i * block->step;                                                 \
    const real *x = (const real *)from;                                                            \
    if (block->across == sizeof(real))                                                             \
      TH_SIMD TH_COLUMNS {                                                                         \
        const TH_COMPUTE a = TH_LOAD(x[c]), acc = value[c];                                        \
        const int take = better;                                                                   \
        value[c] = take ? a : acc;                                                                 \
        at[c] = take ? i : at[c];                                                                  \
      }                                                                                            \
    else TH_COLUMNS {                                                                              \
      const TH_COMPUTE a = TH_LOAD(*(const real *)(from + c * block->across));                     \
      if (K(name##Better)(a, value[c])) value[c] = a, at[c] = i;                                   \
    }                                                                                              \
  }                                                                                                \
  TH_COLUMNS state->at[c] = block->first + at[c];                                                  \
}                                                                                                  \
static void K(name##Merge)(void *to, const void *from, int width)                                  \
{                                                                                                  \
  S(name) *state = to;                                                                             \
  const S(name) *later = from;                                                                     \
  for (int c = 0; c < width; c++)                                                                  \
    if (K(name##Better)(later->value[c], state->value[c])) {                                       \
      state->value[c] = later->value[c];                                                           \
      state->at[c] = later->at[c];                                                                 \
    }                                                                                              \
}                                                                                                  \
static void K(name##Store)(const void *from, const THFoldTile *tile)                               \
{                                                                                                  \
  const S(name) *state = from;                                                                     \
  for (int c = 0; c < tile->width; c++) {                                                          \
    TH_PUT(tile, c, state->value[c]);                                                              \
    *(int64_t *)(tile->p[1] + c * tile->across[1]) = state->at[c] + 1;                             \
  }                                                                                                \
}                                                                                                  \
TH_FOLD_ENTRY(name, 2)

#define TH_SCAN_STEP(c, from, to, fold)                                                            \
  TH_INTO(accreal, accreal, total[c], *(const real *)(from), fold);                                \
  *(real *)(to) = TH_STORE_ACC(total[c])

#define TH_SCAN_KERNELS(name, init, fold)                                                          \
static void K(name)(const THFoldTile *tile, const ptrdiff_t *step)                                 \
{                                                                                                  \
  accreal total[TH_FOLD_WIDTH];                                                                    \
  char *to = tile->p[1];                                                                           \
  const char *from = tile->p[2];                                                                   \
  const ptrdiff_t across = tile->across[1], across_x = tile->across[2];                            \
  const int width = tile->width, adjacent = across == sizeof(real) && across_x == sizeof(real);    \
  for (int c = 0; c < width; c++) total[c] = init;                                                 \
  for (int64_t i = 0; i < tile->n; i++, to += step[1], from += step[2]) {                          \
    if (adjacent)                                                                                  \
      TH_SIMD for (int c = 0; c < width; c++) {                                                    \
        TH_SCAN_STEP(c, (const real *)from + c, (real *)to + c, fold);                             \
      }                                                                                            \
    else for (int c = 0; c < width; c++) {                                                         \
      TH_SCAN_STEP(c, from + c * across_x, to + c * across, fold);                                 \
    }                                                                                              \
  }                                                                                                \
}                                                                                                  \
static int E(name)(const THIter *it) { return THScan_run(it, K(name)); }

/* The values that no element is beyond. */
#define TH_LEAST \
  _Generic((TH_COMPUTE)0, int32_t: INT32_MIN, int64_t: INT64_MIN, default: -TH_INFINITY)
#define TH_GREATEST \
  _Generic((TH_COMPUTE)0, int32_t: INT32_MAX, int64_t: INT64_MAX, default: TH_INFINITY)

#define S(name) TH_CONCAT_4(state_, name, _, Real)

#endif

#define TH_REDUCE(set, name, init, fold, merge, value, doc)                                        \
TH_IF_##set(TH_REDUCE_KERNELS(name, NONE, init, fold, merge, value))
#define TH_DEVIATION(set, name, init, fold, merge, value, doc)                                     \
TH_IF_##set(TH_REDUCE_KERNELS(name, U, init, fold, merge, value))
#define TH_NORM TH_DEVIATION
#define TH_TEST(set, name, init, fold, merge, doc)                                                 \
TH_IF_##set(TH_TEST_KERNELS(name, init, fold, merge))
#define TH_EXTREME(set, name, init, better, doc) TH_IF_##set(TH_EXTREME_KERNELS(name, init, better))
#define TH_SCAN(set, name, init, fold, doc) TH_IF_##set(TH_SCAN_KERNELS(name, init, fold))
#include "THReduce.def"

static const THEntry TH_ENTRIES[TH_NUM_OPS] = {
#define TH_REDUCE(set, name, ...) TH_IF_##set([TH_OP_##name] = E(name),)
#define TH_DEVIATION TH_REDUCE
#define TH_NORM TH_REDUCE
#define TH_TEST TH_REDUCE
#define TH_EXTREME TH_REDUCE
#define TH_SCAN TH_REDUCE
#include "THReduce.def"
};
