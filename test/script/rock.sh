#!/usr/bin/env bash
# Tests that luarocks installs a module that works without the source tree, into temporary trees: for Lua 5.1 by
# luarocks make from a checkout, for 5.4 from a folder that script/release has made, without a network.
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
  export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER-ccache}
  export CCACHE_BASEDIR=${TMPDIR:-/tmp} # luarocks unpacks there
fi

# A release of the tree as it is, with changes that are not committed yet.
commit=$(cd "$top" && git stash create)
expect 'a release is made' 0 'src.rock' "$top/script/release" "$scratch/the release" "${commit:-HEAD}"
cp -r "$scratch/the release" "$scratch/again"
expect 'again' 0 'src.rock' "$top/script/release" "$scratch/again" "${commit:-HEAD}"
for file in "$scratch/the release"/*.{tar.gz,rockspec,rock}; do
  expect 'the same bytes' 0 '' cmp "$file" "$scratch/again/${file##*/}"
done

# luarocks make builds in the current folder, so use a copy of the tree.
source="$scratch/the source" # a path with a blank
mkdir "$source"
(cd "$top" && tar -cf - --exclude='./build*' --exclude=./.git .) | tar -C "$source" -xf -
cd "$source"

cat >"$scratch/use.lua" <<'LUA'
local tensor = require 'tensor'
local x = tensor.ones(2, 3)
x:add(1)
print(_VERSION, 'sum ' .. x:sum(), package.searchpath and package.searchpath('tensor', package.path) or '')
assert(require('torch').Tensor and require 'cutorch')
LUA

check() { # abi, what luarocks is to do; interpreters after --
  local abi=$1 tree=$scratch/tree-$1 lua words=()
  shift
  while [ "$1" != -- ]; do words+=("$1"); shift; done
  shift
  expect "luarocks ${words[0]} for $abi" 0 'is now installed' \
    luarocks --lua-version "$abi" --tree "$tree" "${words[@]}"
  for lua in "$@"; do
    expect "$lua uses the installed rock" 0 'sum 12' env -C / \
      LUA_PATH="$tree/share/lua/$abi/?.lua;$tree/share/lua/$abi/?/init.lua" LUA_CPATH="$tree/lib/lua/$abi/?.so" \
      "$lua" "$scratch/use.lua"
  done
  expect "the command tensor of the rock for $abi" 0 '5' env -C / "$tree/bin/tensor" -e 'print(tensor.ones(5):sum())'
}
check 5.1 make rocks/tensor-scm-1.rockspec -- luajit lua5.1
check 5.4 install --only-server "$scratch/the release" tensor -- lua5.4
finish
