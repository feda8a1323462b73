#!/usr/bin/env bash
# Tests that luarocks make installs a module that works without the source tree: into a temporary tree, for Lua
# 5.1 and 5.4.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
. "$top/test/script/expect.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset LUA_PATH LUA_CPATH
CMAKE_BUILD_PARALLEL_LEVEL=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
export CMAKE_BUILD_PARALLEL_LEVEL
# With the same generator as script/build the compiler commands are the same, so ccache finds their results.
if command -v ninja >/dev/null; then
  echo 'cmake_generator = "Ninja"' >"$scratch/config.lua"
  export LUAROCKS_CONFIG=$scratch/config.lua
fi
if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER-ccache} CCACHE_BASEDIR="$scratch/the source"
fi

# luarocks builds in the current folder, so use a copy of the tree.
source="$scratch/the source" # a path with a blank
mkdir "$source"
(cd "$top" && tar -cf - --exclude='./build*' --exclude=./.git .) | tar -C "$source" -xf -
cd "$source"

cat >"$scratch/use.lua" <<'LUA'
local tensor = require 'tensor'
local x = tensor.ones(2, 3)
x:add(1)
print(_VERSION, 'sum ' .. x:sum(), package.searchpath and package.searchpath('tensor', package.path) or '')
LUA

check() { # abi interpreter ...
  local abi=$1 tree=$scratch/tree-$1 lua
  expect "luarocks installs for $abi" 0 'is now installed' \
    luarocks --lua-version "$abi" --tree "$tree" make rocks/tensor-scm-1.rockspec
  shift
  for lua in "$@"; do
    expect "$lua uses the installed rock" 0 'sum 12' env -C / \
      LUA_PATH="$tree/share/lua/$abi/?.lua;$tree/share/lua/$abi/?/init.lua" LUA_CPATH="$tree/lib/lua/$abi/?.so" \
      "$lua" "$scratch/use.lua"
  done
}
check 5.1 luajit lua5.1
check 5.4 lua5.4
finish
