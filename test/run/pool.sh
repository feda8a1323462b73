# pool.sh: runs the jobs that select.sh chose, several at a time, and reports each stage when its jobs are done.
# Invariants: stages are reported in order; every job, even one that died, counts at least one pass or failure; no job
# outlives script/test.

# Reads the output of a job; prints how many tests passed and failed, by the summaries of ctest, busted, luacheck and
# the project's own tests.
count() {
  awk '
    function add(good, bad) { passed += good; failed += bad }
    /tests passed, [0-9]+ tests failed out of [0-9]+$/ { add($NF - $(NF - 5), $(NF - 5)) }
    /^[0-9]+ success(es)? \/ [0-9]+ failures? \/ [0-9]+ errors? \/ [0-9]+ pending/ { add($1, $4 + $7) }
    /^Total: [0-9]+ warnings? \/ [0-9]+ errors? in [0-9]+ files?$/ { add($2 + $5 ? 0 : $8, $2 + $5) }
    /^[0-9]+ passed, [0-9]+ failed$/ { add($1, $3) }
    END { print passed + 0, failed + 0 }'
}

milliseconds() { echo $((${EPOCHREALTIME/[.,]/} / 1000)); }

# Runs a function in the background, in a process group of its own: end_background ends it with all that it started.
# Without a group (set -m) it would ignore Ctrl-C, as all that a script starts in the background does.
in_background() {
  set -m
  "$@" &
  set +m
}

# Ends what runs in the background, and waits until it is gone.
end_background() {
  local pids pid tries
  pids=$(jobs -p)
  for pid in $pids; do kill -TERM -- "-$pid" 2>/dev/null || true; done
  for pid in $pids; do
    for tries in {1..30}; do
      kill -0 -- "-$pid" 2>/dev/null || break
      if [ "$tries" = 30 ]; then kill -KILL -- "-$pid" 2>/dev/null || true; fi
      sleep 0.1
    done
  done
}

interrupted() { # exit status
  trap '' INT TERM HUP
  end_background
  [ ! -t 2 ] || printf '\r\033[K' >&2
  echo "interrupted: $finished of ${#job_name[@]} jobs had ended, $failed_jobs failed"
  exit "$1"
}

# A job writes its output to the log, and its status, passes, failures and milliseconds to a file of this run.
log_of() { echo "$logs/${job_name[$1]//[^a-zA-Z0-9.]/-}.log"; }

run_job() { # job number; in a subshell
  local log began status=0 good bad command
  began=$(milliseconds)
  log=$(log_of "$1")
  rm -f "$log" # a job of a run that was killed may still write to it
  read -ra command <<<"${job_command[$1]}"
  set +e
  (set -e; "${command[@]}") >"$log" 2>&1 </dev/null
  status=$?
  read -r good bad <<<"$(count <"$log")"
  # A job that fails without a count, or that runs no test at all, counts as one failure.
  if [ "$bad" = 0 ] && { [ $status != 0 ] || [ "$good" = 0 ]; }; then bad=1; fi
  echo "$status $good $bad $(($(milliseconds) - began))" >"$results/$1"
}

# A hash of the content of all files. Passes are remembered under this hash, in the build folder; script/build deletes
# them whenever it builds.
tree_hash() {
  find . \( -name .git -o -path './build*' \) -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 cksum | cksum
}

passed_file() { case $1 in -) echo build/.passed ;; *) echo "$1/.passed" ;; esac; }

# With --ci and --all, reads what passed before on these files and this build: known[job name] is the count of passes.
recall() {
  local folder was name good
  declare -gA known=() passes=()
  hash=$(tree_hash)
  [ "$tier" != user ] || return 0
  for folder in $(printf '%s\n' "${job_needs[@]}" | sort -u); do
    while IFS='|' read -r was name good; do
      if [ "$was" = "$hash" ]; then known[$name]=$good; fi
    done < <(cat "$(passed_file "$folder")" 2>/dev/null)
  done
}

# Remembers what passed, unless a file was edited during the run.
remember() {
  local j name
  [ "$(tree_hash)" = "$hash" ] || return 0
  for j in "${!job_name[@]}"; do
    name=${job_name[$j]}
    if [ -n "${passes[$name]:-}" ]; then
      printf '%s|%s|%s\n' "$hash" "$name" "${passes[$name]}" >>"$(passed_file "${job_needs[$j]}")"
    fi
  done
}

progress() {
  [ -t 2 ] || return 0
  printf '\r\033[K%d of %d jobs, %d failed, running: %s' \
    $finished ${#job_name[@]} $failed_jobs "${running_names[*]:-}" |
    cut -c -"${COLUMNS:-100}" | tr -d '\n' >&2
}

finish_job() { # job
  local status=0 good=${known[${job_name[$1]}]:-} bad=0 time=0 s=${job_stage[$1]}
  if [ -n "$good" ]; then :
  elif [ -f "$results/$1" ]; then read -r status good bad time <"$results/$1"
  else status=killed good=0 bad=1
  fi
  finished=$((finished + 1))
  good_of[s]=$((${good_of[s]:-0} + good)) bad_of[s]=$((${bad_of[s]:-0} + bad))
  time_of[s]=$((${time_of[s]:-0} + time)) left_of[s]=$((${left_of[s]:-${stage_jobs[s]}} - 1))
  if [ "$bad" != 0 ]; then
    failed_jobs=$((failed_jobs + 1))
    failures_of[s]+=" $1:$status"
  elif [ -z "${known[${job_name[$1]}]:-}" ]; then passes[${job_name[$1]}]=$good
  fi
  report_stages
}

# Reports finished stages, up to the first unfinished one.
report_stages() {
  local s failure name took
  while [ "${left_of[next_stage]:-1}" = 0 ]; do
    s=$next_stage next_stage=$((next_stage + 1))
    [ ! -t 2 ] || printf '\r\033[K' >&2
    if [ "${time_of[s]}" = 0 ]; then took='   before'; else printf -v took '%7.1f s' "${time_of[s]}e-3"; fi
    printf '%2d/%d  %-29s %6d passed %4d failed %s\n' $((s + 1)) ${#stage_name[@]} "${stage_name[s]}" \
      "${good_of[s]}" "${bad_of[s]}" "$took"
    for failure in ${failures_of[s]:-}; do
      cat "$(log_of "${failure%:*}")"
      name=${job_name[${failure%:*}]}
      echo "== $name failed (exit status ${failure#*:}): script/test$tier_option --only '^$name\$'"
    done
  done
}

# Waits until a job ends, and finishes all that have ended.
wait_one() {
  local pid
  progress
  wait -n 2>/dev/null || true
  for pid in "${!running[@]}"; do
    if ! kill -0 "$pid" 2>/dev/null; then
      local job=${running[$pid]}
      unset "running[$pid]" "running_names[$job]"
      finish_job "$job"
    fi
  done
}

wait_all() { while [ ${#running[@]} -gt 0 ]; do wait_one; done; }

start_job() {
  while [ ${#running[@]} -ge "$jobs" ]; do wait_one; done
  in_background run_job "$1"
  running[$!]=$1 running_names[$1]=${job_name[$1]}
  if [ "${job_wide[$1]}" = wide ]; then wait_all; fi
}

# Brings the folder that a job needs up to date, once. No job runs during a build.
build_for() {
  local folder=${job_needs[$1]}
  [ "$folder" != - ] && [ -z "${built_folders[$folder]:-}" ] || return 0
  wait_all
  built_folders[$folder]=1
  local began
  began=$(milliseconds)
  in_background up_to_date "$folder"
  wait $! || return 1
  time_of[${job_stage[$1]}]=$(($(milliseconds) - began))
}

run_jobs() {
  local j began=$SECONDS total_good=0 total_bad=0
  declare -g hash finished=0 failed_jobs=0 next_stage=0 logs=$top/build/test-logs results tier_option=''
  declare -ga good_of=() bad_of=() time_of=() left_of=() failures_of=()
  declare -gA running=() running_names=() built_folders=()
  [ "$tier" = user ] || tier_option=" --$tier"
  mkdir -p "$logs"
  results=$(mktemp -d)
  trap 'end_background; rm -rf "$results"' EXIT
  trap 'interrupted 129' HUP
  trap 'interrupted 130' INT
  trap 'interrupted 143' TERM
  recall
  for j in "${!job_name[@]}"; do
    if [ -n "${known[${job_name[$j]}]:-}" ]; then finish_job "$j"; continue; fi
    if [ "${job_wide[$j]}" = wide ]; then wait_all; fi
    if ! build_for "$j"; then
      echo "== ${job_needs[$j]} cannot be built, nor what needs it tested"
      total_bad=1
      break
    fi
    start_job "$j"
  done
  wait_all
  for j in "${!good_of[@]}"; do total_good=$((total_good + good_of[j])) total_bad=$((total_bad + bad_of[j])); done
  remember
  echo "in $((SECONDS - began)) s${known[*]:+, of ${#job_name[@]} jobs ${#known[@]} passed before}"
  echo "$total_good passed, $total_bad failed"
  [ $total_bad = 0 ]
}
