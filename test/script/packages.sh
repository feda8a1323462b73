#!/usr/bin/env bash
# Tests what cmake --install gives, moved to another folder: find_package, pkg-config, the command tensor, names of
# libraries; and add_subdirectory.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
. "$top/test/script/expect.sh"
build=${TH_BUILD:-$top/build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset LUA_PATH LUA_CPATH
mkdir "$scratch/here" "$scratch/host" "$scratch/mixed" "$scratch/part"
cmake --install "$build" --prefix "$scratch/here/prefix" >"$scratch/install.log"
prefix="$scratch/a prefix" # with a blank
mv "$scratch/here/prefix" "$prefix"
version=$(sed -n 's/^#define TH_VERSION_[A-Z]* //p' "$top/lib/TH/base/THVersion.h" | paste -s -d .)
abi=$(sed -n 's/^#define TH_ABI //p' "$top/lib/TH/base/THVersion.h")
generator=()
if command -v ninja >/dev/null; then generator=(-G Ninja); fi
if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER-ccache} CCACHE_BASEDIR=$top
fi

cat >"$scratch/plain.c" <<'C'
#include <stdio.h>
#include "TH.h"
int main(void)
{
  THFloatTensor x = {0};
  double sum = 0;
  int status = THFloatTensor_resize2d(&x, 2, 3) || THFloatTensor_fill(&x, 2) ||
               THFloatTensor_sumall(&sum, &x);
  THFloatTensor_clear(&x);
  printf("%s: %g\n", TH_VERSION, sum);
  return status;
}
C

# A project that uses everything by find_package.
lua_library=$(sed -n 's/^TH_LUA_LIBRARY_lua5.4:[A-Z]*=//p' "$build/CMakeCache.txt")
cat >"$scratch/host/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.18)
project(host LANGUAGES C CXX)
find_package(tensor $version EXACT REQUIRED)
set(CMAKE_CXX_STANDARD 11)
add_executable(shared "$scratch/plain.c")
target_link_libraries(shared tensor::TH)
add_executable(static "$scratch/plain.c")
target_link_libraries(static tensor::TH_static)
add_executable(host_c "$top/examples/host.c")
add_executable(host_cxx "$top/examples/host.cpp")
message(STATUS "folder of the module: \${tensor_LUA_DIR}/5.4")
foreach(host host_c host_cxx)
  target_link_libraries(\${host} tensor::lua5.4 $lua_library)
endforeach()
CMAKE
expect 'find_package finds the package' 0 "folder of the module: *$prefix/share/lua/5.4*Generating done" \
  cmake "${generator[@]}" -S "$scratch/host" -B "$scratch/host/build" "-DCMAKE_PREFIX_PATH=$prefix"
expect 'its targets link' 0 '' cmake --build "$scratch/host/build"
for program in shared static; do
  expect "a program with $program TH runs" 0 "$version: 12" "$scratch/host/build/$program"
done
for program in host_c host_cxx; do
  expect "$program runs with the installed module" 0 'given back 1 time' \
    "$scratch/host/build/$program" "$prefix/share/lua/5.4"
done
sed 's/^target_link_libraries(shared.*/target_link_libraries(shared tensor::TH tensor::lua5.4)/' \
  "$scratch/host/CMakeLists.txt" >"$scratch/mixed/CMakeLists.txt"
expect 'two kinds of TH in one program are refused' 1 'TH_KIND' \
  cmake "${generator[@]}" -S "$scratch/mixed" -B "$scratch/mixed/build" "-DCMAKE_PREFIX_PATH=$prefix"

# pkg-config
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
expect 'pkg-config knows the version' 0 "$version" pkg-config --modversion tensor
# shellcheck disable=SC2016 # the inner shell expands it
expect 'a program is compiled by pkg-config' 0 "$version: 12" bash -c '
  eval "${CC:-cc} \"$1/plain.c\" -o \"$1/plain\" $(pkg-config --cflags --libs tensor)" &&
  LD_LIBRARY_PATH="$2/lib" "$1/plain"' - "$scratch" "$prefix"
# shellcheck disable=SC2016
expect 'and a host of Lua' 0 'given back 1 time' bash -c '
  eval "${CC:-cc} \"$1/examples/host.c\" -o \"$2/pc_host\" $(pkg-config --cflags --libs tensor-lua5.4 lua5.4)" &&
  eval "\"$2/pc_host\" $(pkg-config --variable=luadir tensor-lua5.4)"' - "$top" "$scratch"

# names of libraries
for library in TH THS; do
  expect "lib$library has the number of the interface" 0 "SONAME*lib$library.so.$abi" \
    objdump -p "$prefix/lib/lib$library.so"
done
expect 'and so has the module' 0 "SONAME*libtensor5.4.so.$abi" objdump -p "$prefix/lib/lua/5.4/tensor/core.so"

# what takes the room
expect 'the parts of the module' 0 'kernels of level base*the module' "$top/script/size" "$build"
expect 'a folder without a module' 1 'no module in' "$top/script/size" "$scratch"

# the command
cat >"$scratch/use.lua" <<'LUA'
print(require('tensor').ones(2, 3):sum(), ..., require('torch').DoubleTensor and type(require 'cutorch'))
os.exit(7)
LUA
expect 'the command runs a file' 7 '6?word?table' env -C / "$prefix/bin/tensor" "$scratch/use.lua" word
expect 'the command says its version' 0 "tensor $version" env -C / "$prefix/bin/tensor" --version
expect 'the doctor finds the installed module' 0 'a prefix/share/lua' env -C / "$prefix/bin/tensor" --doctor

# as a part of a project
cat >"$scratch/part/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.18)
project(host LANGUAGES C)
set(TH_LUA "" CACHE STRING "")
set(TH_LEVELS base CACHE STRING "")
add_subdirectory("$top" tensor)
add_executable(program "$scratch/plain.c")
target_link_libraries(program tensor::TH)
CMAKE
expect 'add_subdirectory works' 0 'Generating done' \
  cmake "${generator[@]}" -S "$scratch/part" -B "$scratch/part/build" -DCMAKE_BUILD_TYPE=Release
expect 'its targets are built' 0 '' \
  cmake --build "$scratch/part/build" -j "$(getconf _NPROCESSORS_ONLN || echo 2)" --target program
expect 'and run' 0 "$version: 12" "$scratch/part/build/program"
finish
