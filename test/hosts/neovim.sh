# Neovim: the module as a plugin, in a folder of the runtime path.
packages=neovim abi=5.1
version() { nvim --version | sed -n '1s/NVIM v//p'; }
run() {
  mkdir lua
  cp -r "$top/lua/tensor" lua
  cp "$build/lua/5.1/tensor/core.so" lua/tensor
  unset LUA_PATH LUA_CPATH
  nvim --headless -u NONE --cmd "set runtimepath+=$work" -c 'lua print(dofile(os.getenv "HOST_CHECK"))' -c quitall
}
