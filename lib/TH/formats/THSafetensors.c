/*
** Headers of safetensors files.
**
** Invariant: once THSafetensors_read has returned TH_OK every array lies inside the file, all of
** them together cover what is behind the header, and no two overlap.
*/
#include "TH/formats/THSafetensors.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_HEADER = 100000000 };

/* In the order in which the reference implementation saves them, the last first. U32 is only
   read. */
static const struct { const char *name; int16_t dtype, width; } types[] = {
  {"BOOL", TH_BOOL, 1}, {"U8", TH_BYTE, 1}, {"I8", TH_CHAR, 1}, {"I16", TH_SHORT, 2},
  {"U16", TH_UINT16, 2}, {"F16", TH_HALF, 2}, {"BF16", TH_BFLOAT16, 2}, {"I32", TH_INT, 4},
  {"F32", TH_FLOAT, 4}, {"F64", TH_DOUBLE, 8}, {"I64", TH_LONG, 8}, {"U32", TH_LONG, 4}
};
enum { NUM_TYPES = sizeof types / sizeof *types, NUM_WRITTEN = NUM_TYPES - 1 };

const char *THSafetensors_type(int dtype, int *rank)
{
  for (int k = 0; k < NUM_WRITTEN; k++) {
    *rank = k;
    if (types[k].dtype == dtype) return types[k].name;
  }
  th_fail(TH_EDTYPE, "safetensors has no type for a %s", THTensor_typeText(dtype).text);
  return NULL;
}

void THSafetensors_end(THSafetensors *file)
{
  THJson_end(&file->json);
  free(file->array);
  free(file->metadata);
  *file = (THSafetensors){.count = 0};
}

/* Room for one element more in a list that grows. */
static void *grow(void *list, int64_t count, int64_t *room, size_t width)
{
  if (count < *room) return list;
  const int64_t more = 2 * *room + 16;
  void *grown = realloc(list, (size_t)more * width);
  if (grown) *room = more;
  else th_fail(TH_ENOMEM, "not enough memory for the names of a header");
  return grown;
}

/* --- one tensor --- */

typedef struct Entry {
  THArray array;
  THJsonString type;
  int64_t offset[2]; /* from the end of the header */
  int numOffsets;
  unsigned seen;
} Entry;

static int read_size(THJson *json, int64_t index, void *context)
{
  THArray *array = context;
  if (index == TH_MAX_DIM)
    return th_fail(TH_EINVAL, "a tensor has more than %d dimensions", TH_MAX_DIM);
  array->ndim = (int)index + 1;
  return THJson_count(json, &array->size[index]);
}

static int read_offset(THJson *json, int64_t index, void *context)
{
  Entry *entry = context;
  if (index == 2) return THJson_unexpected(json, "the end of two data_offsets");
  entry->numOffsets = (int)index + 1;
  return THJson_count(json, &entry->offset[index]);
}

static int read_field(THJson *json, THJsonString key, void *context)
{
  static const char *const names[] = {"dtype", "shape", "data_offsets"};
  Entry *entry = context;
  int k = 0;
  while (k < 3 && !THJson_is(json, key, names[k])) k++;
  entry->seen |= 1u << k;
  if (k == 0) return THJson_string(json, &entry->type);
  if (k == 1) return THJson_list(json, read_size, &entry->array);
  if (k == 2) return THJson_list(json, read_offset, entry);
  return THJson_skip(json);
}

static int find_type(const THJson *json, Entry *entry)
{
  for (int k = 0; k < NUM_TYPES; k++) {
    if (!THJson_is(json, entry->type, types[k].name)) continue;
    entry->array.dtype = types[k].dtype;
    entry->array.width = types[k].width;
    entry->array.isSwapped = __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__;
    return TH_OK;
  }
  return th_fail(TH_EDTYPE, "no tensor has elements of type '%s'; BOOL, U8 to U32, I8 to I64, F16, "
                 "BF16, F32 and F64 are known", THJson_quote(json, entry->type).text);
}

static int check_entry(const THJson *json, Entry *entry)
{
  int64_t count;
  if ((entry->seen & 7) != 7 || entry->numOffsets != 2)
    return th_fail(TH_EINVAL, "a tensor needs dtype, shape and two data_offsets");
  TH_TRY(find_type(json, entry));
  TH_TRY(THShape_count("its shape", entry->array.ndim, entry->array.size, &count));
  const int64_t *offset = entry->offset;
  if (offset[0] > offset[1] || offset[1] - offset[0] != count * entry->array.width)
    return th_fail(TH_EINVAL,
                   "%s elements of %d bytes do not fill the bytes %" PRId64 " to %" PRId64,
                   THShape_text(entry->array.ndim, entry->array.size).text, entry->array.width,
                   offset[0], offset[1]);
  return TH_OK;
}

/* --- the header --- */

static int read_metadatum(THJson *json, THJsonString key, void *context)
{
  THSafetensors *file = context;
  THJsonString value;
  TH_TRY(THJson_string(json, &value));
  THJsonString *list = grow(file->metadata, file->numMetadata + 1, &file->metadataRoom,
                            sizeof *list);
  if (!list) return TH_ENOMEM;
  file->metadata = list;
  list[file->numMetadata++] = key;
  list[file->numMetadata++] = value;
  return TH_OK;
}

static int read_tensor(THJson *json, THJsonString key, void *context)
{
  THSafetensors *file = context;
  Entry entry = {.seen = 0};
  if (THJson_is(json, key, "__metadata__")) {
    file->hasMetadata = !THJson_null(json); /* the reference implementation takes null as none */
    return file->hasMetadata ? THJson_object(json, read_metadatum, file) : TH_OK;
  }
  TH_TRY(THJson_object(json, read_field, &entry));
  TH_TRY(check_entry(json, &entry));
  THNamedArray *list = grow(file->array, file->count, &file->room, sizeof *list);
  if (!list) return TH_ENOMEM;
  file->array = list;
  entry.array.from = entry.offset[0];
  list[file->count++] = (THNamedArray){key, entry.array, entry.offset[1]};
  return TH_OK;
}

static int compare_places(const void *a, const void *b)
{
  const THNamedArray *x = a, *y = b;
  if (x->array.from != y->array.from) return x->array.from < y->array.from ? -1 : 1;
  return x->end == y->end ? 0 : x->end < y->end ? -1 : 1;
}

/* The arrays, one after the other, must fill what is behind the header. */
static int check_places(THSafetensors *file, int64_t start, int64_t size)
{
  int64_t at = 0;
  if (file->count) qsort(file->array, (size_t)file->count, sizeof *file->array, compare_places);
  for (int64_t k = 0; k < file->count; k++) {
    THNamedArray *a = &file->array[k];
    if (a->array.from != at)
      return th_fail(TH_EINVAL, "the tensor '%s' begins at byte %" PRId64 " of the data, the one "
                     "before it ends at %" PRId64, THJson_quote(&file->json, a->name).text,
                     a->array.from, at);
    at = a->end;
    if (at > size - start) break;
    a->array.from += start;
    a->end += start;
  }
  if (at == size - start) return TH_OK;
  return th_fail(TH_EINVAL, "the header describes %" PRId64 " bytes of data, the file has %" PRId64,
                 at, size - start);
}

int THSafetensors_read(THSafetensors *file, const THBytes *bytes)
{
  const unsigned char *p = bytes->data;
  uint64_t length = 0;
  *file = (THSafetensors){.count = 0};
  if (bytes->size < 8)
    return th_fail(TH_EINVAL, "a safetensors file has at least 8 bytes, not %" PRId64, bytes->size);
  for (int k = 7; k >= 0; k--) length = length << 8 | p[k];
  if (length > MOST_HEADER || length > (uint64_t)bytes->size - 8)
    return th_fail(TH_EINVAL, "a header of %" PRIu64 " bytes does not fit in a file of %" PRId64
                   "; it has at most %d", length, bytes->size, MOST_HEADER);
  THJson_begin(&file->json, p + 8, (int64_t)length);
  if (!length || p[8] != '{') return THJson_unexpected(&file->json, "{");
  TH_TRY(THJson_object(&file->json, read_tensor, file));
  TH_TRY(THJson_finish(&file->json));
  return check_places(file, (int64_t)length + 8, bytes->size);
}
