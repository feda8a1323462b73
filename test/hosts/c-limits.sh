# A C host with little address space, or that may start no thread.
packages=gcc abi=5.4 tests=test_limits
