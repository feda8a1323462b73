# table.sh: runs what the files test/<folder>/<name>.sh describe, and prints a table with a row each. For
# script/test-hosts and script/test-systems, whose lib.sh has the function that makes a row: it returns 0 (passed),
# 77 (skipped: not here) or another status (failed), and may fill the empty folder $work.

names_of() { # folder, name ...
  local folder=$1 name file
  shift
  for name in "$@"; do
    [ -f "$top/test/$folder/$name.sh" ] && [ "$name" != lib ] && continue
    echo "test-$folder: there is no $name in test/$folder" >&2
    return 2
  done
  [ $# = 0 ] || { echo "$@"; return; }
  for file in "$top/test/$folder"/*.sh; do
    name=$(basename "$file" .sh)
    [ "$name" = lib ] || printf '%s ' "$name"
  done
}

row() { printf '%-12s %-18s %s\n' "$@"; }

run_table() { # folder, function that makes a row, heads of two columns, name ...
  local folder=$1 make=$2 head=("$3" "$4") passed=0 failed=0 skipped=0 status names name
  shift 4
  names=$(names_of "$folder" "$@") || return
  row "${head[@]}" result
  for name in $names; do
    work=$(mktemp -d)
    ("$make" "$name" 2>&1) && status=0 || status=$?
    rm -rf "$work"
    case $status in
      0) passed=$((passed + 1)) ;;
      77) skipped=$((skipped + 1)) ;;
      *) failed=$((failed + 1)) ;;
    esac
  done
  [ $skipped = 0 ] || echo "$skipped skipped"
  echo "$passed passed, $failed failed"
  [ $failed = 0 ]
}

work=
trap 'rm -rf "$work"' EXIT
