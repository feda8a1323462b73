# armhf.sh: 32-bit ARM with a floating-point unit, little-endian.
processor=armv7l architecture=armhf compiler=arm-linux-gnueabihf libraries=arm-linux-gnueabihf emulator=qemu-arm
lua=luajit more='luajit libluajit-5.1-2 libluajit-5.1-dev libluajit-5.1-common'
. "$top/test/systems/debian.bash"
