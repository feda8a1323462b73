# C hosts with little stack: threads, coroutines that switch stacks, workers.
packages=gcc abi=5.4 tests='test_stack test_stacks'
