/*
** The table of layouts. An entry is written once, under the lock and after the type's number is
** set, so readers need no lock.
*/
#include "TH/geometry/THLayout.h"

#include <pthread.h>
#include <string.h>

#include "TH/base/THError.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const THLayoutType *layouts[TH_MAX_LAYOUTS]; /* atomic; [0], the strided one's, stays NULL */

const THLayoutType *THLayout_numbered(int number)
{
  if (number < 1 || number >= TH_MAX_LAYOUTS) return NULL;
  return __atomic_load_n(&layouts[number], __ATOMIC_ACQUIRE);
}

const THLayoutType *THLayout_named(const char *name)
{
  for (int k = 1; k < TH_MAX_LAYOUTS; k++) {
    const THLayoutType *type = THLayout_numbered(k);
    if (type && strcmp(type->name, name) == 0) return type;
  }
  return NULL;
}

static int take_number(THLayoutType *type)
{
  int number = 1;
  if (!type->name || !type->free)
    return th_fail(TH_EINVAL, "layout: a type of layouts needs a name and a function free");
  const THLayoutType *known = THLayout_named(type->name);
  if (known == type) return TH_OK;
  if (known || strcmp(type->name, "strided") == 0)
    return th_fail(TH_EINVAL, "layout: there is another one of the name '%s'", type->name);
  while (number < TH_MAX_LAYOUTS && layouts[number]) number++;
  if (number == TH_MAX_LAYOUTS)
    return th_fail(TH_ENOMEM, "layout: no place for '%s', there are %d already", type->name,
                   TH_MAX_LAYOUTS - 1);
  type->number = number;
  __atomic_store_n(&layouts[number], type, __ATOMIC_RELEASE);
  return TH_OK;
}

int THLayout_register(THLayoutType *type)
{
  pthread_mutex_lock(&lock);
  const int status = take_number(type);
  pthread_mutex_unlock(&lock);
  return status;
}
