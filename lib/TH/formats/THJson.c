/*
** JSON.
**
** Invariant: at never passes end; memory grows with the strings and keys that have been read, never
** with a number in the text.
*/
#include "TH/formats/THJson.h"
#include "TH/platform/THPlatform.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 64 };

void THJson_begin(THJson *json, const void *text, int64_t length)
{
  *json = (THJson){.begin = text, .at = text};
  json->end = json->at + length;
}

void THJson_end(THJson *json)
{
  free(json->texts);
  free(json->keys.key);
  *json = (THJson){0};
}

int THJson_unexpected(const THJson *json, const char *needed)
{
  const int64_t left = json->end - json->at;
  if (!left) return th_fail(TH_EINVAL, "the JSON ends where %s should stand", needed);
  return th_fail(TH_EINVAL, "the JSON has '%s' at byte %" PRId64 ", where %s should stand",
                 THBytes_quote(json->at, left < 20 ? left : 20).text,
                 (int64_t)(json->at - json->begin) + 1, needed);
}

static void skip_blanks(THJson *json)
{
  while (json->at < json->end && memchr(" \t\n\r", *json->at, 4)) json->at++;
}

static int take(THJson *json, char c)
{
  skip_blanks(json);
  if (json->at == json->end || *json->at != c) return 0;
  json->at++;
  return 1;
}

/* --- UTF-8 --- */

/* The bytes of the character at p, from 1 to 4; 0 if it is none. Neither longer forms than needed
   nor halves of pairs (U+D800 to U+DFFF) are characters. */
static int utf8_length(const unsigned char *p, const unsigned char *end)
{
  if (*p < 0x80) return 1;
  const int length = *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : 2;
  if (*p < 0xc2 || *p > 0xf4 || end - p < length) return 0;
  for (int k = 1; k < length; k++)
    if ((p[k] & 0xc0) != 0x80) return 0;
  if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f)) return 0;
  return (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f) ? 0 : length;
}

int THJson_isUtf8(const void *text, int64_t length)
{
  const unsigned char *p = text, *end = p + length;
  int step = 1;
  for (; p < end && step; p += step) step = utf8_length(p, end);
  return step != 0;
}

static int write_utf8(char *to, uint32_t code)
{
  const int length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const unsigned char starts[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (int k = length - 1; k > 0; k--, code >>= 6) to[k] = (char)(0x80 | (code & 0x3f));
  to[0] = (char)(starts[length] | code);
  return length;
}

/* --- strings --- */

/* Room for so many bytes more. */
static int make_room(THJson *json, int64_t more)
{
  if (json->used + more <= json->room) return TH_OK;
  const int64_t room = 2 * json->room + more + 64;
  char *texts = realloc(json->texts, (size_t)room);
  if (!texts) return th_fail(TH_ENOMEM, "not enough memory for the strings of a header");
  json->texts = texts;
  json->room = room;
  return TH_OK;
}

static int read_hex(THJson *json, uint32_t *code)
{
  *code = 0;
  if (json->end - json->at < 4) return 0;
  for (int k = 0; k < 4; k++) {
    const int c = *json->at++, letter = c | 0x20;
    const int digit = c >= '0' && c <= '9' ? c - '0'
                      : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    if (digit < 0) return 0;
    *code = *code << 4 | (uint32_t)digit;
  }
  return 1;
}

/* What follows a backslash. Characters beyond U+FFFF are two halves. */
static int read_escape(THJson *json)
{
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  uint32_t code = 0, half = 0;
  const char c = json->at < json->end ? (char)*json->at++ : 0;
  const char *known = c ? strchr(letters, c) : NULL;
  if (known) {
    json->texts[json->used++] = meant[known - letters];
    return 1;
  }
  if (c != 'u' || !read_hex(json, &code) || (code >= 0xdc00 && code <= 0xdfff)) return 0;
  if (code >= 0xd800 && code <= 0xdbff) {
    if (json->end - json->at < 6 || json->at[0] != '\\' || json->at[1] != 'u') return 0;
    json->at += 2;
    if (!read_hex(json, &half) || half < 0xdc00 || half > 0xdfff) return 0;
    code = 0x10000 + ((code - 0xd800) << 10) + (half - 0xdc00);
  }
  json->used += write_utf8(json->texts + json->used, code);
  return 1;
}

int THJson_string(THJson *json, THJsonString *string)
{
  if (!take(json, '"')) return THJson_unexpected(json, "a string");
  string->at = json->used;
  TH_TRY(make_room(json, 4));
  while (json->at < json->end && *json->at != '"') {
    TH_TRY(make_room(json, 4));
    const int length = utf8_length(json->at, json->end);
    if (*json->at == '\\') {
      const unsigned char *from = json->at++;
      if (read_escape(json)) continue;
      json->at = from;
      return THJson_unexpected(json, "an escape that JSON has");
    }
    if (*json->at < ' ' || !length) return THJson_unexpected(json, "a character of UTF-8");
    memcpy(json->texts + json->used, json->at, (size_t)length);
    json->used += length;
    json->at += length;
  }
  if (json->at == json->end) return THJson_unexpected(json, "the end of a string");
  json->at++;
  string->length = json->used - string->at;
  return TH_OK;
}

int THJson_is(const THJson *json, THJsonString string, const char *text)
{
  return string.length == (int64_t)strlen(text) &&
         memcmp(json->texts + string.at, text, (size_t)string.length) == 0;
}

THQuote THJson_quote(const THJson *json, THJsonString string)
{
  return THBytes_quote(json->texts + string.at, string.length);
}

/* --- numbers and words --- */

static int is_digit(const THJson *json)
{
  return json->at < json->end && *json->at >= '0' && *json->at <= '9';
}

int THJson_count(THJson *json, int64_t *count)
{
  skip_blanks(json);
  const unsigned char *from = json->at;
  int isGood = is_digit(json);
  for (*count = 0; isGood && is_digit(json); json->at++) {
    const int digit = *json->at - '0';
    isGood = *count <= (INT64_MAX - digit) / 10 && !(json->at > from && *from == '0');
    if (isGood) *count = *count * 10 + digit;
  }
  if (isGood && json->at < json->end && memchr(".eE", *json->at, 3)) isGood = 0;
  if (isGood) return TH_OK;
  json->at = from;
  return THJson_unexpected(json, "a whole number from 0 to 2^63 - 1");
}

static int take_digits(THJson *json)
{
  const unsigned char *from = json->at;
  while (is_digit(json)) json->at++;
  return json->at > from;
}

static int skip_number(THJson *json)
{
  if (json->at < json->end && *json->at == '-') json->at++;
  const unsigned char *from = json->at;
  int isGood = take_digits(json) && !(*from == '0' && json->at - from > 1);
  if (isGood && json->at < json->end && *json->at == '.') {
    json->at++;
    isGood = take_digits(json);
  }
  if (isGood && json->at < json->end && (*json->at | 0x20) == 'e') {
    json->at++;
    if (json->at < json->end && memchr("+-", *json->at, 2)) json->at++;
    isGood = take_digits(json);
  }
  return isGood ? TH_OK : THJson_unexpected(json, "a value");
}

static int take_word(THJson *json, const char *word)
{
  const size_t length = strlen(word);
  skip_blanks(json);
  if ((size_t)(json->end - json->at) < length || memcmp(json->at, word, length)) return 0;
  json->at += length;
  return 1;
}

int THJson_null(THJson *json)
{
  return take_word(json, "null");
}

static int skip_word(THJson *json)
{
  const int isWord = take_word(json, "true") || take_word(json, "false") || THJson_null(json);
  return isWord ? TH_OK : skip_number(json);
}

/* --- objects and lists --- */

static int deeper(THJson *json)
{
  if (json->depth == MOST_DEPTH)
    return th_fail(TH_EINVAL, "the JSON is nested deeper than %d levels", MOST_DEPTH);
  json->depth++;
  return TH_OK;
}

static int add_key(THJsonKeys *keys, THJsonString key)
{
  if (keys->count == keys->room) {
    const int64_t room = 2 * keys->room + 16;
    THJsonString *list = realloc(keys->key, (size_t)room * sizeof *list);
    if (!list) return th_fail(TH_ENOMEM, "not enough memory for the keys of a header");
    keys->key = list;
    keys->room = room;
  }
  keys->key[keys->count++] = key;
  return TH_OK;
}

static int compare_keys(const void *a, const void *b, void *texts)
{
  const THJsonString *x = a, *y = b;
  if (x->length != y->length) return x->length < y->length ? -1 : 1;
  return memcmp((char *)texts + x->at, (char *)texts + y->at, (size_t)x->length);
}

/* The keys from first on are those of an object that has ended. */
static int check_keys(THJson *json, int64_t first)
{
  const int64_t count = json->keys.count - first;
  json->keys.count = first;
  if (count < 2) return TH_OK;
  THJsonString *key = json->keys.key + first;
  th_sort(key, (size_t)count, sizeof *key, compare_keys, json->texts);
  for (int64_t k = 1; k < count; k++)
    if (!compare_keys(&key[k - 1], &key[k], json->texts))
      return th_fail(TH_EINVAL, "the JSON has the key '%s' twice", THJson_quote(json, key[k]).text);
  return TH_OK;
}

int THJson_object(THJson *json, THJsonMember member, void *context)
{
  const int64_t first = json->keys.count;
  if (!take(json, '{')) return THJson_unexpected(json, "an object");
  TH_TRY(deeper(json));
  for (int isMore = !take(json, '}'); isMore; isMore = !take(json, '}')) {
    THJsonString key;
    if (json->keys.count > first && !take(json, ','))
      return THJson_unexpected(json, "a comma or }");
    TH_TRY(THJson_string(json, &key));
    TH_TRY(add_key(&json->keys, key));
    if (!take(json, ':')) return THJson_unexpected(json, ":");
    TH_TRY(member(json, key, context));
  }
  json->depth--;
  return check_keys(json, first);
}

int THJson_list(THJson *json, THJsonItem item, void *context)
{
  if (!take(json, '[')) return THJson_unexpected(json, "a list");
  TH_TRY(deeper(json));
  int64_t index = 0;
  for (int isMore = !take(json, ']'); isMore; isMore = !take(json, ']')) {
    if (index && !take(json, ',')) return THJson_unexpected(json, "a comma or ]");
    TH_TRY(item(json, index++, context));
  }
  json->depth--;
  return TH_OK;
}

static int skip_member(THJson *json, THJsonString key, void *context)
{
  (void)key, (void)context;
  return THJson_skip(json);
}

static int skip_item(THJson *json, int64_t index, void *context)
{
  (void)index, (void)context;
  return THJson_skip(json);
}

int THJson_skip(THJson *json)
{
  THJsonString string;
  skip_blanks(json);
  const char c = json->at < json->end ? (char)*json->at : 0;
  if (c == '{') return THJson_object(json, skip_member, NULL);
  if (c == '[') return THJson_list(json, skip_item, NULL);
  if (c == '"') return THJson_string(json, &string);
  return skip_word(json);
}

int THJson_finish(THJson *json)
{
  skip_blanks(json);
  return json->at == json->end ? TH_OK : THJson_unexpected(json, "the end");
}
