# A C host whose signals are its own.
packages=gcc abi=5.4 tests=test_signals
