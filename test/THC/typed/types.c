/* Included by test_types.c for every dtype: a round trip, arithmetic, views and copies. */
static void THCTensor_(check)(void)
{
  THCTensorT x = {0}, y = {0}, row = {0};
  TH_CONCAT_3(TH, Real, Tensor) here = {0};
  accreal value = 0;
  good(THCTensor_(resize2d)(&x, 2, 3));
  CHECK(THTensor_device(&x.base) == THC_device() && THCTensor_(nElement)(&x) == 6);
  good(THCTensor_(fill)(&x, 1));
  good(THCTensor_(set2d)(&x, 1, 2, 0));
  good(THCTensor_(transpose)(&y, &x, 0, 1));
  CHECK(THCTensor_(size)(&y, 0) == 3 && THCTensor_(stride)(&y, 0) == 1);
  good(THCTensor_(get2d)(&y, 2, 1, &value)), CHECK(value == 0);
  good(THCTensor_(get2d)(&y, 1, 1, &value)), CHECK(value == 1);
  good(THCTensor_(cmul)(&row, &x, &x));
  good(THCTensor_(get)(&row, 5, &value)), CHECK(value == 0);
  CHECK(THTensor_device(&row.base) == THC_device());
  good(THTensor_(resizeNd)(&here, 2, (const int64_t[]){2, 3}, NULL));
  good(TH_CONCAT_4(TH, Real, Tensor_copyCuda, Real)(&here, &x));
  good(THTensor_(get)(&here, 4, &value)), CHECK(value == 1);
  good(THCTensor_(fill)(&x, 0));
  good(TH_CONCAT_2(THCTensor_(copy), Real)(&x, &here));
  good(THCTensor_(get)(&x, 4, &value)), CHECK(value == 1);
  CHECK(THCTensor_(cast)(&here.base) == NULL && strstr(TH_error(), "on cpu"));
  CHECK(THTensor_(cast)(&x.base) == NULL && strstr(TH_error(), "on cuda:"));
  CHECK(THCTensor_(cast)(&x.base) == &x);
  TH_IF_FLOATING(good(THCTensor_(mm)(&row, &x, &y));)
  TH_IF_INTEGRAL(CHECK(THCTensor_(mm)(&row, &x, &y) == TH_EDTYPE);)
  THTensor_(clear)(&here);
  THCTensor_(clear)(&x), THCTensor_(clear)(&y), THCTensor_(clear)(&row);
}

static void THCStorage_(check)(void)
{
  THCStorageT *s = THCStorage_(newWithSize)(5);
  accreal value = 0;
  if (!CHECK(s)) return;
  CHECK(s->device == THC_device() && THCStorage_(size)(s) == 5);
  good(THCStorage_(fill)(s, 1));
  good(THCStorage_(set)(s, 3, 0));
  good(THCStorage_(get)(s, 3, &value)), CHECK(value == 0);
  good(THCStorage_(get)(s, 4, &value)), CHECK(value == 1);
  CHECK(THCStorage_(cast)(&s->base) == s && THStorage_(cast)(&s->base) == NULL);
  THCStorage_(free)(s);
}
