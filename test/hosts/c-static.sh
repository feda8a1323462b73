# Static programs, which cannot open a library.
packages=gcc abi=5.4 tests='static_host static_host_builtin'
