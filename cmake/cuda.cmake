# Decides whether lib/THC is built (TH_CUDA) and for which GPUs. Without a toolkit the build is for the CPU only, and
# one line says so.
#   CMAKE_CUDA_ARCHITECTURES   default 90-real, which builds quickly. Releases are built for
#                              75-real;80-real;90-real;100-real;120-real;120-virtual
set(found "no CUDA toolkit (12 or later) was found")
if(TH_ROCK OR TH_SANITIZE) # nvcc has no sanitizers: sanitized builds use the emulator
  set(found "this build has none")
elseif(NOT TH_CUDA STREQUAL "OFF")
  find_package(CUDAToolkit 12 QUIET)
  if(CUDAToolkit_FOUND)
    include(CheckLanguage)
    set(CMAKE_CUDA_COMPILER_HINTS ${CUDAToolkit_BIN_DIR})
    check_language(CUDA)
    set(found "no nvcc was found")
  endif()
endif()
if(TH_CUDA STREQUAL "ON" AND NOT CMAKE_CUDA_COMPILER)
  message(FATAL_ERROR "TH_CUDA=ON, but ${found}; set CUDAToolkit_ROOT or TH_CUDA=OFF")
endif()
if(TH_CUDA STREQUAL "OFF" OR NOT CMAKE_CUDA_COMPILER)
  message(STATUS "tensor: CPU only")
  return()
endif()

set(CMAKE_CUDA_ARCHITECTURES 90-real CACHE STRING "CUDA architectures to build for")
enable_language(CUDA)
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_VISIBILITY_PRESET hidden)
message(STATUS "tensor: CPU and CUDA ${CUDAToolkit_VERSION} for ${CMAKE_CUDA_ARCHITECTURES}")
