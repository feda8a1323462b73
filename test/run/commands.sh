# commands.sh: the build folders, the sets of specs and the commands that rows of stages.tsv name. A command prints what
# it found in one of the forms that count (pool.sh) reads, and starts nothing that outlives it.

interpreters='luajit;lua5.1;lua5.2;lua5.3;lua5.4'

# Value specs test what kernels and drivers compute. That C code is the same for every Lua, so they run in full under
# LuaJIT only, and as a sample under the others. The other specs test the binding, which is compiled for each Lua. CUDA
# specs run on the emulator; some of them also test tensor.cuda without a device.
all_specs() { find test/spec -name '*_spec.lua' | LC_ALL=C sort; }
host_specs() { all_specs | grep -v '^test/spec/cuda/'; printf 'test/spec/cuda/cuda%s_spec.lua\n' '' _copy _module _to; }
value_specs() { all_specs | grep '^test/spec/values/'; }
# Every Lua shares memory in one way, LuaJIT in both.
binding_specs() { host_specs | grep -v '^test/spec/values/\|exchange/sharedfile'; }
cuda_specs() { all_specs | grep '^test/spec/cuda/'; }
# The specs in which memory errors of the binding, of files and of views show.
# Not those of workers and of shared memory by other processes: each process that they start loads the
# sanitizer's library, which takes seconds. test_worker and test_shared do run, and queue_spec, which has the binding of
# both; the others ran clean by hand. In dlpack_spec memory that was lent outlives its state, which is a leak by intent;
# test_dlpack does run.
memory_specs() {
  binding_specs | grep -v 'exchange/\(dlpack\|process\|page\|shared\|sharedfile\)_spec'
  all_specs | grep 'values/\(masks\|fuse\)_spec'
}

# Prints a command so that it can be copied, then runs it.
shown() {
  printf '$'; printf ' %q' "$@"; printf '\n'
  "$@"
}

up_to_date() { # build folder
  local options=(-DCMAKE_BUILD_TYPE=Release) lua=$interpreters
  case $1 in
    build-asan) options=(-DCMAKE_BUILD_TYPE=RelWithDebInfo -DTH_SANITIZE=ON -DTH_LEVELS=native) lua='luajit;lua5.4' ;;
    build-tsan) options=(-DCMAKE_BUILD_TYPE=RelWithDebInfo -DTH_SANITIZE=thread -DTH_LEVELS=base) lua=lua5.4 ;;
    build-cuda) options=(-DCMAKE_BUILD_TYPE=Release -DTH_CUDA=ON -DTH_TESTS=OFF -DTH_LEVELS=base
      '-DCMAKE_CUDA_FLAGS=-Xcicc -O1 -Xptxas -O1') lua=luajit ;; # nothing runs it: half the time
  esac
  TH_LUA=$lua script/build "$top/$1" "${options[@]}"
}

# Passes if the compiler warned about no object of the folder, whichever build made it.
built() {
  if [ ! -f "$1/warnings" ] || grep . "$1/warnings"; then echo '0 passed, 1 failed'; else echo '1 passed, 0 failed'; fi
}

# Each test of lib/THC runs under one schedule of streams, derived from the seed, or under the other schedules.
# once: without the tests that break lib/THC to see that a test notices, which a sanitizer has no part in, and those
# with large caches, which do what the tests with this machine's caches do.
c_tests() { # build folder, one_schedule | other_schedules | once
  local which=(-E '_(eager|lazy)$')
  case $2 in
    other_schedules) which=(-R '_(eager|lazy)$') ;;
    once) which=(-E '_(eager|lazy)$|_mutations|_large_caches$|reduce_small_caches$') ;; # the last: a minute, same loops
  esac
  export EMU_SEED=$TEST_SEED
  (cd "$1" && EMU_SEED=$TEST_SEED shown ctest --output-on-failure --timeout 300 -j "$TEST_JOBS" "${which[@]}")
}

# The C tests of data that threads share, under ThreadSanitizer.
thread_tests() {
  export TSAN_OPTIONS=halt_on_error=1:die_after_fork=0
  c_tests "$1" one_schedule
}

# A Lua program with the module of a build folder. LUA and TH_BUILD tell specs how to start a child.
lua_tool() { # build folder, interpreter, arguments
  local dir=$top/$1 lua=$2 abi
  abi=$("$lua" -e 'io.write(_VERSION:match("%d+%.%d+"))')
  echo "\$ ${*:2}    (with the module in $1)"
  shift 2
  timeout --foreground 1800 env -u "LUA_PATH_${abi/./_}" -u "LUA_CPATH_${abi/./_}" LUA="$lua" TH_BUILD="$dir" \
    LUA_PATH="$top/lua/?.lua;$top/lua/?/init.lua;$top/test/?.lua;;" LUA_CPATH="$dir/lua/$abi/?.so;;" \
    ${preload:+"LD_PRELOAD=$preload"} "$lua" "$@"
}

spec() { # build folder, interpreter, options of busted and files
  lua_tool "$1" "$2" test/tools/run_specs.lua --config-file .busted "${@:3}"
}

# Five percent of the examples of a file, chosen by the seed.
sample() { # build folder, interpreter, file
  TEST_SAMPLE=5 spec "$1" "$2" --helper=test/tools/sample.lua "$3"
}

# True, with one pass printed, if a build has no emulator: stages that need it then have nothing to run.
lacks_emulator() {
  if [ -d "$1/emu" ]; then return 1; fi
  echo 'nothing to run: there is no CUDA toolkit, from whose headers the emulator is built'
  echo '1 passed, 0 failed'
}

# CUDA specs on the emulator's devices. An error that the emulator finds fails the spec.
emulated() { # build folder, interpreter, number of devices, order of a block's threads, schedule of streams, file
  local abi
  abi=$("$2" -e 'io.write(_VERSION:match("%d+%.%d+"))')
  if lacks_emulator "$1"; then return; fi
  # tensor.core opens cuBLAS and cuSOLVER by name: the emulator's have to be found before NVIDIA's.
  export LD_LIBRARY_PATH=$top/$1/emu/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export EMU_DEVICES=$3 EMU_ORDER=$4 EMU_SCHEDULE=$5 EMU_SEED=$TEST_SEED
  echo "EMU_DEVICES=$EMU_DEVICES EMU_ORDER=$EMU_ORDER EMU_SCHEDULE=$EMU_SCHEDULE EMU_SEED=$EMU_SEED"
  spec "$1" "$2" --helper=test/tools/findings.lua --cpath="$top/$1/emu/lua/$abi/?.so;$top/$1/lua/$abi/?.so" "$6"
}

# The rows of script/bench-gpu with small sizes: a result that differs from the CPU's is a failure.
gpu_rows() {
  if lacks_emulator "$1"; then return; fi
  EMU=1 TH_BUILD=$top/$1 shown script/bench-gpu --check
}

coverage() { TH_BUILD=$top/$1 shown script/api-coverage; }

# Builds lib/THC with nvcc if there is a toolkit. ccache finds objects by the content of their sources, so only changed
# sources are compiled again.
nvcc_built() {
  if ! command -v nvcc >/dev/null && [ ! -x /usr/local/cuda/bin/nvcc ]; then
    echo 'nothing to build: there is no nvcc'
    echo '1 passed, 0 failed'
    return
  fi
  up_to_date "$1"
  built "$1"
}

# Random operations for some seconds, or for SOAK_SECONDS.
soak() { # build folder, interpreter, seconds
  export SOAK_SECONDS=${SOAK_SECONDS:-$3}
  lua_tool "$1" "$2" test/long/soak.lua
}

# Compares the bits of every operation between all levels, numbers of threads and so on.
product() { lua_tool "$1" "$2" test/long/product.lua; }

# The interpreters are not instrumented, so the sanitizer must be loaded before them.
sanitized() {
  local preload
  preload=$(${CC:-cc} -print-file-name=libasan.so)
  # A small quarantine of freed blocks, because some specs measure the memory of the process.
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:quarantine_size_mb=8:detect_stack_use_after_return=1
  export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
  # The leak check dies in libraries that Debian's oneDNN loads (in the memory of their threads).
  export TH_MKLDNN=$top/build-asan/test/TH/libdnn_stub_2.so
  "$@"
}

# Checks that the leak check works. It does not look at LuaJIT's heap, so it must report a tensor that is still alive at
# an exit that does not close the state. (Programs that want no report call os.exit(code, true).)
leak_is_found() {
  local said
  said=$(lua_tool "$1" luajit -e "kept = require('tensor').ones(10) os.exit(0)" 2>&1) || true
  echo "$said"
  if [[ $said = *LeakSanitizer* ]]; then echo '1 passed, 0 failed'; else echo '0 passed, 1 failed'; fi
}
