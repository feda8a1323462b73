# A C host whose own threads run the work.
packages=gcc abi=5.4 tests='test_parallel test_cancel'
