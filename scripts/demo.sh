#!/usr/bin/env bash
# Watch a process lose its lease while it stands still, and its late write being refused.
#
# usage: scripts/demo.sh [URI] [--unfenced] [--ttl=3s]
#   URI         the store, for instance file:/var/lib/leases; default: a directory of its own
#   --unfenced  the counter ignores fencing tokens: shows what a late write does then
#   --ttl=TIME  1s to 30s; default 3s
#   --help, -h  shows this
# exit code: 0 all steps happened, 1 a step did not, 2 wrong command line or unusable store,
# 3 --unfenced and the counter was corrupted, as expected, 130 ended by Ctrl-C
#
# Needs Linux, JDK 17 or newer and Maven; without a URI nothing else. Builds what it needs, leaves
# no process and no file behind.
set -euo pipefail
cd "$(dirname "$0")/.."
caller_dir=$OLDPWD

fail() { echo "scripts/demo.sh: $1" >&2; exit 2; }

for arg in "$@"; do
  case $arg in
    -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' scripts/demo.sh; exit 0 ;;
  esac
done

[ "$(uname -s)" = Linux ] ||
  fail "needs Linux: it stops a process by SIGSTOP and reads /proc; try a container with JDK 17 and Maven"
command -v mvn >/dev/null || fail "needs Maven (mvn) to build; install it and try again"
if [ -n "${JAVA_HOME:-}" ]; then java=$JAVA_HOME/bin/java; else java=$(command -v java || true); fi
[ -x "$java" ] || fail "needs a JDK 17 or newer; set JAVA_HOME or put java on the PATH"

# The store's client library comes with its own module; without it the demo says what is missing.
modules=examples
for arg in "$@"; do
  case $arg in
    redis:* | rediss:* | redis+*) store=lease-redis ;;
    etcd:* | etcds:*) store=lease-etcd ;;
    zookeeper:*) store=lease-zookeeper ;;
    hazelcast:*) store=lease-hazelcast ;;
    *) continue ;;
  esac
  if [ -f "$store/pom.xml" ]; then modules=examples,$store; fi
done

# Whoever ends this script ends the demo first; that kills its processes and then leaves.
demo=
ended() {
  trap '' INT TERM HUP
  if [ -n "$demo" ]; then
    kill "$demo" 2>/dev/null || true
    wait "$demo" || true
  fi
  echo "scripts/demo.sh: ended by $1" >&2
  exit "$2"
}
trap 'ended Ctrl-C 130' INT
trap 'ended SIGTERM 143' TERM
trap 'ended SIGHUP 129' HUP

echo "building (the first time Maven also downloads) ..." >&2
class_path_file=target/demo.classpath
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mvn -q -B -pl "$modules" -am compile -Dleasehold.checker=-XDunchecked \
  org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath \
  -DincludeScope=runtime -Dmdep.outputFile="$class_path_file" >"$scratch/build.log" 2>&1 ||
  { cat "$scratch/build.log" >&2; fail "the build failed"; }
class_path=
for module in ${modules//,/ }; do
  class_path=$class_path:$PWD/$module/target/classes:$(cat "$module/$class_path_file")
done

terminal=false
if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; then terminal=true; fi
cd "$caller_dir" # a relative file: URI starts there
"$java" -Djava.io.tmpdir="$scratch" -Ddemo.terminal=$terminal \
  -Dorg.slf4j.simpleLogger.defaultLogLevel=error \
  -cp "${class_path#:}" io.leasehold.examples.demo.Demo "$@" &
demo=$!
code=0
wait "$demo" || code=$?
exit "$code"
