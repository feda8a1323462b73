# Luanti's server (in Debian Minetest), with mod security: only a trusted mod can load the module.
packages=minetest-server abi=5.1
server=/usr/games/minetestserver
version() { $server --version | sed -n '1s/^[A-Za-z]* \([^ ]*\).*/\1/p'; }
run() {
  mkdir -p folder world/worldmods/check
  cp -r "$top/lua/tensor" folder
  cp "$build/lua/5.1/tensor/core.so" folder/tensor
  cp "$top/test/hosts/luanti/init.lua" world/worldmods/check
  echo 'name = check' >world/worldmods/check/mod.conf
  printf '%s = %s\n' gameid devtest backend sqlite3 player_backend sqlite3 auth_backend sqlite3 \
    mod_storage_backend sqlite3 load_mod_check true >world/world.mt
  printf '%s = %s\n' secure.enable_security true secure.trusted_mods check bind_address 127.0.0.1 port 0 >settings
  unset LUA_PATH LUA_CPATH
  HOME=$work HOST_FOLDER=$work/folder timeout 60 $server --world world --config settings --logfile log
}
