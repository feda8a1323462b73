/* A tensor that stands in a call more than once is replaced by one tensor, so that operations in
   place stay such. */
#include "core/lazy.h"

static THTensor *plain_of(luaTH_Lazy *lazy, THTensor *view)
{
  for (int k = 0; k < lazy->n; k++)
    if (lazy->of[k].view == view) return lazy->of[k].plain;
  return NULL;
}

/* The bits of an argument that the driver does not know. */
static unsigned unknown(const Form *form, const THTensor *t)
{
  return t->flags & ~(form->row->flags & LUATH_CONJUGATES ? TH_FLAG_CONJUGATED : 0u);
}

static int take(luaTH_Call *call, luaTH_Lazy *lazy, THTensor **t, int isResult, int index)
{
  THTensor *view = *t, *plain = plain_of(lazy, view);
  int status = TH_OK;
  if (!plain) {
    luaL_checkstack(call->L, 1, NULL);
    plain = luaTH_newtensor(call->L, luaTH_kindOf(view));
    status = THTensor_clone(plain, view, view->dtype);
  }
  lazy->of[lazy->n++] = (struct luaTH_LazyView){view, plain, isResult, index};
  *t = plain;
  return status;
}

int luaTH_takeViews(luaTH_Call *call, const Form *form, luaTH_Lazy *lazy)
{
  int status = TH_OK;
  lazy->n = 0;
  if (form->row->flags & LUATH_LAZY) return TH_OK;
  for (int r = 0; r < form->nresults && !status; r++)
    if (call->result[r]->flags) status = take(call, lazy, &call->result[r], 1, 0);
  for (int k = 0; k < form->nitems && !status; k++) {
    luaTH_Value *v = &call->arg[k];
    if (v->given && v->tensor && unknown(form, v->tensor))
      status = take(call, lazy, &v->tensor, 0, v->index);
  }
  return status;
}

/* Give the view the values of plain, and its sizes if it has others. */
static int write(const char *op, THTensor *view, const THTensor *plain)
{
  if (!THTensor_isSameSizeAs(view, plain)) {
    THTensor ready = *view;
    ready.flags = 0;
    TH_TRY(THTensor_result(op, &ready, THTensor_device(plain), plain->dtype, plain->nDimension,
                           plain->size));
    ready.flags = view->flags;
    *view = ready;
  }
  return THTensor_copy(view, plain);
}

static int is_returned(const luaTH_Call *call, int index)
{
  return call->pushed && lua_rawequal(call->L, -call->pushed, index);
}

int luaTH_giveViews(luaTH_Call *call, const Form *form, const luaTH_Lazy *lazy, int status)
{
  for (int k = 0; k < lazy->n; k++) {
    const struct luaTH_LazyView *v = &lazy->of[k];
    const int is_written = v->isResult ? !call->pushed : is_returned(call, v->index);
    for (int r = 0; r < form->nresults; r++)
      if (call->result[r] == v->plain) call->result[r] = v->view;
    if (!status && is_written) status = write(call->name, v->view, v->plain);
  }
  for (int k = 0; k < lazy->n; k++) THTensor_clear(lazy->of[k].plain);
  return status;
}

THTensor *luaTH_plain(lua_State *L, THTensor *t, int index)
{
  if (!t || !t->flags) return t;
  THTensor *plain = luaTH_newtensor(L, luaTH_kindOf(t));
  luaTH_result(L, THTensor_clone(plain, t, t->dtype), 0);
  lua_replace(L, index);
  return plain;
}
