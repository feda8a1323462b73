/*
** Tensors of random numbers, drawn in row-major order whatever the strides are: a seed gives the
** same elements in any layout.
**
** Values are converted to the dtype as by copy. Tensors lie on any device, all of a call on one.
** What a Philox generator draws for a device, the device makes; all else, and multinomial and
** randperm always, is made on the CPU and copied. The numbers are the same, but for functions that
** the device has its own of (log, exp, tan: cauchy, logNormal, exponential, geometric). On failure
** neither the tensor nor the generator has changed: TH_EINVAL for parameters, TH_EDTYPE for dtypes
** that cannot hold the values, TH_ESHAPE, TH_EUNSUPPORTED, TH_ENOMEM.
**
** Formulas and ranges are Torch7's.
*/
#ifndef TH_RANDOM_TENSOR_H
#define TH_RANDOM_TENSOR_H

#include "TH/geometry/THTensor.h"
#include "TH/ops/random/THRandom.h"

/* Every element of t from a distribution. TH_EDTYPE where its values are not whole and t's are. */
TH_API int THTensor_draw(THTensor *t, THGenerator *gen, const THDistribution *distribution,
                         const double *parameters);

/*
** 1 with the probability that p, a tensor of floating dtype, has there, else 0. p broadcasts to the
** sizes of t or has as many elements, taken in row-major order.
*/
TH_API int THTensor_bernoulli(THTensor *t, THGenerator *gen, const THTensor *p);

/*
** A draw modulo what the dtype can count exactly, its THTraits.whole + 1: 256 Byte, 128 Char,
** 2^24 + 1 Float and so on.
*/
TH_API int THTensor_random(THTensor *t, THGenerator *gen);

/* a .. b, as THRandom_between. */
TH_API int THTensor_randomBetween(THTensor *t, THGenerator *gen, int64_t a, int64_t b);

/*
** A permutation of 1 .. n, as a vector of dtype, n >= 0. out is resized. TH_EINVAL where the dtype
** cannot hold n.
*/
TH_API int THTensor_randperm(THTensor *out, THGenerator *gen, int dtype, int64_t n);

/*
** count positions, from 1, drawn with the weights that a vector of floating dtype, or each row of a
** matrix, has there: a LongTensor of count, or rows x count. Weights are finite and not negative;
** each row needs a positive one, without replacement count of them. One uniform a position.
*/
TH_API int THTensor_multinomial(THTensor *out, THGenerator *gen, const THTensor *weights,
                                int64_t count, int replacement);

/*
** The same for many draws from the same weights, a vector of floating dtype: in time that does not
** grow with their number. Setup makes two vectors as long as the weights, alias (a LongTensor) and
** share (of their dtype): Walker's tables, in which slot i stands for i with probability share[i],
** and else for alias[i], counted from 1 (0 where there is no other). multinomialAlias fills out, a
** LongTensor, with positions from 1. One uniform and one bernoulli a position, as in Torch7.
** TH_EINVAL for weights that multinomial refuses, and for tables that cannot be of Setup.
** Source: A. J. Walker, "An Efficient Method for Generating Discrete Random Variables with General
** Distributions", ACM TOMS 3(3), 1977.
*/
TH_API int THTensor_multinomialAliasSetup(THTensor *alias, THTensor *share,
                                          const THTensor *weights);
TH_API int THTensor_multinomialAlias(THTensor *out, THGenerator *gen, const THTensor *alias,
                                     const THTensor *share);

#endif
