#!/usr/bin/env bash
# Tests script/run: files, code, the prompt, the environment and exit statuses, from any folder.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
. "$top/test/script/expect.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ln -s "$top" "$scratch/our tree" # in a path with a blank
run="$scratch/our tree/script/run"
cd "$scratch"
unset LUA LUA_PATH LUA_CPATH

cat >greet.lua <<'LUA'
local tensor = require 'tensor'
print(arg[0], (...), type(tensor.zeros), rawget(_G, 'tensor'))
os.exit(tonumber((select(2, ...))))
LUA
echo 'error "broken on purpose"' >broken.lua
for lua in luajit lua5.1 lua5.4; do
  export LUA=$lua
  expect "$lua runs a file with arguments and passes its exit status on" 7 'greet.lua?hello?function?nil' \
    "$run" greet.lua hello 7
  expect "$lua reports an error of the file" 1 'broken on purpose' "$run" broken.lua
  expect "$lua runs code" 0 '2' "$run" -e 'print(tensor.ones(2):nElement())'
  expect "$lua finds the module after eval of --env" 0 'table' \
    bash -c 'eval "$("$1" --env)"; "$2" -e "print(type(require [[tensor]]))"' - "$run" "$lua"
done
unset LUA
expect 'LUA selects the interpreter' 0 'Lua 5.4' env LUA=lua5.4 "$run" -e 'print(_VERSION)'
expect 'an unknown file is an error' 1 'no_such_file.lua' "$run" no_such_file.lua
expect 'help says how it is called' 0 'LUA=lua5.4' "$run" --help
expect 'LUA_PATH of the caller stays in use' 0 'found' bash -c \
  'echo "return [[found]]" >mine.lua; LUA_PATH="./?.lua" "$1" -e "print(require [[mine]])"' - "$run"

prompt() { printf '%s\n' "$@" | "$run"; }
expect 'the prompt prints expressions' 0 '3' prompt '1 + 2'
expect 'the prompt goes on over lines' 0 '42' prompt 'for i = 42, 42 do' 'print(i)' 'end'
expect 'an error does not end the prompt, and a pipe learns of it' 1 'after' \
  prompt 'error "before"' 'print "after"'
expect 'the prompt knows the module and its help' 0 'narrow' prompt 'help narrow' 'tensor.ones(2)'
finish
