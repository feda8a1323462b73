/*
** The rows of THPointwise.def for one dtype, as structs for thc_point.cuh, and their entries in the
** table.
*/
#ifndef TH_ONLY_SPECIAL
#define TH_WITHOUT_SPECIAL
#endif
#ifndef THC_POINTWISE_MACROS
#define THC_POINTWISE_MACROS

#define THC_ELEMENT real
#define THC_VALUE real::Part
#define THC_MASK uint8_t
#define THC_STORE_ELEMENT(x) TH_STORE(x)
#define THC_STORE_VALUE(x) ((THC_VALUE)(x))
#define THC_STORE_MASK(x) ((uint8_t)((x) != 0))

#define THC_ROW(kind, name, load, value)                          \
  struct ROW(name)                                                \
  {                                                               \
    typedef real In;                                              \
    typedef THC_##kind Out;                                       \
    static __device__ Out of(const In *x)                         \
    {                                                             \
      load;                                                       \
      return THC_STORE_##kind(value);                             \
    }                                                             \
  };

/* Loads of the operands, which are followed by the row's numbers u and v. */
#define THC_LOAD1 TH_COMPUTE a = TH_LOAD(x[0])
#define THC_LOAD2 TH_COMPUTE a = TH_LOAD(x[0]), b = TH_LOAD(x[1])
#define THC_LOAD2U TH_COMPUTE u = TH_LOAD(x[2]), a = TH_LOAD(x[0]), b = u * TH_LOAD(x[1])
#define THC_LOAD1UV TH_COMPUTE a = TH_LOAD(x[0]), u = TH_LOAD(x[1]), v = TH_LOAD(x[2])
#define THC_LOAD3U \
  TH_COMPUTE a = TH_LOAD(x[0]), b = TH_LOAD(x[1]), c = TH_LOAD(x[2]), u = TH_LOAD(x[3])

#endif

#define TH_UNARY(set, name, value, doc) TH_IF_##set(THC_ROW(ELEMENT, name, THC_LOAD1, value))
#define TH_PART(set, name, value, doc)                        \
  TH_IF_COMPLEX(THC_ROW(VALUE, name, THC_LOAD1, value))       \
  TH_IF_FLOATING(THC_ROW(ELEMENT, name, THC_LOAD1, value))    \
  TH_IF_INTEGRAL(TH_IF_##set(THC_ROW(ELEMENT, name, THC_LOAD1, value)))
#define TH_PREDICATE(set, name, value, doc) TH_IF_##set(THC_ROW(MASK, name, THC_LOAD1, value))
#define TH_BINARY(set, cname, name, value, doc) \
  TH_IF_##set(THC_ROW(ELEMENT, cname, THC_LOAD2, value))
#define TH_DIVISION TH_BINARY
#define TH_COMPARE(set, name, value, doc) TH_IF_##set(THC_ROW(MASK, name, THC_LOAD2, value))
#define TH_SCALED(set, cname, name, value, doc) \
  TH_BINARY(set, cname, name, value, doc)       \
  TH_IF_##set(THC_ROW(ELEMENT, cname##Scaled, THC_LOAD2U, value))
#define TH_UNARY2(set, name, value, doc) TH_IF_##set(THC_ROW(ELEMENT, name, THC_LOAD1UV, value))
#define TH_TERNARY1(set, name, value, doc) TH_IF_##set(THC_ROW(ELEMENT, name, THC_LOAD3U, value))
#define TH_DIVISION1 TH_TERNARY1
#include "TH/rows/THPointwise.def"

#ifndef TH_ONLY_SPECIAL
struct ROW(anyZero)
{
  typedef real In;
  typedef ThcFlag Out;
  static __device__ Out of(const In *x)
  {
    return ThcFlag{(uint8_t)(TH_LOAD(x[0]) == 0)};
  }
};
#endif

static const THIterEntry *TABLE(entries)()
{
  static THIterEntry entry[TH_POINTWISE_ROWS];
#define THC_ENTRY(set, name, operands) \
  TH_IF_##set(entry[TH_OP_##name] = thc_runPoint<ROW(name), operands>;)
#define TH_UNARY(set, name, value, doc) THC_ENTRY(set, name, 2)
#define TH_PREDICATE TH_UNARY
#define TH_BINARY(set, cname, name, value, doc) THC_ENTRY(set, cname, 3)
#define TH_DIVISION TH_BINARY
#define TH_COMPARE(set, name, value, doc) THC_ENTRY(set, name, 3)
#define TH_SCALED(set, cname, name, value, doc) \
  THC_ENTRY(set, cname, 3) THC_ENTRY(set, cname##Scaled, 4)
#define TH_UNARY2(set, name, value, doc) THC_ENTRY(set, name, 4)
#define TH_TERNARY1(set, name, value, doc) THC_ENTRY(set, name, 5)
#define TH_DIVISION1 TH_TERNARY1
#include "TH/rows/THPointwise.def"
#undef THC_ENTRY
#ifndef TH_ONLY_SPECIAL
  entry[TH_OP_anyZero] = thc_runFlag<ROW(anyZero)>;
#endif
  return entry;
}
