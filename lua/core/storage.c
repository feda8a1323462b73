/*
** Access to elements of storages on any device, for the chapters of storages and files.
*/
#include "core/luaTH.h"

int luaTH_asVector(THTensor *t, THStorage *s)
{
  return THTensor_setStorage(t, s, 0, 1, &s->size, NULL);
}

int luaTH_copystorage(THStorage *to, THStorage *from)
{
  THTensor t = {0}, source = {0};
  int status = luaTH_asVector(&t, to);
  if (!status) status = luaTH_asVector(&source, from);
  if (!status) status = THTensor_copy(&t, &source);
  THTensor_clear(&t);
  THTensor_clear(&source);
  return status;
}

THStorage *luaTH_storageHere(lua_State *L, THStorage *s)
{
  if (!s->device) {
    luaTH_result(L, THStorage_settle(s), 0);
    return s;
  }
  THStorage **here = luaTH_newstorage(L, s->dtype);
  *here = THStorage_new(s->dtype, s->size, NULL);
  if (!*here) luaTH_failed(L, "storage");
  luaTH_result(L, luaTH_copystorage(*here, s), 0);
  return *here;
}
