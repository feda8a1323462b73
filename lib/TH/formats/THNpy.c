/*
** The headers of npy files.
**
** Invariant: a reader never looks at or beyond its end; what it does not know is an error that
** quotes the text there.
*/
#include "TH/formats/THNpy.h"

#include <stdio.h>
#include <string.h>

/* NumPy's letter and bytes of an element, and the dtype here. Its name for the type is read too, as
   NumPy does. u4 is read as long, not written. */
static const struct { char kind, width; int16_t dtype; const char *name; } types[] = {
  {'b', 1, TH_BOOL, "bool"}, {'u', 1, TH_BYTE, "uint8"}, {'i', 1, TH_CHAR, "int8"},
  {'i', 2, TH_SHORT, "int16"}, {'i', 4, TH_INT, "int32"}, {'i', 8, TH_LONG, "int64"},
  {'u', 2, TH_UINT16, "uint16"}, {'f', 2, TH_HALF, "float16"}, {'f', 4, TH_FLOAT, "float32"},
  {'f', 8, TH_DOUBLE, "float64"}, {'c', 8, TH_COMPLEXFLOAT, "complex64"},
  {'c', 16, TH_COMPLEXDOUBLE, "complex128"}, {'u', 4, TH_LONG, "uint32"}
};
enum { NUM_TYPES = sizeof types / sizeof *types, NUM_WRITTEN = NUM_TYPES - 1 };

static const int is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

/* --- reading a Python literal --- */

typedef struct Reader { const char *at, *end; } Reader;

static int unexpected(const Reader *r, const char *needed)
{
  if (r->at == r->end)
    return th_fail(TH_EINVAL, "the header ends where %s should stand", needed);
  return th_fail(TH_EINVAL, "the header has '%s' where %s should stand",
                 THBytes_quote(r->at, r->end - r->at).text, needed);
}

static void skip_blanks(Reader *r)
{
  while (r->at < r->end && memchr(" \t\n\r\f", *r->at, 5)) r->at++;
}

/* Whether c comes next, which is then passed. */
static int take(Reader *r, char c)
{
  skip_blanks(r);
  if (r->at == r->end || *r->at != c) return 0;
  r->at++;
  return 1;
}

static int take_word(Reader *r, const char *word)
{
  const size_t length = strlen(word);
  skip_blanks(r);
  if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length)) return 0;
  r->at += length;
  return 1;
}

/* A string in either quotes, without escapes: none that is meant needs them. */
static int read_string(Reader *r, const char *needed, Reader *string)
{
  const char quote = take(r, '\'') ? '\'' : take(r, '"') ? '"' : 0;
  if (!quote) return unexpected(r, needed);
  const char *end = memchr(r->at, quote, (size_t)(r->end - r->at));
  if (!end || memchr(r->at, '\\', (size_t)(end - r->at))) return unexpected(r, needed);
  *string = (Reader){r->at, end};
  r->at = end + 1;
  return TH_OK;
}

static int is(const Reader *string, const char *word)
{
  return (size_t)(string->end - string->at) == strlen(word) &&
         memcmp(string->at, word, strlen(word)) == 0;
}

/* Python 2 wrote an L behind long numbers. */
static int read_size(Reader *r, int64_t *size)
{
  skip_blanks(r);
  const char *from = r->at;
  for (*size = 0; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
    const int digit = *r->at - '0';
    if (*size > (INT64_MAX - digit) / 10) {
      r->at = from;
      return unexpected(r, "a size below 2^63");
    }
    *size = *size * 10 + digit;
  }
  if (r->at == from) return unexpected(r, "a size");
  if (*from == '0' && *size) {
    r->at = from;
    return unexpected(r, "a size without a 0 in front");
  }
  if (r->at < r->end && *r->at == 'L') r->at++;
  return TH_OK;
}

static int read_shape(Reader *r, THArray *array)
{
  int hasComma = 1;
  if (!take(r, '(')) return unexpected(r, "a tuple of sizes");
  array->ndim = 0;
  while (!take(r, ')')) {
    if (!hasComma) return unexpected(r, "a comma or )");
    if (array->ndim == TH_MAX_DIM)
      return th_fail(TH_EINVAL, "the array has more than %d dimensions", TH_MAX_DIM);
    TH_TRY(read_size(r, &array->size[array->ndim++]));
    hasComma = take(r, ',');
  }
  if (array->ndim == 1 && !hasComma) return unexpected(r, "a tuple of sizes, not (n), before this");
  return TH_OK;
}

static int read_order(Reader *r, THArray *array)
{
  array->isFortran = take_word(r, "True");
  return array->isFortran || take_word(r, "False") ? TH_OK : unexpected(r, "True or False");
}

static int no_type(const Reader *descr)
{
  static const struct { char kind; const char *name; } others[] = {
    {'S', "strings"}, {'a', "strings"}, {'U', "strings"}, {'V', "records"}, {'O', "objects"},
    {'M', "dates"}, {'m', "durations"}, {'u', "unsigned integers of that width"}
  };
  const char *what = "elements of a type that tensors lack";
  const char *kind = descr->at + (descr->at < descr->end && memchr("<>=|", *descr->at, 4));
  for (size_t k = 0; kind < descr->end && k < sizeof others / sizeof *others; k++)
    if (*kind == others[k].kind) what = others[k].name;
  return th_fail(TH_EDTYPE,
                 "'%s': %s cannot be loaded; f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 b1 c8 c16 can",
                 THBytes_quote(descr->at, descr->end - descr->at).text, what);
}

static int read_type(Reader *r, THArray *array)
{
  Reader descr;
  char order = '=';
  int width = 0;
  if (take(r, '[')) return th_fail(TH_EDTYPE, "records cannot be loaded, only arrays of numbers");
  TH_TRY(read_string(r, "a type of elements", &descr));
  const char *at = descr.at;
  if (at < descr.end && memchr("<>=|", *at, 4)) order = *at++;
  const char kind = at < descr.end ? *at++ : 0;
  for (; at < descr.end && *at >= '0' && *at <= '9' && width < 100; at++)
    width = width * 10 + *at - '0';
  for (int k = 0; k < NUM_TYPES; k++) {
    const int isCode = at == descr.end && types[k].kind == kind && types[k].width == width;
    if (!isCode && !is(&descr, types[k].name)) continue;
    array->dtype = types[k].dtype;
    array->width = types[k].width;
    array->isSwapped = types[k].width > 1 && order == (is_little ? '>' : '<');
    return TH_OK;
  }
  return no_type(&descr);
}

static int read_dictionary(Reader *r, THArray *array)
{
  static const struct { const char *name; int (*read)(Reader *, THArray *); } keys[] = {
    {"descr", read_type}, {"fortran_order", read_order}, {"shape", read_shape}
  };
  unsigned seen = 0;
  int hasComma = 1;
  if (!take(r, '{')) return unexpected(r, "{");
  while (!take(r, '}')) {
    Reader key;
    int k = 0;
    if (!hasComma) return unexpected(r, "a comma or }");
    TH_TRY(read_string(r, "a key", &key));
    while (k < 3 && !is(&key, keys[k].name)) k++;
    if (k == 3 || seen & 1u << k)
      return th_fail(TH_EINVAL, "the header has the key '%s'%s",
                     THBytes_quote(key.at, key.end - key.at).text, k < 3 ? " twice" : "");
    if (!take(r, ':')) return unexpected(r, ":");
    TH_TRY(keys[k].read(r, array));
    seen |= 1u << k;
    hasComma = take(r, ',');
  }
  skip_blanks(r);
  if (r->at < r->end) return unexpected(r, "its end");
  for (int k = 0; k < 3; k++)
    if (!(seen & 1u << k)) return th_fail(TH_EINVAL, "the header lacks '%s'", keys[k].name);
  return TH_OK;
}

int THNpy_describe(THArray *array, const THBytes *bytes)
{
  static const char magic[] = "\x93NUMPY";
  const unsigned char *p = bytes->data;
  if (bytes->size < 10 || memcmp(p, magic, 6))
    return th_fail(TH_EINVAL, "no npy file begins like this");
  if (p[6] < 1 || p[6] > 3 || p[7])
    return th_fail(TH_EINVAL, "npy of version %d.%d; 1.0, 2.0 and 3.0 are known", p[6], p[7]);
  const int start = p[6] == 1 ? 10 : 12;
  int64_t length = p[8] | p[9] << 8;
  if (start == 12 && bytes->size >= 12) length |= (int64_t)p[10] << 16 | (int64_t)p[11] << 24;
  if (length > bytes->size - start)
    return th_fail(TH_EINVAL, "a header of %" PRId64 " bytes does not fit in %" PRId64, length,
                   bytes->size);
  const char *text = (const char *)p + start;
  Reader reader = {text, text + length};
  *array = (THArray){.from = start + length};
  return read_dictionary(&reader, array);
}

/* --- writing --- */

/* NumPy leaves room in which the first size can grow, and ends the header at a multiple of 64. */
int THNpy_header(char *text, int *length, const THTensor *t)
{
  enum { START = 10, DIGITS = 21 };
  char shape[TH_MAX_DIM * 22 + 4] = "", first[24] = "";
  int k = 0, used = 0;
  while (k < NUM_WRITTEN && types[k].dtype != t->dtype) k++;
  if (k == NUM_WRITTEN)
    return th_fail(TH_EDTYPE, "npy has no type for a %s", THTensor_typeText(t->dtype).text);
  for (int d = 0; d < t->nDimension; d++)
    used += sprintf(shape + used, d ? ", %" PRId64 : "%" PRId64, t->size[d]);
  if (t->nDimension == 1) strcpy(shape + used, ",");
  /* () is one element. */
  if (!t->nDimension && !THTensor_nElement(t)) strcpy(shape, "0,");
  if (t->nDimension) sprintf(first, "%" PRId64, t->size[0]);
  const int grow = t->nDimension ? DIGITS - (int)strlen(first) : 0;
  used = sprintf(text + START, "{'descr': '%c%c%d', 'fortran_order': False, 'shape': (%s), }%*s",
                 types[k].width == 1 ? '|' : is_little ? '<' : '>', types[k].kind, types[k].width,
                 shape, grow, "");
  const int total = (START + used + 1 + 63) / 64 * 64;
  memset(text + START + used, ' ', (size_t)(total - START - used));
  text[total - 1] = '\n';
  memcpy(text, "\x93NUMPY\1\0", 8);
  text[8] = (char)((total - START) & 255);
  text[9] = (char)((total - START) >> 8);
  *length = total;
  return TH_OK;
}
