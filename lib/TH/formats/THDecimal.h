/*
** Decimal numbers in text: to doubles and whole numbers, and doubles to digits. Results are exact
** or rounded correctly to nearest even, and no locale has a say.
**
** A number is [+-] digits [. digits] [e [+-] digits], with at least one digit before the exponent,
** or nan, inf or infinity in any case with a sign or without.
*/
#ifndef TH_DECIMAL_H
#define TH_DECIMAL_H

#include "TH/base/THBase.h"

enum THDecimalKind { TH_DECIMAL_NONE, TH_DECIMAL_FINITE, TH_DECIMAL_INF, TH_DECIMAL_NAN };

/*
** A number as it was read: mantissa times ten to the exponent, where the mantissa has the first 19
** digits that count. text is the first of them, and digits how many there are, which for more than
** 19 the exact value needs.
*/
typedef struct THDecimal {
  uint64_t mantissa;
  int64_t exponent;
  const char *text;
  int64_t digits;
  int kind;
  int isNegative;
} THDecimal;

/* Read the longest number at p, and return where it ends; p itself if there is none. Reads nothing
   at end or behind it. */
const char *THDecimal_scan(THDecimal *d, const char *p, const char *end);

/* The nearest double; infinite if it is too large. */
double THDecimal_double(const THDecimal *d);

/* Store the number and return 1 if it is whole and lies between least and most, else return 0. */
int THDecimal_whole(const THDecimal *d, int64_t least, int64_t most, int64_t *value);

/* Write the shortest text that THDecimal_double makes value again when it is rounded to dtype, a
   floating type of which value is an element. Returns its end; at most TH_DECIMAL_MOST bytes. */
#define TH_DECIMAL_MOST 24
char *THDecimal_write(char *p, int dtype, double value);

/* Write a whole number. Returns its end. */
char *THDecimal_writeWhole(char *p, int64_t value);

#endif
