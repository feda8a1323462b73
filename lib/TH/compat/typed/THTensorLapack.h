/* Solutions, factors and eigenvalues of matrices, as in THLapack.h. Include it through TH.h. */
#define T7_IS(name, parameters, call)                  \
static inline void THTensor_(name) parameters          \
{                                                      \
  TH_RAISE(call);                                      \
}
T7_IS(gesv, (THTensor *x, THTensor *lu, THTensor *b, THTensor *a),
      THTensor_gesv(TH_ANY(x), TH_ANY(lu), TH_ANY(b), TH_ANY(a)))
T7_IS(trtrs, (THTensor *x, THTensor *copy, THTensor *b, THTensor *a, const char *uplo,
              const char *trans, const char *diag),
      THTensor_trtrs(TH_ANY(x), TH_ANY(copy), TH_ANY(b), TH_ANY(a), uplo, trans, diag))
T7_IS(gels, (THTensor *x, THTensor *qr, THTensor *b, THTensor *a),
      THTensor_gels(TH_ANY(x), TH_ANY(qr), TH_ANY(b), TH_ANY(a)))
T7_IS(syev, (THTensor *values, THTensor *vectors, THTensor *a, const char *jobz, const char *uplo),
      THTensor_symeig(TH_ANY(values), TH_ANY(vectors), TH_ANY(a), jobz, uplo))
T7_IS(geev, (THTensor *values, THTensor *vectors, THTensor *a, const char *jobvr),
      THTensor_eig(TH_ANY(values), TH_ANY(vectors), TH_ANY(a), jobvr))
T7_IS(gesvd, (THTensor *u, THTensor *s, THTensor *v, THTensor *a, const char *job),
      THTensor_svd(TH_ANY(u), TH_ANY(s), TH_ANY(v), TH_ANY(a), job))
T7_IS(getri, (THTensor *r, THTensor *a), THTensor_inverse(TH_ANY(r), TH_ANY(a)))
T7_IS(qr, (THTensor *q, THTensor *r, THTensor *a), THTensor_qr(TH_ANY(q), TH_ANY(r), TH_ANY(a)))
T7_IS(geqrf, (THTensor *qr, THTensor *tau, THTensor *a),
      THTensor_geqrf(TH_ANY(qr), TH_ANY(tau), TH_ANY(a)))
T7_IS(orgqr, (THTensor *q, THTensor *a, THTensor *tau),
      THTensor_orgqr(TH_ANY(q), TH_ANY(a), TH_ANY(tau)))
T7_IS(ormqr, (THTensor *r, THTensor *a, THTensor *tau, THTensor *c, const char *side,
              const char *trans),
      THTensor_ormqr(TH_ANY(r), TH_ANY(a), TH_ANY(tau), TH_ANY(c), side, trans))
T7_IS(potrf, (THTensor *r, THTensor *a, const char *uplo),
      THTensor_potrf(TH_ANY(r), TH_ANY(a), uplo))
T7_IS(potri, (THTensor *r, THTensor *a, const char *uplo),
      THTensor_potri(TH_ANY(r), TH_ANY(a), uplo))
T7_IS(potrs, (THTensor *x, THTensor *b, THTensor *a, const char *uplo),
      THTensor_potrs(TH_ANY(x), TH_ANY(b), TH_ANY(a), uplo))
T7_IS(pstrf, (THTensor *r, THIntTensor *pivots, THTensor *a, const char *uplo, real tolerance),
      THTensor_pstrf(TH_ANY(r), TH_ANY(pivots), TH_ANY(a), uplo, tolerance))

/* The same as gesvd, with the values that a has in the end in ra: here those of a. */
static inline void THTensor_(gesvd2)(THTensor *u, THTensor *s, THTensor *v, THTensor *ra,
                                     THTensor *a, const char *job)
{
  THTensor_(gesvd)(u, s, v, a, job);
  TH_RAISE(THTensor_clone(TH_ANY(ra), TH_ANY(a), TH_DTYPE));
}

/* Make r a copy of the matrices t (b,n,m) in which columns are packed, as LAPACK wants them; or of
   the vectors t (b,n). */
static inline void THTensor_(columns)(THTensor *r, THTensor *t)
{
  THTensor *copy = THTensor_(new)();
  THTensor_(set)(copy, t);
  if (t->nDimension == 3) THTensor_(transpose)(copy, NULL, 1, 2);
  TH_RAISE(THTensor_clone(TH_ANY(r), TH_ANY(copy), TH_DTYPE));
  if (t->nDimension == 3) THTensor_(transpose)(r, NULL, 1, 2);
  THTensor_(free)(copy);
}

/*
** lu gets L and U of each matrix of a (b,n,n), pivots (b,n) what getrf gives. info (b) gets 0, or
** the first pivot that is 0, from 1; if info is NULL, one that is 0 raises. Rows are always
** exchanged: pivot must not be 0.
*/
static inline void THTensor_(btrifact)(THTensor *lu, THIntTensor *pivots, THIntTensor *info,
                                       int pivot, THTensor *a)
{
  THArgCheck(pivot, 4, "btrifact exchanges rows always; pivot must not be 0");
  THArgCheck(a->nDimension == 3 && a->size[1] == a->size[2], 5,
             "a batch of square matrices expected");
  const int count = (int)a->size[0], n = (int)a->size[1];
  THTensor *work = THTensor_(new)();
  THTensor_(columns)(work, a);
  THIntTensor_resize2d(pivots, count, n);
  if (info) THIntTensor_resize1d(info, count);
  for (int b = 0, status = 0; b < count; b++) {
    THLapack_(getrf)(n, n, THTensor_(data)(work) + (ptrdiff_t)b * n * n, n,
                     THIntTensor_data(pivots) + (ptrdiff_t)b * n, &status);
    if (info) THIntTensor_set1d(info, b, status);
    else if (status) THError("btrifact: matrix %d has no factors: pivot %d is 0", b + 1, status);
  }
  THTensor_(set)(lu, work);
  THTensor_(free)(work);
}

/* Solve with what btrifact gave: x gets the solution of each matrix for the vector or the columns
   of b (b,n) or (b,n,m). */
static inline void THTensor_(btrisolve)(THTensor *x, THTensor *b, THTensor *lu, THIntTensor *pivots)
{
  THArgCheck(lu->nDimension == 3 && lu->size[1] == lu->size[2], 3,
             "a batch of square matrices expected");
  THArgCheck((b->nDimension == 2 || b->nDimension == 3) && b->size[0] == lu->size[0] &&
             b->size[1] == lu->size[1], 2, "as many right sides as matrices expected");
  THArgCheck(pivots->nDimension == 2 && pivots->size[0] == lu->size[0] &&
             pivots->size[1] == lu->size[1], 4, "the pivots of btrifact expected");
  const int count = (int)lu->size[0], n = (int)lu->size[1];
  const int sides = b->nDimension == 3 ? (int)b->size[2] : 1;
  THTensor *work = THTensor_(new)(), *factors = THTensor_(new)();
  THIntTensor *order = THIntTensor_newClone(pivots);
  THTensor_(columns)(work, b);
  THTensor_(columns)(factors, lu);
  for (int k = 0, status; k < count; k++)
    THLapack_(getrs)('N', n, sides, THTensor_(data)(factors) + (ptrdiff_t)k * n * n, n,
                     THIntTensor_data(order) + (ptrdiff_t)k * n,
                     THTensor_(data)(work) + (ptrdiff_t)k * n * sides, n, &status);
  THTensor_(set)(x, work);
  THTensor_(free)(work);
  THTensor_(free)(factors);
  THIntTensor_free(order);
}
#undef T7_IS
