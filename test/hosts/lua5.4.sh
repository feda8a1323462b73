# The plain interpreter.
packages=lua5.4 abi=5.4
version() { lua5.4 -v 2>&1 | sed 's/^[^ ]* \([^ ]*\).*/\1/'; }
run() { lua5.4 -e 'print(dofile(os.getenv "HOST_CHECK"))'; }
