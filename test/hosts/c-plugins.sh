# Plugins with the library inside, unloaded 40 times or staying, and a host that keeps its Lua to itself.
packages=gcc abi=5.4 tests='test_shutdown test_local'
