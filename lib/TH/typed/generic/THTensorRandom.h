/* Random numbers in a tensor of one dtype, as in THRandomTensor.h. Read through THTypes.h. */

/* The distributions, as in THFloatTensor_normal(t, gen, mean, stdv), for dtypes that hold them. */
#define TH_DISTRIBUTION1(set, name, x, p, ...) \
TH_IF_##set(TH_API int THTensor_(name)(THTensorT *t, THGenerator *gen, double p);)
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, ...) \
TH_IF_##set(TH_API int THTensor_(name)(THTensorT *t, THGenerator *gen, double p, double q);)
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2

/* Bernoulli with the probabilities of a tensor. */
TH_API int THTensor_(bernoulli_FloatTensor)(THTensorT *t, THGenerator *gen,
                                            const TH_TENSOR(Float) *p);
TH_API int THTensor_(bernoulli_DoubleTensor)(THTensorT *t, THGenerator *gen,
                                             const TH_TENSOR(Double) *p);

/* Whole numbers: what the dtype can count; least .. most; 1 .. most. */
TH_API int THTensor_(random)(THTensorT *t, THGenerator *gen);
TH_API int THTensor_(clampedRandom)(THTensorT *t, THGenerator *gen, int64_t least, int64_t most);
TH_API int THTensor_(cappedRandom)(THTensorT *t, THGenerator *gen, int64_t most);

/* The numbers 1 .. n in random order. */
TH_API int THTensor_(randperm)(THTensorT *r, THGenerator *gen, int64_t n);

/* count positions, from 1, drawn with the weights of prob, or of each of its rows. */
TH_IF_FLOATING(TH_API int THTensor_(multinomial)(TH_TENSOR(Long) *r, THGenerator *gen,
                                                 const THTensorT *prob, int64_t count,
                                                 int replacement);)

/* The same through tables of aliases; self is filled. */
TH_IF_FLOATING(TH_API int THTensor_(multinomialAliasSetup)(const THTensorT *prob,
                                                           TH_TENSOR(Long) *alias,
                                                           THTensorT *share);)
TH_IF_FLOATING(TH_API int THTensor_(multinomialAliasDraw)(TH_TENSOR(Long) *self, THGenerator *gen,
                                                          const TH_TENSOR(Long) *alias,
                                                          const THTensorT *share);)
