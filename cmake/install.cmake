# cmake --install: headers and libraries for C programs and extensions, and the module, where a Lua with that prefix
# looks for it. --component extensions leaves out what only C programs need. (A rock installs the module alone.)
#   include/tensor             TH.h, tensor.h
#   include/tensor/compat      TH.h and luaT.h for extensions written for Torch7 (doc/c-extensions.md)
#   lib                        libTH, libtensor_lua<abi>.a for hosts, libtensor<abi>.so for extensions
#   lib/lua/<abi>, share/lua/<abi>
include(GNUInstallDirs)
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/tensor)
set(for_extensions COMPONENT extensions)
file(WRITE ${CMAKE_BINARY_DIR}/install/TH.h "#include \"TH/TH.h\"\n")
install(FILES ${CMAKE_BINARY_DIR}/install/TH.h DESTINATION ${headers} ${for_extensions})
install(DIRECTORY lib/TH DESTINATION ${headers} ${for_extensions}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN compat EXCLUDE PATTERN loops EXCLUDE PATTERN parts EXCLUDE)
install(DIRECTORY lib/TH/compat DESTINATION ${headers} ${for_extensions} FILES_MATCHING PATTERN "*.h")
# Extensions have only compat on their include path, so links make the layers visible there as TH/.
foreach(layer base rows memory geometry iteration dispatch cpu ops)
  install(CODE "file(CREATE_LINK ../../TH/${layer}
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${headers}/compat/TH/${layer}\" SYMBOLIC)" ${for_extensions})
endforeach()
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
