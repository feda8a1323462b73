# s390x.sh: a big-endian processor. Debian has no LuaJIT for it.
processor=s390x architecture=s390x compiler=s390x-linux-gnu libraries=s390x-linux-gnu emulator=qemu-s390x
lua=lua5.4 more=''
. "$top/test/systems/debian.bash"
