# lib.sh: what script/test-hosts and the files of the hosts need. A host's file sets
#   packages   the Debian packages that bring it, as --install does
#   abi        the Lua in it: 5.1 (LuaJIT too), 5.2, 5.3 or 5.4
#   slow=1     if it takes more than some seconds
# and either tests, the C tests (names of ctest) that are the host, or the functions
#   version    prints the host's version; fails where the host is not there
#   run        runs the module in it, in the empty folder $work; prints a line that begins with 'works', and what else
#              it likes, and fails if the host does. It needs no screen, no sound and no network but loopback.
#              77, with a last line 'skipped: why', where it cannot be run here
# It may have install, too, where packages are not to be installed: it puts them into $hosts, which git ignores.
# Each is read in a shell of its own, and leaves nothing behind.

# The paths of the module for the Lua of a host.
set_paths() {
  export LUA_PATH="$top/lua/?.lua;$top/lua/?/init.lua;;" LUA_CPATH="$build/lua/$1/?.so;;"
  export HOST_CHECK=$top/test/hosts/check.lua
}

# Fetches the packages of a host.
install() {
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages
}

# Unpacks Debian packages into a folder without installing them: some would replace what others use.
unpack() { # folder, package ...
  local folder=$1
  shift
  rm -rf "$folder" && mkdir -p "$folder/debs"
  (cd "$folder/debs" && apt-get download "$@")
  for file in "$folder"/debs/*.deb; do dpkg -x "$file" "$folder"; done
}

# A host that is C tests of the build.
ctests() { (cd "$build" && ctest -R "^(${tests// /|})\$" "$@"); }
version() { [ "$(ctests -N | grep -c ' Test *#')" = "$(wc -w <<<"$tests")" ] && echo 'C tests'; }
run() {
  ctests -V --timeout 300 >said || { cat said; return 1; }
  sed -n 's/^[0-9]*: \(skipped: \)/\1/p' said | grep . && return 77
  echo "works: ${tests// /, }"
}

run_host() { # name
  local packages='' abi=5.1 slow=0 tests='' hosts=$build/hosts said number last status
  . "$top/test/hosts/$1.sh"
  if [ $wants_quick = 1 ] && [ $slow = 1 ]; then row "$1" - 'skipped: slow'; return 77; fi
  if ! version >/dev/null 2>&1 && [ $wants_install = 1 ]; then
    install >"$work/install.log" 2>&1 || tail -n 3 "$work/install.log"
    rm "$work/install.log"
  fi
  if ! number=$(version 2>/dev/null); then
    row "$1" - "skipped: not here; script/test-hosts --install $1 fetches $packages"
    return 77
  fi
  if [ ! -e "$build/lua/$abi/tensor/core.so" ]; then
    row "$1" "$number" "skipped: there is no build for Lua $abi; TH_LUA=lua$abi script/build makes one"
    return 77
  fi
  set_paths "$abi"
  said=$(cd "$work" && run 2>&1) && status=0 || status=$?
  if [ $status = 77 ]; then row "$1" "$number" "$(tail -n 1 <<<"$said")"; return 77; fi
  last=$(sed -n 's/^\(\[[a-z]*\] \)\?\(works.*\)/\2/p' <<<"$said" | tail -n 1)
  if [ $status = 0 ] && [ -n "$last" ]; then row "$1" "$number" "$last"; return; fi
  row "$1" "$number" "FAILED (status $status)"
  tail -n 20 <<<"$said"
  return 1
}
