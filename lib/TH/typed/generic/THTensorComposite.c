/* Composed functions for one dtype: calls those of THComposite.h. */
int THTensor_(equal)(int *result, const THTensorT *a, const THTensorT *b)
{
  return THTensor_equal(result, &a->base, &b->base);
}

int THTensor_(cross)(THTensorT *r, const THTensorT *a, const THTensorT *b, int dim)
{
  return THTensor_cross(typed(&r->base, TH_DTYPE), &a->base, &b->base, dim);
}

int THTensor_(match)(THTensorT *r, const THTensorT *a, const THTensorT *b, accreal gain)
{
  return THTensor_match(typed(&r->base, TH_DTYPE), &a->base, &b->base, TH_VALUE(gain));
}

TH_IF_FLOATING(
int THTensor_(lerp)(THTensorT *r, const THTensorT *a, const THTensorT *b, accreal weight)
{
  return THTensor_lerp(typed(&r->base, TH_DTYPE), &a->base, &b->base, weight);
}

int THTensor_(dist)(accreal *result, const THTensorT *a, const THTensorT *b, accreal p)
{
  return THTensor_dist(result, &a->base, &b->base, p);
}

int THTensor_(renorm)(THTensorT *r, const THTensorT *t, accreal p, int dim, accreal limit)
{
  return THTensor_renorm(typed(&r->base, TH_DTYPE), &t->base, p, dim, limit);
})
