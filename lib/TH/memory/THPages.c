/*
** Memory from the system: pages for large blocks, malloc for small ones.
**
** A block of map_from bytes or more always comes from th_mapPages and is returned by th_unmapPages.
*/
#include "TH/memory/THPages.h"

#include "TH/memory/THAllocator.h"
#include "TH/platform/THPlatform.h"

/* A sanitizer checks more of a block that comes from malloc. */
#ifdef TH_SANITIZE
static const size_t map_from = SIZE_MAX;
#else
static const size_t map_from = (size_t)2 << 20;
#endif

void *th_newPages(size_t bytes)
{
  if (bytes >= ((size_t)64 << 20) && bytes > th_machineMemory()) return NULL;
  if (bytes >= map_from) return th_mapPages(bytes);
  return th_newAligned(bytes >= 1024 ? 256 : TH_ALIGN, bytes);
}

void th_freeBlocks(THBlock *list)
{
  while (list) {
    THBlock *next = list->next;
    if (list->bytes >= map_from) th_unmapPages(list, list->bytes);
    else th_freeAligned(list);
    list = next;
  }
}
