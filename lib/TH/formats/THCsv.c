/*
** Reading tables of numbers: the lines are cut into pieces, whose rows are counted, so that each
** piece knows where its elements go, and then parsed by threads. The first error of the text is the
** one that is reported, whatever the number of threads.
**
** Invariant: memory is taken once it is known that the text is long enough for as many elements.
*/
#include "TH/formats/THCsv.h"

#include <stdlib.h>
#include <string.h>

#include "TH/formats/THDecimal.h"
#include "TH/formats/THQuickDecimal.h"
#include "TH/iteration/THParallel.h"

#define MOST_PIECES 64
#define PIECE_BYTES 65536

enum Trouble { NONE, NO_NUMBER, NO_WHOLE, MISSING, TOO_FEW, TOO_MANY, OPEN_QUOTE, LONE_RETURN };

typedef struct Piece {
  const char *begin, *end; /* whole lines */
  int64_t row;             /* the first one */
  enum Trouble trouble;    /* the first one, at badAt */
  const char *badAt;
  int64_t badColumn;
} Piece;

typedef struct Reading {
  const THCsv *csv;
  const THTraits *traits;
  int64_t columns;
  const char *end; /* of the text */
  char *data;      /* of the matrix; NULL if only errors are looked for */
  Piece piece[MOST_PIECES];
} Reading;

int THCsv_isSeparator(char c)
{
  return !c || !strchr("0123456789+-.\"\r\nEFIATNYefiatny", c);
}

/* --- fields --- */

static const char *skip_blanks(const char *p, const char *end, char separator)
{
  while (p < end && (*p == ' ' || *p == '\t') && *p != separator) p++;
  return p;
}

static int is_lineEnd(const char *p, const char *end)
{
  return p == end || *p == '\n' || (*p == '\r' && (p + 1 == end || p[1] == '\n'));
}

/* Behind the newline at p, where a line ends. */
static const char *next_line(const char *p, const char *end)
{
  if (p < end && *p == '\r') p++;
  return p < end ? p + 1 : end;
}

/* The number of the field at p; its kind is NONE for an empty field. Returns where the field ends,
   or NULL if there is something else. */
static const char *read_number(THDecimal *d, const char *p, const char *end, char separator)
{
  p = skip_blanks(p, end, separator);
  const int isQuoted = p < end && *p == '"';
  if (isQuoted) p = skip_blanks(p + 1, end, separator);
  p = skip_blanks(THDecimal_scan(d, p, end), end, separator);
  if (isQuoted) {
    if (p == end || *p != '"') return NULL;
    p = skip_blanks(p + 1, end, separator);
  }
  return (p < end && *p == separator) || is_lineEnd(p, end) ? p : NULL;
}

/* Where the text of the field at p begins and ends, quotes included. Returns where the field ends,
   at a separator, a line's end or a carriage return that is none, or NULL if its quotes are not
   closed. */
static const char *skip_field(const char *p, const char *end, char separator, const char **first,
                              const char **last)
{
  p = skip_blanks(p, end, separator);
  *first = p;
  if (p < end && *p == '"') {
    for (p++; p < end && (*p != '"' || (p + 1 < end && p[1] == '"')); p++) p += *p == '"';
    if (p == end) return NULL;
    p++;
  }
  while (p < end && *p != '\n' && *p != '\r' && *p != separator) p++;
  *last = p;
  while (*last > *first && ((*last)[-1] == ' ' || (*last)[-1] == '\t')) --*last;
  return p;
}

static void store_floating(int dtype, char *at, double value)
{
  if (dtype == TH_DOUBLE) memcpy(at, &value, sizeof value);
  else THDtype_store(dtype, at, TH_real(value));
}

static enum Trouble store(const Reading *r, char *at, const THDecimal *d)
{
  const int64_t most = r->traits->whole, least = r->traits->isSigned ? -most - 1 : 0;
  int64_t value;
  if (r->traits->floating) {
    if (at) store_floating(r->csv->dtype, at, THDecimal_double(d));
    return NONE;
  }
  if (d->kind == TH_DECIMAL_NONE) return MISSING;
  if (!THDecimal_whole(d, least, most, &value)) return NO_WHOLE;
  if (at) THDtype_store(r->csv->dtype, at, TH_integer(value));
  return NONE;
}

/* Read the fields of a row, of floating elements at to, as long as they are usual numbers: most
   rows of a large table, with their newlines. Returns where the first other field begins, which is
   in *column. */
static const char *read_quickly(const Reading *r, const char *p, char *to, int64_t *column)
{
  const int64_t columns = r->columns, width = r->traits->size;
  const int dtype = r->csv->dtype;
  const char separator = r->csv->separator, *const end = r->end;
  int64_t i = 0;
  for (; i < columns && end - p >= TH_QUICK_BYTES; i++, to += width) {
    double value;
    const char *after = th_quickDecimal(&value, p + (*p == ' ' && separator != ' '));
    if (!after || *after != (i + 1 < columns ? separator : '\n')) break;
    store_floating(dtype, to, value);
    p = after + 1;
  }
  *column = i;
  return p;
}

/* What is wrong with a field that is no number. */
static enum Trouble trouble_of(const char *p, const char *end, char separator)
{
  const char *first, *last;
  p = skip_field(p, end, separator, &first, &last);
  return p && p < end && *p == '\r' && !is_lineEnd(p, end) ? LONE_RETURN : NO_NUMBER;
}

/* Read the field at p into the element at to. *after is where the field ends. */
static enum Trouble read_field(const Reading *r, const char *p, const char *end, char *to,
                               const char **after)
{
  const char separator = r->csv->separator;
  THDecimal d;
  *after = read_number(&d, p, end, separator);
  return *after ? store(r, to, &d) : trouble_of(p, end, separator);
}

/* --- rows --- */

static enum Trouble fail_at(Piece *piece, enum Trouble trouble, const char *p, int64_t column)
{
  piece->badAt = p;
  piece->badColumn = column;
  return piece->trouble = trouble;
}

/* Read the row at *p, and move behind its line. */
static enum Trouble read_row(const Reading *r, Piece *piece, const char **p, char *to)
{
  const char separator = r->csv->separator;
  int64_t column = 0;
  if (to && r->traits->floating) {
    *p = read_quickly(r, *p, to, &column);
    if (column == r->columns) return NONE;
    to += column * r->traits->size;
  }
  for (;; column++) {
    const char *field = *p, *after;
    if (column == r->columns) return fail_at(piece, TOO_MANY, field, column);
    const enum Trouble trouble = read_field(r, field, piece->end, to, &after);
    if (trouble) return fail_at(piece, trouble, field, column);
    if (to) to += r->traits->size;
    *p = after;
    if (after == piece->end || *after != separator) {
      if (column + 1 < r->columns) return fail_at(piece, TOO_FEW, after, column + 1);
      break;
    }
    ++*p;
  }
  *p = next_line(*p, piece->end);
  return NONE;
}

static void read_pieces(void *context, int64_t begin, int64_t end)
{
  Reading *r = context;
  const int64_t width = r->columns * r->traits->size;
  for (Piece *piece = r->piece + begin; piece < r->piece + end; piece++) {
    int64_t row = piece->row;
    for (const char *p = piece->begin; p < piece->end; row++)
      if (read_row(r, piece, &p, r->data ? r->data + row * width : NULL)) break;
  }
}

/* --- pieces --- */

/* Counts the lines of pieces. */
static void count_rows(void *context, int64_t begin, int64_t end)
{
  Reading *r = context;
  for (Piece *piece = r->piece + begin; piece < r->piece + end; piece++) {
    const char *p = piece->begin;
    piece->row = 0;
    for (; p < piece->end; piece->row++) {
      p = memchr(p, '\n', (size_t)(piece->end - p));
      p = p ? p + 1 : piece->end;
    }
  }
}

/* Cuts the lines into pieces. Returns how many rows they have; *count is the number of pieces. */
static int64_t cut(Reading *r, const char *begin, const char *end, int *count)
{
  const int64_t length = end - begin, wanted = length / PIECE_BYTES + 1;
  const int most = wanted < MOST_PIECES ? (int)wanted : MOST_PIECES;
  const char *at = begin;
  *count = 0;
  for (int i = 1; i <= most && at < end; i++) {
    const char *until = i < most ? begin + length / most * i : end;
    if (until < at) continue; /* in a long line */
    until = memchr(until, '\n', (size_t)(end - until));
    until = until ? until + 1 : end;
    r->piece[(*count)++] = (Piece){.begin = at, .end = until};
    at = until;
  }
  THParallel_for(*count, 1, count_rows, r);
  int64_t rows = 0;
  for (int i = 0; i < *count; i++) {
    const int64_t here = r->piece[i].row;
    r->piece[i].row = rows;
    rows += here;
  }
  return rows;
}

/* --- errors --- */

static int64_t count_lines(const char *p, const char *end)
{
  int64_t lines = 0;
  for (; p < end; p++) lines += *p == '\n';
  return lines;
}

/* The beginning of the field at p, as a message can show it. */
static void show_field(char *shown, size_t size, const char *p, const char *end, char separator)
{
  const char *first = skip_blanks(p, end, separator);
  size_t length = 0;
  for (p = first; length < size - 1 && !is_lineEnd(p, end) && *p != separator; p++)
    shown[length++] = *p >= ' ' && *p < 127 ? *p : '?';
  while (length && shown[length - 1] == ' ') length--;
  shown[length] = 0;
}

static int fail_field(const Reading *r, const char *text, const char *end, const char *at,
                      int64_t column, enum Trouble trouble)
{
  char field[32];
  const char *line = at;
  while (line > text && line[-1] != '\n') line--;
  const int64_t number = count_lines(text, line) + 1, place = at - line + 1;
  show_field(field, sizeof field, at, end, r->csv->separator);
#define PLACE "line %" PRId64 ", column %" PRId64 " (character %" PRId64 "): "
  switch (trouble) {
  case TOO_FEW:
    return th_fail(TH_EINVAL, PLACE "the row has %" PRId64 " fields, the first one has %" PRId64,
                   number, column + 1, place, column, r->columns);
  case TOO_MANY:
    return th_fail(TH_EINVAL, PLACE "more than the %" PRId64 " fields of the first row",
                   number, column + 1, place, r->columns);
  case MISSING:
    return th_fail(TH_EINVAL, PLACE "an empty field; %s elements have no NaN", number, column + 1,
                   place, r->traits->option);
  case NO_WHOLE:
    return th_fail(TH_EINVAL, PLACE "%s elements cannot be '%s'", number, column + 1, place,
                   r->traits->option, field);
  case OPEN_QUOTE:
    return th_fail(TH_EINVAL, PLACE "quotes that nothing closes", number, column + 1, place);
  case LONE_RETURN:
    return th_fail(TH_EINVAL, PLACE "a carriage return without a newline behind it", number,
                   column + 1, place);
  default:
    return th_fail(TH_EINVAL, PLACE "'%s' is no number", number, column + 1, place, field);
  }
#undef PLACE
}

static int fail_first(const Reading *r, int count, const char *text, const char *end)
{
  for (const Piece *piece = r->piece; piece < r->piece + count; piece++)
    if (piece->trouble)
      return fail_field(r, text, end, piece->badAt, piece->badColumn, piece->trouble);
  return TH_OK;
}

/* --- the whole text --- */

/* Look at the first line. Returns where the rows begin, and NULL after an error. */
static const char *read_header(Reading *r, THCsv *csv, const char *text, const char *p,
                               const char *end)
{
  const char *const line = p, *at = p, *first, *last;
  THDecimal d;
  int isHeader = csv->header == TH_CSV_HEADER;
  for (r->columns = 1; csv->header != TH_CSV_NO_HEADER && !isHeader; r->columns++, at++) {
    at = read_number(&d, at, end, csv->separator);
    isHeader = !at;
    if (!at || at == end || *at != csv->separator) break;
  }
  for (r->columns = 1, at = line;; r->columns++, at++) {
    const char *field = at;
    at = skip_field(at, end, csv->separator, &first, &last);
    if (!at || (!is_lineEnd(at, end) && *at != csv->separator)) {
      fail_field(r, text, end, field, r->columns - 1, at ? LONE_RETURN : OPEN_QUOTE);
      return NULL;
    }
    if (is_lineEnd(at, end)) break;
  }
  if (!isHeader) return line;
  csv->names = line;
  csv->namesEnd = at;
  return next_line(at, end);
}

/* The text without the byte order mark in front of it, and without empty lines at its end. */
static void trim(char separator, const char **begin, const char **end)
{
  if (*end - *begin >= 3 && !memcmp(*begin, "\xef\xbb\xbf", 3)) *begin += 3;
  for (;;) {
    const char *p = *end;
    if (p > *begin && p[-1] == '\n') p--;
    const char *line = p;
    while (line > *begin && line[-1] != '\n') line--;
    if (*end == *begin || !is_lineEnd(skip_blanks(line, p, separator), p)) return;
    *end = line;
  }
}

static int read_rows(Reading *r, THTensor *out, const char *text, const char *begin,
                     const char *end)
{
  int count;
  THTensor matrix = {0};
  const int64_t rows = cut(r, begin, end, &count), size[] = {rows, r->columns};
  /* Each element takes a byte at least. If there are not so many, some rows are shorter. */
  const int isShort = rows && r->columns > (end - begin + 1) / rows;
  if (!isShort) {
    TH_TRY(THTensor_new(&matrix, 0, r->csv->dtype, 2, size));
    r->data = THTensor_data(&matrix);
  }
  THParallel_for(count, 1, read_pieces, r);
  int status = fail_first(r, count, text, end);
  if (!status && isShort) status = th_fail(TH_EINVAL, "the text is too short for its rows");
  if (!status) THTensor_set(out, &matrix);
  THTensor_clear(&matrix);
  return status;
}

int THCsv_read(THTensor *out, THCsv *csv, const char *text, int64_t length)
{
  if (!length) text = ""; /* the bytes of an empty file are nowhere */
  const char *begin = text, *end = text + length;
  csv->names = csv->namesEnd = NULL;
  if (!THDtype_isReal(csv->dtype))
    return th_fail(TH_EDTYPE, "elements are real numbers, not %s",
                   THDtype_traits(csv->dtype)->option);
  if (!THCsv_isSeparator(csv->separator))
    return th_fail(TH_EINVAL, "numbers, quotes or lines need the separator themselves");
  trim(csv->separator, &begin, &end);
  if (begin == end) return th_fail(TH_EINVAL, "line 1, column 1: the text is empty");
  Reading *r = malloc(sizeof *r);
  if (!r) return th_fail(TH_ENOMEM, "not enough memory");
  r->csv = csv;
  r->traits = THDtype_traits(csv->dtype);
  r->end = end;
  r->data = NULL;
  const char *rows = read_header(r, csv, text, begin, end);
  int status = rows ? read_rows(r, out, text, rows, end) : TH_errorStatus();
  free(r);
  return status;
}

int64_t THCsv_nextName(THCsv *csv, char *name)
{
  const char *first, *last;
  if (!csv->names) return -1;
  const char *at = skip_field(csv->names, csv->namesEnd, csv->separator, &first, &last);
  const int isQuoted = last - first >= 2 && *first == '"' && last[-1] == '"';
  int64_t length = 0;
  for (const char *p = first + isQuoted; p < last - isQuoted; p++) {
    name[length++] = *p;
    if (isQuoted && *p == '"' && p[1] == '"') p++;
  }
  csv->names = at < csv->namesEnd ? at + 1 : NULL;
  return length;
}
