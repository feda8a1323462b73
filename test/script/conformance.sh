#!/usr/bin/env bash
# Tests script/torch7-conformance with stand-ins for torch7, nn and optim (test/compat/peers): it builds the part in C,
# runs the three suites, counts what passed and names what did not.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
. "$top/test/script/expect.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CFLAGS=-O0
conformance=$top/script/torch7-conformance
peers=$scratch/peers
cp -r "$top/test/compat/peers" "$peers"
cp -r "$top/test/compat/names" "$peers/nn/lib/THNN/names"

expect 'the tests of torch7, by name those that fail' 1 'torch7 *3 *1 *differs, raises' \
  "$conformance" --only torch7 "$peers"
expect 'the tests of nn, with its part in C' 0 'nn *2 *2 *' "$conformance" --only nn "$peers"
expect 'the programs of optim' 1 'optim *2 *1 *test_broken' "$conformance" --only optim "$peers"
mkdir -p "$scratch/nn/lib/THNN"
echo '#include "TH.h"
int wrong(void) { return THFloatTensor_isNowhere(); } #error broken' >"$scratch/nn/lib/THNN/init.c"
expect 'a part in C that does not compile' 1 'does not compile' "$conformance" --only nn "$scratch"
expect 'a checkout that is not there' 1 'there is no folder' "$conformance" --only torch7 "$scratch"
expect 'a wrong call' 2 'PEERS is a folder' "$conformance" "$scratch/nothing"
finish
