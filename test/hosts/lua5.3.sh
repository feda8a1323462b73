# The plain interpreter.
packages=lua5.3 abi=5.3
version() { lua5.3 -v 2>&1 | sed 's/^[^ ]* \([^ ]*\).*/\1/'; }
run() { lua5.3 -e 'print(dofile(os.getenv "HOST_CHECK"))'; }
