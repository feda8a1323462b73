# bare-debian.sh: Debian as debootstrap makes it. The files of script/release have the same bytes twice; its packages
# are installed by apt, used by each Lua and by a C program, and removed without a rest. apt fetches from Debian.
packages=debootstrap

version() {
  [ "$(id -u)" = 0 ] && command -v debootstrap >&2 && unshare --mount true &&
    sed -n 's/^VERSION_CODENAME=//p' /etc/os-release | grep .
}

# A release of the tree as it is, twice. The second time everything is compiled again.
build() {
  local commit mirror
  commit=$(cd "$top" && git stash create)
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m 1 '/debian$' || true)
  mkdir -p "$out"
  rm -rf "$out/release" "$out/again"
  "$top/script/release" "$out/release" "${commit:-HEAD}" || return
  CCACHE_DISABLE=1 "$top/script/release" "$out/again" "${commit:-HEAD}" || return
  if [ ! -e "$out/.complete" ]; then
    # shellcheck disable=SC2086
    debootstrap --variant=minbase "$(version 2>/dev/null)" "$out/bare" $mirror || return
    : >"$out/.complete"
  fi
}

# Runs a script in the system, which sees this machine's network and nothing else of it.
in_system() {
  unshare --mount --pid --fork --kill-child=KILL sh -c '
    mount -t proc proc "$0/proc" && exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh -ec "$1"' "$work/root" "$1"
}

set_up() {
  cp -a "$out/bare" root
  cp /etc/resolv.conf /etc/hosts root/etc # apt's settings are those that debootstrap wrote
  mkdir root/srv/packages
  cp "$out"/release/*.deb root/srv/packages
  cat >root/srv/use.lua <<'LUA'
local tensor = require 'tensor'
local x = tensor.rand(50, 50) + tensor.eye(50) * 50
assert((x:inverse() * x - tensor.eye(50)):abs():max() < 1e-3 and tensor.symeig(x * x:t()):min() > 0)
assert(#tensor.encode(tensor.ByteTensor(3, 4, 4):fill(1), { format = 'png' }) > 8 and require 'torch'.Tensor)
print('right', _VERSION)
LUA
  cat >plain.c <<'C'
#include <stdio.h>
#include "TH.h"
int main(void)
{
  THFloatTensor x = {0};
  double sum = 0;
  int status = THFloatTensor_resize2d(&x, 2, 3) || THFloatTensor_fill(&x, 2) || THFloatTensor_sumall(&sum, &x);
  THFloatTensor_clear(&x);
  if (!status && sum == 12) puts("right in C");
  return status;
}
C
}

# All files but those of the package system, and what it leaves behind for any package.
list_files() { in_system 'find / -xdev ! -path "/var/*" ! -path "/srv/*" ! -path "/proc/*" ! -path "/tmp/*" | sort'; }

use_packages() {
  local folder lua
  in_system 'apt-get update -q && apt-get install -y -q lua5.1 lua5.2 lua5.3 lua5.4 libopenblas0 >/dev/null'
  list_files >before
  [ -s before ] || return
  in_system 'apt-get install -y -q --no-install-recommends /srv/packages/*.deb' || return
  in_system 'tensor --version && tensor --doctor && tensor /srv/use.lua'
  for lua in luajit lua5.1 lua5.2 lua5.3 lua5.4; do in_system "$lua /srv/use.lua"; done
  folder=$(cd root/usr/lib && echo *-linux-gnu)
  "${CC:-cc}" -Iroot/usr/include/tensor plain.c -o root/srv/plain "-Lroot/usr/lib/$folder" -lTH
  in_system /srv/plain
  in_system 'apt-get purge -y -q --autoremove lua-tensor libth1 libth-dev'
  list_files >after
}

run() {
  local file count=0
  for file in "$out"/release/*; do
    cmp "$file" "$out/again/${file##*/}" || return
    count=$((count + 1))
  done
  dpkg-deb --info "$out"/release/libth1_*.deb shlibs | grep '^libTH 1 libth1 (>=' || return
  set_up
  use_packages >said 2>&1 || { cat said; return 1; }
  [ "$(grep -c '^right' said)" = 7 ] || { cat said; return 1; }
  diff before after || return
  echo "works: $count files of a release with the same bytes twice; 3 packages installed, used by 5 Luas and C, removed"
}
