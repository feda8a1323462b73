/*
** The rows of THReduce.def for one dtype, as structs for thc_fold.cuh and thc_scan.cuh: how an
** accumulator starts, takes an element, merges another accumulator, and becomes a result. pivot is
** a value of the output that a lane needs for each element.
*/
#ifndef THC_REDUCE_MACROS
#define THC_REDUCE_MACROS

struct ThcNoPivot {};

/* element: the type of a in the row's expression. kept: statements that store the result. */
#define THC_FOLD(name, type, element, init, fold_row, merge_row, kept)                             \
  struct ROW(name)                                                                                 \
  {                                                                                                \
    typedef real In;                                                                               \
    typedef type Acc;                                                                              \
    typedef ThcNoPivot Pivot;                                                                      \
    static constexpr int results = 1;                                                              \
    static __device__ Acc start() { return init; }                                                 \
    static __device__ Pivot pivot(const ThcOutput &) { return {}; }                                \
    static __device__ void fold(Acc &to, real x, int64_t, Pivot, const ThcOutput &)                \
    {                                                                                              \
      const Acc acc = to;                                                                          \
      const element a = TH_LOAD(x);                                                                \
      to = Acc(fold_row);                                                                          \
    }                                                                                              \
    static __device__ void merge(Acc &to, const Acc &later)                                        \
    {                                                                                              \
      const Acc acc = to, b = later;                                                               \
      (void)b;                                                                                     \
      to = Acc(merge_row);                                                                         \
    }                                                                                              \
    static __device__ void store(const ThcOutput &of, const Acc &acc) { kept }                     \
  };

#define THC_KEPT(value)                                                                            \
  const accreal n = accreal(of.n);                                                                 \
  const double u = of.u;                                                                           \
  (void)n, (void)u;                                                                                \
  const accreal result = value;                                                                    \
  thc_putResult(of, TH_STORE_ACC(result), result);
#define THC_KEPT_TEST *reinterpret_cast<uint8_t *>(of.value) = acc != 0;

/* A value and its position, as in THExtremes.h; but accumulators merge in any order, so of equal
   values the smaller position wins. */
#define THC_EXTREME(name, init, better_row)                                                        \
  struct ROW(name)                                                                                 \
  {                                                                                                \
    typedef real In;                                                                               \
    struct Acc { TH_COMPUTE value; int64_t at; };                                                  \
    typedef ThcNoPivot Pivot;                                                                      \
    static constexpr int results = 2;                                                              \
    static __device__ Acc start() { return {TH_COMPUTE(init), 0}; }                                \
    static __device__ Pivot pivot(const ThcOutput &) { return {}; }                                \
    static __device__ bool better(TH_COMPUTE a, TH_COMPUTE acc)                                    \
    {                                                                                              \
      return (better_row) || (a != a && acc == acc);                                               \
    }                                                                                              \
    static __device__ void fold(Acc &to, real x, int64_t at, Pivot, const ThcOutput &)             \
    {                                                                                              \
      const TH_COMPUTE a = TH_LOAD(x);                                                             \
      if (better(a, to.value)) to = {a, at};                                                       \
    }                                                                                              \
    static __device__ void merge(Acc &to, const Acc &other)                                        \
    {                                                                                              \
      const bool loses = better(to.value, other.value), wins = better(other.value, to.value);      \
      if (wins || (!loses && other.at < to.at)) to = other;                                        \
    }                                                                                              \
    static __device__ void store(const ThcOutput &of, const Acc &acc)                              \
    {                                                                                              \
      thc_putResult(of, TH_STORE(acc.value), accreal(acc.value));                                  \
      *reinterpret_cast<int64_t *>(of.position) = acc.at + 1;                                      \
    }                                                                                              \
  };

/* Sums of differences from the output's first element, as in THMoments.h. */
#define THC_DEVIATION(name, value)                                                                 \
  struct ROW(name)                                                                                 \
  {                                                                                                \
    typedef real In;                                                                               \
    struct Acc { double sum, squares; };                                                           \
    typedef double Pivot;                                                                          \
    static constexpr int results = 1;                                                              \
    static __device__ Acc start() { return {0, 0}; }                                               \
    static __device__ Pivot pivot(const ThcOutput &of)                                             \
    {                                                                                              \
      return TH_LOAD(*reinterpret_cast<const real *>(of.x));                                       \
    }                                                                                              \
    static __device__ void fold(Acc &to, real x, int64_t, Pivot first, const ThcOutput &)          \
    {                                                                                              \
      const double a = TH_LOAD(x), d = a - first;                                                  \
      to.sum += d;                                                                                 \
      to.squares += d * d;                                                                         \
    }                                                                                              \
    static __device__ void merge(Acc &to, const Acc &later)                                        \
    {                                                                                              \
      to.sum += later.sum;                                                                         \
      to.squares += later.squares;                                                                 \
    }                                                                                              \
    static __device__ void store(const ThcOutput &of, const Acc &moment)                           \
    {                                                                                              \
      const double left = moment.squares - moment.sum * moment.sum / double(of.n);                 \
      const bool overflows = left != left && moment.sum - moment.sum == 0;                         \
      const double acc = left < 0 ? 0 : overflows ? moment.squares : left;                         \
      THC_KEPT(value)                                                                              \
    }                                                                                              \
  };

#define THC_SCANNED(name, init, fold_row, merge_row)                                               \
  struct ROW(name)                                                                                 \
  {                                                                                                \
    typedef real In;                                                                               \
    typedef accreal Acc;                                                                           \
    static __device__ Acc start() { return init; }                                                 \
    static __device__ Acc fold(Acc acc, real x)                                                    \
    {                                                                                              \
      const accreal a = TH_LOAD(x);                                                                \
      return fold_row;                                                                             \
    }                                                                                              \
    static __device__ Acc merge(Acc acc, Acc b) { return merge_row; }                              \
    static __device__ real result(Acc acc) { return TH_STORE_ACC(acc); }                           \
  };

#endif

#define TH_REDUCE(set, name, init, fold, merge, value, doc)                                        \
TH_IF_##set(THC_FOLD(name, accreal, accreal, init, fold, merge, THC_KEPT(value)))
#define TH_NORM TH_REDUCE
#define TH_POWERS(...)
#define TH_TEST(set, name, init, fold, merge, doc)                                                 \
TH_IF_##set(THC_FOLD(name, int32_t, TH_COMPUTE, init, fold, merge, THC_KEPT_TEST))
#define TH_EXTREME(set, name, init, better, doc) TH_IF_##set(THC_EXTREME(name, init, better))
#define TH_DEVIATION(set, name, value, doc) TH_IF_##set(THC_DEVIATION(name, value))
#define TH_SCAN(set, name, init, fold, merge, doc)                                                 \
TH_IF_##set(THC_SCANNED(name, init, fold, merge))
#define TH_RUNNING TH_SCAN
#include "TH/rows/THReduce.def"

static const THIterEntry *TABLE(entries)()
{
  static THIterEntry entry[TH_NUM_REDUCTIONS];
#define TH_REDUCE(set, name, ...) TH_IF_##set(entry[TH_OP_##name] = thc_runFold<ROW(name)>;)
#define TH_DEVIATION TH_REDUCE
#define TH_NORM TH_REDUCE
#define TH_POWERS(...)
#define TH_TEST TH_REDUCE
#define TH_EXTREME TH_REDUCE
#define TH_SCAN(set, name, ...) TH_IF_##set(entry[TH_OP_##name] = thc_runScan<ROW(name)>;)
#define TH_RUNNING TH_SCAN
#include "TH/rows/THReduce.def"
  return entry;
}
