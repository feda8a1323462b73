# armhf.sh: 32-bit ARM with a floating-point unit, little-endian. Specs run under Lua 5.4: where a program gives the end
# of a block back, as LuaJIT does when it closes a state, qemu 7 takes other memory of a 32-bit program from it.
processor=armv7l architecture=armhf compiler=arm-linux-gnueabihf libraries=arm-linux-gnueabihf emulator=qemu-arm
lua=lua5.4 more=''
. "$top/test/systems/debian.bash"
