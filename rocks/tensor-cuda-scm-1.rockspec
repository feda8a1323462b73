-- CUDA for an installed rock tensor of the same version (doc/cuda.md). It needs a CUDA toolkit with nvcc.
-- From a checkout: luarocks [--lua-version 5.4] make rocks/tensor-cuda-scm-1.rockspec
rockspec_format = '3.0'
package = 'tensor-cuda'
version = 'scm-1'
source = {
   url = 'git+file://.',
}
description = {
   summary = 'Tensors on NVIDIA GPUs, for the rock tensor',
   detailed = [[The module tensor.cudacore, which tensor.cuda opens at its first use: memory, streams and kernels of
CUDA devices. It is built by nvcc of a CUDA toolkit, version 12 or later.]],
   license = 'MIT',
}
dependencies = {
   'lua >= 5.1, < 5.6',
   'tensor == scm-1',
}
build = {
   type = 'cmake',
   variables = {
      CMAKE_BUILD_TYPE = 'Release',
      TH_LUA = '',
      TH_TESTS = 'OFF',
      TH_ROCK = 'cuda',
      TH_CUDA = 'ON',
      TH_ROCK_LUA_INCLUDE_DIR = '$(LUA_INCDIR)',
      TH_ROCK_LIBDIR = '$(LIBDIR)',
   },
}
