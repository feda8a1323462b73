#!/usr/bin/env bash
# Tests the small build (TH_SMALL): the module has at most 1 MB, exports its opener alone, computes with its types, and
# says of what it lacks that it lacks it.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
. "$top/test/script/expect.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset LUA_PATH LUA_CPATH
lua=${LUA:-luajit}
generator=()
if command -v ninja >/dev/null; then generator=(-G Ninja); fi
if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER-ccache} CCACHE_BASEDIR=$top
fi

expect 'it is configured' 0 'Generating done' \
  cmake "${generator[@]}" -S "$top" -B "$scratch/build" -DTH_SMALL=ON "-DTH_LUA=$lua"
expect 'it is built' 0 '' cmake --build "$scratch/build" -j "$(getconf _NPROCESSORS_ONLN)" --target tensor_modules
module=$(echo "$scratch"/build/lua/*/tensor/core.so)
strip -o "$scratch/core.so" "$module"
bytes=$(wc -c <"$scratch/core.so")
echo "stripped: $bytes bytes"
expect 'it has at most 1 MB' 0 '' test "$bytes" -le 1048576
expect 'it exports its opener' 0 'luaopen_tensor_core' nm -D --defined-only "$module"
expect 'and nothing else' 0 '1' sh -c 'nm -D --defined-only "$1" | wc -l' sh "$module"

export LUA_PATH="$top/lua/?.lua;$top/lua/?/init.lua;;" LUA_CPATH="${module%/tensor/core.so}/?.so;;"
cat >"$scratch/use.lua" <<'LUA'
local tensor = require 'tensor'

-- What computes, in each of its types.
for _, dtype in ipairs { 'float', 'double', 'int', 'byte', 'long' } do
   local x = tensor.range(1, 6, { dtype = dtype }):resize(2, 3)
   assert(x:sum() == 21 and (x + x):max() == 12 and x:t():contiguous()[3][2] == 6, dtype)
   assert(x:eq(2):sum() == 1 and x:gt(2):any() and x:index(2, tensor.LongTensor { 3, 1 })[1][1] == 3, dtype)
   assert(tensor.cat({ x, x }, 1):size(1) == 4 and x:cumsum(2)[1][3] == 6, dtype)
   assert(tensor.sort(x, 2, true)[1][1] == 3, dtype)
   assert(x:double():float():int():long():byte()[2][2] == 5 and x[x:gt(4)]:nElement() == 2, dtype)
   assert(tostring(x):find 'size 2x3' and x:argmax() == 6 and x:clone():fill(7):mean() == 7 or dtype ~= 'float', dtype)
   assert(tensor.random(x, 1, 3):max() <= 3 and x:view(-1):unfold(1, 2, 2):size(1) == 3 and x:median(), dtype)
end
local x = tensor.rand(8, 8) + tensor.eye(8) * 8
assert(tensor.mm(x, x):size(1) == 8 and tensor.conv2(x, tensor.ones(3, 3)):size(1) == 6)
assert(tensor.fuse(function(a) return a:exp() * 2 end)(x):min() > 0 and tensor.softmax(x, 1):sum() - 8 < 1e-4)
assert((x:inverse() * x - tensor.eye(8)):abs():max() < 1e-4)
assert(tensor.tanh(x):max() <= 1 and tensor.var(x) > 0)

-- What does not.
local function says(what, f, text)
   local good, message = pcall(f)
   assert(not good and tostring(message):find(text, 1, true), what .. ': ' .. tostring(message))
end
for _, dtype in ipairs { 'half', 'short', 'char', 'complexFloat', 'bfloat16' } do
   says(dtype, function()
      local y = tensor.ones(2, { dtype = dtype })
      return y * y:exp()
   end, 'TH_SMALL')
end
for _, names in pairs(require('tensor.small').left_out) do
   for name in names:gmatch '%S+' do
      local function call() return tensor[name](x) end
      if name:find '^is%u' then assert(not call()) else says(name, call, name .. ': not in this build') end
   end
end
says('a file', function() return tensor.save('/nowhere/x.t7', x) end, 'TH_SMALL')
says('a process', function() return tensor.process.queue() end, 'TH_SMALL')
says('i0', function() return tensor.i0(x) end, 'TH_SMALL')
says('eigenvalues', function() return tensor.symeig(x) end, 'LAPACK')
print 'it computes'
LUA
expect 'it computes, and says what it lacks' 0 'it computes' "$lua" "$scratch/use.lua"
finish
