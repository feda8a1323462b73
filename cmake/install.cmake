# cmake --install: headers and libraries for C programs and extensions, and the module, where a Lua with that prefix
# looks for it. --component extensions leaves out what only C programs need. (A rock installs the module alone.)
#   include/tensor             TH.h, tensor.h, THC.h if lib/THC is built, and what they include (headers.cmake)
#   include/tensor/compat      TH.h and luaT.h for extensions written for Torch7 (doc/c-extensions.md)
#   lib                        libTH, libtensor_lua<abi>.a for hosts, libtensor<abi>.so for extensions; libTHC.a
#   lib/lua/<abi>, share/lua/<abi>
include(GNUInstallDirs)
# Before anything is copied: script/run builds the module alone, without the libraries for C programs.
install(CODE "if(NOT EXISTS \"$<TARGET_FILE:th_shared>\")
    message(FATAL_ERROR \"only the Lua module was built; run script/build first, or add --component extensions\")
  endif()")
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/tensor)
set(for_extensions COMPONENT extensions)
set(umbrellas TH)
if(TARGET THC)
  list(APPEND umbrellas THC)
  install(TARGETS THC DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
foreach(library IN LISTS umbrellas)
  file(WRITE ${CMAKE_BINARY_DIR}/install/${library}.h "#include \"${library}/${library}.h\"\n")
  install(FILES ${CMAKE_BINARY_DIR}/install/${library}.h DESTINATION ${headers} ${for_extensions})
endforeach()
install(CODE "set(TH_SOURCE \"${CMAKE_SOURCE_DIR}\")
  set(TH_HEADERS ${headers})
  set(TH_UMBRELLAS \"${umbrellas}\")" ${for_extensions})
install(SCRIPT cmake/headers.cmake ${for_extensions})
install(FILES lua/tensor.h DESTINATION ${headers} ${for_extensions})
install(FILES lua/torch7/luaT.h DESTINATION ${headers}/compat ${for_extensions})
install(TARGETS th_shared th_static DESTINATION ${CMAKE_INSTALL_LIBDIR})

# An extension is linked with the module itself, under its soname (lua/CMakeLists.txt), so the process has one TH: the
# one that Lua loaded.
foreach(abi IN LISTS TH_ABIS)
  install(TARGETS tensor_core_${abi} DESTINATION ${CMAKE_INSTALL_LIBDIR}/lua/${abi}/tensor ${for_extensions})
  if(TARGET tensor_cuda_${abi})
    install(TARGETS tensor_cuda_${abi} DESTINATION ${CMAKE_INSTALL_LIBDIR}/lua/${abi}/tensor ${for_extensions})
  endif()
  install(TARGETS tensor_lua${abi} DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY lua/tensor DESTINATION ${CMAKE_INSTALL_DATADIR}/lua/${abi} ${for_extensions}
    FILES_MATCHING PATTERN "*.lua")
  install(FILES lua/torch.lua lua/cutorch.lua DESTINATION ${CMAKE_INSTALL_DATADIR}/lua/${abi} ${for_extensions})
  install(CODE "file(CREATE_LINK lua/${abi}/tensor/core.so
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/libtensor${abi}.so\" SYMBOLIC)" ${for_extensions})
endforeach()
