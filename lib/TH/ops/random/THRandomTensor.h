/*
** Tensors of random numbers, with Torch7's formulas and ranges. They are drawn in row-major order
** whatever the strides are, so that a seed gives the same elements in any layout.
**
** Values are converted to the dtype as by a copy. Tensors may be on any device, all those of a call
** on the same one. Draws of a Philox generator for a device are made on the device; everything
** else, and always multinomial and randperm, is made on the CPU and copied. The values are the
** same, except where the device has log, exp or tan of its own (cauchy, logNormal, exponential,
** geometric). On failure neither the tensor nor the generator has changed: TH_EINVAL for
** parameters, TH_EDTYPE for dtypes that cannot hold the values, TH_ESHAPE, TH_EUNSUPPORTED,
** TH_ENOMEM.
*/
#ifndef TH_RANDOM_TENSOR_H
#define TH_RANDOM_TENSOR_H

#include "TH/geometry/THTensor.h"
#include "TH/ops/random/THRandom.h"

/* Set every element of t to a value of the distribution. TH_EDTYPE if t is of an integer type and
   the values are not whole numbers. */
TH_API int THTensor_draw(THTensor *t, THGenerator *gen, const THDistribution *distribution,
                         const double *parameters);

/*
** Set each element of t to 1 with the probability that p has there, else to 0. p is a tensor of a
** floating dtype that broadcasts to the sizes of t, or has as many elements, taken in row-major
** order.
*/
TH_API int THTensor_bernoulli(THTensor *t, THGenerator *gen, const THTensor *p);

/*
** Set each element to a draw modulo the number of values from 0 that the dtype holds exactly, its
** THTraits.whole + 1: 256 for Byte, 128 for Char, 2^24 + 1 for Float and so on.
*/
TH_API int THTensor_random(THTensor *t, THGenerator *gen);

/* Set each element to a whole number a .. b, as THRandom_between. */
TH_API int THTensor_randomBetween(THTensor *t, THGenerator *gen, int64_t a, int64_t b);

/* Set each element to a whole number a .. b, all with equal chances. Up to 2^16 numbers are drawn
   as by randomBetween, more of them from 64 bits. TH_EINVAL if a > b, or if t has an integer type
   that does not hold a and b. */
TH_API int THTensor_randint(THTensor *t, THGenerator *gen, int64_t a, int64_t b);

/*
** A permutation of 1 .. n, n >= 0, as a vector of dtype. out is resized. TH_EINVAL if the dtype
** cannot hold n.
*/
TH_API int THTensor_randperm(THTensor *out, THGenerator *gen, int dtype, int64_t n);

/*
** count positions, from 1, drawn with the probabilities that a vector of weights, or each row of a
** matrix of weights, of a floating dtype gives: a LongTensor of size count, or rows x count.
** Weights are finite and not negative. Each row needs one above 0; without replacement, count of
** them. Each position takes one uniform number.
*/
TH_API int THTensor_multinomial(THTensor *out, THGenerator *gen, const THTensor *weights,
                                int64_t count, int replacement);

/*
** The same for many draws from one vector of weights of a floating dtype, each in constant time.
**
** Setup makes Walker's tables, two vectors as long as the weights: share (of their dtype) and alias
** (a LongTensor). Slot i stands for i with probability share[i], and otherwise for alias[i], which
** counts from 1 and is 0 if there is no other. multinomialAlias fills out, a LongTensor, with
** positions from 1; each takes one uniform and one bernoulli number, as in Torch7. TH_EINVAL for
** weights that multinomial refuses, and for tables that Setup cannot have made.
**
** Source: A. J. Walker, "An Efficient Method for Generating Discrete Random Variables with General
** Distributions", ACM TOMS 3(3), 1977.
*/
TH_API int THTensor_multinomialAliasSetup(THTensor *alias, THTensor *share,
                                          const THTensor *weights);
TH_API int THTensor_multinomialAlias(THTensor *out, THGenerator *gen, const THTensor *alias,
                                     const THTensor *share);

/* A number as texts show it: NaN has no sign. */
static inline double th_withoutSign(double x)
{
  return x != x ? (double)__builtin_nanf("") : x;
}

#endif
