# A C host that opens and closes 40 states, and scripts that load the module 40 times.
packages=gcc abi=5.4 tests=test_reload
