# Redis: its scripts have no require, by intent. The test holds as long as that is so.
packages=redis-server abi=5.1
version() { redis-server --version | sed 's/.*v=\([^ ]*\).*/\1/'; }
run() {
  redis-server --port 0 --unixsocket "$work/socket" --save '' --daemonize yes --pidfile "$work/pid" --dir "$work" >log
  for _ in {1..50}; do [ -S socket ] && break; sleep 0.1; done
  said=$(redis-cli -s socket eval "return require 'tensor'" 0 2>&1) || true
  redis-cli -s socket shutdown nosave
  case $said in
    *"nonexistent global variable 'require'"*) echo 'works as documented: refused, scripts have no require' ;;
    *) echo "$said" ;;
  esac
}
