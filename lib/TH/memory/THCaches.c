/*
** The sizes of the processor's caches. What is known of a level is used if it makes sense; what is
** not known is filled in from the defaults, so every size is usable.
*/
#include "TH/memory/THCaches.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "TH/platform/THPlatform.h"

enum { FIRST, SECOND, LAST, LEVELS };

#define MOST_BYTES ((int64_t)1 << 34)
#define MOST_SHARED ((int64_t)32 << 20)

static THCaches caches;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Read a size such as 32K from text. Returns what follows it, or NULL if it is none. */
static const char *read_size(const char *text, int64_t *size)
{
  static const char units[] = "KMG";
  char *end;
  if (*text < '1' || *text > '9') return NULL;
  int64_t bytes = strtoll(text, &end, 10);
  const char *unit = *end ? strchr(units, *end) : NULL;
  if (bytes > MOST_BYTES) return NULL;
  for (const char *u = units; unit && u <= unit; u++) bytes *= 1024;
  if (bytes > MOST_BYTES) return NULL;
  *size = bytes;
  return unit ? end + 1 : end;
}

static int from_environment(int64_t *size)
{
  const char *at = getenv("TH_CACHE");
  int64_t read[LEVELS];
  for (int level = 0; at && level < LEVELS; level++) {
    at = read_size(at, &read[level]);
    if (at && *at++ != (level == LAST ? '\0' : ',')) at = NULL;
  }
  if (at) memcpy(size, read, sizeof read);
  return at != NULL;
}

/* The first line of a file of the first core's cache number index; empty if there is none. */
static const char *line_of(int index, const char *file, char line[64])
{
  char path[128];
  line[0] = '\0';
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, file);
  FILE *from = fopen(path, "r");
  if (!from) return line;
  if (!fgets(line, 64, from)) line[0] = '\0';
  fclose(from);
  return line;
}

static void from_linux(int64_t *size)
{
  char line[64];
  int highest = 0;
  for (int index = 0; *line_of(index, "level", line); index++) {
    const int level = atoi(line);
    int64_t bytes;
    if (*line_of(index, "type", line) == 'I' || !read_size(line_of(index, "size", line), &bytes))
      continue;
    if (level == 1) size[FIRST] = bytes;
    if (level == 2) size[SECOND] = bytes;
    if (level > highest) highest = level, size[LAST] = bytes;
  }
}

static void from_system(int64_t *size)
{
  for (int level = 0; level < LEVELS; level++)
    if (!size[level]) size[level] = th_cacheBytes(level + 1);
}

static int may_prefetch(void)
{
  const char *asked = getenv("TH_PREFETCH");
  if (asked && (*asked == '0' || *asked == '1')) return *asked == '1';
#if defined __x86_64__ || defined __i386__
  __builtin_cpu_init();
  return __builtin_cpu_is("amd") != 0;
#else
  return 0;
#endif
}

static int64_t within(int64_t least, int64_t size)
{
  return size < least ? least : size > MOST_BYTES ? MOST_BYTES : size;
}

static void find(void)
{
  static const int64_t defaults[] = {32 << 10, 512 << 10, 8 << 20};
  int64_t size[LEVELS] = {0};
  caches.prefetches = may_prefetch();
  if (!from_environment(size)) {
    from_linux(size);
    from_system(size);
    if (size[LAST] > MOST_SHARED) size[LAST] = MOST_SHARED;
  }
  for (int level = 0; level < LEVELS; level++)
    if (!size[level]) size[level] = defaults[level];
  caches.first = within(4 << 10, size[FIRST]);
  caches.second = within(caches.first, size[SECOND]);
  caches.last = within(caches.second, size[LAST]);
}

const THCaches *TH_caches(void)
{
  pthread_once(&once, find);
  return &caches;
}
