# nginx with its Lua module, unpacked beside what is installed: its packages replace the system's LuaJIT.
packages='nginx libnginx-mod-http-lua libnginx-mod-http-ndk lua-resty-core lua-resty-lrucache libluajit2-5.1-2'
abi=5.1 slow=1
# shellcheck disable=SC2086
install() { unpack "$hosts/nginx" $packages; }
nginx() { # arguments
  LD_LIBRARY_PATH=$(echo "$hosts"/nginx/usr/lib/*-linux-gnu) "$hosts/nginx/usr/sbin/nginx" "$@"
}
version() { command -v curl >/dev/null && nginx -v 2>&1 | sed -n 's/.*nginx\///p' | grep .; }
ask() { # how many
  curl -s --max-time 60 --unix-socket "$work/socket" "http://localhost/[1-$1]"
}
# examples/nginx: a fit as numbers and as a picture, and what is no point.
example() {
  local points=$'0,1\n1,3\n2,5\n3,7'
  post() { curl -s --max-time 60 --unix-socket "$work/socket" --data-binary "$2" "http://localhost/$1"; }
  local factors
  factors=$(post 'factors?degree=1' "$points" | tr -d '[],' | awk '{ printf "%.3f %.3f", $1, $2 }')
  [[ $factors == '2.000 1.000' && $(post 'picture?degree=2' "$points") == *'<svg'* &&
    $(post factors '1;2') == 'each line is to have two numbers: x,y' ]] || echo 'examples/nginx answers something else'
}
run() {
  sed "s|FOLDER|$hosts/nginx|g; s|WORK|$work|g; s|TOP|$top|g; s|BUILD|$build|" \
    "$top/test/hosts/nginx/nginx.conf" >"$work/nginx.conf"
  chmod 711 "$work"
  nginx -p "$work/" -c "$work/nginx.conf" || return
  { ask 250 & ask 250 & wait; } >answers
  example >example
  kill -HUP "$(cat nginx.pid)"
  for _ in {1..100}; do # until other workers answer
    ask 1 >answer
    grep -qxFf answer answers || break
    sleep 0.1
  done
  { ask 250 & ask 250 & wait; } >>answers
  kill -QUIT "$(cat nginx.pid)"
  for _ in {1..100}; do [ -e nginx.pid ] || break; sleep 0.1; done
  grep -v '^right' answers && return
  grep . example && return
  if grep -E 'emerg|alert|exited on signal' error.log; then return; fi
  local workers
  workers=$(sed 's/.* //' answers | sort -u | wc -l)
  echo "works: $(grep -c '^right' answers) requests, $workers workers, one HUP, examples/nginx"
}
