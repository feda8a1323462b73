/*
** Tests of Torch7's C functions for one element type; test_compat.c includes this file once per
** type.
*/
#ifndef TH_GENERIC_FILE
#error "read through test_compat.c"
#else

/* The elements 0 1 2 / 3 4 5, as the transpose of a 3 x 2 matrix. */
static THTensor *THTensor_(sample)(void)
{
  THTensor *x = THTensor_(newWithSize2d)(3, 2), *t = THTensor_(newTranspose)(x, 0, 1);
  real next = 0;
  TH_TENSOR_APPLY(real, t, *t_data = next; next = (real)(next + 1););
  THTensor_(free)(x);
  return t;
}

static void THTensor_(testMaking)(void)
{
  THTensor *x = THTensor_(sample)(), *y;
  CHECK(x->nDimension == 2 && x->size[0] == 2 && x->size[1] == 3 && x->stride[0] == 1);
  CHECK(x->storage->data[1] == 3 && THTensor_(get2d)(x, 1, 2) == 5);
  CHECK(!THTensor_(isContiguous)(x) && THTensor_(nElement)(x) == 6);
  y = THTensor_(newContiguous)(x);
  CHECK(y != x && THTensor_(data)(y)[1] == 1);
  THTensor_(set2d)(y, 0, 1, 9);
  CHECK(THTensor_(get2d)(x, 0, 1) == 1);
  THTensor_(free)(y);
  y = THTensor_(newSelect)(x, 0, 1);
  THTensor_(narrow)(y, NULL, 0, 1, 2);
  CHECK(y->storage == x->storage && THTensor_(get1d)(y, 0) == 4);
  THTensor_(resizeAs)(y, x);
  CHECK(THTensor_(isSameSizeAs)(x, y) && THTensor_(isContiguous)(y));
  THTensor_(resize3d)(y, 2, 2, -1);
  CHECK(y->nDimension == 2);
  THTensor_(free)(y);
  y = THTensor_(newWithTensor)(x);
  THTensor_(retain)(y);
  THTensor_(free)(y);
  CHECK(THTensor_(isSetTo)(x, y));
  THTensor_(free)(y);
  THTensor_(free)(x);
}

/* newContiguous gives a contiguous tensor itself, so that a resize of the result reaches it. */
static void THTensor_(testContiguous)(void)
{
  THTensor *x = THTensor_(newWithSize1d)(6), *y = THTensor_(newContiguous)(x);
  THTensor_(resize2d)(y, 3, 4);
  CHECK(y == x && x->nDimension == 2 && x->size[1] == 4);
  THTensor_(fill)(y, 2);
  THTensor_(freeCopyTo)(y, x);
  CHECK(THTensor_(sumall)(x) == 24);
  THTensor_(free)(x);
}

/* Operands of equal count are taken in order, in the shape of the first. A result whose elements
   share memory gets one after the other. */
static void THTensor_(testOrder)(void)
{
  THTensor *r = THTensor_(newWithSize1d)(3), *a = THTensor_(newWithSize2d)(1, 3), *wide;
  THLongStorage *size = THLongStorage_newWithSize2(2, 3);
  THTensor_(fill)(r, 1), THTensor_(range)(a, 1, 3, 1);
  THTensor_(addcmul)(r, r, 1, a, r);
  CHECK(r->nDimension == 1 && THTensor_(get1d)(r, 2) == 4);
  THTensor_(cmul)(a, r, a);
  CHECK(a->nDimension == 1 && THTensor_(get1d)(a, 2) == 12);
  THTensor_(cadd)(a, a, 2, r);
  CHECK(a->nDimension == 1 && THTensor_(get1d)(a, 0) == 6);
  wide = THTensor_(newExpand)(r, size);
  THTensor_(add)(wide, wide, 1);
  CHECK(THTensor_(get1d)(r, 0) == 4 && THTensor_(get1d)(r, 2) == 6);
  THTensor_(resize2d)(a, 2, 3);
  THTensor_(range)(a, 1, 6, 1);
  THTensor_(cadd)(wide, wide, 1, a);
  CHECK(THTensor_(get1d)(r, 0) == 9 && THTensor_(get1d)(r, 2) == 15);
  THTensor_(copy)(wide, a);
  CHECK(THTensor_(get1d)(r, 0) == 4 && THTensor_(get1d)(r, 2) == 6);
  THTensor_(fill)(wide, 7);
  CHECK(THTensor_(sumall)(r) == 21);
  THLongStorage_free(size);
  THTensor_(free)(r), THTensor_(free)(a), THTensor_(free)(wide);
}

/* A window may grow its storage; a negative stride stands for the row-major one. */
static void THTensor_(testWindows)(void)
{
  THStorage *s = THStorage_(newWithSize3)(1, 2, 3);
  THTensor *x = THTensor_(newWithStorage2d)(s, 1, 2, -1, 3, -1), *y = THTensor_(new)();
  THLongStorage *size = THTensor_(newSizeOf)(x), *stride = THTensor_(newStrideOf)(x);
  CHECK(s->size == 7 && x->stride[0] == 3 && x->storageOffset == 1);
  CHECK(THTensor_(get2d)(x, 0, 1) == 3 && THTensor_(isSize)(x, size));
  CHECK(THLongStorage_get(size, 1) == 3 && THLongStorage_get(stride, 0) == 3);
  THTensor_(setStorage)(y, s, 0, NULL, NULL);
  CHECK(y->nDimension == 1 && y->size[0] == 7);
  THTensor_(resize)(y, size, NULL);
  CHECK(y->size[0] == 2 && y->storageOffset == 0);
  THLongStorage_free(size);
  THLongStorage_free(stride);
  THTensor_(free)(x);
  THStorage_(free)(s);
  THTensor_(squeeze1d)(y, NULL, 0);
  CHECK(y->nDimension == 2);
  THTensor_(resize2d)(y, 1, 1);
  THTensor_(squeeze)(y, NULL);
  CHECK(y->nDimension == 1 && y->size[0] == 1);
  THTensor_(free)(y);
}

static void THTensor_(testArithmetic)(void)
{
  THTensor *x = THTensor_(sample)(), *r = THTensor_(new)(), *v = THTensor_(new)();
  THByteTensor *mask = THByteTensor_new();
  THLongTensor *places = THLongTensor_new();
  THTensor_(add)(r, x, 2);
  THTensor_(cadd)(r, r, 3, x);
  CHECK(THTensor_(get2d)(r, 1, 2) == 22 && THTensor_(sumall)(r) == 72);
  THTensor_(sub_scaled)(r, x, 1, 1);
  THTensor_(cmul)(r, x, x);
  THTensor_(addcmul)(r, r, 1, x, x);
  CHECK(THTensor_(get2d)(r, 1, 0) == 18 && THTensor_(maxall)(r) == 50);
  THTensor_(gtValue)(mask, x, 3);
  THTensor_(maskedSelect)(r, x, mask);
  CHECK(r->nDimension == 1 && r->size[0] == 2 && THTensor_(get1d)(r, 1) == 5);
  THTensor_(sum)(r, x, 1, 0);
  CHECK(r->nDimension == 1 && r->size[0] == 2 && THTensor_(get1d)(r, 1) == 12);
  THTensor_(max)(r, places, x, 1, 1);
  CHECK(r->nDimension == 2 && r->size[1] == 1 && THLongTensor_get2d(places, 0, 0) == 3);
  THTensor_(sort)(r, places, x, 1, 1);
  CHECK(THTensor_(get2d)(r, 0, 0) == 2 && THLongTensor_get2d(places, 1, 2) == 1);
  THTensor_(median)(r, places, x, 1, 0);
  CHECK(r->nDimension == 1 && THTensor_(get1d)(r, 1) == 4);
  THTensor_(resize1d)(v, 3);
  THTensor_(fill)(v, 1);
  THTensor_(resize1d)(r, 2);
  THTensor_(zero)(r);
  THTensor_(addmv)(r, 0, r, 2, x, v);
  CHECK(THTensor_(get1d)(r, 0) == 6 && THTensor_(dot)(x, x) == 55);
  CHECK(THTensor_(equal)(x, x) && !THTensor_(equal)(x, r));
  THByteTensor_free(mask);
  THLongTensor_free(places);
  THTensor_(free)(x), THTensor_(free)(r), THTensor_(free)(v);
}

static void THTensor_(testPointers)(void)
{
  real a[] = {1, 2, 3, 4}, x[] = {1, 1}, y[] = {0, 0}, z[4];
  THBlas_(gemv)('n', 2, 2, 1, a, 2, x, 1, 0, y, 1);
  CHECK(y[0] == 4 && y[1] == 6 && THBlas_(dot)(2, a, 2, x, 1) == 4);
  THBlas_(axpy)(2, 2, x, 1, y, 1);
  CHECK(y[0] == 6);
  THVector_(cadd)(z, a, a, 2, 4);
  CHECK(z[3] == 12);
  THVector_(muls)(z, z, 2, 4);
  CHECK(z[0] == 6 && THInf > 100);
}

static void THTensor_(testRules)(void)
{
  THTensor *r = THTensor_(new)();
  THTensor_(range)(r, 1, 9, 3);
  CHECK(r->size[0] == 3 && THTensor_(get1d)(r, 2) == 7);
  THTensor_(arange)(r, 1, 7, 3);
  CHECK(r->size[0] == 2 && THTensor_(get1d)(r, 1) == 4);
  THTensor_(resize2d)(r, 2, 3);
  THTensor_(range)(r, 1, 6, 1);
  CHECK(r->nDimension == 2 && THTensor_(get2d)(r, 1, 2) == 6);
  THTensor_(eye)(r, 2, 3);
  CHECK(THTensor_(sumall)(r) == 2 && THTensor_(get2d)(r, 1, 1) == 1 && THTensor_(trace)(r) == 2);
  THTensor_(free)(r);
}

static void THTensor_(testFunctions)(void)
{
  THTensor *x = THTensor_(sample)(), *r = THTensor_(new)(), *y;
  THTensor_(match)(r, x, x, 1);
  CHECK(r->size[0] == 2 && THTensor_(get2d)(r, 0, 0) == 0 && THTensor_(get2d)(r, 1, 0) == 27);
  y = THTensor_(newSelect)(x, 0, 1);
  THTensor_(select)(x, NULL, 0, 0);
  THTensor_(cross)(r, y, x, 0);
  CHECK(r->size[0] == 3 && THTensor_(get1d)(r, 0) == 3 && THTensor_(get1d)(r, 2) == 3);
  CHECK(!THTensor_(equal)(x, y));
  THTensor_(free)(x), THTensor_(free)(r), THTensor_(free)(y);
}

static void THTensor_(test)(void)
{
  THTensor_(testRules)();
  THTensor_(testFunctions)();
  THTensor_(testMaking)();
  THTensor_(testWindows)();
  THTensor_(testContiguous)();
  THTensor_(testOrder)();
  THTensor_(testArithmetic)();
  THTensor_(testPointers)();
}

#endif
