#!/usr/bin/env bash
# Adds up the test reports below the given folders (default: here) and prints one line,
# "N passed, N failed, N skipped". Fails when a test failed and when there was no test at all.
set -euo pipefail

[ $# -gt 0 ] || set -- .
# awk 1 ends every file with a line break: Surefire's reports do not end with one
find "$@" -type f -name 'TEST-*.xml' \
  \( -path '*/target/surefire-reports*/*' -o -path '*/target/failsafe-reports*/*' \) \
  -exec awk 1 {} + |
  awk '
    function value(name) {
      return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3) + 0 : 0
    }
    # one suite per report; what a test printed may look like a suite, but comes after the first
    /^<\?xml/ { fresh = 1 }
    fresh && /<testsuite / {
      fresh = 0
      tests += value("tests")
      failed += value("failures") + value("errors")
      skipped += value("skipped")
    }
    END {
      printf "%d passed, %d failed, %d skipped\n", tests - failed - skipped, failed, skipped
      exit failed > 0 || tests == 0
    }'
