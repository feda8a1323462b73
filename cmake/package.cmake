# cpack -G DEB: Debian packages of what cmake --install gives, one for each component. Configure with
# CMAKE_INSTALL_PREFIX=/usr, so that GNUInstallDirs knows Debian's folders (doc/install.md).
#   lua-tensor   the module for each Lua of TH_LUA, and the command
#   libth1       shared libraries; 1 is the number of the binary interface
#   libth-dev    headers, archives, find_package and pkg-config
set(CPACK_PACKAGE_CONTACT "the authors of tensor <tensor@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "N-dimensional arrays for Lua and C")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL lua runtime dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON) # packages of programs that are linked with it depend on it by this
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libopenblas0 | liblapack3") # opened at run time

set(CPACK_DEBIAN_LUA_PACKAGE_NAME lua-tensor)
set(CPACK_DEBIAN_LUA_PACKAGE_SECTION interpreters)
set(CPACK_DEBIAN_LUA_DESCRIPTION "N-dimensional arrays for Lua\n Tensors in the style of Torch7, for scripts: the module tensor, and a prompt.")
if(TH_LUA)
  list(GET TH_LUA 0 CPACK_DEBIAN_LUA_PACKAGE_DEPENDS) # which the command is run by
endif()

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libth${TH_ABI})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "N-dimensional arrays for C and C++\n The shared libraries TH (dense tensors) and THS (sparse ones).")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libth-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libth${TH_ABI} (= ${PROJECT_VERSION}), lua-tensor (= ${PROJECT_VERSION}), zlib1g-dev, libpng-dev, libjpeg-dev")
set(CPACK_DEBIAN_DEV_DESCRIPTION "N-dimensional arrays for C and C++, headers\n Headers and archives, also of the Lua module for programs that contain it.")
include(CPack)
