# nmap: the module in a script of its engine, which refuses globals that nobody declared.
packages=nmap abi=5.3
version() { nmap --version | sed -n '1s/^Nmap version \([^ ]*\).*/\1/p'; }
run() {
  cat >check.nse <<'NSE'
description, author, license, categories = 'check', 'tensor', 'as the module', { 'safe' }
hostrule = function() return true end
action = function() return dofile(os.getenv 'HOST_CHECK') end
NSE
  timeout 60 nmap -d -sn --script ./check.nse 127.0.0.1 >said || return
  sed 's/^|_check: //' said
}
