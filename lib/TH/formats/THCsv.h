/*
** Tables of numbers as text (csv, tsv): one line a row, fields with a separator between them, to a
** matrix and back. No locale has a say.
**
** A field is a number (THDecimal.h), in quotes or not, with blanks around it or not; an empty one
** is NaN. Lines end with a newline or a carriage return and a newline; empty lines at the end are
** no rows. Elements are real numbers. Errors name the line, the column and where in the line it
** begins.
*/
#ifndef TH_CSV_H
#define TH_CSV_H

#include "TH/geometry/THTensor.h"

enum { TH_CSV_FIND_HEADER = -1, TH_CSV_NO_HEADER, TH_CSV_HEADER };

typedef struct THCsv {
  int dtype;                    /* of the elements */
  int header;                   /* FIND_HEADER: the first line is one if a field is no number */
  char separator;               /* THCsv_isSeparator */
  const char *names, *namesEnd; /* found: the header's line, or NULL */
} THCsv;

/* Whether fields may be separated by c: numbers, quotes and lines do not need it. */
int THCsv_isSeparator(char c);

/*
** Make out the matrix, rows x columns, that a text of length bytes has. csv->names points into the
** text. Errors: TH_EINVAL for a text that is none, TH_EDTYPE, TH_ENOMEM. No more memory is taken
** than the text has elements.
*/
int THCsv_read(THTensor *out, THCsv *csv, const char *text, int64_t length);

/* The next name of the header: copied to name, without quotes. It needs as many bytes as the
   header has. Moves csv->names behind it; returns the name's length, or -1 if there was none. */
int64_t THCsv_nextName(THCsv *csv, char *name);

/* Write elements [begin, end) of a matrix on the CPU, counted row by row, each with a separator or
   a newline behind it: at most TH_CSV_MOST bytes an element. Returns the end. */
#define TH_CSV_MOST 25
char *THCsv_write(char *p, char separator, const THTensor *matrix, int64_t begin, int64_t end);

#endif
