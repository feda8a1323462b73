# tshark: the module in a script of Wireshark, at the start of a capture file without packets.
packages=tshark abi=5.2
version() { tshark --version 2>/dev/null | sed -n '1s/^TShark[^0-9]*\([0-9.]*\).*/\1/p' | sed 's/\.$//'; }
run() {
  printf '\324\303\262\241\2\0\4\0\0\0\0\0\0\0\0\0\377\377\0\0\1\0\0\0' >empty.pcap
  echo 'print(dofile(os.getenv "HOST_CHECK"))' >check.lua
  timeout 60 tshark -X lua_script:check.lua -r empty.pcap
}
