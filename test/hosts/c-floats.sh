# A C host that rounds in another way, or takes numbers close to 0 for 0.
packages=gcc abi=5.4 tests=test_floats
