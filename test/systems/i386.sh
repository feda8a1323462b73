# i386.sh: 32-bit x86 with SSE2.
processor=i686 architecture=i386 compiler=i686-linux-gnu libraries=i386-linux-gnu emulator=qemu-i386
lua=luajit lua_packages='luajit libluajit-5.1-2 libluajit-5.1-dev libluajit-5.1-common'
specs=test/spec/values/linear_spec.lua
. "$top/test/systems/qemu/debian.sh"
