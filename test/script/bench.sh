#!/usr/bin/env bash
# Tests script/bench: it runs rows, compares the results of both sides, and reports in a table or in JSON. A
# stand-in replaces NumPy and PyTorch, so that neither is needed; it claims that every result has four elements,
# sum 1 and weighted sum 1.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
. "$top/test/script/expect.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cat >"$scratch/peer.lua" <<'LUA'
local replies = assert(io.open(arg[2], 'w'))
for line in io.lines() do
   local a, b, c = line:match '^prepare (%d+) (%d+) (%d+)'
   if a then io.read(a + b + c) end
   replies:write(a and 'ok' or line == 'value' and '4 1 1' or '0.05', '\n')
   replies:flush()
end
LUA
cat >"$scratch/python" <<SH
#!/bin/sh
[ "\$1" != -c ] || { case \$2 in *numpy) exit 0 ;; *) exit 1 ;; esac; }
exec luajit "$scratch/peer.lua" "\$@"
SH
chmod +x "$scratch/python"
cat >"$scratch/rows.lua" <<'LUA'
return {
   { name = 'agrees', group = 'g', aim = 1e9, lua = 'r = tensor.FloatTensor {1.5, -0.5, -0.5, 0.5}', numpy = '' },
   { name = 'differs', group = 'g', aim = 1, lua = 'r = tensor.FloatTensor {1, 0, 0, 0.25}', numpy = '' },
   { name = 'is longer', group = 'g', aim = 1, lua = 'r = tensor.ones(5)', numpy = '' },
   { name = 'fails', group = 'g', aim = 1, lua = 'r = tensor.nothing()', numpy = '' },
   { name = 'interpreted', group = 'g', nojit = true, numpy = '', lua = 'assert(not jit or not jit.status()); '
      .. 'r = tensor.FloatTensor {1.5, -0.5, -0.5, 0.5}' },
   { name = 'is slow', group = 'g', aim = 1e-9, lua = 'r = tensor.FloatTensor {1.5, -0.5, -0.5, 0.5}', numpy = '' },
}
LUA

bench() { TH_BENCH_PYTHON="$scratch/python" "$top/script/bench" --quick --threads 1 --rows "$scratch/rows.lua" "$@"; }
expect 'a row that agrees and meets its aim' 0 'agrees *50 ms*ok*1 of 1 aims met' bench --only agrees
expect 'an option without its value' 2 'only needs a value*--threads LIST' bench --only
expect 'what is no pattern' 2 'no row matches "("' bench --only '('
expect 'no number of threads' 2 'whole numbers from 1 to 256' bench --threads 0
expect 'a row that misses its aim' 0 'is slow * miss*0 of 1 aims met' bench --only slow
expect 'a peer that is missing is left out' 0 'torch is not installed and left out' bench --only agrees
expect 'a result that differs' 1 \
  'differs: numpy disagrees: 4 elements, sums 1 and 1; ours 4, 1.25 and 2' bench --only differs
expect 'a result of another size' 1 'is longer: numpy disagrees' bench --only longer
expect 'work that raises' 1 "fails: tensor: error *field 'nothing'" bench --only fails
expect 'JSON' 0 \
  '{"name": "agrees", "group": "g", "threads": 1, "tensor": *"numpy": 0.05, *"ok": true' bench --only agrees --json
# Each line of JSON becomes a Lua table once its names are written as in Lua.
as_table() {
  bench --json "$@" 2>/dev/null | luajit -e 'for line in io.lines() do
    local row = assert(loadstring("return " .. line:gsub("(\"[%w_]+\"): ", "[%1] = ")))()
    print(row.name, row.numpy_median, row.ratio < row.aim, row.median_ratio > 0)
  end'
}
expect 'JSON that parses' 0 $'agrees\t0.05\ttrue\ttrue' as_table --only agrees
expect 'the interpreter alone, where a row asks for it' 0 'interpreted *50 ms' bench --only interpreted
expect 'a pattern without a row' 2 'no row matches "nosuch"' bench --only nosuch
expect 'an unknown option' 2 '--install-peers' bench --fast
expect 'the list' 0 'calls *add of 4, into a result' "$top/script/bench" --list

# Every row of the real table runs on our side.
all_rows() { TH_BENCH_PYTHON=/nowhere/python "$top/script/bench" --quick --threads 2; }
expect 'the rows' 0 'numpy is not installed' all_rows
finish
