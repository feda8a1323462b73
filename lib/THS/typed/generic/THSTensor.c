/* The functions of THSTensor.h for one dtype. */
int THSTensor_(new)(THSTensorT *t, const TH_TENSOR(Long) *indices, const THTensorT *values,
                    int ndim, const int64_t *size)
{
  return THS_new(&t->base, &indices->base, &values->base, ndim, size);
}

int THSTensor_(newCSR)(THSTensorT *t, const TH_TENSOR(Long) *crow, const TH_TENSOR(Long) *col,
                       const THTensorT *values, const int64_t *size)
{
  return THS_newCSR(&t->base, &crow->base, &col->base, &values->base, 2, size);
}

void THSTensor_(clear)(THSTensorT *t)
{
  THTensor_clear(&t->base);
}

int THSTensor_(set)(THSTensorT *r, const THSTensorT *t)
{
  return THTensor_set(&r->base, &t->base), TH_OK;
}

int THSTensor_(clone)(THSTensorT *r, const THSTensorT *t)
{
  TH_TRY(THS_checkSparse("clone", &t->base));
  return THTensor_clone(&r->base, &t->base, TH_DTYPE);
}

int64_t THSTensor_(nnz)(const THSTensorT *t)
{
  const THSEntries *e = THS_entries(&t->base);
  return e ? THS_count(e) : 0;
}

int THSTensor_(isCoalesced)(const THSTensorT *t)
{
  const THSEntries *e = THS_entries(&t->base);
  return e && e->isCoalesced;
}

int THSTensor_(indices)(TH_TENSOR(Long) *r, const THSTensorT *t)
{
  TH_TRY(THS_checkSparse("indices", &t->base));
  return THS_indices(&r->base, &t->base);
}

int THSTensor_(values)(THTensorT *r, const THSTensorT *t)
{
  TH_TRY(THS_checkSparse("values", &t->base));
  return THS_values(&r->base, &t->base);
}

int THSTensor_(coalesce)(THSTensorT *r, const THSTensorT *t)
{
  TH_TRY(THS_checkSparse("coalesce", &t->base));
  return THS_coalesce("coalesce", &r->base, &t->base);
}

int THSTensor_(toCSR)(THSTensorT *r, const THSTensorT *t)
{
  TH_TRY(THS_checkSparse("toCSR", &t->base));
  return THS_toCSR("toCSR", &t->base, &r->base);
}

int THSTensor_(toSparse)(THSTensorT *r, const THSTensorT *t)
{
  TH_TRY(THS_checkSparse("toSparse", &t->base));
  return THS_toSparse("toSparse", &t->base, &r->base);
}

int THSTensor_(toDense)(THTensorT *r, const THSTensorT *t)
{
  TH_TRY(THS_checkSparse("toDense", &t->base));
  return THS_dense("toDense", &t->base, &r->base);
}

int THSTensor_(fromDense)(THSTensorT *r, const THTensorT *t)
{
  return THS_toSparse("fromDense", &t->base, &r->base);
}

int THSTensor_(transpose)(THSTensorT *r, const THSTensorT *t, int dim1, int dim2)
{
  TH_TRY(THS_checkSparse("transpose", &t->base));
  return THTensor_transpose(&r->base, &t->base, dim1, dim2);
}

#define IN(...) (const THOperand[]){__VA_ARGS__}
#define TENSOR(t) TH_tensorOperand(&(t)->base)
#define NUMBER(x) TH_numberOperand(TH_IF_FLOATING(TH_real(x)) TH_IF_INTEGRAL(TH_integer(x)))

int THSTensor_(cadd)(THSTensorT *r, const THSTensorT *a, accreal factor, const THSTensorT *b)
{
  TH_TRY(THS_checkSparse("cadd", &a->base));
  TH_TRY(THS_checkSparse("cadd", &b->base));
  return THOp_apply(&TH_ops[TH_OP_cadd], &r->base, IN(TENSOR(a), TENSOR(b), NUMBER(factor)));
}

int THSTensor_(spcadd)(THTensorT *r, const THTensorT *a, accreal factor, const THSTensorT *b)
{
  TH_TRY(THS_checkSparse("spcadd", &b->base));
  return THOp_apply(&TH_ops[TH_OP_cadd], &r->base, IN(TENSOR(a), TENSOR(b), NUMBER(factor)));
}

int THSTensor_(mul)(THSTensorT *r, const THSTensorT *t, accreal factor)
{
  TH_TRY(THS_checkSparse("mul", &t->base));
  return THOp_apply(&TH_ops[TH_OP_cmul], &r->base, IN(TENSOR(t), NUMBER(factor)));
}

int THSTensor_(cmul)(THSTensorT *r, const THSTensorT *a, const THSTensorT *b)
{
  TH_TRY(THS_checkSparse("cmul", &a->base));
  return THOp_apply(&TH_ops[TH_OP_cmul], &r->base, IN(TENSOR(a), TENSOR(b)));
}

int THSTensor_(mask)(THSTensorT *r, const THTensorT *t, const THSTensorT *mask)
{
  TH_TRY(THS_checkSparse("mask", &mask->base));
  return THS_mask(&r->base, &t->base, &mask->base);
}

int THSTensor_(sumall)(accreal *sum, const THSTensorT *t)
{
  THNumber number;
  TH_TRY(THS_checkSparse("sumall", &t->base));
  TH_TRY(THTensor_reduceAll(TH_OP_sum, &t->base, &number));
  *sum = TH_IF_FLOATING(TH_asReal(number)) TH_IF_INTEGRAL(TH_asInteger(number));
  return TH_OK;
}

int THSTensor_(mv)(THTensorT *r, const THSTensorT *a, const THTensorT *x)
{
  TH_TRY(THS_checkSparse("mv", &a->base));
  return THTensor_mv(&r->base, &a->base, &x->base);
}

int THSTensor_(mm)(THTensorT *r, const THSTensorT *a, const THTensorT *b)
{
  TH_TRY(THS_checkSparse("mm", &a->base));
  return THTensor_mm(&r->base, &a->base, &b->base);
}

int THSTensor_(spmm)(THSTensorT *r, const THSTensorT *a, const THSTensorT *b)
{
  TH_TRY(THS_checkSparse("mm", &a->base));
  TH_TRY(THS_checkSparse("mm", &b->base));
  return THTensor_mm(&r->base, &a->base, &b->base);
}

#undef IN
#undef TENSOR
#undef NUMBER
