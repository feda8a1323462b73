# A C host that forks after threads of the pool and of OpenBLAS were started.
packages=gcc abi=5.4 tests='test_parallel test_signals'
