# i386.sh: 32-bit x86 with SSE2, whose programs a 64-bit x86 runs.
processor=i686 architecture=i386 compiler=i686-linux-gnu libraries=i386-linux-gnu emulator=none
lua=luajit more='luajit libluajit-5.1-2 libluajit-5.1-dev libluajit-5.1-common libquadmath0'
. "$top/test/systems/debian.bash"
