# find_package(tensor): tensor::TH (libTH.so), tensor::TH_static (libTH.a), the same for THS, tensor::lua<abi> for hosts
# of Lua, with TH_static inside, and tensor::THC if the library was built with CUDA.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
# What archives are linked with. Who links none needs none, so each may be missing.
foreach(library ZLIB PNG JPEG)
  find_package(${library} QUIET)
endforeach()
include(${CMAKE_CURRENT_LIST_DIR}/tensorTargets.cmake)
if(TARGET tensor::THC)
  find_package(CUDAToolkit QUIET)
  set_property(TARGET tensor::THC APPEND PROPERTY INTERFACE_LINK_LIBRARIES tensor::TH)
endif()
