/*
** Random choices among positions, values of distributions with a tensor of parameters, and normal
** vectors with a covariance. The generator, devices and failures are as in THRandomTensor.h.
*/
#ifndef TH_CHOICE_H
#define TH_CHOICE_H

#include "TH/geometry/THGate.h"
#include "TH/ops/random/THRandom.h"

/*
** count positions from 1 to n as a LongTensor: each drawn from all, or without replacement (count
** at most n) from those left. weights: a vector of n, as THTensor_multinomial takes it, or NULL for
** equal chances.
*/
TH_API int THTensor_choice(THTensor *out, THGenerator *gen, int64_t n, int64_t count,
                           int replacement, const THTensor *weights);

/* The slices of dimension 0 in random order, as a copy. (n, ..) -> (n, ..) */
TH_API int THTensor_permutation(THTensor *out, THGenerator *gen, const THTensor *x);

/* The same in place. */
TH_API int THTensor_shuffle(THTensor *t, THGenerator *gen);

/* As THTensor_draw of uniform, normal or exponential, with parameters that are numbers, or tensors
   that broadcast to t. */
TH_API int THTensor_drawBy(THTensor *t, THGenerator *gen, const THDistribution *distribution,
                           const THOperand *parameters);

/*
** n vectors of a normal distribution, as rows, of the floating dtype of mean; n -1: one vector.
** TH_EINVAL for a covariance that is not symmetric or has a negative variance in some direction. On
** a device the products are its library's. (d), (d, d) -> (n, d) or (d)
*/
TH_API int THTensor_multivariateNormal(THTensor *out, THGenerator *gen, const THTensor *mean,
                                       const THTensor *covariance, int64_t n);

#endif
