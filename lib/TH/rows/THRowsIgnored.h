/* Skips the kinds of rows of THPointwise.def that the includer did not define. It has no include
   guard because a file may include it several times. */
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
