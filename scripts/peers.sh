#!/usr/bin/env bash
# Puts locks of other libraries under the rules of the kit that any library can be asked, and
# Leasehold as a control. Each gets a redis-server of its own.
#
# usage: scripts/peers.sh [--runs N] [--seed N] [--only ID,ID] [--rules ID,ID] \
#          [--call-timeout MS] [--out DIR] [--page DIR]
#   --runs N     how often each is asked; default 1
#   --seed N     of the first run's chances; default 1
#   --only IDS   leasehold, redisson-lock, redisson-fenced, shedlock, shedlock-safe,
#                spring-registry, spring-pubsub; default all
#   --rules IDS  for instance LATE-03,LATE-11; default all
#   --call-timeout MS  the bound of a call, from which every other time follows; default 300
#   --out DIR    results as JSON, and every event of every scene; default target/peers
#   --page DIR   also writes peers.md there; not with --only or --rules
#   --help, -h   shows this
# exit code: 0 the control keeps every rule, 1 it breaks one, 2 wrong command line, 3 it does not
# build, 4 nothing was decided about a rule of the control, as on a very busy machine. What other
# libraries keep does not matter for it.
#
# Needs JDK 17 or newer, Maven and redis-server. A run of all takes about two minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "scripts/peers.sh: $1" >&2; exit "${2:-2}"; }

runs=1 seed=1 only="" rules=all call_timeout=300 out=target/peers page=""
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' scripts/peers.sh; exit 0 ;;
    --runs | --seed | --only | --rules | --call-timeout | --out | --page)
      [ $# -ge 2 ] || fail "$1 needs a value"
      case $1 in
        --runs) runs=$2 ;;
        --seed) seed=$2 ;;
        --only) only=$2 ;;
        --rules) rules=$2 ;;
        --call-timeout) call_timeout=$2 ;;
        --out) out=$2 ;;
        --page) page=$2 ;;
      esac
      shift 2 ;;
    *) fail "what is $1? See --help" ;;
  esac
done
[[ $runs =~ ^[1-9][0-9]*$ ]] || fail "--runs needs a number above zero"
[[ $call_timeout =~ ^[1-9][0-9]*$ ]] || fail "--call-timeout needs milliseconds"
[[ $seed =~ ^-?[0-9]+$ ]] || fail "--seed needs a number"
if [ -n "$page" ] && [ -n "$only$rules" ] && [ "$only$rules" != all ]; then
  fail "--page shows all subjects and all rules: leave out --only and --rules"
fi
command -v redis-server >/dev/null || fail "needs redis-server on the PATH"
command -v mvn >/dev/null || fail "needs Maven (mvn)"
if [ -n "${JAVA_HOME:-}" ]; then java=$JAVA_HOME/bin/java; else java=$(command -v java || true); fi
[ -x "$java" ] || fail "needs a JDK 17 or newer; set JAVA_HOME or put java on the PATH"

# subject and the module that has it
subjects=(leasehold:harness redisson-lock:redisson redisson-fenced:redisson shedlock:shedlock
  shedlock-safe:shedlock spring-registry:spring spring-pubsub:spring)
ids=()
for each in "${subjects[@]}"; do ids+=("${each%:*}"); done
if [ -n "$only" ]; then
  IFS=, read -ra wanted <<<"$only"
  for id in "${wanted[@]}"; do
    [[ " ${ids[*]} " == *" $id "* ]] || fail "--only knows ${ids[*]}, not $id"
  done
else
  wanted=("${ids[@]}")
fi

modules=(harness)
for each in "${subjects[@]}"; do
  if [[ " ${wanted[*]} " == *" ${each%:*} "* && " ${modules[*]} " != *" ${each#*:} "* ]]; then
    modules+=("${each#*:}")
  fi
done
list=$(printf ',benchmarks/peers-%s' "${modules[@]}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo "building (the first time Maven also downloads) ..." >&2
mvn -q -B -pl "${list#,}" -am compile -Dleasehold.checker=-XDunchecked \
  org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath \
  -DincludeScope=runtime -Dmdep.outputFile=target/peers.classpath >"$scratch/build.log" 2>&1 ||
  { cat "$scratch/build.log" >&2; fail "the build failed" 3; }

run() { # module, class, arguments
  local module=benchmarks/peers-$1 main=$2
  shift 2
  "$java" -Dorg.slf4j.simpleLogger.defaultLogLevel=off \
    -cp "$module/target/classes:$(cat "$module/target/peers.classpath")" \
    "io.leasehold.peers.$main" "$@"
}

mkdir -p "$out"
for each in "${subjects[@]}"; do
  if [[ " ${wanted[*]} " == *" ${each%:*} "* ]]; then
    run "${each#*:}" Play "$out" "$runs" "$seed" "$rules" "$call_timeout" "${each%:*}"
  fi
done

if [ -n "$page" ]; then
  processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
  about="$(nproc) x ${processor:-processor}, $(uname -sr)"
  about+=", Java $("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.version = //p')"
  about+=", Redis $(redis-server --version | sed 's/.* v=\([^ ]*\).*/\1/')"
  about+=", load average $(cut -d ' ' -f 2 /proc/loadavg 2>/dev/null || echo unknown)"
  about+=", commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
  run harness Page "$out" "$page/peers.md" "$about" "${ids[@]}"
  echo "written: $page/peers.md"
fi

if [[ " ${wanted[*]} " == *" leasehold "* ]]; then
  if grep -q '"verdict" : "FAIL"' "$out/leasehold.json"; then
    echo "the control breaks a rule: see $out/leasehold.json" >&2
    exit 1
  elif grep -q '"verdict" : "[^P]' "$out/leasehold.json"; then
    echo "nothing was decided about a rule of the control: see $out/leasehold.json" >&2
    exit 4
  fi
fi
