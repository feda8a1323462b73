# debian.sh: Debian for another processor, whose programs run under qemu-user: what its systems share. A system sets
#   processor, architecture   the processor's name for CMake and for Debian
#   compiler    the cross compiler, less -gcc
#   libraries   the folder of its libraries in /usr/lib
#   emulator    the command that runs a program of it, and packages, which bring it
#   lua         the interpreter of the specs; and lua_packages, which bring it
#   options     more options for CMake
#   left_out    the C tests that cannot run, as a regular expression; the system's file says why
#   specs       the files of the specs that the stage runs; TEST_SPECS names others
# Debian's files lie in $root, which programs of the system take for /. They may start programs of this machine, but none
# of the system's own, unless by the command $out/lua: the kernel does not know the emulator.
root=$out/root
packages="gcc-$compiler g++-$compiler $packages"

version() { command -v "$compiler-gcc" "$compiler-g++" >&2 && "${emulator[0]}" --version | sed -n '1s/.*version \([0-9.]*\).*/qemu \1/p'; }

build() {
  local from=$root/usr/lib/$libraries
  # shellcheck disable=SC2086
  unpack "$architecture" "$root" libc6 libgcc-s1 libstdc++6 libgfortran5 libopenblas0-pthread zlib1g zlib1g-dev \
    libpng16-16 libpng-dev libjpeg62-turbo libjpeg62-turbo-dev lua-filesystem lua-system lua-term \
    lua5.4 liblua5.4-0 liblua5.4-dev libreadline8 libtinfo6 $lua_packages
  TH_LUA="$lua;lua5.4" "$top/script/build" "$out" -DCMAKE_BUILD_TYPE=Release -DTH_CUDA=OFF \
    -DCMAKE_SYSTEM_NAME=Linux "-DCMAKE_SYSTEM_PROCESSOR=$processor" "-DCMAKE_LIBRARY_ARCHITECTURE=$libraries" \
    "-DCMAKE_C_COMPILER=$compiler-gcc" "-DCMAKE_CXX_COMPILER=$compiler-g++" \
    "-DCMAKE_CROSSCOMPILING_EMULATOR=$(IFS=';' && echo "${emulator[*]}")" \
    "-DCMAKE_FIND_ROOT_PATH=$root" -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER \
    -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY \
    "-DZLIB_LIBRARY=$root/lib/$libraries/libz.so.1" "-DCMAKE_EXE_LINKER_FLAGS=-L$from" "${options[@]}"
  printf '#!/bin/sh\nexec %s %s "$@"\n' "${emulator[*]}" "$root/usr/bin/$lua" >"$out/lua"
  chmod +x "$out/lua"
}
