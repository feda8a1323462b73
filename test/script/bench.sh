#!/usr/bin/env bash
# Tests script/bench: it runs rows, compares the results of all sides, reports in a table or in JSON, keeps results and
# lays them side by side; and it installs the peers. A stand-in replaces NumPy and PyTorch, so that neither is needed;
# it claims that every result has four elements, sum 1 and weighted sum 1. (test/spec/tools/bench_spec.lua tests what
# needs no process.)
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
. "$top/test/script/expect.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cat >"$scratch/peer.lua" <<'LUA'
if arg[1]:find 'start.py' then
   print '0.5 1e7 0.25'
   return
end
local replies = assert(io.open(arg[2], 'w'))
for line in io.lines() do
   local a, b, c = line:match '^prepare (%d+) (%d+) (%d+)'
   local texts = a and io.read(a + b + c)
   replies:write(a and (texts:find 'doubtful' and 'ok not compiled' or 'ok') or line == 'value' and '4 1 1'
      or line:find '^peak' and '123000000' or '0.05', '\n')
   replies:flush()
end
LUA
cat >"$scratch/python" <<SH
#!/bin/sh
[ "\$1" != -c ] || { case \$2 in *numpy*) echo 9.8.7; exit 0 ;; *) exit 1 ;; esac; }
exec luajit "$scratch/peer.lua" "\$@"
SH
chmod +x "$scratch/python"
cat >"$scratch/rows.lua" <<'LUA'
local right = 'r = tensor.FloatTensor {1.5, -0.5, -0.5, 0.5}'
return {
   { name = 'agrees', group = 'g', aim = 1e9, lua = right, numpy = '' },
   { name = 'differs', group = 'g', aim = 1, lua = 'r = tensor.FloatTensor {1, 0, 0, 0.25}', numpy = '' },
   { name = 'is longer', group = 'g', aim = 1, lua = 'r = tensor.ones(5)', numpy = '' },
   { name = 'fails', group = 'g', aim = 1, lua = 'r = tensor.nothing()', numpy = '' },
   { name = 'interpreted', group = 'g', nojit = true, numpy = '',
      lua = 'assert(not jit or not jit.status()); ' .. right },
   { name = 'is slow', group = 'g', aim = 1e-9, lua = right, numpy = '' },
   { name = 'has a note', group = 'g', aim = 1e9, lua = right, numpy = 'doubtful' },
   { name = 'in a library', group = 'g', aim = 1e9, library_aim = 1e9, lua = right, numpy = '', setup_lua = 'local w',
      library = 'assert(blas.gemv); ' .. right },
   { name = 'loads', group = 'start', kind = 'start', number = 1, limit = 10 },
   { name = 'holds', group = 'memory', kind = 'memory', aim = 1, lua = 'r = tensor.ones(1e6)', numpy = '' },
}
LUA

# The driver without what script/bench and script/run find out anew each time.
eval "$("$top/script/run" --env)"
export TH_BENCH_PYTHON=$scratch/python
bench() { luajit "$top/bench/run.lua" --quick --threads 1 --rows "$scratch/rows.lua" "$@"; }
expect 'a row that agrees and meets its aim' 0 'agrees *50 ms*ok*1 of 1 aims met' bench --only agrees
expect 'an option without its value' 2 'only needs a value*--threads LIST' bench --only
expect 'what is no pattern' 2 'no row matches "("' bench --only '('
expect 'a row that misses its aim' 0 'is slow * miss*0 of 1 aims met' bench --only slow
expect 'a peer that is missing is left out' 0 'torch is not installed and left out' bench --only agrees
expect 'processor, caches and versions' 0 'core*; *NumPy 9.8.7*1 thread' bench --only agrees
expect 'a result that differs' 1 \
  'differs: numpy disagrees: 4 elements, sums 1 and 1; ours 4, 1.25 and 2' bench --only differs
expect 'a result of another size' 1 'is longer: numpy disagrees' bench --only longer
expect 'work that raises' 1 "fails: tensor: error *field 'nothing'" bench --only fails
expect 'what a peer says about a row' 0 $'has a note *ok\n  numpy: not compiled' bench --only note
expect 'the library called directly' 0 'library *in a library *ok*1 of 1 aims met' bench --only library
expect 'loading, judged by its limit' 0 'loads * 500 ms *10 *ok' bench --only loads
expect 'a peak of memory' 0 'holds *MB *123 MB *ok' bench --only holds
expect 'JSON' 0 \
  '{"threads": 1, "name": "agrees", "group": "g", "tensor": *"numpy": 0.05, *"ok": true' bench --only agrees --json
expect 'the interpreter alone, where a row asks for it' 0 'interpreted *50 ms' bench --only interpreted
expect 'a pattern without a row' 2 'no row matches "nosuch"' bench --only nosuch
expect 'an unknown option' 2 '--install-peers' bench --fast
expect 'the list' 0 'calls *add of 4, into a result*memory *peak of ' "$top/script/bench" --list

# Two numbers of threads: the workers rest while others work, and the speed-up is shown.
expect 'threads side by side' 0 '2 threads*speed-up*agrees *ok  *2 threads: geometric mean*with one thread' \
  bench --only agrees --threads 1,2 --summary

# A driver that is killed, or fails, while a worker rests: the worker ends too.
cat >"$scratch/killed.lua" <<'LUA'
package.path = arg[1] .. '/?.lua;' .. package.path
local worker = require 'bench.workers'.start('tensor', 2, { versions = {} })
worker:rest()
local file = io.open(arg[2], 'w')
file:write(worker.pid)
file:close()
if arg[3] then error 'fails' end
os.execute 'kill -9 $PPID'
LUA
killed() {
  local pid
  timeout 20 luajit "$scratch/killed.lua" "$top" "$scratch/pid" "$@" 2>/dev/null || true
  pid=$(cat "$scratch/pid")
  for _ in {1..50}; do
    kill -0 "$pid" 2>/dev/null || { echo "ended"; return; }
    sleep 0.1
  done
  kill -9 "$pid"
}
expect 'a worker of a killed driver' 0 'ended' killed
expect 'a worker of a driver that fails' 0 'ended' killed failing

# Lines of --json are a file of results; so is what --keep writes, where a second run keeps the first beside it.
sed -i '/differs\|longer\|fails/d' "$scratch/rows.lua"
mkdir "$scratch/results"
bench --only agrees --json >"$scratch/lines.json" 2>/dev/null
kept() { cat "$scratch"/results/*.json; }
keep() { bench --keep --results "$scratch/results" "$@"; }
expect 'lines of --json, shown again' 0 'agrees *50 ms*geometric mean*in all *1 rows' \
  bench --from "$scratch/lines.json" --summary
expect 'a partial run is not kept' 2 '--keep keeps a run of all rows' keep
bench() { luajit "$top/bench/run.lua" --threads 1 --rows "$scratch/one.lua" "$@"; }
echo 'return { { name = "agrees", group = "g", lua = "r = tensor.FloatTensor {1.5, -0.5, -0.5, 0.5}", numpy = "" } }' \
  >"$scratch/one.lua"
expect 'results are kept' 0 'kept in *-core' keep
expect 'the file of results' 0 '"processor": *"cores": *"now": {*"NumPy"*' sed 's/"numpy": "9.8.7"/"NumPy"/' \
  "$scratch"/results/*.json
expect 'a file without a run before' 2 'has no run before its last' bench --compare "$scratch"/results/*.json
expect 'results are kept again' 0 'kept in' keep
expect 'both runs are in the file' 0 '"before": {' kept
expect 'a file, its run before and its last' 0 'before *now *agrees *geometric mean*in all' \
  bench --compare "$scratch"/results/*.json
expect 'two files side by side' 0 'first *second *agrees' \
  bench --compare "$scratch/lines.json" "$scratch"/results/*.json
expect 'files without a common row' 2 'no row in common' \
  bench --compare "$scratch/lines.json" "$scratch"/results/*.json --only nosuch
expect 'what is no file of results' 2 'expected' bench --from "$scratch/rows.lua"
expect 'no file' 2 'No such file' bench --from "$scratch/nosuch"

# The peers are installed by commands that are only named here.
mkdir -p "$scratch/tree/script" "$scratch/tree/bench/peers/bin"
cp "$top/script/bench" "$scratch/tree/script/"
for command in script/bootstrap script/run bench/peers/bin/python; do
  printf '#!/bin/sh\necho "%s $*" | sed "s|%s/||g"\n' "$command" "$scratch/tree" >"$scratch/tree/$command"
  chmod +x "$scratch/tree/$command"
done
expect 'peers from PyPI' 0 \
  $'bootstrap --peers\n*bench/peers/bin/python -m pip install --quiet --upgrade numpy pandas scipy torch safetensors
script/run bench/run.lua --quick' "$scratch/tree/script/bench" --install-peers --quick
expect "Debian's peers" 0 $'script/bootstrap --peers-debian\nscript/run bench/run.lua --peers debian' \
  "$scratch/tree/script/bench" --peers debian --install-peers

# Every row of the real table runs on our side.
all_rows() { TH_BENCH_PYTHON=/nowhere/python "$top/script/bench" --quick --threads 1; }
expect 'the rows' 0 'numpy is not installed' all_rows
finish
