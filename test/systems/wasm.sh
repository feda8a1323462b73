# wasm.sh: WebAssembly by Debian's emscripten, run by node. Specs see the machine's files through node, and start
# children by it; the page of examples/web is opened in headless Chromium, if there is one.
# SPECS in the environment names other files of specs, WEB_OPTIONS other options for CMake.
. "$top/test/run/commands.sh"
. "$top/test/run/pool.sh"
packages='emscripten nodejs dpkg-dev chromium'

# Files of specs that need what is not there.
needs_unix='exchange/|tools/(jit|native|proof|bench|scripts|command|examples)_spec|torch7/timer_spec'
needs_libraries='file/image_spec|tensor/(mkldnn|nil|memory)_spec|tools/help_spec' # libjpeg, oneDNN, LAPACK
# Examples of the other files: pipes, links, files that two maps share; NaN has no sign of its own.
examples_left_out=(PipeFile pipe 'when it is shared' 'works below tensors'
  'too little, or is none' 'segment of shared memory' 'fails to write where a storage cannot grow'
  'example of help' 'through links' 'special%-floats' 'the output of the program' 'has none in a file'
  'a wrong call.*sizes and copies' 'a wrong call.*constructors' 'a wrong call.*storages') # messages for 64 bits

version() { command -v emcc >&2 && node --version | sed 's/^v/node /'; }

build() { "$top/script/build-web" "$out" all; }

wasm_specs() {
  binding_specs | grep -vE "/cuda/|$needs_unix|$needs_libraries"
  echo test/spec/values/ops_spec.lua
}

run_specs() {
  local file example options=() lua=/usr/share/lua/5.4
  for example in "${examples_left_out[@]}"; do options+=("--filter-out=$example"); done
  printf '#!/bin/sh\nexec node %s/test/lua/lua.js "$@"\n' "$out" >"$out/run-lua"
  chmod +x "$out/run-lua"
  export LUA=$out/run-lua TH_BUILD=$out
  export LUA_PATH="$top/lua/?.lua;$top/lua/?/init.lua;$top/test/?.lua;$lua/?.lua;$lua/?/init.lua"
  for file in ${SPECS:-$(wasm_specs)}; do
    timeout 900 "$out/run-lua" test/systems/wasm/run_specs.lua --config-file .busted "${options[@]}" "$file" ||
      echo "in $file"
  done
}

run() {
  local good bad c_good page
  cd "$top"
  ctest --test-dir "$out" --output-on-failure --timeout 900 -j "$(nproc)" >"$work/c_tests" 2>&1 || true
  run_specs >"$work/specs" 2>&1
  read -r c_good bad <<<"$(count <"$work/c_tests")"
  if [ "$bad" != 0 ] || [ "$c_good" = 0 ]; then cat "$work/c_tests"; return 1; fi
  read -r good bad <<<"$(count <"$work/specs")"
  if [ "$bad" != 0 ] || [ "$good" = 0 ] || grep '^in ' "$work/specs"; then cat "$work/specs"; return 1; fi
  page='the page is not tried, because there is no Chromium'
  if command -v chromium >/dev/null; then
    page=$(node test/systems/wasm/page.js "$out/examples/web/index.html") || { echo "$page"; return 1; }
  fi
  echo "works: $c_good C tests, $good specs; $page"
}
