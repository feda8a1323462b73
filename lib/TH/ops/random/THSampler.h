/*
** Distributions whose values take as many draws as chance wants: gamma, beta, Poisson, binomial,
** Dirichlet.
**
** A call takes two draws of the generator, the key of a Philox generator of its own, in which each
** element has a stream of its own by its position in row-major order. So the values depend on
** neither threads nor strides, whichever the generator is. They are made on the CPU, in double, and
** converted as by a copy; tensors may be on any device. On failure neither the result nor the
** generator has changed: TH_EINVAL for parameters, TH_EDTYPE for dtypes that cannot hold the
** values, TH_ESHAPE, TH_ENOMEM.
*/
#ifndef TH_SAMPLER_H
#define TH_SAMPLER_H

#include "TH/geometry/THGate.h"
#include "TH/geometry/THTensor.h"
#include "TH/ops/random/THRandom.h"

struct THStream;

typedef struct THSampler {
  const char *name, *doc;
  int floatingOnly; /* 0 if values are whole: integer types hold them */
  int arity;        /* how many parameters it has */
  THParameter parameter[TH_MAX_PARAMETERS];
  double (*draw)(struct THStream *stream, const double *parameters);
} THSampler;

enum { TH_SAMPLER_gamma, TH_SAMPLER_beta, TH_SAMPLER_poisson, TH_SAMPLER_binomial,
       TH_NUM_SAMPLERS };
TH_API const THSampler TH_samplers[TH_NUM_SAMPLERS];

/* Set every element of t to a value; each parameter is a number, or a tensor of any real dtype that
   broadcasts to t. */
TH_API int THTensor_sample(THTensor *t, THGenerator *gen, const THSampler *sampler,
                           const THOperand *parameters);

/* One value. */
TH_API int THRandom_sample(double *value, THGenerator *gen, const THSampler *sampler,
                           const double *parameters);

/* Rows of positive numbers with sum 1, which have a Dirichlet distribution with the parameters in
   the last dimension of alpha, all above 0. (.., n) -> (.., n), of the floating dtype of alpha */
TH_API int THTensor_dirichlet(THTensor *out, THGenerator *gen, const THTensor *alpha);

#endif
