# Hosts in C and C++: the examples, as the build made them.
packages='gcc libluajit-5.1-dev' abi=5.1
version() { [ -x "$build/examples/host_example" ] && echo examples; }
run() {
  local name count=0
  for name in host game cxx_host robot; do
    [ -x "$build/examples/${name}_example" ] || continue
    "$build/examples/${name}_example" || { echo "${name}_example failed"; return; }
    count=$((count + 1))
  done
  echo "works: $count programs"
}
