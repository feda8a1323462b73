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
  "${apt[@]}" update
  (cd "$folder/debs" && "${apt[@]}" download "$@")
  for file in "$folder"/debs/*.deb; do dpkg -x "$file" "$folder"; done
  rm -rf "$folder/apt" "$folder/debs"
  : >"$folder/.complete"
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
