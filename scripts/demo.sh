#!/usr/bin/env bash
# Watch a process lose its lease while it stands still, and its late write being refused.
#
#   scripts/demo.sh [URI] [--unfenced] [--ttl=3s]
#
# Needs Linux, JDK 17 or newer and Maven; without a URI nothing else. Builds what it needs, leaves
# no process and no file behind. Exit code: 0 all steps happened, 1 a step did not, 2 wrong command
# line or unusable store, 3 --unfenced and the counter was corrupted, as expected.
set -euo pipefail
cd "$(dirname "$0")/.."
caller_dir=$OLDPWD

fail() { echo "scripts/demo.sh: $1" >&2; exit 2; }

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

[ ! -t 2 ] || echo "building (the first time Maven also downloads) ..." >&2
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
# Whoever ends this script ends the demo first; that kills its processes and then leaves.
trap 'kill "$demo" 2>/dev/null || true' INT TERM HUP
code=0
wait "$demo" || code=$?
while kill -0 "$demo" 2>/dev/null; do wait "$demo" || code=$?; done
exit "$code"
