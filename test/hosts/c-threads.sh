# Eight Lua states in eight threads.
packages=gcc abi=5.4 tests=test_states
