# A C host with scripts that are not trusted.
packages=gcc abi=5.4 tests=test_sandbox
