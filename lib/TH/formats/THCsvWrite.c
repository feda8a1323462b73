/*
** Writing tables of numbers: threads write elements into places that are long enough for any, and
** the text is then moved together.
*/
#include <string.h>

#include "TH/formats/THCsv.h"
#include "TH/formats/THDecimal.h"
#include "TH/iteration/THParallel.h"

#define MOST_PIECES 64
#define PIECE_ELEMENTS 2048

typedef struct Writing {
  const THTensor *matrix;
  char separator;
  char *to;
  int64_t begin, end; /* elements */
  int pieces;
  char *last[MOST_PIECES]; /* where each piece ended */
} Writing;

static char *write_element(char *p, int dtype, const void *at)
{
  double value;
  if (dtype == TH_DOUBLE) {
    memcpy(&value, at, sizeof value);
    return THDecimal_write(p, dtype, value);
  }
  const THNumber number = THDtype_load(dtype, at);
  if (TH_isInteger(number)) return THDecimal_writeWhole(p, TH_asInteger(number));
  return THDecimal_write(p, dtype, TH_asReal(number));
}

static int64_t first_of(const Writing *w, int64_t piece)
{
  const int64_t all = w->end - w->begin, each = all / w->pieces, over = all % w->pieces;
  return w->begin + piece * each + (piece < over ? piece : over);
}

/* Where the longest text of the elements before this piece would end. */
static char *place(const Writing *w, int64_t piece)
{
  return w->to + (first_of(w, piece) - w->begin) * TH_CSV_MOST;
}

static char *write_elements(char *p, const Writing *w, int64_t begin, int64_t end)
{
  const THTensor *t = w->matrix;
  const int64_t width = THDtype_traits(t->dtype)->size, columns = t->size[1];
  const char *data = THTensor_data(t);
  int64_t row = begin / columns, column = begin % columns;
  for (int64_t i = begin; i < end; i++) {
    const char *at = data + (row * t->stride[0] + column * t->stride[1]) * width;
    p = write_element(p, t->dtype, at);
    column++;
    *p++ = column < columns ? w->separator : '\n';
    if (column < columns) continue;
    column = 0;
    row++;
  }
  return p;
}

static void write_pieces(void *context, int64_t begin, int64_t end)
{
  Writing *w = context;
  for (int64_t piece = begin; piece < end; piece++)
    w->last[piece] = write_elements(place(w, piece), w, first_of(w, piece), first_of(w, piece + 1));
}

char *THCsv_write(char *p, char separator, const THTensor *matrix, int64_t begin, int64_t end)
{
  Writing w = {.matrix = matrix, .separator = separator, .to = p, .begin = begin, .end = end};
  const int64_t wanted = (end - begin) / PIECE_ELEMENTS + 1;
  w.pieces = wanted < MOST_PIECES ? (int)wanted : MOST_PIECES;
  THParallel_for(w.pieces, 1, write_pieces, &w);
  for (int piece = 0; piece < w.pieces; piece++) {
    const char *from = place(&w, piece);
    memmove(p, from, (size_t)(w.last[piece] - from));
    p += w.last[piece] - from;
  }
  return p;
}
