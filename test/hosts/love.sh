# LÖVE, with the module inside the .love file.
packages=love abi=5.1
version() { love --version | sed -n 's/^LOVE \([^ ]*\).*/\1/p'; }
run() {
  mkdir game
  cp -r "$top/test/hosts/love/." "$top/lua/tensor" "$top/examples/love/pond.lua" game
  cp "$build/lua/5.1/tensor/core.so" game
  (cd game && python3 -m zipfile -c ../game.love ./*)
  unset LUA_PATH LUA_CPATH
  HOME=$work XDG_DATA_HOME=$work XDG_RUNTIME_DIR=$work HOST_IDENTITY=tensor_check timeout 60 love game.love
}
