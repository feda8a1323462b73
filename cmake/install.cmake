# cmake --install: headers and libraries for C programs and extensions, and the module, where a Lua with that prefix
# looks for it. (A rock installs the module alone.)
#   bin/tensor                 the command
#   include/tensor             TH.h, THS.h, tensor.h, tensor.hpp, THC.h and THCS.h if lib/THC is built, and what they
#                              include (headers.cmake)
#   include/tensor/compat      TH.h and luaT.h for extensions written for Torch7 (doc/c-extensions.md)
#   lib                        libTH, libTHS, libtensor_lua<abi>.a for hosts, libtensor<abi>.so for extensions; libTHC.a, libTHCS.a
#   lib/cmake/tensor, lib/pkgconfig  find_package(tensor), tensor.pc and tensor-lua<abi>.pc
#   lib/lua/<abi>, share/lua/<abi>
# Components are what packages hold: lua, runtime (shared libraries) and dev. --component extensions is the module and
# the headers, without what only C programs need.
# Before anything is copied: script/run builds the module alone, without the libraries for C programs.
install(CODE "if(NOT EXISTS \"$<TARGET_FILE:th_shared>\")
    message(FATAL_ERROR \"only the Lua module was built; run script/build first, or add --component extensions\")
  endif()")
# Installs as part of a component, and of the component extensions.
macro(install_both component)
  install(${ARGN} COMPONENT ${component})
  install(${ARGN} COMPONENT extensions EXCLUDE_FROM_ALL)
endmacro()

set(headers ${CMAKE_INSTALL_INCLUDEDIR}/tensor)
set(umbrellas TH THS)
set(archives th_static ths_static)
if(TARGET THC)
  list(APPEND umbrellas THC THCS)
  list(APPEND archives THC THCS)
endif()
foreach(library IN LISTS umbrellas)
  file(WRITE ${PROJECT_BINARY_DIR}/install/${library}.h "#include \"${library}/${library}.h\"\n")
  install_both(dev FILES ${PROJECT_BINARY_DIR}/install/${library}.h DESTINATION ${headers})
endforeach()
set(arguments "set(TH_SOURCE \"${PROJECT_SOURCE_DIR}\")
  set(TH_HEADERS ${headers})
  set(TH_UMBRELLAS \"${umbrellas}\")
  include(\"${PROJECT_SOURCE_DIR}/cmake/headers.cmake\")")
install(CODE "${arguments}" COMPONENT dev)
install(CODE "${arguments}" COMPONENT extensions EXCLUDE_FROM_ALL)
install_both(dev FILES lua/tensor.h lua/tensor.hpp DESTINATION ${headers})
install_both(dev FILES lua/torch7/luaT.h DESTINATION ${headers}/compat)

# An extension is linked with the module itself, under its soname (lua/CMakeLists.txt), so the process has one TH: the
# one that Lua loaded.
foreach(abi IN LISTS TH_ABIS)
  set(modules tensor_core_${abi})
  if(TARGET tensor_cuda_${abi})
    list(APPEND modules tensor_cuda_${abi})
  endif()
  install_both(lua TARGETS ${modules} DESTINATION ${CMAKE_INSTALL_LIBDIR}/lua/${abi}/tensor)
  set(share ${CMAKE_INSTALL_DATADIR}/lua/${abi})
  install(DIRECTORY lua/tensor DESTINATION ${share} COMPONENT lua FILES_MATCHING PATTERN "*.lua")
  install(DIRECTORY lua/tensor DESTINATION ${share} COMPONENT extensions EXCLUDE_FROM_ALL FILES_MATCHING PATTERN "*.lua")
  install_both(lua FILES lua/torch.lua lua/cutorch.lua DESTINATION ${share})
  set(link "set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}\")
  file(MAKE_DIRECTORY \"\${folder}\")
  file(CREATE_LINK lua/${abi}/tensor/core.so \"\${folder}/libtensor${abi}.so\" SYMBOLIC)")
  install(CODE "${link}" COMPONENT dev)
  install(CODE "${link}" COMPONENT extensions EXCLUDE_FROM_ALL)
  list(APPEND archives tensor_lua${abi})
endforeach()

# The command, for the first Lua of TH_LUA.
if(TH_ABIS)
  list(GET TH_LUA 0 TH_INTERPRETER)
  configure_file(lua/command.in ${PROJECT_BINARY_DIR}/install/tensor @ONLY)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/install/tensor DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT lua)
endif()

# find_package(tensor) and pkg-config
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tensor)
install(TARGETS th_shared ths_shared EXPORT tensor INCLUDES DESTINATION ${headers}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev)
install(TARGETS ${archives} EXPORT tensor INCLUDES DESTINATION ${headers}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(EXPORT tensor NAMESPACE tensor:: FILE tensorTargets.cmake DESTINATION ${package} COMPONENT dev)
include(CMakePackageConfigHelpers)
set(same SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(same SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/install/tensorConfigVersion.cmake COMPATIBILITY ${same})
file(RELATIVE_PATH TH_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(TH_PC_PRIVATE "-lm -lpthread -ldl")
find_package(ZLIB QUIET) # lib/TH and lua found what they link in scopes of their own
find_package(PNG 1.6 QUIET)
find_package(JPEG QUIET)
set(TH_PC_PICTURES "")
if(PNG_FOUND)
  string(APPEND TH_PC_PICTURES " -lpng")
endif()
if(JPEG_FOUND)
  string(APPEND TH_PC_PICTURES " -ljpeg")
endif()
if(ZLIB_FOUND)
  string(APPEND TH_PC_PRIVATE " -lz")
endif()
if(TH_BLAS STREQUAL "link")
  find_package(BLAS QUIET)
  string(REPLACE ";" " " blas "${BLAS_LIBRARIES}")
  string(APPEND TH_PC_PRIVATE " ${blas}")
endif()
file(RELATIVE_PATH TH_PACKAGE_PREFIX /${package} /)
configure_file(cmake/tensorConfig.cmake.in ${PROJECT_BINARY_DIR}/install/tensorConfig.cmake @ONLY)
configure_file(cmake/tensor.pc.in ${PROJECT_BINARY_DIR}/install/tensor.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/install/tensorConfigVersion.cmake ${PROJECT_BINARY_DIR}/install/tensorConfig.cmake
  DESTINATION ${package} COMPONENT dev)
foreach(TH_PC_ABI IN LISTS TH_ABIS)
  configure_file(cmake/tensor-lua.pc.in ${PROJECT_BINARY_DIR}/install/tensor-lua${TH_PC_ABI}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/install/tensor-lua${TH_PC_ABI}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT dev)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/install/tensor.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
include(cmake/package.cmake)
