/*
** Memory from the system: pages for large blocks, malloc for small ones.
**
** A block of map_from bytes or more always comes from mmap and is returned by munmap.
*/
#include "TH/memory/THPages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "TH/base/THLog.h"
#include "TH/memory/THAllocator.h"

/*
** Touching a fresh page of 4 KB costs more than the arithmetic on its contents; a page of 2 MB
** costs a tenth of that for the same memory. So large blocks begin at a multiple of 2 MB and ask
** for such pages. A sanitizer checks more of a block that comes from malloc.
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

/* Only a hint: failure does not matter. */
static void ask_huge(void *data, size_t bytes)
{
#ifdef MADV_HUGEPAGE
  static int is_told;
  if (madvise(data, bytes, MADV_HUGEPAGE) == 0) return;
  if (__atomic_exchange_n(&is_told, 1, __ATOMIC_RELAXED)) return;
  th_log(TH_LOG_INFO, "memory: the system gives no huge pages: %s", strerror(errno));
#endif
}

static void *map_pages(size_t bytes)
{
  size_t room = bytes + huge_page;
  char *base = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) return NULL;
  size_t before = (size_t)(-(uintptr_t)base & (huge_page - 1));
  if (before) munmap(base, before);
  munmap(base + before + bytes, room - before - bytes);
  ask_huge(base + before, bytes);
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
