#!/usr/bin/env bash
# Tests that luarocks installs a module that works without the source tree, into temporary trees: for Lua 5.1 by
# luarocks make from a checkout, for the others from what script/release has made, as a folder and by a server on
# loopback, without a network; that a binary rock for another Lua is refused; and the rock of CUDA.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
. "$top/test/script/expect.sh"
scratch=$(mktemp -d)
server=
trap 'rm -rf "$scratch"; [ -z "$server" ] || kill "$server"' EXIT
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
  export CMAKE_CXX_COMPILER_LAUNCHER=$CMAKE_C_COMPILER_LAUNCHER CMAKE_CUDA_COMPILER_LAUNCHER=$CMAKE_C_COMPILER_LAUNCHER
  export CCACHE_BASEDIR=${TMPDIR:-/tmp} # luarocks unpacks there
fi

# A release of the tree as it is, with changes that are not committed yet.
commit=$(cd "$top" && git stash create)
expect 'a release is made' 0 'src.rock' "$top/script/release" --source "$scratch/the release" "${commit:-HEAD}"
expect 'again' 0 'src.rock' "$top/script/release" --source "$scratch/again" "${commit:-HEAD}"
for file in "$scratch/the release"/*; do
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

# A Lua with what is installed in the tree of its ABI.
lua_of() { # abi, interpreter, arguments
  local tree=$scratch/tree-$1
  env -C / LUA_PATH="$tree/share/lua/$1/?.lua;$tree/share/lua/$1/?/init.lua" LUA_CPATH="$tree/lib/lua/$1/?.so" "${@:2}"
}

luarocks_for() { # abi, arguments
  luarocks --lua-version "$1" --tree "$scratch/tree-$1" "${@:2}"
}

check() { # abi, what luarocks is to do; interpreters after --
  local abi=$1 lua words=()
  shift
  while [ "$1" != -- ]; do words+=("$1"); shift; done
  shift
  expect "luarocks ${words[0]} for $abi" 0 'is now installed' luarocks_for "$abi" "${words[@]}"
  for lua in "$@"; do
    expect "$lua uses the installed rock" 0 'sum 12' lua_of "$abi" "$lua" "$scratch/use.lua"
  done
  expect "the command tensor of the rock for $abi" 0 '5' \
    env -C / "$scratch/tree-$abi/bin/tensor" -e 'print(tensor.ones(5):sum())'
}

# Answers on loopback with what is in a folder; sets url.
serve() { # folder
  export no_proxy=127.0.0.1
  python3 -u -m http.server --bind 127.0.0.1 --directory "$1" 0 >"$scratch/server" 2>&1 &
  server=$!
  for _ in {1..100}; do
    url=$(sed -n 's,.*(\(http://[0-9.:]*\)/).*,\1,p' "$scratch/server")
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  return 1
}

check 5.1 make rocks/tensor-scm-1.rockspec -- luajit lua5.1
check 5.4 install --only-server "$scratch/the release" tensor -- lua5.4
check 5.3 install --only-server "$scratch/the release" tensor -- lua5.3
if command -v python3 >/dev/null; then
  serve "$scratch/the release"
  check 5.2 install --only-server "$url" tensor -- lua5.2
fi

# Binary rocks, whose names do not say for which Lua they are. (doc/install.md)
mkdir "$scratch/packed" "$scratch/named"
cd "$scratch/packed"
expect 'the module is packed' 0 'Packed' luarocks_for 5.4 pack tensor
expect 'for another Lua it can be installed' 0 'is now installed' luarocks_for 5.3 install ./tensor-*.rock
expect 'and says what it is' 1 'built for Lua 5.4, loaded by 5.3' lua_of 5.3 lua5.3 "$scratch/use.lua"
cd "$scratch/named"
sed -i "s/'lua >= .*'/'lua == 5.4'/" "$scratch"/tree-5.4/lib/luarocks/rocks-5.4/tensor/*/*.rockspec
expect 'packed with its Lua named' 0 'Packed' luarocks_for 5.4 pack tensor
expect 'luarocks refuses it' 1 'lua 5.4' luarocks_for 5.3 install ./tensor-*.rock

# CUDA. Nothing is run on a device here, so nvcc need not optimize.
cd "$source"
expect 'without nvcc the rock of CUDA says what it needs' 1 "tensor-cuda needs NVIDIA's compiler" \
  cmake -S . -B "$scratch/no-cuda" -DTH_ROCK=cuda -DTH_CUDA=ON -DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON
if command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; then
  export CUDAFLAGS='-Xcicc -O1 -Xptxas -O1'
  expect 'there is no CUDA without its rock' 0 'the rock tensor-cuda adds' \
    lua_of 5.4 lua5.4 -e 'print(require("tensor").cuda.isAvailable())'
  expect 'luarocks installs CUDA' 0 'is now installed' \
    luarocks_for 5.4 install --only-server "$scratch/the release" tensor-cuda
  # shellcheck disable=SC2016
  expect 'it is opened, and looks for a device' 0 'opened' lua_of 5.4 lua5.4 -e '
    local available, reason = require("tensor").cuda.isAvailable()
    assert(available or reason:find "^CUDA: ", reason)
    print "opened"'
fi
finish
