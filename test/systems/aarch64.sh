# aarch64.sh: 64-bit ARM.
processor=aarch64 architecture=arm64 compiler=aarch64-linux-gnu libraries=aarch64-linux-gnu emulator=qemu-aarch64
lua=luajit more='luajit libluajit-5.1-2 libluajit-5.1-dev libluajit-5.1-common'
. "$top/test/systems/debian.bash"
