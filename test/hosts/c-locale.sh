# A C host that writes numbers with a comma.
packages=gcc abi=5.4 tests=test_locale
