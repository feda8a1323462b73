#!/usr/bin/env bash
# Tests script/test with its own table of stages: jobs that die, counts, order, --only, --since, the memory of what
# passed before, and what is left after an interrupt.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
. "$top/test/script/expect.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A copy of script/test and test/run in a new repository.
tree=$scratch/tree
mkdir -p "$tree/script" "$tree/test/spec/values" "$tree/doc"
cp "$top/script/test" "$tree/script/"
cp -r "$top/test/run" "$tree/test/"
cd "$tree"
cat >stages <<'TSV'
slow one   | user | - | lib     | -           | bash -c sleep${IFS}1;echo${IFS}1${IFS}passed,${IFS}0${IFS}failed
two specs  | user | - | lua     | value_specs | bash
alone      | ci   | - | doc     | wide        | bash good.sh
for hours  | all  | - | all     | -           | bash good.sh
built      | all  | build | lib | -           | bash good.sh
TSV
echo 'echo "2 passed, 0 failed"' >good.sh
cp good.sh test/spec/values/a_spec.lua
cat >test/spec/values/b_spec.lua <<'SH'
# reads doc/page.md, and all of data/
if [ -e broken ]; then kill -9 $$; fi
echo "3 passed, 0 failed"
SH
echo page >doc/page.md
git init -q . && git add -A && git -c user.name=t -c user.email=t@t commit -qm first
export TEST_STAGES=stages

run() { env -u TEST_SEED script/test "$@"; }
framed() { echo "^$("$@")\$"; }
listed() { framed run --list "$@"; }
expect 'stages in order, though the first is slow' 0 \
  '1/2  slow one *1 passed    0 failed*2/2  two specs *5 passed    0 failed*6 passed, 0 failed' run
expect 'the seed' 0 'seed 42' env TEST_SEED=42 script/test
expect '--list names jobs' 0 $'slow one\ntwo specs: values/a\ntwo specs: values/b' run --list
expect '--only takes jobs' 0 '1/1  two specs *2 passed    0 failed' run --only 'values/a'
expect 'a pattern without a stage' 2 "matches 'nothing'" run --only nothing
expect '--ci adds a stage' 0 '3/3  alone*8 passed, 0 failed' run --ci
expect 'what passed is not run again' 0 'of 4 jobs 4 passed before*8 passed, 0 failed' run --ci
echo more >>doc/page.md
expect 'but it is when a file changed' 0 $'s\n8 passed, 0 failed' run --ci
expect '--since finds the spec that names a file, and the stage that reads it' 0 \
  $'two specs: values/b\nalone' run --ci --since HEAD --list
expect '--since without a change' 0 'nothing that changed since HEAD' \
  bash -c 'git checkout -q doc && script/test --since HEAD'
mkdir -p data/deep && touch data/deep/x.t7
expect '--since finds the spec that names a folder' 0 $'^two specs: values/b$' listed --since HEAD
rm -r data
mkdir cmake && touch cmake/flags.cmake
expect '--since finds what needs a build' 0 $'^for hours\nbuilt$' listed --since HEAD --all
rm -r cmake
expect 'no commit' 2 "no commit 'nowhere'" run --since nowhere
touch broken
expect 'a job that dies is one failure, with its name' 1 \
  "two specs *2 passed    1 failed*== two specs: values/b failed (exit status 137)*--only*3 passed, 1 failed" run

# Each file of this project, but those of doc, is one that a stage besides house rules and luacheck depends on. These
# are not; * stands for any text:
excepted=(
  .ci/run                                 # CI runs it, and it runs script/test
  .clang-format .editorconfig .gitignore  # for editors and git
  .luacheckrc                             # for luacheck
  LICENSE
  '*/README.md'                           # house rules read them
  'test/check/*'                          # the house rules, which test themselves
)
unselected() {
  cd "$top"
  . test/run/commands.sh
  . test/run/select.sh
  local name tier needs reads each command all='' path pattern specs
  while IFS='|' read -r name tier needs reads each command; do
    case $name in '#'* | '' | 'house rules'* | luacheck*) continue ;; esac
    read -r needs <<<"$needs"; read -r each <<<"$each"
    all+=" $(reads_of "$needs" "$reads" "$each")"
  done <test/run/stages.tsv
  specs=$(all_specs)
  # shellcheck disable=SC2086 # a list of paths without blanks
  cat $specs >"$scratch/specs"
  while read -r path; do
    for pattern in 'doc/*' "${excepted[@]}" $specs; do
      # shellcheck disable=SC2053 # a pattern
      if [[ $path = $pattern ]]; then continue 2; fi
    done
    changed=("$path")
    is_affected "$all" "$scratch/specs" || echo "$path"
  done < <(git ls-files)
  echo 'that is all'
}
if git -C "$top" rev-parse --verify --quiet HEAD >/dev/null; then
  expect '--since knows what depends on a file' 0 '^that is all' framed unselected
fi

# A run of one job, which never ends, and a signal to its process group, as a terminal sends it at Ctrl-C.
echo 'hangs | user | - | lib | - | lua_tool build luajit hang.lua' >hangs
echo "os.execute 'echo \$\$ >began; exec sleep 60'" >hang.lua
interrupted() { # signal
  local pid status=0
  rm -f began
  set -m
  TEST_STAGES=hangs env --default-signal=INT script/test &
  set +m
  pid=$!
  for _ in {1..100}; do [ ! -s began ] || break; sleep 0.1; done
  kill "-$1" -- "-$pid"
  wait $pid || status=$?
  if kill -0 "$(cat began)" 2>/dev/null; then echo 'the job still runs'; else echo 'the job has ended'; fi
  return $status
}
expect 'Ctrl-C ends the jobs' 130 $'\ninterrupted: 0 of 1 jobs had ended, 0 failed\nthe job has ended' interrupted INT
expect 'and so does kill' 143 $'\ninterrupted: 0 of 1 jobs had ended, 0 failed\nthe job has ended' interrupted TERM

# The first run is killed; its job goes on, and ends during the second run.
echo 'late | user | - | lib | - | bash late.sh' >late
cat >late.sh <<'SH'
if mkdir first 2>/dev/null; then
  until [ -e second ]; do sleep 0.1; done
  echo '0 passed, 7 failed'
else
  echo '3 passed, 0 failed'
  touch second
  sleep 1
fi
SH
after_killed() {
  TEST_STAGES=late script/test &
  for _ in {1..100}; do [ ! -e first ] || break; sleep 0.1; done
  kill -KILL $!
  wait $! || TEST_STAGES=late script/test
}
expect 'a job of a run that was killed is not seen by the next run' 0 'late *3 passed    0 failed' after_killed

# script/build with a compiler that warns of a.o, then makes b.o only, then a.o anew.
mkdir -p "$scratch/bin" "$scratch/made" lib
cp "$top/script/build" script/
cat >"$scratch/bin/cmake" <<'SH'
[ "$1" = --build ] || exit 0
cat "$LOG"
SH
chmod +x "$scratch/bin/cmake"
touch "$scratch/made/a.o" "$scratch/made/b.o" "$scratch/made/p.so"
printf '%s\n' '[1/2] Building C object a.o' 'a.c:1:1: warning: odd' '[2/2] Building C object b.o' >warns
echo '[1/1] Building C object b.o' >other
echo '[1/1] Building C object a.o' >mended
built() { # log
  touch lib/changed
  LOG=$1 PATH=$scratch/bin:$PATH script/build "$scratch/made" 2>&1
  cat "$scratch/made/warnings"
}
expect 'a build tells of warnings' 0 'warnings: 1, in */made/warnings*a.o?a.c:1:1: warning: odd' built warns
expect 'they stay while the object does' 0 'a.o?a.c:1:1: warning: odd' built other
expect 'they go when it is made without any' 0 "^building in $scratch/made ...\$" framed built mended
printf '%s\n' '[1/2] Building C object a.o' '[2/2] Linking C shared module p.so' 'ld: warning: old' >links
expect 'a warning about a program is its own' 0 'p.so?ld: warning: old' built links
expect 'it stays' 0 'p.so?ld: warning: old' built mended
cp warns "$scratch/made/build.log" # a build that was interrupted
expect 'those of a build that was interrupted count' 0 'a.o?a.c:1:1: warning: odd' built other
rm "$scratch/made/a.o" "$scratch/made/p.so"
expect 'those of what is gone do not' 0 "^building in $scratch/made ...\$" framed built other
finish
