#!/usr/bin/env bash
# Tests script/test with its own table of stages: jobs that die, counts, order, --only, --since, and the memory of what
# passed before.
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
TSV
echo 'echo "2 passed, 0 failed"' >good.sh
cp good.sh test/spec/values/a_spec.lua
cat >test/spec/values/b_spec.lua <<'SH'
# reads doc/page.md
if [ -e broken ]; then kill -9 $$; fi
echo "3 passed, 0 failed"
SH
echo page >doc/page.md
git init -q . && git add -A && git -c user.name=t -c user.email=t@t commit -qm first
export TEST_STAGES=stages

run() { env -u TEST_SEED script/test "$@"; }
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
expect 'no commit' 2 "no commit 'nowhere'" run --since nowhere
touch broken
expect 'a job that dies is one failure, with its name' 1 \
  "two specs *2 passed    1 failed*== two specs: values/b failed (exit status 137)*--only*3 passed, 1 failed" run
finish
