#!/usr/bin/env bash
# Builds everything, runs every gate and every test on JDK 17, then the tests on JDK 25 where
# there is one. Ends with the number of tests; zero tests are a failure.
#
#   scripts/verify.sh          about twenty minutes on two cores
#   scripts/verify.sh --long   adds the tests tagged "long", repeats (LEASEHOLD_REPEAT, default 10),
#                              the whole build on JDK 25, and a second build compared byte by byte
#
# JDK 17: JAVA_HOME if it is one, else found where the system keeps its JVMs.
# JDK 25: JAVA25_HOME if set, else found there too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." >/dev/null
exec </dev/null

# What the tests need: name | command that succeeds when it is there | Debian package.
requirements=(
  "Maven|command -v mvn|maven"
  "JDK 17|find_jdk 17 JAVA_HOME|openjdk-17-jdk-headless"
  "redis-server|command -v redis-server|redis-server"
  "etcd|command -v etcd|etcd-server"
)
# Unit tests and the kit on memory; they also run on JDK 25 in the short form. Proofs (explorations,
# planted bugs) say nothing about a JDK and run once.
on_jdk25=(-pl lease-api,lease-tck "-Dleasehold.excluded-tags=long | proof")

log=target/verify.log
bold="" plain=""
if [ -t 1 ]; then bold=$'\e[1m' plain=$'\e[0m'; fi

main() {
  local long=no
  case "${1-}" in
    "") ;;
    --long) long=yes ;;
    *) sed -n '2,/^set/s/^# \{0,1\}//p' scripts/verify.sh; exit 2 ;;
  esac

  heading "tools"
  install_requirements
  local jdk17 jdk25
  jdk17=$(find_jdk 17 JAVA_HOME)
  jdk25=$(find_jdk 25 JAVA25_HOME) || jdk25=""
  if [ -z "$jdk25" ] && [ -n "${JAVA25_HOME-}" ]; then die "JAVA25_HOME is not a JDK 25: $JAVA25_HOME"; fi
  say "JDK 17: $jdk17"
  say "JDK 25: ${jdk25:-none found; set JAVA25_HOME. Nothing runs on it.}"
  export JAVA_HOME=$jdk17

  # classes and reports of earlier runs would be counted
  delete_build_folders
  mkdir -p target
  local options=(-B)
  if [ $long = yes ]; then
    options+=(-Dleasehold.excluded-tags=none "-Dleasehold.repeat=${LEASEHOLD_REPEAT:-10}")
  fi

  phase "JDK 17: build, gates and all tests" mvn "${options[@]}" verify
  if [ -n "$jdk25" ] && [ $long = no ]; then
    phase "JDK 25: unit tests and the kit on memory, on the classes built by JDK 17" \
      mvn "${options[@]}" -o test "${on_jdk25[@]}" \
      "-Djvm=$jdk25/bin/java" -Dleasehold.reports=surefire-reports-jdk25
  fi
  if [ -n "$jdk25" ] && [ $long = yes ]; then
    phase "JDK 25: the same from the sources" whole_build_on "$jdk25" "${options[@]}"
  fi
  if [ $long = yes ]; then
    phase "second build: the same bytes" compare_with_second_build
  fi

  heading "verified in $SECONDS s"
  scripts/count-tests.sh
}

# --- tools -------------------------------------------------------------------------------------

install_requirements() {
  local missing=() entry name check package
  for entry in "${requirements[@]}"; do
    IFS='|' read -r name check package <<<"$entry"
    if ! $check >/dev/null 2>&1; then
      say "missing: $name"
      missing+=("$package")
    fi
  done
  if [ ${#missing[@]} -eq 0 ]; then return; fi

  local as_root=()
  if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi
  if ! command -v apt-get >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
    die "install what is missing, then run this again: sudo apt-get install -y ${missing[*]}"
  fi
  mkdir -p target
  say "installing: ${missing[*]}"
  if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" apt-get install -y "${missing[@]}"; } \
    >>"$log" 2>&1; then
    tail -n 20 "$log"
    die "could not install: ${missing[*]}"
  fi
}

# Prints the home of a JDK of this feature version: the variable's if it is one, else one that the
# system keeps beside its default java.
find_jdk() {
  local feature=$1 variable=$2 home folder
  for home in "${!variable-}" $(system_jvms); do
    if [ -x "$home/bin/javac" ] && grep -q "^JAVA_VERSION=\"$feature[.\"]" "$home/release" 2>/dev/null; then
      echo "$home"
      return
    fi
  done
  return 1
}

# Homes of JVMs; their paths have no spaces, unlike a variable's.
system_jvms() {
  local folder
  {
    echo /usr/lib/jvm
    dirname "$(dirname "$(dirname "$(readlink -f "$(command -v javac || command -v java)")")")"
  } 2>/dev/null | sort -u | while read -r folder; do
    find -L "$folder" -mindepth 1 -maxdepth 1 -type d 2>/dev/null | sort
  done
}

# --- phases ------------------------------------------------------------------------------------

# Runs a command quietly; on failure shows the part of its output that says why.
phase() {
  local title=$1 start=$SECONDS from
  shift
  heading "$title"
  echo "### $title" >>"$log"
  from=$(wc -l <"$log")
  if "$@" >>"$log" 2>&1; then
    say "$((SECONDS - start)) s"
    return
  fi
  say "FAILED after $((SECONDS - start)) s; the whole output is in $log"
  tail -n "+$((from + 1))" "$log" | reasons
  scripts/count-tests.sh || true
  exit 1
}

reasons() {
  local output found
  output=$(cat)
  found=$(grep -E -A 12 '<<< (FAILURE|ERROR)!$|^\[(WARNING|ERROR)\] .*\.java|^\[ERROR\]|difference:' \
    <<<"$output" | grep -vE '^\s+at |Re-run Maven|full stack trace|more information|\[Help|^\[ERROR\] *$|^\[INFO\]|^--$') ||
    found=$(tail -n 40 <<<"$output")
  head -n 100 <<<"$found"
}

whole_build_on() {
  local jdk=$1
  shift
  copy_sources target/jdk25 || return 1
  # Javadoc is judged by the JDK that publishes it, which is 17
  (cd target/jdk25 && JAVA_HOME=$jdk mvn "$@" -o verify -Dmaven.javadoc.skip=true)
}

compare_with_second_build() {
  local jar different=0 compared=0
  copy_sources target/second || return 1
  # another time zone, because a date in an archive is local time
  (cd target/second && TZ=Pacific/Auckland mvn -B -o package -Dmaven.test.skip=true) || return 1
  while IFS= read -r jar; do
    compared=$((compared + 1))
    cmp "$jar" "target/second/$jar" || { echo "difference: $jar"; different=1; }
  done < <(find . -path ./target -prune -o -path ./.ci -prune -o -path '*/target/*.jar' -print)
  echo "compared: $compared jars"
  [ $different = 0 ] && [ $compared -gt 0 ]
}

copy_sources() {
  mkdir -p "$1"
  tar -c --exclude=target --exclude=.git . | tar -x -C "$1"
}

delete_build_folders() {
  find . -name pom.xml -not -path '*/target/*' -not -path '*/src/*' -print0 |
    while IFS= read -r -d '' pom; do rm -rf "${pom%/pom.xml}/target"; done
}

# --- words -------------------------------------------------------------------------------------

heading() { echo "$bold== $1$plain"; }
say() { echo "   $1"; }
die() {
  echo "verify: $1" >&2
  exit 1
}

main "$@"
