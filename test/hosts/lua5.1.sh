# The plain interpreter.
packages=lua5.1 abi=5.1
version() { lua5.1 -v 2>&1 | sed 's/^[^ ]* \([^ ]*\).*/\1/'; }
run() { lua5.1 -e 'print(dofile(os.getenv "HOST_CHECK"))'; }
