# lib.sh: what script/test-systems and the files of the systems need. A system's file sets
#   packages   the Debian packages with its compiler and its emulator, as --install does
# and has the functions
#   version    prints the emulator's name and version; fails where compiler or emulator is not there
#   build      builds into the folder $out, which git ignores and which stays, so that the next build is a short one
#   run        runs the tests there; prints what passed, ends with a line that begins with 'works', and fails if a test
#              does. What is left out is said in that line.
# Each is read in a shell of its own, in the empty folder $work.

# Unpacks Debian packages of another architecture into a folder, without installing them. What they depend on is to be
# named too.
unpack() { # architecture, folder, package ...
  local arch=$1 folder=$2 apt file
  shift 2
  [ -e "$folder/.complete" ] && return
  mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/debs"
  : >"$folder/apt/status"
  apt=(apt-get -q -o "APT::Architecture=$arch" -o "APT::Architectures::=$arch" -o "Dir::State=$folder/apt"
    -o "Dir::State::status=$folder/apt/status" -o "Dir::Cache=$folder/apt/cache" -o APT::Sandbox::User=root)
  "${apt[@]}" update # one list of several may be out of date on the server; what lacks then, download says
  (cd "$folder/debs" && "${apt[@]}" download "$@") || return
  for file in "$folder"/debs/*.deb; do dpkg -x "$file" "$folder" || return; done
  rm -rf "$folder/apt" "$folder/debs"
  : >"$folder/.complete"
}

# Runs files of specs by $out/run-lua, a command that starts a Lua for the system which sees this machine's files but
# has no modules of Unix, less the examples whose names match one of $examples_left_out. Names the files that failed.
run_specs_from_here() { # file ...
  local file example options=() lua=/usr/share/lua/5.4
  for example in "${examples_left_out[@]}"; do options+=("--filter-out=$example"); done
  export LUA=$out/run-lua TH_BUILD=$out RUN_IN=$top
  export LUA_PATH="$top/lua/?.lua;$top/lua/?/init.lua;$top/test/?.lua;$top/?.lua;$lua/?.lua;$lua/?/init.lua"
  for file in "$@"; do
    timeout 900 "$LUA" test/systems/run_specs.lua --config-file .busted "${options[@]}" "$file" || echo "in $file"
  done
}

# Counts what passed in the logs c_tests and specs of $work: c_good and good. Prints the log in which one failed, and
# fails.
count_both() {
  local bad
  read -r c_good bad <<<"$(count <"$work/c_tests")"
  if [ "$bad" != 0 ] || [ "$c_good" = 0 ]; then cat "$work/c_tests"; return 1; fi
  read -r good bad <<<"$(count <"$work/specs")"
  if [ "$bad" != 0 ] || [ "$good" = 0 ] || grep '^in ' "$work/specs"; then cat "$work/specs"; return 1; fi
}

run_system() { # name
  local packages='' out=$top/build-$1 number said status last
  . "$top/test/systems/$1.sh"
  if ! version >/dev/null 2>&1 && [ $wants_install = 1 ]; then
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages >"$work/install.log" 2>&1 ||
      tail -n 3 "$work/install.log"
    rm "$work/install.log"
  fi
  if ! number=$(version 2>/dev/null); then
    row "$1" - "skipped: not here; script/test-systems --install $1 fetches $packages"
    return 77
  fi
  said=$(cd "$work" && { build && run; } 2>&1) && status=0 || status=$?
  last=$(sed -n 's/^works[: ]*//p' <<<"$said" | tail -n 1)
  if [ $status = 0 ] && [ -n "$last" ]; then row "$1" "$number" "$last"; return; fi
  row "$1" "$number" "FAILED (status $status)"
  tail -n 40 <<<"$said"
  return 1
}
