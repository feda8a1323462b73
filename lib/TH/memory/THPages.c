#include "TH/memory/THPages.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "TH/memory/THAllocator.h"

/*
** A fresh page of 4 KB costs more than the arithmetic on what it holds, and a page of 2 MB a tenth
** of that: large blocks begin at a multiple of 2 MB and ask for such pages. A sanitizer sees more
** of a block that comes from malloc.
*/
static const size_t huge_page = (size_t)2 << 20;
#ifdef TH_SANITIZE
static const size_t map_from = SIZE_MAX;
#else
static const size_t map_from = (size_t)2 << 20;
#endif

size_t th_machineMemory(void)
{
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (size_t)pages * (size_t)size : SIZE_MAX / 2;
}

static void *map_pages(size_t bytes)
{
  size_t room = bytes + huge_page;
  char *base = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) return NULL;
  size_t before = (size_t)(-(uintptr_t)base & (huge_page - 1));
  if (before) munmap(base, before);
  munmap(base + before + bytes, room - before - bytes);
#ifdef MADV_HUGEPAGE
  madvise(base + before, bytes, MADV_HUGEPAGE); /* a wish: it works without */
#endif
  return base + before;
}

void *th_newPages(size_t bytes)
{
  void *data = NULL;
  if (bytes >= ((size_t)64 << 20) && bytes > th_machineMemory()) return NULL;
  if (bytes >= map_from) return map_pages(bytes);
  if (posix_memalign(&data, bytes >= 1024 ? 256 : TH_ALIGN, bytes)) return NULL;
  return data;
}

void th_freeBlocks(THBlock *list)
{
  while (list) {
    THBlock *next = list->next;
    if (list->bytes >= map_from) munmap(list, list->bytes);
    else free(list);
    list = next;
  }
}
