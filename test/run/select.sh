# select.sh: chooses the jobs of a run of script/test. Sets, for stage number s and job number j,
#   stage_name[s] stage_jobs[s] (how many)    job_name[j] job_stage[j] job_needs[j] job_wide[j] job_command[j]
# Invariant: the jobs of a stage are consecutive, and stages are in the order of their table.

stage_name=() stage_jobs=() job_name=() job_stage=() job_needs=() job_wide=() job_command=() changed=()

# What stages that need a build folder depend on besides what their rows say, and what stages of specs do.
build_reads='CMakeLists.txt cmake script/build'
spec_reads='.busted test/tools test/spec/support'

# Finds the files that differ from the commit $since, including files not yet added to git.
find_changed() {
  mapfile -t changed < <(git diff --name-only "$since" -- && git ls-files --others --exclude-standard)
}

# Regular expressions of the texts by which a spec may name a changed file: its path, or a folder of it ending in /.
names_of_changed() {
  printf '%s\n' "${changed[@]}" | awk '
    function literal(path) { gsub(/[][.*^$()+?{}|\\]/, "\\\\&", path); return path }
    {
      print literal($0)
      while (sub(/[^\/]+\/?$/, "") && $0 != "") print "(^|[^[:alnum:]_./-])" literal($0) "($|[^[:alnum:]_.-])"
    }' | sort -u
}

# True if a changed file is below one of the prefixes, is the spec, or is named in the spec.
is_affected() { # prefixes, spec or nothing
  local path prefix
  for path in "${changed[@]}"; do
    case $path in script/test | test/run/*) return 0 ;; esac
    for prefix in $1; do
      if [ "$prefix" = all ] || [[ $path = "$prefix" || $path = "$prefix"/* ]]; then return 0; fi
    done
    if [ "$path" = "$2" ]; then return 0; fi
  done
  [ -n "$2" ] && [ ${#changed[@]} -gt 0 ] && grep -qE -f <(names_of_changed) "$2"
}

# All that a row's stage depends on.
reads_of() { # needs, reads, each
  local reads=$2
  [ "$1" = - ] || reads+=" $build_reads"
  case $3 in - | wide) ;; *) reads+=" $spec_reads" ;; esac
  echo "$reads"
}

add_job() { # stage, name, needs, wide, command, reads, spec or nothing
  [[ $1 =~ $only || $2 =~ $only ]] || return 0
  if [ -n "$since" ] && ! is_affected "$6" "$7"; then return 0; fi
  local last=$((${#stage_name[@]} - 1))
  if [ $last -lt 0 ] || [ "${stage_name[last]}" != "$1" ]; then
    last=$((last + 1))
    stage_name[last]=$1 stage_jobs[last]=0
  fi
  stage_jobs[last]=$((stage_jobs[last] + 1))
  job_name+=("$2") job_stage+=($last) job_needs+=("$3") job_wide+=("$4") job_command+=("$5")
}

select_jobs() { # table
  local name row_tier needs reads each command spec
  if [ -n "$since" ]; then
    git rev-parse --quiet --verify "$since^{commit}" >/dev/null || { echo "test: no commit '$since'" >&2; exit 2; }
    find_changed
  fi
  while IFS='|' read -r name row_tier needs reads each command; do
    case $name in '#'* | '') continue ;; esac
    read -r name <<<"$name"; read -r row_tier <<<"$row_tier"; read -r needs <<<"$needs"
    read -r each <<<"$each"; read -r command <<<"$command"
    case $tier:$row_tier in user:user | ci:user | ci:ci | all:*) ;; *) continue ;; esac
    reads=$(reads_of "$needs" "$reads" "$each")
    case $each in
      - | wide) add_job "$name" "$name" "$needs" "$each" "$command" "$reads" '' ;;
      *)
        for spec in $("$each"); do
          local short=${spec#test/spec/}
          add_job "$name" "$name: ${short%_spec.lua}" "$needs" - "$command $spec" "$reads" "$spec"
        done ;;
    esac
  done <"$1"
}
