/*
** The text of handles: written and read word by word.
*/
#include "TH/exchange/THDescription.h"

#include <string.h>

#include "TH/geometry/THGate.h"
#include "TH/ops/quantized/THQuantizer.h"

static const char first_word[] = "tensor1";
static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";

enum { SUM_DIGITS = 13 }; /* of 64 bits */

/* --- words --- */

typedef struct Writer { char *at, *end; } Writer;

static void put(Writer *w, const char *text, size_t length)
{
  if ((size_t)(w->end - w->at) < length) w->end = w->at; /* nothing fits any more */
  else w->at = (char *)memcpy(w->at, text, length) + length;
}

static void put_word(Writer *w, const char *word)
{
  put(w, ".", 1);
  put(w, word, strlen(word));
}

static void put_number(Writer *w, int64_t number)
{
  char text[16], *at = text + sizeof text;
  uint64_t rest = (uint64_t)number;
  *--at = 0;
  do *--at = digits[rest % 36];
  while ((rest /= 36));
  put_word(w, at);
}

typedef struct Reader { const char *at, *end; int failed; } Reader;

/* The length of the next word; the reader moves behind it. */
static size_t next_word(Reader *r, const char **word)
{
  const char *stop = r->at < r->end ? memchr(r->at, '.', (size_t)(r->end - r->at)) : NULL;
  if (!stop) {
    r->failed = 1;
    return 0;
  }
  *word = r->at;
  r->at = stop + 1;
  return (size_t)(stop - *word);
}

static void get_name(Reader *r, char name[48])
{
  const char *word;
  const size_t length = next_word(r, &word);
  if (length >= 48 || !length) r->failed = 1;
  for (size_t k = 0; k < length && !r->failed; k++)
    r->failed = word[k] != '_' && !memchr(digits, word[k], 36);
  if (!r->failed) memcpy(name, word, length), name[length] = 0;
}

static int64_t get_number(Reader *r)
{
  const char *word;
  int64_t number = 0;
  const size_t length = next_word(r, &word);
  r->failed |= !length;
  for (size_t k = 0; k < length && !r->failed; k++) {
    const char *digit = memchr(digits, word[k], 36);
    r->failed = !digit || __builtin_mul_overflow(number, 36, &number) ||
                __builtin_add_overflow(number, digit - digits, &number);
  }
  return r->failed ? 0 : number;
}

static int64_t get_below(Reader *r, int64_t bound)
{
  const int64_t number = get_number(r);
  r->failed |= number >= bound;
  return r->failed ? 0 : number;
}

/* FNV-1a: each step is a bijection of the sum, so that texts which differ in one character have
   different sums. */
static void write_sum(const char *text, size_t length, char *sum)
{
  uint64_t hash = 14695981039346656037u;
  for (size_t k = 0; k < length; k++) hash = (hash ^ (unsigned char)text[k]) * 1099511628211u;
  for (int k = SUM_DIGITS; k--; hash /= 36) sum[k] = digits[hash % 36];
}

/* --- writing --- */

static void put_place(Writer *w, const THSegmentPlace *place)
{
  put_number(w, place->sharing);
  if (!place->sharing) return;
  put_word(w, place->name);
  put_number(w, place->bytes);
  if (place->sharing == TH_SHARING_FILE) {
    put_word(w, place->manager);
    return;
  }
  put_number(w, place->pid);
  put_number(w, place->fd);
}

static void put_part(Writer *w, const THPart *part)
{
  const THWindow *window = &part->window;
  put_place(w, &part->place);
  put_number(w, window->dtype);
  put_number(w, window->flags);
  put_number(w, window->ndim + 1);
  put_number(w, window->offset);
  for (int d = 0; d < window->ndim; d++) put_number(w, window->size[d]);
  for (int d = 0; d < window->ndim; d++) put_number(w, window->stride[d]);
}

int th_writeHandle(const THDescription *what, THHandle *handle)
{
  Writer w = {handle->text, handle->text + TH_HANDLE_LENGTH};
  put(&w, first_word, strlen(first_word));
  put_part(&w, &what->tensor);
  if (what->layout) {
    put_word(&w, what->layout->name);
    put_number(&w, what->number);
    put_number(&w, what->count);
  }
  for (int k = 0; k < what->count; k++) put_part(&w, &what->part[k]);
  const size_t length = (size_t)(w.at - handle->text);
  put_word(&w, "0000000000000"); /* room for the sum */
  if (w.at == w.end)
    return th_fail(TH_EINVAL, "shareHandle: a handle of more than %d characters", TH_HANDLE_LENGTH);
  write_sum(handle->text, length, handle->text + length + 1);
  *w.at = 0;
  return TH_OK;
}

/* --- reading --- */

int th_noHandle(const char *why)
{
  return th_fail(TH_EINVAL, "fromHandle: this is no handle: %s; x:shareHandle() makes one", why);
}

/* The words between the first and the check sum. */
static int check_text(const char *text, size_t length, Reader *r)
{
  char sum[SUM_DIGITS];
  const size_t first = strlen(first_word), end = length - SUM_DIGITS - 1;
  if (length > TH_HANDLE_LENGTH)
    return th_fail(TH_EINVAL, "fromHandle: this is no handle: it has %zu characters, a handle has "
                   "at most %d", length, TH_HANDLE_LENGTH);
  if (length < first + 2 + SUM_DIGITS || memcmp(text, first_word, first) || text[first] != '.')
    return th_noHandle("it does not begin as one, or is too short");
  write_sum(text, end, sum);
  if (text[end] != '.' || memcmp(sum, text + end + 1, sizeof sum))
    return th_noHandle("its check sum does not fit, so it was cut or changed");
  *r = (Reader){text + first + 1, text + end + 1, 0};
  return TH_OK;
}

static THSegmentPlace get_place(Reader *r)
{
  THSegmentPlace place = {.sharing = (int)get_below(r, TH_NUM_SHARINGS)};
  if (!place.sharing) return place;
  get_name(r, place.name);
  place.bytes = get_number(r);
  r->failed |= !place.bytes;
  if (place.sharing == TH_SHARING_FILE) {
    get_name(r, place.manager);
    return place;
  }
  place.pid = get_below(r, INT32_MAX);
  place.fd = get_below(r, INT32_MAX);
  return place;
}

/* The flags that views of a dtype can have. */
static int flags_of(int dtype)
{
  const THTraits *traits = THDtype_traits(dtype);
  if (dtype == TH_BOOL || traits->quantized) return 0;
  return traits->complex ? TH_FLAGS_LAZY : TH_FLAG_NEGATED;
}

static THPart get_part(Reader *r)
{
  THPart part = {.place = get_place(r)};
  THWindow *window = &part.window;
  window->dtype = (int)get_below(r, TH_NUM_DTYPES);
  window->flags = (int)get_below(r, TH_FLAGS_LAZY + 1);
  window->ndim = (int)get_below(r, TH_MAX_DIM + 2) - 1;
  window->offset = get_number(r);
  for (int d = 0; d < window->ndim; d++) window->size[d] = get_number(r);
  for (int d = 0; d < window->ndim; d++) window->stride[d] = get_number(r);
  r->failed |= !THDtype_isBuilt(window->dtype);
  r->failed |= !r->failed && window->flags & ~flags_of(window->dtype);
  return part;
}

static int get_layout(Reader *r, THDescription *what)
{
  char name[48] = "";
  get_name(r, name);
  what->number = get_number(r);
  what->count = (int)get_below(r, TH_MAX_PARTS + 1);
  r->failed |= what->tensor.window.flags; /* such tensors are no views with flags, nor are parts */
  for (int k = 0; k < what->count; k++) {
    what->part[k] = get_part(r);
    r->failed |= what->part[k].window.flags;
  }
  if (r->failed) return TH_OK;
  what->layout = strcmp(name, THQuantizer_type()->name) ? THLayout_named(name) : THQuantizer_type();
  r->failed = what->layout && !THLayout_has(what->layout->number, what->tensor.window.dtype, 0);
  if (what->layout && what->layout->assemble) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "fromHandle: there is no layout '%s' here", name);
}

int th_readHandle(const char *text, size_t length, THDescription *what)
{
  Reader r;
  TH_TRY(check_text(text, length, &r));
  *what = (THDescription){.tensor = get_part(&r)};
  if (!r.failed && r.at < r.end) TH_TRY(get_layout(&r, what));
  return r.failed || r.at < r.end ? th_noHandle("its words make no sense") : TH_OK;
}

/* --- names --- */

int th_readName(const char *shown, char first, char name[48])
{
  const size_t length = strlen(shown);
  if (length < 2 || length > 48 || *shown != first) return 0;
  for (size_t k = 1; k < length; k++)
    if (shown[k] != '_' && !memchr(digits, shown[k], 36)) return 0;
  memcpy(name, shown + 1, length);
  return strncmp(name, "tensor_", 7) == 0;
}
