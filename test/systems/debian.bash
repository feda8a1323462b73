# debian.bash: what systems share that are Debian for another processor. A system sets
#   processor, architecture   the processor's name for CMake and for Debian
#   compiler      the cross compiler, less -gcc
#   libraries     the folder of its libraries in /usr/lib
#   emulator      the program of qemu-user, or none where this processor runs the system's programs
#   lua           the interpreter of the specs, one of TH_LUA; the packages in more bring it
# Debian's packages lie in $root, which programs under qemu take for /. They may start programs of this machine, but none
# of the system but by the command $out/run-lua, because the kernel does not know the emulator.
. "$top/test/run/commands.sh"
. "$top/test/run/pool.sh"
root=$out/root
packages="gcc-$compiler g++-$compiler"
openblas=/usr/lib/$libraries/openblas-pthread
left_out='shared|worker|queue' # they start programs of the system: the manager and workers
if [ "$emulator" = none ]; then
  emulated=("$root/lib/ld-linux.so.2" --library-path "$root/lib/$libraries:$root/usr/lib/$libraries:$root$openblas")
else
  packages+=' qemu-user'
  emulated=("$emulator" -L "$root" -E "LD_LIBRARY_PATH=$openblas")
  # qemu-user cannot fork where there are threads, limit memory, or stop a thread by a signal at any point. With other
  # sizes of caches the same loops run again, which takes as long as all other tests. test_fft computes in long double,
  # which these processors leave to software: minutes; the specs have transforms.
  left_out+='|parallel|limits|signals|.*_caches|fft'
fi

version() {
  { command -v "$compiler-gcc" && command -v "$compiler-g++"; } >&2 || return
  if [ "$emulator" = none ]; then [ "$(uname -m)" = x86_64 ] && echo 'this processor'; return; fi
  "$emulator" --version | sed -n '1s/.*version \([0-9.]*\).*/qemu \1/p'
}

unpack_system() {
  # shellcheck disable=SC2086
  unpack "$architecture" "$root" libc6 libgcc-s1 libstdc++6 libgfortran5 libopenblas0-pthread zlib1g zlib1g-dev \
    libpng16-16 libpng-dev libjpeg62-turbo libjpeg62-turbo-dev lua-filesystem lua-system lua-term libreadline8 \
    libtinfo6 lua5.4 liblua5.4-0 liblua5.4-dev $more
}

build() {
  local headers="-idirafter $root/usr/include/$libraries"
  unpack_system || return
  TH_LUA="$lua;lua5.4" "$top/script/build" "$out" -DCMAKE_BUILD_TYPE=Release -DTH_CUDA=OFF -DTH_INSTALL=OFF \
    -DCMAKE_SYSTEM_NAME=Linux "-DCMAKE_SYSTEM_PROCESSOR=$processor" "-DCMAKE_LIBRARY_ARCHITECTURE=$libraries" \
    "-DCMAKE_C_COMPILER=$compiler-gcc" "-DCMAKE_CXX_COMPILER=$compiler-g++" \
    "-DCMAKE_CROSSCOMPILING_EMULATOR=$(IFS=';' && echo "${emulated[*]}")" \
    "-DCMAKE_C_FLAGS=$headers" "-DCMAKE_CXX_FLAGS=$headers" "-DCMAKE_FIND_ROOT_PATH=$root" \
    -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY \
    -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY \
    "-DZLIB_LIBRARY=$root/lib/$libraries/libz.so.1" || return
  write_run_lua
}

# The command that runs the system's Lua, with its modules for busted.
write_run_lua() {
  local abi=${lua#lua}
  cat >"$out/run-lua" <<END
#!/bin/sh
LUA_CPATH="$root/usr/lib/$libraries/lua/${abi/jit/5.1}/?.so;\$LUA_CPATH"
export LUA_CPATH
exec ${emulated[*]} $root/usr/bin/$lua "\$@"
END
  chmod +x "$out/run-lua"
}

# Prints what failed, and then how many passed and failed.
run_c_tests() {
  ctest --test-dir "$out" --output-on-failure --timeout 1800 -j "$(nproc)" -E "^test_($left_out)\$"
}

# SPECS names other files. Under qemu, where the compiler of a test's Lua code is slow: specs of numbers, files and views,
# chosen because they take seconds. Else all but those that start a Lua by the name of the running program, which is the
# linker's here, load a module for this machine's Lua (command), or compile an extension.
chosen_specs() {
  # shellcheck disable=SC2086
  if [ -n "${SPECS:-}" ]; then printf '%s\n' $SPECS
  elif [ "$emulator" = none ]; then
    { binding_specs; value_specs; } | grep -vE \
      '/cuda/|/(process|page|queue|shared|sharedfile|libraries|nil|examples|command|compat)_spec'
  else
    printf 'test/spec/%s_spec.lua\n' tensor/view tensor/index values/masks values/linear values/fft \
      file/formats file/peers file/csv file/serialize
  fi
}

run_specs() {
  local file workers=('--filter-out=of Worker' '--filter-out=of process') # examples of help that start such a Lua
  for file in $(chosen_specs); do spec "$(basename "$out")" "$out/run-lua" "${workers[@]}" "$file" || true; done
}

run() {
  local c_good c_bad good bad
  cd "$top"
  run_c_tests >"$work/c_tests" 2>&1 || true
  run_specs >"$work/specs" 2>&1
  read -r c_good c_bad <<<"$(count <"$work/c_tests")"
  read -r good bad <<<"$(count <"$work/specs")"
  if [ "$c_bad$bad" != 00 ] || [ "$c_good" = 0 ] || [ "$good" = 0 ]; then
    cat "$work/c_tests" "$work/specs"
    return 1
  fi
  echo "works: $c_good C tests but test_{${left_out//|/,}}, $good specs of $(chosen_specs | wc -l) files"
}
