# The plain interpreter.
packages=luajit abi=5.1
version() { luajit -v 2>&1 | sed 's/^[^ ]* \([^ ]*\).*/\1/'; }
run() { luajit -e 'print(dofile(os.getenv "HOST_CHECK"))'; }
