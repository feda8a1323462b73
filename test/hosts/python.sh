# Python, by lupa.
packages='python3-lupa python3-numpy' abi=5.1
version() { /usr/bin/python3 -c 'import lupa, numpy; print("lupa", lupa.__version__)'; }
run() { /usr/bin/python3 "$top/test/hosts/python/check.py"; }
