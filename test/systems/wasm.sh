# wasm.sh: WebAssembly by Debian's emscripten, run by node. Specs see the machine's files through node, and start
# children by it; the page of examples/web is opened in headless Chromium, if there is one.
# SPECS in the environment names other files of specs, WEB_OPTIONS other options for CMake.
. "$top/test/run/commands.sh"
. "$top/test/run/pool.sh"
packages='emscripten nodejs dpkg-dev chromium'

# Files of specs that need what is not there.
needs_unix='exchange/|tools/(jit|native|proof|bench|scripts|command|examples|modules)_spec'
needs_unix+='|tools/prompt_spec|torch7/(compat|timer)_spec'
needs_libraries='file/image_spec|tensor/(mkldnn|nil|memory)_spec|tools/help_spec' # libjpeg, oneDNN, LAPACK
# Examples of the other files: pipes, links, LAPACK, files that two maps share; NaN has no sign of its own; emscripten's
# acoshf of numbers below 1 is not always NaN.
examples_left_out=(PipeFile pipe 'when it is shared' 'works below tensors' 'Torch7 Linear algebra'
  'too little, or is none' 'segment of shared memory' 'fails to write where a storage cannot grow'
  'example of help' 'through links' 'special%-floats' 'the output of the program' 'has none in a file'
  'a wrong call.*sizes and copies' 'a wrong call.*constructors' 'a wrong call.*storages' # messages for 64 bits
  'acosh of Half')

version() { command -v emcc >&2 && node --version | sed 's/^v/node /'; }

build() {
  WEB_OPTIONS="-DTH_LEVELS=all ${WEB_OPTIONS:-}" "$top/script/build-web" "$out" all || return
  printf '#!/bin/sh\nexec node %s/test/lua/lua.js "$@"\n' "$out" >"$out/run-lua"
  chmod +x "$out/run-lua"
}

wasm_specs() {
  binding_specs | grep -vE "/cuda/|$needs_unix|$needs_libraries"
  echo test/spec/values/ops_spec.lua
}

run() {
  local good c_good page
  cd "$top"
  ctest --test-dir "$out" --output-on-failure --timeout 1800 -j "$(nproc)" >"$work/c_tests" 2>&1 || true
  # shellcheck disable=SC2046
  run_specs_from_here ${SPECS:-$(wasm_specs)} >"$work/specs" 2>&1
  count_both || return
  page='the page is not tried, because there is no Chromium'
  if command -v chromium >/dev/null; then
    page=$(node test/systems/wasm/page.js "$out/examples/web/index.html") || { echo "$page"; return 1; }
  fi
  echo "works: $c_good C tests, $good specs; $page"
}
