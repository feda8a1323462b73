/*
** The rows of THDistribution.def for one dtype, as structs for thc_draw.cuh: of(draw, normal,
** parameters) makes a value of a draw, or of a standard normal if normals is set.
*/
#ifndef THC_DRAW_MACROS
#define THC_DRAW_MACROS

#define PI 3.14159265358979323846
#define THC_OF_u draw * 0x1p-32
#define THC_OF_z normal
#define THC_NORMALS_u false
#define THC_NORMALS_z true
#define THC_PARAMETER(k) thc_number<double>(uint64_t(number[k]))
#define THC_COMMA ,

#define THC_DRAW_ROW(name, x, parameters, value)                                     \
  struct ROW(name)                                                                   \
  {                                                                                  \
    typedef real Out;                                                                \
    static constexpr bool normals = THC_NORMALS_##x;                                 \
    static __device__ real of(uint32_t draw, double normal, const int64_t *number)   \
    {                                                                                \
      const double x = THC_OF_##x;                                                   \
      const double parameters;                                                       \
      (void)draw, (void)normal;                                                      \
      return TH_FROM_DOUBLE(double(value));                                          \
    }                                                                                \
  };

#endif

#define TH_DISTRIBUTION1(set, name, x, p, rule, value_p, value, doc) \
TH_IF_##set(THC_DRAW_ROW(name, x, p = THC_PARAMETER(0), value))
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, rule_q, value_q, value, doc) \
TH_IF_##set(THC_DRAW_ROW(name, x, p = THC_PARAMETER(0) THC_COMMA q = THC_PARAMETER(1), value))
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2

/* number: the count (0 means 2^64) and the first value. */
struct ROW(range)
{
  typedef real Out;
  static constexpr bool normals = false;
  static __device__ real of(uint32_t draw, double, const int64_t *number)
  {
    const uint64_t count = uint64_t(number[0]);
    const uint32_t at = count - 1 < UINT32_MAX ? draw % uint32_t(count) : draw;
    const int64_t value = int64_t(uint64_t(number[1]) + at);
    return TH_FROM_INT(value);
  }
};

static const THFillEntry *TABLE(entries)()
{
  static THFillEntry entry[TH_FILL_ROWS];
#define TH_DISTRIBUTION1(set, name, ...) \
  TH_IF_##set(entry[TH_DISTRIBUTION_##name] = thc_runFill<ROW(name)>;)
#define TH_DISTRIBUTION2 TH_DISTRIBUTION1
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2
  entry[TH_FILL_range] = thc_runFill<ROW(range)>;
  return entry;
}
