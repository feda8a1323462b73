# haproxy: the module in a script that its configuration loads.
packages=haproxy abi=5.3
version() { haproxy -v | sed -n '1s/^HAProxy version \([^ -]*\).*/\1/p'; }
run() {
  echo 'print(dofile(os.getenv "HOST_CHECK"))' >check.lua
  unset LUA_PATH LUA_CPATH
  cat >haproxy.cfg <<CFG
global
  lua-prepend-path $top/lua/?.lua
  lua-prepend-path $top/lua/?/init.lua
  lua-prepend-path $build/lua/5.3/?.so cpath
  lua-load check.lua
defaults
  mode tcp
  timeout connect 1s
  timeout client 1s
  timeout server 1s
listen check
  bind unix@check.socket
  server none unix@none.socket
CFG
  timeout 60 haproxy -c -f haproxy.cfg
}
