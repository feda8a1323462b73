/* Kinds of point-wise rows that an includer of THPointwise.def did not define are passed over. No
   include guard, on purpose. */
#ifndef TH_UNARY
#define TH_UNARY(...)
#endif
#ifndef TH_PREDICATE
#define TH_PREDICATE(...)
#endif
#ifndef TH_BINARY
#define TH_BINARY(...)
#endif
#ifndef TH_DIVISION
#define TH_DIVISION(...)
#endif
#ifndef TH_SCALED
#define TH_SCALED(...)
#endif
#ifndef TH_COMPARE
#define TH_COMPARE(...)
#endif
#ifndef TH_UNARY2
#define TH_UNARY2(...)
#endif
#ifndef TH_TERNARY1
#define TH_TERNARY1(...)
#endif
#ifndef TH_DIVISION1
#define TH_DIVISION1(...)
#endif
