#!/usr/bin/env bash
# Runs the kit on the stores that are here, and sets what came out side by side.
#
# usage: scripts/results.sh [--minutes N] [--seed N] [--out DIR] [--page DIR]
#   --minutes N  also the long profile, so many minutes on the files and on Redis; default 0
#   --seed N     of all chances; default 1
#   --out DIR    a folder per run, with its report as a page, JSON and histories;
#                default target/results
#   --page DIR   also writes stores.md there
#   --help, -h   shows this
# exit code: 0 every rule that applies is kept, 1 one is not (or nothing was decided about it),
# 2 wrong command line, 3 it does not build.
#
# Needs JDK 17 or newer, Maven and redis-server. About four minutes, without --minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "scripts/results.sh: $1" >&2; exit "${2:-2}"; }

minutes=0 seed=1 out=target/results page=""
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' scripts/results.sh; exit 0 ;;
    --minutes | --seed | --out | --page)
      [ $# -ge 2 ] || fail "$1 needs a value"
      case $1 in
        --minutes) minutes=$2 ;;
        --seed) seed=$2 ;;
        --out) out=$2 ;;
        --page) page=$2 ;;
      esac
      shift 2 ;;
    *) fail "what is $1? See --help" ;;
  esac
done
[[ $minutes =~ ^[0-9]+$ ]] || fail "--minutes needs a number"
[[ $seed =~ ^-?[0-9]+$ ]] || fail "--seed needs a number"
[ -z "$page" ] || [ -d "$page" ] || fail "--page: there is no folder $page"
command -v redis-server >/dev/null || fail "needs redis-server on the PATH"
command -v mvn >/dev/null || fail "needs Maven (mvn)"
if [ -n "${JAVA_HOME:-}" ]; then java=$JAVA_HOME/bin/java; else java=$(command -v java || true); fi
[ -x "$java" ] || fail "needs a JDK 17 or newer; set JAVA_HOME or put java on the PATH"

scratch=$(mktemp -d)
server=""
cleanup() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  rm -rf "$scratch"
}
trap cleanup EXIT
mkdir -p "$out"

echo "building (the first time Maven also downloads) ..." >&2
mvn -q -B -pl lease-tck,lease-redis,examples -am package -Dmaven.test.skip -Dmaven.javadoc.skip \
  -Dleasehold.checker=-XDunchecked \
  org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
  -DincludeScope=runtime -DoutputDirectory=target/drivers >"$scratch/build.log" 2>&1 ||
  { cat "$scratch/build.log" >&2; fail "the build failed" 3; }
kit=$(ls lease-tck/target/lease-tck-*-all.jar)
file_classpath=examples/target/classes
redis_classpath="lease-redis/target/classes:lease-redis/target/drivers/*"

worst=0
columns=()
said() { # column's name, folder
  columns+=("$1=$out/$2")
  if [ ! -f "$out/$2/report.json" ]; then fail "no report of \"$1\"; see the output above" 1; fi
}

# Test classes have a hand on their store: they offer faults that an address does not.
classes() { # modules, then NAME:CLASS...
  local modules=$1 each list=""
  shift
  for each in "$@"; do
    list+=",${each##*.}"
    rm -rf "${out:?}/${each#*:}"
  done
  echo "the kit as tests: ${list#,} ..." >&2
  mvn -q -B test -pl "$modules" -am -Dtest="${list#,}" -Dsurefire.failIfNoSpecifiedTests=false \
    -Dleasehold.forks=1 -Dleasehold.checker=-XDunchecked \
    -Dleasehold.tck.seed="$seed" -Dleasehold.tck.out="$(cd "$out" && pwd)" >"$scratch/test.log" 2>&1 ||
    { cat "$scratch/test.log" >&2; worst=1; }
  for each in "$@"; do said "${each%%:*}" "${each#*:}"; done
}

address() { # column's name, folder, class path, address, options
  local name=$1 folder=$2 classpath=$3 uri=$4
  shift 4
  "$java" -jar "$kit" run "$uri" -cp "$classpath" --seed "$seed" --out "$out/$folder" "$@" \
    >"$scratch/run.log" || { cat "$scratch/run.log" >&2; worst=1; }
  said "$name" "$folder"
}

redis() { # starts a server of its own, and sets redis_uri
  local first=$((20000 + RANDOM % 10000)) port
  for ((port = first; port < first + 20; port++)); do
    redis-server --port $port --bind 127.0.0.1 --save '' --dir "$scratch" >"$scratch/redis.log" &
    server=$!
    for _ in $(seq 100); do
      if redis-cli -p $port ping >/dev/null 2>&1 && kill -0 $server 2>/dev/null; then
        redis_uri=redis://127.0.0.1:$port
        return
      fi
      kill -0 $server 2>/dev/null || break
      sleep 0.1
    done
    kill $server 2>/dev/null || true
  done
  cat "$scratch/redis.log" >&2
  fail "redis-server did not start" 1
}

classes lease-tck \
  "memory, virtual time:io.leasehold.tck.MemoryBackendTckTest" \
  "memory:io.leasehold.tck.MemoryOnRealTimeTckTest"
address "file" file "$file_classpath" "file:$scratch/quick?create=true"
classes lease-redis "Redis:io.leasehold.redis.RedisBackendTckTest"
if [ "$minutes" != 0 ]; then
  redis
  address "file, $minutes minutes" file-long "$file_classpath" "file:$scratch/long?create=true" \
    --minutes "$minutes"
  address "Redis, $minutes minutes" redis-long "$redis_classpath" "$redis_uri" --minutes "$minutes"
fi

if [ -n "$page" ]; then
  {
    cat <<END
# The stores under the kit

What came out when the [rules of the kit](../tck.md) were asked of the stores that are here.
*pass*: kept, in at least one decisive observation. *not applicable*: the store's traits say that
the rule says nothing about it. *not offered*: nobody could make the fault that the rule needs; a
store behind an address offers fewer than one that a test class has a hand on, and only the
latter can be emptied and started anew. An empty cell: the rules of an engine are not asked on
virtual time. The column "memory" has no other processes and no network.

To repeat all of it: \`scripts/results.sh$([ "$minutes" = 0 ] || echo " --minutes $minutes")$([ "$seed" = 1 ] || echo " --seed $seed") --page docs/results\`. Each run then
has a folder in \`target/results\`, with a page to look at, JSON and its histories. $(redis-server --version | sed 's/.* v=\([^ ]*\).*/Redis \1/').

END
    "$java" -jar "$kit" report "${columns[@]}" | sed "s#$scratch#/tmp/x#g"
  } >"$page/stores.md"
  echo "written: $page/stores.md"
fi
exit $worst
