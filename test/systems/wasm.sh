# WebAssembly by Debian's emscripten, run by node, which sees the machine's files. One thread, no processes, no
# libraries opened at run time: products are of the built-in code, and there is no LAPACK.
packages='emscripten nodejs dpkg-dev'

version() { command -v emcc && node --version | sed 's/^v/node /' | tail -n 1; }
