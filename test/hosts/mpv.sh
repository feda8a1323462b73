# mpv: the module in a script of the player.
packages=mpv abi=5.2
version() { mpv --version | sed -n '1s/^mpv \([^ ]*\).*/\1/p'; }
run() {
  echo 'print(dofile(os.getenv "HOST_CHECK")) mp.command "quit"' >check.lua
  timeout 60 mpv --no-config --idle=once --vo=null --ao=null --script=check.lua
}
