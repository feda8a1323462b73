# Hosts in C: the examples.
packages=gcc abi=5.1 tests='host_example game_example'
