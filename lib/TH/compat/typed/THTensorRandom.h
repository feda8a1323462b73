/* Tensors of random numbers of one element type. Include it through TH.h. */
#define T7_IS(set, name, parameters, call)             \
TH_IF_##set(static inline void THTensor_(name) parameters \
{                                                      \
  TH_RAISE(call);                                      \
})
#define TH_DISTRIBUTION1(set, name, x, p, ...)                                             \
  T7_IS(set, name, (THTensor *t, THGenerator *gen, double p),                              \
        THTensor_draw(TH_ANY(t), gen, &TH_distributions[TH_DISTRIBUTION_##name],           \
                      (const double[]){p}))
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, ...)                         \
  T7_IS(set, name, (THTensor *t, THGenerator *gen, double p, double q),                    \
        THTensor_draw(TH_ANY(t), gen, &TH_distributions[TH_DISTRIBUTION_##name],           \
                      (const double[]){p, q}))
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2

T7_IS(ALL, bernoulli_FloatTensor, (THTensor *t, THGenerator *gen, THFloatTensor *p),
      THTensor_bernoulli(TH_ANY(t), gen, TH_ANY(p)))
T7_IS(ALL, bernoulli_DoubleTensor, (THTensor *t, THGenerator *gen, THDoubleTensor *p),
      THTensor_bernoulli(TH_ANY(t), gen, TH_ANY(p)))
T7_IS(ALL, random, (THTensor *t, THGenerator *gen), THTensor_random(TH_ANY(t), gen))
T7_IS(ALL, clampedRandom, (THTensor *t, THGenerator *gen, long least, long most),
      THTensor_randomBetween(TH_ANY(t), gen, least, most))
T7_IS(ALL, cappedRandom, (THTensor *t, THGenerator *gen, long most),
      THTensor_randomBetween(TH_ANY(t), gen, 1, most))
T7_IS(ALL, randperm, (THTensor *r, THGenerator *gen, long n),
      THTensor_randperm(TH_ANY(r), gen, TH_DTYPE, n))
T7_IS(FLOATING, multinomial, (THLongTensor *r, THGenerator *gen, THTensor *prob, int count,
                              int replacement),
      THTensor_multinomial(TH_ANY(r), gen, TH_ANY(prob), count, replacement))
T7_IS(FLOATING, multinomialAliasSetup, (THTensor *prob, THLongTensor *alias, THTensor *share),
      THTensor_multinomialAliasSetup(TH_ANY(alias), TH_ANY(share), TH_ANY(prob)))
T7_IS(FLOATING, multinomialAliasDraw, (THLongTensor *self, THGenerator *gen, THLongTensor *alias,
                                       THTensor *share),
      THTensor_multinomialAlias(TH_ANY(self), gen, TH_ANY(alias), TH_ANY(share)))

TH_IF_FLOATING(
static inline void THTensor_(rand)(THTensor *r, THGenerator *gen, THLongStorage *size)
{
  THTensor_(resize)(r, size, NULL);
  THTensor_(uniform)(r, gen, 0, 1);
}
static inline void THTensor_(randn)(THTensor *r, THGenerator *gen, THLongStorage *size)
{
  THTensor_(resize)(r, size, NULL);
  THTensor_(normal)(r, gen, 0, 1);
})

/* normal with a tensor of means, of deviations, or of both; r gets the sizes of the first. */
TH_IF_FLOATING(
static inline void THTensor_(normal_means)(THTensor *r, THGenerator *gen, THTensor *means,
                                           double stdv)
{
  THTensor_(resizeAs)(r, means);
  THTensor_(normal)(r, gen, 0, stdv);
  THTensor_(cadd)(r, r, 1, means);
}
static inline void THTensor_(normal_stddevs)(THTensor *r, THGenerator *gen, double mean,
                                             THTensor *stdvs)
{
  THTensor_(resizeAs)(r, stdvs);
  THTensor_(normal)(r, gen, 0, 1);
  THTensor_(cmul)(r, r, stdvs);
  THTensor_(add)(r, r, (real)mean);
}
static inline void THTensor_(normal_means_stddevs)(THTensor *r, THGenerator *gen, THTensor *means,
                                                   THTensor *stdvs)
{
  THTensor_(resizeAs)(r, means);
  THTensor_(normal)(r, gen, 0, 1);
  THTensor_(cmul)(r, r, stdvs);
  THTensor_(cadd)(r, r, 1, means);
})

#ifdef TH_REAL_IS_BYTE
/* The state of a generator as bytes, and back. */
static inline void THTensor_(getRNGState)(THGenerator *gen, THTensor *state)
{
  THTensor_(resize1d)(state, sizeof *gen);
  memcpy(THTensor_(data)(state), gen, sizeof *gen);
}
static inline void THTensor_(setRNGState)(THGenerator *gen, THTensor *state)
{
  THTensor *bytes = THTensor_(new)();
  TH_RAISE(THTensor_clone(TH_ANY(bytes), TH_ANY(state), TH_DTYPE));
  TH_RAISE(THGenerator_restore(gen, THTensor_(data)(bytes), (size_t)THTensor_(nElement)(bytes)));
  THTensor_(free)(bytes);
}
#endif
#undef T7_IS
