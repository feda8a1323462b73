/*
** A stand-in for libcufft: lines of one dimension, transformed by the definition. Every transform
** writes to memory of its plan, so that two streams that share a plan race.
*/
#include "library.h"

#include <cufft.h>

#include <cmath>
#include <complex>
#include <map>
#include <mutex>

using namespace emu;

namespace {

const size_t work_bytes = 512;

struct Plan {
  cudaStream_t stream = nullptr;
  void *memory = nullptr; /* on the device; every transform writes it */
  cufftType type = CUFFT_C2C;
  long long n = 0, stepIn = 0, nextIn = 0, stepOut = 0, nextOut = 0, batch = 0;
};

std::mutex lock;
std::map<cufftHandle, Plan> plans;
cufftHandle last;

Plan *find(cufftHandle handle)
{
  std::lock_guard<std::mutex> guard(lock);
  auto found = plans.find(handle);
  return found == plans.end() ? nullptr : &found->second;
}

cufftResult status_of(cudaError_t error)
{
  switch (error) {
    case cudaSuccess: return CUFFT_SUCCESS;
    case cudaErrorMemoryAllocation: return CUFFT_ALLOC_FAILED;
    case cudaErrorInvalidValue: return CUFFT_INVALID_VALUE;
    default: return CUFFT_EXEC_FAILED;
  }
}

template <class R> void put(std::complex<R> *y, std::complex<double> z)
{
  *y = std::complex<R>(z);
}

template <class R> void put(R *y, std::complex<double> z)
{
  *y = static_cast<R>(z.real());
}

/* One line: In and Out are types of elements. */
template <class In, class Out>
void transform(const Plan &p, const In *x, Out *y, double sign, bool to_half, bool from_half)
{
  std::vector<std::complex<double>> line(static_cast<size_t>(p.n));
  for (long long k = 0; k < p.n; k++) {
    const long long from = from_half && k > p.n / 2 ? p.n - k : k;
    const std::complex<double> z(x[from * p.stepIn]);
    line[static_cast<size_t>(k)] = from == k ? z : std::conj(z);
  }
  const double turn = sign * 2 * std::acos(-1.0) / static_cast<double>(p.n);
  for (long long k = 0; k < (to_half ? p.n / 2 + 1 : p.n); k++) {
    std::complex<double> sum = 0;
    for (long long j = 0; j < p.n; j++)
      sum += line[static_cast<size_t>(j)] *
             std::polar(1.0, turn * static_cast<double>(j * k % p.n));
    put(y + k * p.stepOut, sum);
  }
}

template <class In, class Out>
cufftResult exec(const char *function, cufftHandle handle, cufftType type, const In *in, Out *out,
                 int direction)
{
  const Plan *found = find(handle);
  if (!found || found->type != type) return CUFFT_INVALID_PLAN;
  const Plan p = *found;
  const bool to_half = sizeof(Out) > sizeof(In), from_half = sizeof(In) > sizeof(Out);
  const long long half = p.n / 2 + 1, last_line = p.batch - 1;
  const long long read = last_line * p.nextIn + ((from_half ? half : p.n) - 1) * p.stepIn + 1;
  const long long written = last_line * p.nextOut + ((to_half ? half : p.n) - 1) * p.stepOut + 1;
  const std::vector<Span> spans = {{in, static_cast<size_t>(read) * sizeof(In), false},
                                   {out, static_cast<size_t>(written) * sizeof(Out), true},
                                   {p.memory, work_bytes, true}};
  return status_of(library_call(function, p.stream, spans, [=] {
    for (long long b = 0; b < p.batch; b++)
      transform(p, view(in) + b * p.nextIn, view(out) + b * p.nextOut,
                direction == CUFFT_FORWARD ? -1 : 1, to_half, from_half);
  }));
}

template <class T> std::complex<T> *complex_of(void *data)
{
  return static_cast<std::complex<T> *>(data);
}

} /* namespace */

extern "C" {

cufftResult cufftCreate(cufftHandle *handle)
{
  Plan plan;
  cudaError_t error = library_call("cufftCreate");
  if (!error) error = cudaMalloc(&plan.memory, work_bytes);
  if (error) return status_of(error);
  std::lock_guard<std::mutex> guard(lock);
  *handle = ++last;
  plans[*handle] = plan;
  return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle handle)
{
  Plan *plan = find(handle);
  if (!plan) return CUFFT_INVALID_PLAN;
  cudaFree(plan->memory);
  std::lock_guard<std::mutex> guard(lock);
  plans.erase(handle);
  return CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream)
{
  Plan *plan = find(handle);
  if (!plan) return CUFFT_INVALID_PLAN;
  plan->stream = stream;
  return CUFFT_SUCCESS;
}

cufftResult cufftMakePlanMany64(cufftHandle handle, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, long long *onembed,
                                long long ostride, long long odist, cufftType type, long long batch,
                                size_t *bytes)
{
  Plan *plan = find(handle);
  if (!plan) return CUFFT_INVALID_PLAN;
  if (rank != 1 || *n < 1 || batch < 1 || !inembed || !onembed) return CUFFT_INVALID_VALUE;
  const cudaError_t error = library_call("cufftMakePlanMany64");
  if (error) return status_of(error);
  plan->type = type;
  plan->n = *n;
  plan->stepIn = istride, plan->nextIn = idist, plan->stepOut = ostride, plan->nextOut = odist;
  plan->batch = batch;
  *bytes = work_bytes;
  return CUFFT_SUCCESS;
}

cufftResult cufftExecC2C(cufftHandle h, cufftComplex *in, cufftComplex *out, int direction)
{
  return exec("cufftExecC2C", h, CUFFT_C2C, complex_of<float>(in), complex_of<float>(out),
              direction);
}

cufftResult cufftExecR2C(cufftHandle h, cufftReal *in, cufftComplex *out)
{
  return exec("cufftExecR2C", h, CUFFT_R2C, in, complex_of<float>(out), CUFFT_FORWARD);
}

cufftResult cufftExecC2R(cufftHandle h, cufftComplex *in, cufftReal *out)
{
  return exec("cufftExecC2R", h, CUFFT_C2R, complex_of<float>(in), out, CUFFT_INVERSE);
}

cufftResult cufftExecZ2Z(cufftHandle h, cufftDoubleComplex *in, cufftDoubleComplex *out,
                         int direction)
{
  return exec("cufftExecZ2Z", h, CUFFT_Z2Z, complex_of<double>(in), complex_of<double>(out),
              direction);
}

cufftResult cufftExecD2Z(cufftHandle h, cufftDoubleReal *in, cufftDoubleComplex *out)
{
  return exec("cufftExecD2Z", h, CUFFT_D2Z, in, complex_of<double>(out), CUFFT_FORWARD);
}

cufftResult cufftExecZ2D(cufftHandle h, cufftDoubleComplex *in, cufftDoubleReal *out)
{
  return exec("cufftExecZ2D", h, CUFFT_Z2D, complex_of<double>(in), out, CUFFT_INVERSE);
}

} /* extern "C" */
