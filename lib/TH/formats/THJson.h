/*
** A small reader of JSON, strict as RFC 8259 has it: the text is UTF-8, no object has a key twice,
** values are at most 64 levels deep. The caller walks over the text and takes what it expects; what
** it does not know it skips.
*/
#ifndef TH_JSON_H
#define TH_JSON_H

#include "TH/formats/THBytes.h"

typedef struct THJsonString { int64_t at, length; } THJsonString; /* in the reader's texts */
typedef struct THJsonKeys { THJsonString *key; int64_t count, room; } THJsonKeys;

typedef struct THJson {
  const unsigned char *begin, *at, *end;
  char *texts;        /* strings that were read, one after the other */
  int64_t used, room;
  THJsonKeys keys;    /* of the objects that the reader is in */
  int depth;
} THJson;

void THJson_begin(THJson *json, const void *text, int64_t length);
void THJson_end(THJson *json); /* gives memory back */

/* Take a string; it stays in json->texts until the end. */
int THJson_string(THJson *json, THJsonString *string);

/* Whether null comes next, which is then taken. */
int THJson_null(THJson *json);

/* Take a whole number from 0 to 2^63 - 1. */
int THJson_count(THJson *json, int64_t *count);

/*
** Call member for each member of an object, with the key that was read; it takes the value. Call
** item for each item of a list, with its position from 0.
*/
typedef int (*THJsonMember)(THJson *json, THJsonString key, void *context);
typedef int (*THJsonItem)(THJson *json, int64_t index, void *context);
int THJson_object(THJson *json, THJsonMember member, void *context);
int THJson_list(THJson *json, THJsonItem item, void *context);

/* Pass over any value. */
int THJson_skip(THJson *json);

/* TH_EINVAL unless nothing but blanks follows. */
int THJson_finish(THJson *json);

/* Record that needed was expected where the reader stands. */
int THJson_unexpected(const THJson *json, const char *needed);

int THJson_is(const THJson *json, THJsonString string, const char *text);
THQuote THJson_quote(const THJson *json, THJsonString string);

/* Whether a text is UTF-8. */
int THJson_isUtf8(const void *text, int64_t length);

#endif
