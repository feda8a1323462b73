# The plain interpreter.
packages=lua5.2 abi=5.2
version() { lua5.2 -v 2>&1 | sed 's/^[^ ]* \([^ ]*\).*/\1/'; }
run() { lua5.2 -e 'print(dofile(os.getenv "HOST_CHECK"))'; }
