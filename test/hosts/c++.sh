# Hosts in C++: the examples, the wrappers of tensor.hpp, and all headers in strict C and C++.
packages=g++ abi=5.4 tests='cxx_host cxx_host_example robot_example headers'
