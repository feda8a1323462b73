# expect.sh: source this in a test of commands; call finish at the end, which prints how many checks passed and
# failed.
passed=0 failed=0

# expect 'what it shows' status 'text' command ...: checks that the command exits with status and prints text (a
# glob) somewhere.
expect() {
  local what=$1 status=$2 text=$3 output got=0
  shift 3
  output=$("$@" 2>&1) || got=$?
  # shellcheck disable=SC2053 # the text is a pattern
  if [ $got = "$status" ] && [[ $output = *$text* ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s\n  command: %s\n  status %s, wanted %s and *%s*\n%s\n' \
      "$what" "$*" "$got" "$status" "$text" "$output"
  fi
}

finish() {
  echo "$passed passed, $failed failed"
  [ $failed = 0 ]
}
