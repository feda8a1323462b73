# A C host with an allocator of its own, for the process and for a state.
packages=gcc abi=5.4 tests='test_hostallocator test_hostmemory'
