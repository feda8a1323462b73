/*
** Functions of Torch7 that are neither point-wise nor reductions: convolutions, lerp, equal, dist,
** renorm, match. Each driver here hands its arguments to one function of TH.
*/
#include "core/signature.h"

static int convolve(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_convolve(call->row->data, call->result[0], arg[0].tensor, arg[1].tensor,
                           *arg[2].string == 'F');
}

/* By Torch7's rules a new result is row-major. */
static int lerp(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  THTensor *r = call->result[0];
  TH_TRY(THTensor_lerp(r, arg[0].tensor, arg[1].tensor, TH_asReal(arg[2].number)));
  return luaTH_isTorch7(call->L) && !call->given[0] ? THTensor_contiguous(r, r) : TH_OK;
}

static int lerp_by(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_lerpBy(call->result[0], arg[0].tensor, arg[1].tensor, arg[2].tensor);
}

static int lerp_numbers(luaTH_Call *call)
{
  const double a = TH_asReal(call->arg[0].number), b = TH_asReal(call->arg[1].number);
  return luaTH_returnnumber(call, TH_real(a + TH_asReal(call->arg[2].number) * (b - a)));
}

static int equal(luaTH_Call *call)
{
  int result;
  TH_TRY(THTensor_equal(&result, call->arg[0].tensor, call->arg[1].tensor));
  return luaTH_returnboolean(call, result);
}

static int dist(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  double result;
  TH_TRY(THTensor_dist(&result, arg[0].tensor, arg[1].tensor, TH_asReal(arg[2].number)));
  return luaTH_returnnumber(call, TH_real(result));
}

static int renorm(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_renorm(call->result[0], arg[0].tensor, TH_asReal(arg[1].number),
                         (int)arg[2].integer, TH_asReal(arg[3].number));
}

static int match(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_match(call->result[0], arg[0].tensor, arg[1].tensor, arg[2].number);
}

#define CONVOLUTION(name, doc) \
  {#name, "r! x:Tensor kernel:Tensor border:V/F=V", convolve, doc, 0, &TH_##name}

static const luaTH_Row rows[] = {
  CONVOLUTION(conv2, "x convolved with a kernel, both pictures or lists of them, or with q lists "
                     "of kernels summed to q pictures; 'F' includes positions over the border"),
  CONVOLUTION(xcorr2, "cross-correlation: conv2 without reversing the kernel"),
  CONVOLUTION(conv3, "conv2 for volumes, which have one more dimension"),
  CONVOLUTION(xcorr3, "xcorr2 for volumes, which have one more dimension"),
  {"lerp", "r! a:Tensor b:Tensor weight:number", lerp, "a + weight * (b - a)", LUATH_INPLACE, 0},
  {"lerp", "r! a:Tensor b:Tensor weight:Tensor", lerp_by, "a + weight * (b - a)", LUATH_INPLACE, 0},
  {"lerp", "a:number b:number weight:number", lerp_numbers, "a + weight * (b - a)", 0, 0},
  {"equal", "a:Tensor b:Tensor", equal, "whether sizes and all elements are equal", 0, 0},
  {"dist", "a:Tensor b:Tensor p:number=2", dist, "the p-norm of a - b, a number", 0, 0},
  {"renorm", "r! x:Tensor p:number dim:dim limit:number", renorm,
   "x with every slice along dim whose p-norm exceeds the limit scaled down to it",
   LUATH_INPLACE, 0},
  {"match", "r! a:Tensor b:Tensor gain:number=1", match,
   "gain times the squared distance between each row of a and each row of b", LUATH_INPLACE, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openfunctions(lua_State *L)
{
  luaTH_register(L, rows);
}
